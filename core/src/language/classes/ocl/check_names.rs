//! What a name stands for in an expression, and what is said of one that stands for nothing.

use super::check::{Checker, Typed};
use super::term::{Property, Term};
use super::types::Type;
use super::value::Value;
use crate::language::Name;
use crate::language::names::{did_you_mean, shown, shown_list, writing, written};
use crate::text::{Diagnostic, Severity, Span, similar};

impl Checker<'_, '_> {
    pub(super) fn name(&mut self, name: &Name, pre: bool, span: Span) -> Typed {
        if let Some((_, place, sort)) = self.names.iter().rfind(|it| it.0 == name.text) {
            let found = (Term::Variable(*place), sort.clone());
            if pre {
                return self
                    .misplaced_pre(span, "A variable is the same before and after the call");
            }
            return found;
        }
        let implicit = self.implicit.clone();
        for (place, sort) in implicit.into_iter().rev() {
            let Type::Object(class) = sort.element() else {
                continue;
            };
            if self.model().properties(class, &name.text).next().is_some() {
                return self.property((Term::Variable(place), sort), name, pre, span);
            }
        }
        let mut objects = self.model().objects.iter();
        if let Some(object) = objects.position(|it| it.name == name.text) {
            if pre {
                return self.misplaced_pre(span, "An object is the same before and after the call");
            }
            let class = self.model().objects[object].class;
            return (Term::Constant(Value::Object(object)), Type::Object(class));
        }
        let finding = self.unknown(name);
        self.report(finding)
    }

    /// The finding about a name that stands for nothing.
    fn unknown(&self, name: &Name) -> Diagnostic {
        let model = self.model();
        if let Some(class) = model.classes.iter().find(|it| it.name == name.text) {
            let title = format!("{} is a class, and no value", shown(&class.name));
            let finding = Diagnostic::error("class-as-value", name.span, title);
            let hint = format!("All its objects are `{}.allInstances()`.", class.name);
            return finding.hint(hint);
        }
        let title = format!("There is nothing called {} here", shown(&name.text));
        let finding = Diagnostic::error("unknown-name", name.span, title);
        let mut literals = model.enumerations.iter().flat_map(|it| &it.literals);
        if literals.any(|it| *it == name.text) {
            let literal = format!("#{}", name.text);
            let fix = writing(name.span, &literal);
            return finding
                .hint(format!("Write {} for the literal.", shown(&literal)))
                .fix(fix);
        }
        if !self.findings.wants(Severity::Error) {
            return finding;
        }
        if let Some(path) = self.owner(&name.text) {
            let path = format!("{path}.{}", written(&name.text));
            let fix = writing(name.span, &path);
            return finding
                .hint(format!("Did you mean {}?", shown(&path)))
                .fix(fix);
        }
        let known = self.visible();
        let constants = ["true", "false", "null", "self"];
        match similar(&name.text, known.iter().copied().chain(constants)) {
            Some(meant) if constants.contains(&meant) && !known.contains(&meant) => {
                let hint = format!("Did you mean {}?", shown(meant));
                finding.hint(hint).fix(writing(name.span, meant))
            }
            Some(meant) => did_you_mean(finding, meant),
            None if known.is_empty() => {
                finding.hint("Declare objects in `system`, and name their properties: `tl.green`.")
            }
            None => finding.hint(format!("Known here: {}.", shown_list(known))),
        }
    }

    /// What has a property of this name: a role that leads to one object from here, else the only object, or the first.
    fn owner(&self, name: &str) -> Option<String> {
        let model = self.model();
        let has = |class| model.properties(class, name).next().is_some();
        let own = self
            .implicit
            .iter()
            .rev()
            .filter_map(|(_, sort)| match sort.element() {
                Type::Object(class) => Some(class),
                _ => None,
            });
        let roles = own.flat_map(|class| {
            let all = model.all_properties();
            all.filter(move |it| model.is_a(class, model.property_class(*it)))
        });
        let mut roles = roles.filter_map(|it| match it {
            Property::End(id) => Some(model.end(id)).filter(|it| it.is_single()),
            Property::Attribute(_) => None,
        });
        if let Some(role) = roles.find(|it| has(it.class)) {
            return Some(written(&role.role));
        }
        let object = model.objects.iter().find(|it| has(it.class))?;
        let name = written(&object.name);
        (name == object.name).then_some(name)
    }

    /// All names that can stand alone.
    fn visible(&self) -> Vec<&str> {
        let model = self.model();
        let variables = self.names.iter().map(|it| it.0.as_str());
        let properties = self
            .implicit
            .iter()
            .flat_map(|(_, sort)| match sort.element() {
                Type::Object(class) => self.properties_of(class),
                _ => Vec::new(),
            });
        let objects = model.objects.iter().map(|it| it.name.as_str());
        variables.chain(properties).chain(objects).collect()
    }

    pub(super) fn properties_of(&self, class: usize) -> Vec<&str> {
        let model = self.model();
        let all = model.all_properties();
        all.filter(|it| model.is_a(class, model.property_class(*it)))
            .map(|it| model.property_name(it))
            .collect()
    }

    pub(super) fn literal(&mut self, of: Option<&Name>, literal: &Name) -> Typed {
        let enumerations = &self.model().enumerations;
        let fits = |name: &str| of.is_none_or(|of| of.text == name);
        let found: Vec<_> = (0..enumerations.len())
            .filter(|it| fits(&enumerations[*it].name))
            .collect();
        if let (Some(of), true) = (of, found.is_empty()) {
            let title = format!("There is no enumeration {}", shown(&of.text));
            let finding = Diagnostic::error("unknown-enumeration", of.span, title);
            let names = enumerations.iter().map(|it| it.name.as_str());
            return self.report(match similar(&of.text, names) {
                Some(meant) => did_you_mean(finding, meant),
                None => finding.hint("Declare it: `enum E { a, b }`."),
            });
        }
        let place = |it: &usize| {
            let mut literals = enumerations[*it].literals.iter();
            Some((*it, literals.position(|it| *it == literal.text)?))
        };
        let having: Vec<_> = found.iter().filter_map(place).collect();
        match having.as_slice() {
            [(of, number)] => (
                Term::Constant(Value::Literal(*number)),
                Type::Enumeration(*of),
            ),
            [] => {
                let title = format!("There is no literal {}", shown(&literal.text));
                let finding = Diagnostic::error("unknown-literal", literal.span, title);
                let all: Vec<_> = found
                    .iter()
                    .flat_map(|it| enumerations[*it].literals.iter().map(String::as_str))
                    .collect();
                self.report(match similar(&literal.text, all.iter().copied()) {
                    Some(meant) => did_you_mean(finding, meant),
                    None => finding.hint(format!("The literals: {}.", shown_list(all))),
                })
            }
            [(one, _), ..] => {
                let title = format!(
                    "Several enumerations have a literal {}",
                    shown(&literal.text)
                );
                let whole = format!("{}::{}", enumerations[*one].name, literal.text);
                let finding = Diagnostic::error("ambiguous-literal", literal.span, title);
                self.report(finding.hint(format!("Say of which: {}.", shown(&whole))))
            }
        }
    }
}
