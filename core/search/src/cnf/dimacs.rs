//! The file format of the SAT competitions (DIMACS, 1993), written and read as text.
//!
//! ```text
//! c a comment
//! p cnf 3 2
//! 1 -3 0
//! 2 3 -1 0
//! ```

use std::fmt::{self, Write};

use super::{ClauseSink, Formula, Lit, Var};

/// The formula as a DIMACS file. Each line of `comment` becomes a comment line at the top.
#[must_use]
pub fn write(formula: &Formula, comment: &str) -> String {
    let mut text = String::new();
    for line in comment.lines() {
        push(&mut text, format_args!("c {line}\n"));
    }
    let (vars, clauses) = (formula.var_count(), formula.clause_count());
    push(&mut text, format_args!("p cnf {vars} {clauses}\n"));
    for clause in formula.clauses() {
        push_clause(&mut text, clause);
    }
    text
}

/// Appends a clause as numbers with the closing zero and a line break.
pub(crate) fn push_clause(text: &mut String, clause: &[Lit]) {
    for lit in clause {
        push(text, format_args!("{} ", lit.to_dimacs()));
    }
    text.push_str("0\n");
}

fn push(text: &mut String, arguments: fmt::Arguments<'_>) {
    text.write_fmt(arguments)
        .expect("writing into a string cannot fail");
}

/// Why a text is no DIMACS file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DimacsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there and what is expected.
    pub message: String,
}

impl fmt::Display for DimacsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for DimacsError {}

/// Reads a DIMACS file. Clauses may run over several lines; a line with `%` ends the formula, as in
/// the files of SATLIB.
///
/// # Errors
/// Names the first line that does not fit: no header before the first clause, something that is no
/// number, a variable beyond the header's count, an open last clause, or a number of clauses other
/// than the header's.
pub fn read(text: &str) -> Result<Formula, DimacsError> {
    let mut reader = Reader::default();
    let mut last = 1;
    for (line, content) in (1..).zip(text.lines()) {
        last = line;
        match content.trim_start().bytes().next() {
            None | Some(b'c') => {}
            Some(b'%') => break,
            Some(b'p') => reader.header(content, line)?,
            Some(_) => reader.clauses(content, line)?,
        }
    }
    reader.finish(last)
}

#[derive(Default)]
struct Reader {
    formula: Formula,
    /// The number of clauses in the header.
    announced: Option<usize>,
    /// The literals since the last zero.
    open: Vec<Lit>,
}

impl Reader {
    fn header(&mut self, content: &str, line: usize) -> Result<(), DimacsError> {
        if self.announced.is_some() {
            return Err(error(line, "a second header; a file holds one formula"));
        }
        let words: Vec<&str> = content.split_whitespace().collect();
        let (vars, clauses) = match words[..] {
            ["p", "cnf", vars, clauses] => (vars.parse::<usize>().ok(), clauses.parse().ok()),
            _ => (None, None),
        };
        let (Some(vars), Some(clauses)) = (vars, clauses) else {
            return Err(error(
                line,
                "the header must read `p cnf VARIABLES CLAUSES`",
            ));
        };
        if vars > Var::MAX_COUNT {
            return Err(error(line, "more than 2^28 variables are not supported"));
        }
        for _ in 0..vars {
            self.formula.new_var();
        }
        self.announced = Some(clauses);
        Ok(())
    }

    fn clauses(&mut self, content: &str, line: usize) -> Result<(), DimacsError> {
        if self.announced.is_none() {
            return Err(error(
                line,
                "a clause before the header `p cnf VARIABLES CLAUSES`",
            ));
        }
        for word in content.split_whitespace() {
            let Ok(number) = word.parse::<i64>() else {
                return Err(error(line, &format!("`{word}` is not a number")));
            };
            if number == 0 {
                self.formula.add_clause(&self.open);
                self.open.clear();
                continue;
            }
            let vars = self.formula.var_count();
            match Lit::from_dimacs(number) {
                Some(lit) if lit.var().index() < vars => self.open.push(lit),
                _ => {
                    let message = format!("variable {number}, but the header has {vars} variables");
                    return Err(error(line, &message));
                }
            }
        }
        Ok(())
    }

    fn finish(self, line: usize) -> Result<Formula, DimacsError> {
        let Some(announced) = self.announced else {
            return Err(error(
                line,
                "the header `p cnf VARIABLES CLAUSES` is missing",
            ));
        };
        if !self.open.is_empty() {
            return Err(error(line, "the last clause is not closed by 0"));
        }
        let found = self.formula.clause_count();
        if found != announced {
            let message = format!("the header has {announced} clauses, the file {found}");
            return Err(error(line, &message));
        }
        Ok(self.formula)
    }
}

fn error(line: usize, message: &str) -> DimacsError {
    DimacsError {
        line,
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses(text: &str) -> Vec<Vec<i32>> {
        let formula = read(text).expect("the text is well-formed");
        let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
        formula.clauses().map(numbers).collect()
    }

    #[test]
    fn reads_clauses_over_several_lines() {
        let text = "c hello\n\np cnf 3 4\n1 -3\n 0 2 3\t-1 0\n0\nc between\n-2 0\n";
        assert_eq!(
            clauses(text),
            [vec![1, -3], vec![2, 3, -1], vec![], vec![-2]]
        );
        assert_eq!(clauses("p cnf 1 1\n1 0\n%\n0\n"), [[1]]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut formula = Formula::new();
        let a = formula.new_lit();
        let b = formula.new_lit();
        formula.new_var();
        formula.add_clause(&[a, !b]);
        formula.add_clause(&[]);
        formula.add_clause(&[!a]);
        let text = write(&formula, "two lines\nof comment");
        assert_eq!(
            text,
            "c two lines\nc of comment\np cnf 3 3\n1 -2 0\n0\n-1 0\n"
        );
        assert_eq!(read(&text), Ok(formula));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line, part) in [
            ("", 1, "is missing"),
            ("c only\nc comments\n", 2, "is missing"),
            ("c\n1 2 0\n", 2, "before the header"),
            ("p cnf 2\n", 1, "must read"),
            ("p cnf x 1\n", 1, "must read"),
            ("p sat 2 1\n", 1, "must read"),
            ("p cnf 1 1\np cnf 1 1\n", 2, "second header"),
            ("p cnf 999999999 1\n", 1, "2^28"),
            ("p cnf 2 1\n1 x 0\n", 2, "`x` is not a number"),
            (
                "p cnf 2 1\n\n1 -3 0\n",
                3,
                "variable -3, but the header has 2",
            ),
            ("p cnf 2 1\n1 2\n", 2, "not closed"),
            ("p cnf 2 2\n1 2 0\n", 2, "has 2 clauses, the file 1"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.line, line, "{text:?}: {error}");
            assert!(error.message.contains(part), "{text:?}: {error}");
        }
    }
}
