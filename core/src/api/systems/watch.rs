//! What expressions are worth along a run: a watch list.

use crate::expression::{Sort, Value, evaluate};
use crate::language::transitions::{TransitionModel, read, watch};
use crate::view::SystemStepView;

/// An expression along a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// Its type as written in the language.
    pub sort: String,
    /// Its value after each step, in the words of the language; `undefined` where it has none.
    pub values: Vec<String>,
}

/// The values of an expression over the variables of a system along a run of it. Linear in the run.
///
/// # Errors
/// One sentence that says what is wrong with the expression, or with the run: it may be of another text.
pub fn watched(text: &str, expression: &str, run: &[SystemStepView]) -> Result<Watched, String> {
    let (model, _) = read(text);
    let term = watch::expression(&model, expression).map_err(|findings| {
        let titles: Vec<_> = findings.iter().map(|it| it.title.as_str()).collect();
        format!("`{expression}` cannot be watched: {}.", titles.join("; "))
    })?;
    let values = run.iter().map(|step| {
        let state = values(&model, &step.state)?;
        Some(match evaluate(&term, &state) {
            Ok(value) => value.show(&term.sort),
            Err(_) => "undefined".into(),
        })
    });
    let values: Option<Vec<_>> = values.collect();
    Ok(Watched {
        sort: term.sort.name(),
        values: values.ok_or("The run is of another text.")?,
    })
}

/// The values that a run lists, read back: the language writes them as expressions that it reads.
fn values(model: &TransitionModel, state: &[String]) -> Option<Vec<Value>> {
    let variables = &model.variables[..model.globals];
    if variables.len() != state.len() {
        return None;
    }
    let pairs = state.iter().zip(variables);
    pairs
        .map(|(text, it)| value(model, text, &it.sort))
        .collect()
}

fn value(model: &TransitionModel, text: &str, sort: &Sort) -> Option<Value> {
    let number = match sort {
        Sort::Boolean => i64::from(text == "true"),
        Sort::Integer { .. } => text.parse().ok()?,
        Sort::Enumeration(it) => {
            let at = it.literals.iter().position(|it| it == text)?;
            i64::try_from(at).ok()?
        }
        Sort::Array { .. } => {
            let term = watch::expression_of(model, text, Some(sort)).ok()?;
            return evaluate(&term, &[]).ok();
        }
    };
    Some(Value::Number(number))
}
