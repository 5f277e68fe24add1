//! DRAT, the file format of proofs (Wetzler, Heule and Hunt, SAT 2014), in its binary form.
//!
//! A step is `a` (a lemma is added) or `d` (a clause is deleted), the literals, and a zero byte. The
//! literal of DIMACS number n is written as 2|n|, plus one where n is negative, in groups of seven
//! bits, the lowest first; all bytes but the last have their highest bit set.

use super::Rejection;
use crate::cnf::{Lit, dimacs};

/// A step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// This clause is claimed to follow.
    Add(&'a [Lit]),
    /// This clause is not used any more.
    Delete(&'a [Lit]),
}

/// Reads a proof step by step.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    bytes: &'a [u8],
    at: usize,
    clause: Vec<Lit>,
}

impl<'a> Steps<'a> {
    /// The steps of a proof in binary DRAT.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            clause: Vec::new(),
        }
    }

    /// The next step; `None` at the end.
    ///
    /// # Errors
    /// [`Rejection::Malformed`] where the bytes are no step.
    pub fn next_step(&mut self) -> Result<Option<Step<'_>>, Rejection> {
        let start = self.at;
        let Some(&kind) = self.bytes.get(start) else {
            return Ok(None);
        };
        self.at += 1;
        self.clause.clear();
        while let Some(lit) = self.next_literal()? {
            self.clause.push(lit);
        }
        match kind {
            b'a' => Ok(Some(Step::Add(&self.clause))),
            b'd' => Ok(Some(Step::Delete(&self.clause))),
            _ => Err(Rejection::Malformed(start)),
        }
    }

    /// The next literal; `None` at the zero that closes the step.
    fn next_literal(&mut self) -> Result<Option<Lit>, Rejection> {
        let start = self.at;
        let mut number = 0_u64;
        // Five groups hold more than any literal needs.
        for shift in [0, 7, 14, 21, 28] {
            let Some(&byte) = self.bytes.get(self.at) else {
                break;
            };
            self.at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                if number == 0 {
                    return Ok(None);
                }
                let magnitude = (number >> 1) as i64;
                let signed = if number & 1 == 1 {
                    -magnitude
                } else {
                    magnitude
                };
                return match Lit::from_dimacs(signed) {
                    Some(lit) => Ok(Some(lit)),
                    None => Err(Rejection::Malformed(start)),
                };
            }
        }
        Err(Rejection::Malformed(start))
    }
}

/// Appends a step in binary.
pub fn push(bytes: &mut Vec<u8>, step: Step<'_>) {
    let (kind, clause) = match step {
        Step::Add(clause) => (b'a', clause),
        Step::Delete(clause) => (b'd', clause),
    };
    bytes.push(kind);
    for lit in clause {
        let mut number = lit.code() + 2;
        while number > 0x7f {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    }
    bytes.push(0);
}

/// The proof as text: one step in a line, deletions after a `d`.
///
/// # Errors
/// [`Rejection::Malformed`] where the bytes are no binary DRAT.
pub fn to_text(bytes: &[u8]) -> Result<String, Rejection> {
    let mut text = String::new();
    let mut steps = Steps::new(bytes);
    while let Some(step) = steps.next_step()? {
        let clause = match step {
            Step::Add(clause) => clause,
            Step::Delete(clause) => {
                text.push_str("d ");
                clause
            }
        };
        dimacs::push_clause(&mut text, clause);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i64]) -> Vec<Lit> {
        let lit = |&number| Lit::from_dimacs(number).expect("a literal");
        numbers.iter().map(lit).collect()
    }

    /// The numbers of the format's description: 63 and -8193 take one and three bytes.
    #[test]
    fn numbers_are_coded_as_described() {
        let mut bytes = Vec::new();
        push(&mut bytes, Step::Delete(&lits(&[-63, -8193])));
        push(&mut bytes, Step::Add(&lits(&[129, -8191])));
        assert_eq!(
            bytes,
            [
                0x64, 0x7f, 0x83, 0x80, 0x01, 0x00, 0x61, 0x82, 0x02, 0xff, 0x7f, 0x00
            ]
        );
        assert_eq!(
            to_text(&bytes).as_deref(),
            Ok("d -63 -8193 0\n129 -8191 0\n")
        );
    }

    #[test]
    fn steps_are_read_back() {
        let far = 1 << 28;
        let clauses = [lits(&[]), lits(&[1]), lits(&[-1, 64, -64, far, -far])];
        let mut bytes = Vec::new();
        for clause in &clauses {
            push(&mut bytes, Step::Add(clause));
            push(&mut bytes, Step::Delete(clause));
        }
        let mut steps = Steps::new(&bytes);
        for clause in &clauses {
            assert_eq!(steps.next_step(), Ok(Some(Step::Add(clause))));
            assert_eq!(steps.next_step(), Ok(Some(Step::Delete(clause))));
        }
        assert_eq!(steps.next_step(), Ok(None));
    }

    #[test]
    fn malformed_proofs_are_refused_at_their_place() {
        for (bytes, place) in [
            (&b"x\x02\x00"[..], 0),
            (b"a\x02\x00d", 4),
            (b"a\x02", 2),
            (b"a\x82", 1),
            (b"a\x01\x00", 1),
            (b"a\xff\xff\xff\xff\xff\x01\x00", 1),
            (b"a\xff\xff\xff\xff\x7f\x00", 1),
        ] {
            assert_eq!(
                to_text(bytes),
                Err(Rejection::Malformed(place)),
                "{bytes:?}"
            );
        }
    }
}
