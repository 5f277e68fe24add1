//! Files of other tools that lie together are one class model, or a sentence says what is missing.

use lockstep_core::interchange::import::{Imported, NamedFile, class_files, file_of_classes};

/// Files that lie together, by name and text.
fn together(files: &[(&str, &str)]) -> Result<Imported, String> {
    let files = files.iter().map(|(name, text)| NamedFile {
        name: (*name).to_owned(),
        text: (*text).to_owned(),
    });
    class_files(&files.collect::<Vec<_>>())
}

#[test]
fn files_that_lie_together_are_one_model_or_say_what_is_missing() {
    let door = "model Door\nclass Door\nattributes\n  open : Boolean\nend\n";
    let classes = "package counting;\nclass Counter {\n  attr int value;\n  op void count();\n}\n";
    let contracts =
        "package counting\ncontext Counter::count()\npost: value = value@pre + 1\nendpackage\n";
    let alone = together(&[("door.use", door)]).expect("it is read");
    assert!(alone.text.ends_with("check consistent\n"), "{}", alone.text);
    let questions = "system { d : Door }\ncheck deadlock\n";
    let both = together(&[("q.lks", questions), ("door.use", door)]).expect("it is read");
    assert!(both.text.ends_with(questions) && !both.text.contains("consistent"));
    let counter = together(&[("counter.ocl", contracts), ("Other.emf", classes)]);
    let counter = counter.expect("the only file of classes is that of the contracts");
    assert!(counter.text.contains("value = value@pre + 1"));

    let refused = |files: &[(&str, &str)]| together(files).expect_err("something is wrong");
    assert!(refused(&[("a.emf", classes)]).starts_with("There is no USE model"));
    let lacks = refused(&[("counter.ocl", contracts)]);
    assert!(lacks.contains("needs the file that declares its classes"));
    let two = refused(&[("a.use", door), ("b.use", door)]);
    assert!(two.contains("one model at a time"), "{two}");
    assert_eq!(refused(&[("a.use", "class")]), "`a.use` is no USE model");
    let nothing = refused(&[("s.use", "model S\ndataType Point\nend\n")]);
    assert_eq!(
        nothing,
        "Nothing of `s.use` could be read as a class model (line 2: Data types and signals are not read)"
    );
    let declares = [("door.use", door), ("q.lks", "class A { }\n")];
    assert!(refused(&declares).contains("declares a class"));
}

#[test]
fn the_file_of_classes_is_the_one_with_the_longest_name_that_fits() {
    let names = ["Basic2.emf", "Basic.ecore", "Basic2.ocl"];
    assert_eq!(file_of_classes("Basic2_a.ocl", &names), Some(0));
    assert_eq!(file_of_classes("Basic.ocl", &names), Some(1));
    assert_eq!(file_of_classes("Other.ocl", &names), None);
    assert_eq!(file_of_classes("Other.ocl", &names[1..]), Some(0));
}
