//! Expressions as code: numbers in registers, conditions as jumps, arrays as rows of registers.
//!
//! What is looked at, and in which order, is as in [`crate::expression::evaluate`], so that what has no value there
//! blocks here, and what is beyond 64 bits is beyond them here.

use super::build::Builder;
use super::layout::{places, write};
use super::{Address, Instruction, Register};
use crate::expression::{Comparison, Sort, Term, TermKind, Value};

impl Builder<'_> {
    /// The register that has the value of a term that is no array.
    pub(super) fn value(&mut self, term: &Term) -> Option<Register> {
        Some(match &term.kind {
            TermKind::Constant(Value::Number(number)) => self.constant(*number),
            TermKind::Variable(variable) => self.layout.register(*variable),
            TermKind::Negate(it) => {
                let of = self.value(it)?;
                let to = self.fresh(1);
                self.emit(Instruction::Negate { to, of });
                to
            }
            TermKind::Arithmetic(first, rest) => {
                let mut left = self.value(first)?;
                for (operation, it) in rest {
                    let right = self.value(it)?;
                    let to = self.fresh(1);
                    self.emit(Instruction::Arithmetic {
                        operation: super::operation(*operation),
                        to,
                        left,
                        right,
                    });
                    left = to;
                }
                left
            }
            TermKind::Read(two) => {
                let base = self.array(&two[0])?;
                let place = self.value(&two[1])?;
                let places = places(&two[0].sort)?;
                let (to, low) = (self.fresh(1), self.constant(places.first));
                self.emit(Instruction::Read {
                    to,
                    base,
                    place,
                    low,
                    count: places.count,
                });
                to
            }
            TermKind::If(three) => {
                let to = self.fresh(1);
                let (other, end) = (self.label(), self.label());
                self.jump_unless(&three[0], other)?;
                let from = self.value(&three[1])?;
                self.emit(Instruction::Copy { to, from });
                self.emit(Instruction::Jump(end));
                self.place(other);
                let from = self.value(&three[2])?;
                self.emit(Instruction::Copy { to, from });
                self.place(end);
                to
            }
            _ => {
                let to = self.fresh(1);
                let (other, end) = (self.label(), self.label());
                let (no, yes) = (self.constant(0), self.constant(1));
                self.jump_unless(term, other)?;
                self.emit(Instruction::Copy { to, from: yes });
                self.emit(Instruction::Jump(end));
                self.place(other);
                self.emit(Instruction::Copy { to, from: no });
                self.place(end);
                to
            }
        })
    }

    /// The first of the registers that have the value of an array.
    pub(super) fn array(&mut self, term: &Term) -> Option<Register> {
        if let TermKind::Variable(variable) = term.kind {
            return Some(self.layout.register(variable));
        }
        let places = places(&term.sort)?;
        let count = places.count;
        let Sort::Array { element, .. } = &term.sort else {
            return None;
        };
        let base = self.fresh(count as usize);
        let copy = |from| Instruction::Block {
            to: base,
            from,
            count,
        };
        match &term.kind {
            TermKind::Constant(value) => {
                let mut numbers = Vec::new();
                write(value, &term.sort, &mut numbers);
                for (to, number) in (base..).zip(numbers) {
                    let from = self.constant(number);
                    self.emit(Instruction::Copy { to, from });
                }
            }
            TermKind::Write(three) => {
                let from = self.array(&three[0])?;
                self.emit(copy(from));
                self.put(base, &three[1], &three[2], &three[0].sort)?;
            }
            TermKind::Array(entries, default) => {
                let from = self.value(default)?;
                self.within(from, element);
                for to in base..base + count {
                    self.emit(Instruction::Copy { to, from });
                }
                for [place, value] in entries {
                    self.put(base, place, value, &term.sort)?;
                }
            }
            TermKind::If(three) => {
                let (other, end) = (self.label(), self.label());
                self.jump_unless(&three[0], other)?;
                let from = self.array(&three[1])?;
                self.emit(copy(from));
                self.emit(Instruction::Jump(end));
                self.place(other);
                let from = self.array(&three[2])?;
                self.emit(copy(from));
                self.place(end);
            }
            _ => return None,
        }
        Some(base)
    }

    /// Changes one place of the array in some registers. That there is such a place is known before the value
    /// is looked at, and of both only the first that is wrong matters.
    fn put(&mut self, base: Register, place: &Term, value: &Term, sort: &Sort) -> Option<()> {
        let places = places(sort)?;
        let Sort::Array { element, .. } = sort else {
            return None;
        };
        let place = self.value(place)?;
        let low = self.constant(places.first);
        let high = self.constant(places.first + i64::from(places.count) - 1);
        self.emit(Instruction::Within {
            of: place,
            low,
            high,
        });
        let from = self.value(value)?;
        self.within(from, element);
        self.emit(Instruction::Write {
            base,
            place,
            low,
            count: places.count,
            from,
        });
        Some(())
    }

    /// Goes on where a term is true, and to a label where it is false.
    pub(super) fn jump_unless(&mut self, term: &Term, to: Address) -> Option<()> {
        match &term.kind {
            TermKind::Not(it) => self.jump_if(it, to)?,
            TermKind::And(all) => {
                for it in all {
                    self.jump_unless(it, to)?;
                }
            }
            TermKind::Or(all) => {
                let met = self.label();
                let Some((last, others)) = all.split_last() else {
                    self.emit(Instruction::Jump(to));
                    return Some(());
                };
                for it in others {
                    self.jump_if(it, met)?;
                }
                self.jump_unless(last, to)?;
                self.place(met);
            }
            TermKind::Implies(two) => {
                let met = self.label();
                self.jump_unless(&two[0], met)?;
                self.jump_unless(&two[1], to)?;
                self.place(met);
            }
            TermKind::If(three) => {
                let (other, end) = (self.label(), self.label());
                self.jump_unless(&three[0], other)?;
                self.jump_unless(&three[1], to)?;
                self.emit(Instruction::Jump(end));
                self.place(other);
                self.jump_unless(&three[2], to)?;
                self.place(end);
            }
            TermKind::Compare(comparison, two) => {
                let (left, right) = (self.value(&two[0])?, self.value(&two[1])?);
                self.emit(match comparison {
                    Comparison::Less => Instruction::UnlessLess { left, right, to },
                    Comparison::AtMost => Instruction::UnlessAtMost { left, right, to },
                });
            }
            TermKind::Equal(two) => {
                let (left, right, count) = self.sides(two)?;
                for at in 0..count {
                    let (left, right) = (left + at, right + at);
                    self.emit(Instruction::UnlessEqual { left, right, to });
                }
            }
            TermKind::Constant(value) if value.is_true() => {}
            TermKind::Constant(_) => self.emit(Instruction::Jump(to)),
            _ => {
                let of = self.value(term)?;
                self.emit(Instruction::UnlessTrue { of, to });
            }
        }
        Some(())
    }

    /// Goes on where a term is false, and to a label where it is true.
    fn jump_if(&mut self, term: &Term, to: Address) -> Option<()> {
        match &term.kind {
            TermKind::Not(it) => self.jump_unless(it, to)?,
            TermKind::Or(all) => {
                for it in all {
                    self.jump_if(it, to)?;
                }
            }
            TermKind::And(all) => {
                let failed = self.label();
                let Some((last, others)) = all.split_last() else {
                    self.emit(Instruction::Jump(to));
                    return Some(());
                };
                for it in others {
                    self.jump_unless(it, failed)?;
                }
                self.jump_if(last, to)?;
                self.place(failed);
            }
            TermKind::Implies(two) => {
                self.jump_unless(&two[0], to)?;
                self.jump_if(&two[1], to)?;
            }
            TermKind::If(three) => {
                let (other, end) = (self.label(), self.label());
                self.jump_unless(&three[0], other)?;
                self.jump_if(&three[1], to)?;
                self.emit(Instruction::Jump(end));
                self.place(other);
                self.jump_if(&three[2], to)?;
                self.place(end);
            }
            TermKind::Compare(comparison, two) => {
                let (left, right) = (self.value(&two[0])?, self.value(&two[1])?);
                self.emit(match comparison {
                    Comparison::Less => Instruction::IfLess { left, right, to },
                    Comparison::AtMost => Instruction::IfAtMost { left, right, to },
                });
            }
            TermKind::Equal(two) => {
                let (left, right, count) = self.sides(two)?;
                let differ = self.label();
                for at in 0..count - 1 {
                    self.emit(Instruction::UnlessEqual {
                        left: left + at,
                        right: right + at,
                        to: differ,
                    });
                }
                let last = count - 1;
                let (left, right) = (left + last, right + last);
                self.emit(Instruction::IfEqual { left, right, to });
                self.place(differ);
            }
            TermKind::Constant(value) if value.is_true() => self.emit(Instruction::Jump(to)),
            TermKind::Constant(_) => {}
            _ => {
                let of = self.value(term)?;
                self.emit(Instruction::IfTrue { of, to });
            }
        }
        Some(())
    }

    /// The first registers of both sides, and how many there are.
    fn sides(&mut self, two: &[Term; 2]) -> Option<(Register, Register, u32)> {
        if !matches!(two[0].sort, Sort::Array { .. }) {
            return Some((self.value(&two[0])?, self.value(&two[1])?, 1));
        }
        let (left, right) = (places(&two[0].sort)?, places(&two[1].sort)?);
        if left != right {
            return None;
        }
        Some((self.array(&two[0])?, self.array(&two[1])?, left.count))
    }
}
