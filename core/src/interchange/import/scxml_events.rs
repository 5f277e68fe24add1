//! Which events of an SCXML document come from outside: those that its transitions wait for and that it does not send itself.
//!
//! What the document sends later, or computes, comes at any time instead, which allows more. An event that only a descriptor
//! tells (`news.*`) comes by the name of the descriptor: all that it stands for and that the document does not name are taken alike.

use std::collections::BTreeSet;

use super::scxml_nodes::descriptor;

/// What a document waits for and sends.
#[derive(Debug, Default)]
pub(super) struct Events {
    /// What transitions wait for, as descriptors, in the order of the document.
    waited: Vec<String>,
    /// What the document sends to itself at once.
    sent: BTreeSet<String>,
    /// What it sends to itself later.
    later: BTreeSet<String>,
    /// Whether it computes which event it sends.
    any: bool,
}

impl Events {
    pub(super) fn wait_for(&mut self, name: &str) {
        let name = descriptor(name).to_owned();
        if !self.waited.contains(&name) {
            self.waited.push(name);
        }
    }

    pub(super) fn send(&mut self, name: &str) {
        self.sent.insert(name.to_owned());
    }

    pub(super) fn send_later(&mut self, name: &str) {
        self.later.insert(name.to_owned());
    }

    pub(super) fn send_any(&mut self) {
        self.any = true;
    }

    /// The names of those that come from outside.
    pub(super) fn outside_names(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for waited in &self.waited {
            let is_sent = self.sent.iter().any(|it| is_heard(waited, it));
            let is_raised = *waited == "done" || begins(waited, "done.state");
            let name = match waited.as_str() {
                // Some event that nothing else waits for.
                "*" | "" => self.unheard(),
                name => name.to_owned(),
            };
            if (self.any || !is_sent) && !is_raised && !all.contains(&name) {
                all.push(name);
            }
        }
        for later in &self.later {
            let is_waited = self.waited.iter().any(|it| is_heard(it, later));
            if is_waited && !all.contains(later) {
                all.push(later.clone());
            }
        }
        all
    }

    /// A name that only `*` stands for.
    fn unheard(&self) -> String {
        let mut name = "other".to_owned();
        let is_heard = |name: &str| {
            let mut waited = self.waited.iter();
            waited.any(|it| it != "*" && !it.is_empty() && is_heard(it, name))
        };
        while is_heard(&name) || self.sent.contains(&name) {
            name.push('_');
        }
        name
    }
}

/// Whether an event is one that a descriptor stands for.
fn is_heard(descriptor: &str, event: &str) -> bool {
    matches!(descriptor, "*" | "") || begins(event, descriptor)
}

/// Whether a name is another one, or goes on after it with a dot.
fn begins(name: &str, beginning: &str) -> bool {
    let rest = name.strip_prefix(beginning);
    rest.is_some_and(|it| it.is_empty() || it.starts_with('.'))
}
