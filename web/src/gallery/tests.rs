//! The examples are those of the folder, and the menu says what their headers say.

use super::*;
use lockstep_core::address;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");

#[test]
fn every_example_of_the_folder_is_in_the_menu() {
    let mut files = Vec::new();
    for kind in [
        "machines",
        "systems",
        "statecharts",
        "classes",
        "encodings",
        "splitting",
    ] {
        let found = std::fs::read_dir(format!("{FOLDER}/{kind}"));
        let found = found.expect("the examples stand beside the page");
        let names = found.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        files.extend(names.map(|name| format!("{kind}/{name}")));
    }
    files.sort();
    let mut listed: Vec<_> = ALL.iter().map(|example| example.path.to_owned()).collect();
    listed.sort();
    assert_eq!(files, listed);
    let first = ALL.iter().position(Example::is_about_formulas);
    assert_eq!(first, Some(FORMULAS.0));
    assert!(
        ALL[FORMULAS.0..SPLITTING.0]
            .iter()
            .all(Example::is_about_formulas)
    );
    let is_split = |it: &Example| it.path.starts_with("splitting/");
    assert!(ALL[SPLITTING.0..].iter().all(is_split));
    let is_system = |it: &Example| it.path.ends_with(".xsts");
    assert_eq!(ALL.iter().position(is_system), Some(SYSTEMS.0));
    assert!(ALL[SYSTEMS.0..CHARTS.0].iter().all(is_system));
    let is_chart = |it: &Example| it.path.starts_with("statecharts/");
    assert!(ALL[CHARTS.0..CLASSES.0].iter().all(is_chart));
    let is_class_model = |it: &Example| it.path.starts_with("classes/");
    assert!(ALL[CLASSES.0..FORMULAS.0].iter().all(is_class_model));
}

#[test]
fn the_menu_says_what_the_headers_say() {
    for example in ALL {
        let text = std::fs::read_to_string(format!("{FOLDER}/{}", example.path))
            .expect("the examples stand beside the page");
        let header = |key: &str, value: &str| text.contains(&format!("// {key}: {value}\n"));
        assert!(header("title", example.title), "{}", example.path);
        assert!(header("look", example.look), "{}", example.path);
        assert!(is_example(&text));
        let run = run_by_hand(&text).map(address::run::read);
        assert_eq!(run.is_some(), example.path.starts_with("splitting/"));
        assert!(run.is_none_or(|it| it.is_some()), "{}", example.path);
        assert!(!is_example(&format!("{text}\n")));
    }
}
