//! The order of the chapters, of the core and of the page: a chapter imports only what stands before it.

use super::Finding;
use super::rules::has_word;
use super::source::Source;

/// The chapters of what searches, in `core/search`; the core names them as its own.
const SEARCH_CHAPTERS: &[&str] = &[
    "state", "budget", "cnf", "sat", "symbolic", "network", "bounds", "encode", "engine", "code",
    "sample",
];

/// The chapters of the core in their order: a chapter imports only what stands before it.
const CHAPTERS: &[&str] = &[
    "text",
    "budget",
    "cnf",
    "sat",
    "expression",
    "system",
    "simulate",
    "language",
    "generate",
    "symbolic",
    "network",
    "bounds",
    "encode",
    "engine",
    "question",
    "explain",
    "edit",
    "repair",
    "view",
    "wording",
    "diagram",
    "interchange",
    "api",
    "lesson",
    "address",
    "fuzz",
];

/// Chapters before it that a chapter must not know all the same: definitions and formulas are two
/// witnesses, and a judge must not learn of what it judges.
const APART: &[(&str, &[&str])] = &[
    ("language", &["cnf", "sat"]),
    ("system", &["cnf", "sat"]),
    ("simulate", &["cnf", "sat"]),
    ("expression", &["cnf", "sat"]),
    ("generate", &["cnf", "sat"]),
    ("network", &["cnf", "sat"]),
    ("symbolic", &["sat", "language"]),
    ("bounds", &["cnf", "sat"]),
    ("question", &["cnf", "sat", "encode"]),
    ("explain", &["cnf", "sat", "encode"]),
    (
        "view",
        &["cnf", "sat", "network", "encode", "engine", "question"],
    ),
    (
        "diagram",
        &["cnf", "sat", "network", "encode", "engine", "question"],
    ),
    (
        "interchange",
        &["cnf", "sat", "network", "encode", "engine", "question"],
    ),
];

/// The chapters of the page in their order.
const PAGE_CHAPTERS: &[&str] = &[
    "panic",
    "assets",
    "words",
    "persist",
    "gallery",
    "ui",
    "keys",
    "parts",
    "protocol",
    "worker",
    "kinds",
    "codemirror",
    "state",
    "menu",
    "notice_bar",
    "help",
    "settings",
    "share",
    "export",
    "results",
    "editor",
    "examples",
    "palette",
    "frame",
    "header",
    "stage",
    "learn",
    "dialogs",
    "perform",
    "app",
];

/// The pipeline runs one way, in the core and in the page.
pub fn imports_follow_the_pipeline(source: &Source) -> Vec<Finding> {
    let (own, chapters) = match (chapter(source), page_chapter(source)) {
        (Some(own), _) if source.path.starts_with(SEARCH) => (own, SEARCH_CHAPTERS),
        (Some(own), _) => (own, CHAPTERS),
        (None, Some(own)) => (own, PAGE_CHAPTERS),
        (None, None) => return Vec::new(),
    };
    let Some(place) = chapters.iter().position(|it| *it == own) else {
        return vec![(
            None,
            format!(
                "the chapter {own} stands in no order, see CHAPTERS, SEARCH_CHAPTERS and PAGE_CHAPTERS"
            ),
        )];
    };
    let apart = APART.iter().find(|(chapter, _)| *chapter == own);
    let apart = apart.filter(|_| chapter(source).is_some());
    let apart = apart.map_or(&[][..], |(_, others)| others);
    let forbidden: Vec<_> = chapters[place + 1..].iter().chain(apart).collect();
    let mut findings = Vec::new();
    for (line, code) in source.code() {
        // `use crate::{a, b}` names several.
        let mut groups = ["crate::{", "lockstep_search::{"].into_iter();
        let group = groups.find_map(|it| code.split_once(it));
        let group = group.map_or("", |(_, group)| group);
        for chapter in &forbidden {
            // The core could also name what searches by its crate.
            let paths = [
                format!("crate::{chapter}"),
                format!("lockstep_search::{chapter}"),
            ];
            if paths.iter().any(|it| has_word(code, it)) || has_word(group, chapter) {
                findings.push((Some(line), format!("must not know crate::{chapter}")));
            }
        }
    }
    findings
}

/// Where what searches stands.
const SEARCH: &str = "core/search/src/";

/// The chapter of the core, or of what searches, that a file belongs to.
pub fn chapter(source: &Source) -> Option<&str> {
    let folders = ["core/src/", SEARCH];
    let path = folders.iter().find_map(|it| source.path.strip_prefix(it))?;
    let name = path.split('/').next()?;
    Some(name.trim_end_matches(".rs")).filter(|name| *name != "lib")
}

/// The chapter of the page that a file belongs to.
fn page_chapter(source: &Source) -> Option<&str> {
    let path = source.path.strip_prefix("web/src/")?;
    let name = path.split('/').next()?;
    Some(name.trim_end_matches(".rs")).filter(|name| *name != "main")
}
