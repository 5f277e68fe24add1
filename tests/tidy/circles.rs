//! Circles between the modules of a folder: of modules that need each other none can be read first, and none can stand in a part of
//! the program of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Source, all};

/// The folders whose modules stand in an order.
const FOLDERS: [&str; 4] = [
    "core/src/api",
    "core/src/language",
    "web/src/state",
    "web/src/worker",
];

/// Modules of a folder, each with those that its files name.
type Imports<'s> = BTreeMap<&'s str, BTreeSet<&'s str>>;

#[test]
fn no_modules_need_each_other() {
    let sources = all();
    for folder in FOLDERS {
        let imports = imports(folder, &sources);
        assert!(
            imports.len() > 3,
            "{folder}: only {} modules",
            imports.len()
        );
        assert_eq!(circle(&imports), None, "in {folder}");
    }
}

/// The files of a folder, each with its path inside.
fn files<'s>(folder: &str, sources: &'s [Source]) -> Vec<(&'s str, &'s Source)> {
    let inside = |it: &'s Source| Some((it.path.strip_prefix(folder)?.strip_prefix('/')?, it));
    let files = sources.iter().filter(|it| it.is("rs") && !it.for_tests);
    files.filter_map(inside).collect()
}

/// The module of a folder that a file in it belongs to; `None` for the one that lists them.
fn module(path: &str) -> Option<&str> {
    let name = path.split('/').next()?.trim_end_matches(".rs");
    Some(name).filter(|it| *it != "mod")
}

/// Which modules of a folder name which others, directly or by what the folder hands on.
fn imports<'s>(folder: &str, sources: &'s [Source]) -> Imports<'s> {
    let files = files(folder, sources);
    let modules: BTreeSet<_> = files.iter().filter_map(|it| module(it.0)).collect();
    let code = |it: &Source| {
        let lines = it.code().into_iter();
        lines.map(|it| it.1.trim()).collect::<String>()
    };
    let list = files.iter().find(|it| it.0 == "mod.rs");
    let list = list.map_or(String::new(), |it| code(it.1));
    let handed_on = |name: &str| {
        let mut all = modules.iter();
        all.find(|module| names(&list, &format!("use {module}::")).contains(&name))
            .copied()
    };
    let mut imports: Imports<'s> = modules.iter().map(|it| (*it, BTreeSet::new())).collect();
    let (_, own) = folder.split_once("/src/").expect("a folder of a crate");
    for (path, source) in &files {
        let Some(module) = module(path) else { continue };
        let depth = path.split('/').filter(|it| *it != "mod.rs").count();
        let above = "super::".repeat(depth);
        let code = code(source);
        let here = format!("crate::{}::", own.replace('/', "::"));
        let named = names(&code, &above).into_iter().chain(names(&code, &here));
        let named = named.filter_map(|it| modules.get(it).copied().or_else(|| handed_on(it)));
        let others = named.filter(|it| *it != module);
        imports.entry(module).or_default().extend(others);
    }
    imports
}

/// The names behind a path in code, those in braces one by one.
fn names<'c>(code: &'c str, path: &str) -> Vec<&'c str> {
    let mut all = Vec::new();
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    for (at, _) in code.match_indices(path) {
        // A longer path, or another one.
        if code[..at].ends_with(is_inside) || code[..at].ends_with("::") {
            continue;
        }
        let rest = &code[at + path.len()..];
        let word = |it: &'c str| it.split(|c| !is_inside(c)).next().unwrap_or_default();
        let Some(group) = rest.strip_prefix('{') else {
            all.push(word(rest));
            continue;
        };
        let mut depth = 0;
        let end = group.find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth < 0
        });
        let mut depth = 0;
        let items = group[..end.unwrap_or(group.len())].split(move |c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        all.extend(items.map(|it| word(it.trim())));
    }
    all.retain(|it| *it != "super");
    all
}

/// Modules that need each other in a row, the first one again at the end.
fn circle<'s>(imports: &Imports<'s>) -> Option<Vec<&'s str>> {
    let mut done = BTreeSet::new();
    let mut path = Vec::new();
    let mut starts = imports.keys();
    starts.find_map(|it| follow(imports, it, &mut path, &mut done))
}

fn follow<'s>(
    imports: &Imports<'s>,
    module: &'s str,
    path: &mut Vec<&'s str>,
    done: &mut BTreeSet<&'s str>,
) -> Option<Vec<&'s str>> {
    if let Some(at) = path.iter().position(|it| *it == module) {
        return Some(path[at..].iter().copied().chain([module]).collect());
    }
    if !done.insert(module) {
        return None;
    }
    path.push(module);
    let mut others = imports.get(module).into_iter().flatten();
    let found = others.find_map(|it| follow(imports, it, path, done));
    path.pop();
    found
}

#[test]
fn a_circle_is_found_through_braces_and_what_is_handed_on() {
    let sample = |name: &str, text: &str| Source::sample(&format!("core/src/api/{name}"), text);
    let mut sources = vec![
        sample(
            "mod.rs",
            "mod a;\nmod b;\nmod c;\npub use c::{Cup,\n    Can};\n",
        ),
        sample("a.rs", "use super::{\n    b::{self, Bee},\n    Can,\n};\n"),
        sample("b/mod.rs", "mod deep;\n"),
        sample("b/deep.rs", "use crate::text::a;\nuse super::a;\n"),
        sample("c.rs", "// crate::api::a\nfn f() {}\n"),
    ];
    let found = imports("core/src/api", &sources);
    assert_eq!(found["a"], BTreeSet::from(["b", "c"]));
    assert_eq!(circle(&found), None);
    sources.push(sample("b/more.rs", "fn f() -> crate::api::Cup {}\n"));
    sources.push(sample("c/d.rs", "use super::super::a;\n"));
    let found = imports("core/src/api", &sources);
    assert_eq!(circle(&found), Some(vec!["a", "b", "c", "a"]));
}
