//! The alphabet A of a model: its symbols, with who mentions them first.

use std::collections::BTreeMap;

use crate::language::Symbol;
use crate::language::names::{did_you_mean, shown};
use crate::text::{Diagnostic, Findings, Severity, Span, similar};

/// Symbols in the order of their first mention.
#[derive(Debug, Default)]
pub struct Alphabet {
    /// The names; the index is the symbol.
    pub names: Vec<String>,
    index: BTreeMap<String, Symbol>,
    /// For each symbol the first place where a transition sends it.
    sent: Vec<Option<Span>>,
    /// For each symbol the first place where a transition takes it.
    taken: Vec<Option<Span>>,
}

impl Alphabet {
    /// The symbol of a name, if it has been mentioned.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.index.get(name).copied()
    }

    /// The symbol of a name.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.find(name) {
            return symbol;
        }
        let symbol = self.names.len();
        self.names.push(name.to_string());
        self.index.insert(name.to_string(), symbol);
        self.sent.push(None);
        self.taken.push(None);
        symbol
    }

    /// The symbol of an effect.
    pub fn send(&mut self, name: &str, span: Span) -> Symbol {
        let symbol = self.intern(name);
        self.sent[symbol].get_or_insert(span);
        symbol
    }

    /// The symbol of a trigger.
    pub fn take(&mut self, name: &str, span: Span) -> Symbol {
        let symbol = self.intern(name);
        self.taken[symbol].get_or_insert(span);
        symbol
    }

    /// Whether any transition sends or takes a symbol.
    #[must_use]
    pub fn is_used(&self, symbol: Symbol) -> bool {
        self.sent[symbol].is_some() || self.taken[symbol].is_some()
    }

    /// Warns about symbols that only have senders, or only receivers.
    pub fn warn(&self, findings: &mut Findings) {
        for (symbol, name) in self.names.iter().enumerate() {
            let (span, code, what, other, wait) = match (self.sent[symbol], self.taken[symbol]) {
                (Some(span), None) => {
                    let wait = "its sender waits for ever";
                    (span, "never-received", "receives", &self.taken, wait)
                }
                (None, Some(span)) => {
                    let wait = "the transition can never start";
                    (span, "never-sent", "sends", &self.sent, wait)
                }
                _ => continue,
            };
            let title = format!("Nobody {what} {}: {wait}", shown(name));
            let mut finding = Diagnostic::warning(code, span, title);
            if findings.wants(Severity::Warning) {
                let mentioned = self.names.iter().zip(other);
                let candidates = mentioned.filter(|(_, place)| place.is_some());
                let candidates = candidates.map(|(name, _)| name.as_str());
                finding = match similar(name, candidates) {
                    Some(meant) => did_you_mean(finding, meant),
                    None => finding.hint(format!(
                        "Add a transition that {what} it, or leave it out here."
                    )),
                };
            }
            findings.push(finding);
        }
    }
}
