//! The variables that the selected check names. What its goal is about is marked where values stand, and, once what is to hold always is
//! violated, what the verdict is about.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Kind, SystemView};

use super::StageContext;

/// The numbers of these variables. Reads the line of the check: linear in it and in the variables.
pub fn named(play: StageContext, system: Memo<Arc<SystemView>>) -> Memo<BTreeSet<usize>> {
    let page = play.page;
    Memo::new(move |_| {
        let is_told = match play.check.with(|it| it.as_ref().map(|it| it.kind)) {
            Some(Kind::Reach) => page.stage_content().is_check(),
            Some(Kind::Always) => play.violates.get(),
            _ => false,
        };
        if !is_told || page.stale().get() {
            return BTreeSet::new();
        }
        let text = page.document.revision().with(|it| Arc::clone(&it.text));
        let line = play
            .check
            .with(|it| it.as_ref().map(|it| it.range.of(&text)));
        let line = line.unwrap_or_default();
        let words: BTreeSet<_> = line.split(|it| !is_of_a_name(it)).collect();
        system.with(|system| {
            let variables = system.variables.iter().enumerate();
            let named = variables.filter(|(_, it)| words.contains(it.name.as_str()));
            named.map(|(number, _)| number).collect()
        })
    })
}

/// Names of variables have dots behind those of their objects.
fn is_of_a_name(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '_' | '.')
}
