//! Clauses of USE models and OCL files: invariants, and contracts inside and outside of classes.

use super::Why;
use super::class_text::Part;
use super::use_model::{OF_QUERY, Reader, written};
use super::use_types::DERIVED;

const SOME_OBJECT: Why = Why::wider(
    "It is asked of some object of the class; where there is none it holds here, and does not in USE.",
);

impl Reader<'_> {
    /// `context C inv …`, `context x : C inv …`, `context x, y : C inv …`, `context C::op(…) …`; the word stands here. In an OCL file a
    /// postcondition whose name begins with `modif` says what may change.
    pub(super) fn context(&mut self) {
        let line = self.line();
        self.skip();
        let Some(mut class) = self.word() else {
            return;
        };
        let mut variables = Vec::new();
        while self.at(",") {
            self.skip();
            variables.extend(self.word());
        }
        let mut this = None;
        if self.at(":") && !matches!(self.text_at(1), "inv" | "pre" | "post") {
            self.skip();
            this = Some(class);
            class = self.word().unwrap_or(class);
        }
        let mut class = written(class);
        while self.eat("::") {
            let name = self.word().unwrap_or_default();
            if self.at("(") {
                return self.contract(line, &class, name, this);
            }
            // What stood before it is a package.
            if self.at("::") || self.at("inv") || self.at("existential") {
                class = written(name);
                continue;
            }
            self.out.leave_out(line, name, DERIVED);
            return self.skip_clause();
        }
        self.eat(":");
        let all = format!("{class}.allInstances()");
        let variables: Vec<_> = variables.into_iter().map(written).collect();
        while self.at("inv") || (self.at("existential") && self.text_at(1) == "inv") {
            let is_existential = self.eat("existential");
            let begin = format!("context {class} ");
            if is_existential {
                let line = self.line();
                self.out.leave_out(line, "existential inv", SOME_OBJECT);
                let names = [&["self".to_owned()], &variables[..]].concat().join(", ");
                let around = format!("{all}->exists({names} | ");
                self.clause_in(None, this, &begin, &around);
            } else if variables.is_empty() {
                self.clause(None, this, &begin);
            } else {
                let around = format!("{all}->forAll({} | ", variables.join(", "));
                self.clause_in(None, this, &begin, &around);
            }
        }
    }

    /// `existential inv …` in a class.
    pub(super) fn existential(&mut self, class: usize) {
        self.skip();
        let line = self.line();
        self.out.leave_out(line, "existential inv", SOME_OBJECT);
        let name = self.out.class_name(class);
        let around = format!("{name}.allInstances()->exists(self | ");
        self.clause_in(Some(class), None, "", &around);
    }

    /// The clauses of an operation, outside of its class.
    fn contract(&mut self, line: usize, class: &str, name: &str, this: Option<&str>) {
        // A signature that cannot be read is one of an operation that is left out, which is named there.
        let signature = self.signature().map_or("()".into(), |it| it.0);
        let head = format!("context {class}::{}{signature}", written(name));
        let is_query = self.out.is_query(class, &written(name));
        let mut context = None;
        while matches!(self.text_at(0), "pre" | "post") {
            if is_query {
                let (line, what) = (self.line(), self.text_at(0));
                self.out.leave_out(line, what, OF_QUERY);
                self.skip_clause();
                continue;
            }
            let own = context.unwrap_or_else(|| self.out.add(Part::Item, line, None, head.clone()));
            context = Some(own);
            match self.modifies() {
                true => self.modified(own),
                false => self.clause(Some(own), this, ""),
            }
        }
    }

    fn modifies(&self) -> bool {
        !self.setting.is_use && self.at("post") && self.text_at(1).starts_with("modif")
    }

    /// `post modifies : e`
    fn modified(&mut self, context: usize) {
        let line = self.line();
        self.next += 2;
        self.eat(":");
        match self.expression(None) {
            Ok(path) => {
                let text = format!("modifies {path}");
                self.out.add(Part::Effect, line, Some(context), text);
            }
            Err(it) => self.out.leave_out(line, &it.what, it.why),
        }
    }

    /// `inv name: e`, `pre: e`, `post: e`, written behind a beginning.
    pub(super) fn clause(&mut self, parent: Option<usize>, this: Option<&str>, begin: &str) {
        self.clause_in(parent, this, begin, "");
    }

    /// The same in parentheses that a text opens.
    fn clause_in(&mut self, parent: Option<usize>, this: Option<&str>, begin: &str, around: &str) {
        let line = self.line();
        let word = self.word().unwrap_or_default();
        let name = match self.at(":") {
            true => String::new(),
            false => self
                .word()
                .map_or(String::new(), |it| format!(" {}", written(it))),
        };
        self.eat(":");
        let part = match word {
            "post" => Part::Effect,
            _ => Part::Condition,
        };
        let body = match self.expression(this) {
            Ok(body) => body,
            Err(it) => {
                let what = format!("{word}{name}: {}", it.what);
                let why = match part {
                    Part::Effect => it.why,
                    _ => Why::wider(it.why.sentence),
                };
                return self.out.leave_out(line, &what, why);
            }
        };
        let close = if around.is_empty() { "" } else { ")" };
        let text = format!("{begin}{word}{name}: {around}{body}{close}");
        self.out.add(part, line, parent, text);
    }

    pub(super) fn skip_clause(&mut self) {
        self.skip();
        if !self.at(":") {
            self.word();
        }
        self.eat(":");
        // Whatever it is, it is left out.
        let _ = self.expression(None);
    }
}
