//! Runs code: every outcome of a transition, and whether a condition holds.
//!
//! Where the code forks, the registers of variables and loops are kept on a stack, and an execution that has ended takes up
//! the last ones. Registers of what is between are never read across a fork, so they are not kept.

use super::{Address, Code, Instruction, Operation, Register};
use crate::budget::{Meter, bytes_of};
use crate::engine::systems::Store;
use crate::state::Flow;

/// After so many forks of one execution it is looked whether two ways have come together.
const MANY_FORKS: u32 = 64;

/// What was met at forks takes at most this part of the memory that is left: without it ways are followed again, no more.
const PART_FOR_MET: u64 = 8;

/// What is needed to run code, kept from one execution to the next.
#[derive(Debug, Default)]
pub struct Run {
    registers: Vec<i64>,
    open: Vec<Open>,
    /// The registers that were kept, one row for each of `open`.
    saved: Vec<i64>,
    forks: u32,
    /// What was met at forks, once there are many.
    met: Option<Store>,
    key: Vec<i64>,
    fuel: u64,
    complete: bool,
}

/// Where an execution that was kept goes on.
#[derive(Clone, Copy, Debug)]
enum Open {
    At(Address),
    /// With the numbers from one on.
    Range {
        at: Address,
        to: Register,
        next: i64,
        high: i64,
    },
    /// With the rows of a table from one on.
    Rows {
        at: Address,
        to: Register,
        table: u32,
        next: usize,
    },
}

/// How a piece of an execution ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    End,
    Blocked,
    /// A limit of the tool keeps it from being known.
    Limit,
    /// The meter said that it is enough.
    Halted,
}

/// Whether a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It does.
    True,
    /// It is false or has no value.
    NotTrue,
    /// It has a value beyond 64 bits.
    Unclear,
}

impl Run {
    /// Every state after an alternative of a relation, each at least once, until `visit` breaks off or the meter says that it
    /// is enough. Answers whether these are all there are; where the meter has ended it that means nothing.
    pub fn outcomes(
        &mut self,
        code: &Code,
        (relation, state): (usize, &[i64]),
        meter: &Meter<'_>,
        visit: &mut dyn FnMut(&[i64]) -> Flow,
    ) -> bool {
        self.complete = true;
        for &entry in &code.relations[relation] {
            self.begin(code, state);
            self.fuel = code.fuel;
            let mut exit = self.execute(code, entry, meter);
            loop {
                match exit {
                    Exit::End => {
                        // The receiver counts the outcomes.
                        if visit(&self.registers[..code.globals]).is_break() {
                            return self.complete;
                        }
                    }
                    Exit::Blocked | Exit::Limit => {
                        self.complete &= exit == Exit::Blocked;
                        if meter.work(|| self.bytes()).is_break() {
                            return false;
                        }
                    }
                    Exit::Halted => return false,
                }
                match self.resume(code) {
                    Some(at) => exit = self.execute(code, at, meter),
                    None => break,
                }
            }
        }
        self.complete
    }

    /// Whether a condition holds in a state.
    pub fn truth(&mut self, code: &Code, condition: usize, state: &[i64]) -> Truth {
        self.begin(code, state);
        // A condition jumps forward only, so it ends by itself.
        match self.execute(code, code.conditions[condition], &Meter::unlimited()) {
            Exit::End => Truth::True,
            Exit::Blocked => Truth::NotTrue,
            Exit::Limit | Exit::Halted => Truth::Unclear,
        }
    }

    fn begin(&mut self, code: &Code, state: &[i64]) {
        if self.registers.len() != code.registers.len() {
            self.registers.clone_from(&code.registers);
        }
        let (globals, kept) = (code.globals, code.kept);
        self.registers[..globals].copy_from_slice(&state[..globals]);
        self.registers[globals..kept].copy_from_slice(&code.registers[globals..kept]);
        self.open.clear();
        self.saved.clear();
        self.forks = 0;
        self.met = None;
        self.fuel = u64::MAX;
    }

    /// The bytes that an execution takes.
    fn bytes(&self) -> u64 {
        let met = self.met.as_ref().map_or(0, Store::bytes);
        met + bytes_of(&self.saved) + bytes_of(&self.open)
    }

    /// Takes up the execution that was kept last; where it goes on.
    fn resume(&mut self, code: &Code) -> Option<Address> {
        loop {
            let last = self.open.last_mut()?;
            let start = self.saved.len() - code.kept;
            let registers = &mut self.registers;
            let at = match last {
                Open::At(at) => {
                    let at = *at;
                    registers[..code.kept].copy_from_slice(&self.saved[start..]);
                    self.open.pop();
                    self.saved.truncate(start);
                    return Some(at);
                }
                Open::Range { at, to, next, high } if *next <= *high => {
                    registers[..code.kept].copy_from_slice(&self.saved[start..]);
                    registers[*to as usize] = *next;
                    match next.checked_add(1) {
                        Some(following) => *next = following,
                        None => *high = i64::MIN,
                    }
                    Some(*at)
                }
                Open::Rows {
                    at,
                    to,
                    table,
                    next,
                } => {
                    let table = &code.tables[*table as usize];
                    let row = table.rows.get(*next..*next + table.width);
                    *next += table.width;
                    row.map(|row| {
                        registers[..code.kept].copy_from_slice(&self.saved[start..]);
                        let to = *to as usize;
                        registers[to..to + row.len()].copy_from_slice(row);
                        *at
                    })
                }
                Open::Range { .. } => None,
            };
            if at.is_some() {
                if self.fuel == 0 {
                    self.complete = false;
                    return None;
                }
                self.fuel -= 1;
                return at;
            }
            self.open.pop();
            self.saved.truncate(start);
        }
    }

    /// Keeps the registers, to go on from here again; `false` where somebody was here before.
    fn keep(&mut self, code: &Code, here: usize, open: Open, meter: &Meter<'_>) -> bool {
        self.forks += 1;
        if self.forks > MANY_FORKS {
            self.key.clear();
            self.key.extend_from_slice(&self.registers[..code.kept]);
            self.key.push(here as i64);
            let met = self.met.get_or_insert_with(Store::new);
            let is_new = match met.has_room(self.key.len(), meter.room() / PART_FOR_MET) {
                true => met.meet(&self.key, None),
                false => !met.contains(&self.key),
            };
            if !is_new {
                return false;
            }
        }
        self.saved.extend_from_slice(&self.registers[..code.kept]);
        self.open.push(open);
        true
    }

    /// Executes code up to its end, or to where it is blocked.
    fn execute(&mut self, code: &Code, from: Address, meter: &Meter<'_>) -> Exit {
        let mut at = from as usize;
        macro_rules! value {
            ($register:expr) => {
                self.registers[$register as usize]
            };
        }
        macro_rules! jump {
            ($condition:expr, $to:expr) => {
                if $condition {
                    at = $to as usize;
                    continue;
                }
            };
        }
        loop {
            match code.instructions[at] {
                Instruction::Copy { to, from } => value!(to) = value!(from),
                Instruction::Block { to, from, count } => {
                    let from = from as usize;
                    self.registers
                        .copy_within(from..from + count as usize, to as usize);
                }
                Instruction::Negate { to, of } => match value!(of).checked_neg() {
                    Some(number) => value!(to) = number,
                    None => return Exit::Limit,
                },
                Instruction::Arithmetic {
                    operation,
                    to,
                    left,
                    right,
                } => match arithmetic(operation, value!(left), value!(right)) {
                    Ok(number) => value!(to) = number,
                    Err(exit) => return exit,
                },
                Instruction::Read {
                    to,
                    base,
                    place,
                    low,
                    count,
                } => match place_in(value!(place), value!(low), count) {
                    Some(place) => value!(to) = self.registers[base as usize + place],
                    None => return Exit::Blocked,
                },
                Instruction::Write {
                    base,
                    place,
                    low,
                    count,
                    from,
                } => match place_in(value!(place), value!(low), count) {
                    Some(place) => self.registers[base as usize + place] = value!(from),
                    None => return Exit::Blocked,
                },
                Instruction::Within { of, low, high } => {
                    if value!(of) < value!(low) || value!(of) > value!(high) {
                        return Exit::Blocked;
                    }
                }
                Instruction::Jump(to) => {
                    if self.fuel == 0 {
                        return Exit::Limit;
                    }
                    self.fuel -= 1;
                    if meter.work(|| self.bytes()).is_break() {
                        return Exit::Halted;
                    }
                    at = to as usize;
                    continue;
                }
                Instruction::UnlessTrue { of, to } => jump!(value!(of) != 1, to),
                Instruction::IfTrue { of, to } => jump!(value!(of) == 1, to),
                Instruction::UnlessLess { left, right, to } => {
                    jump!(value!(left) >= value!(right), to);
                }
                Instruction::IfLess { left, right, to } => jump!(value!(left) < value!(right), to),
                Instruction::UnlessAtMost { left, right, to } => {
                    jump!(value!(left) > value!(right), to);
                }
                Instruction::IfAtMost { left, right, to } => {
                    jump!(value!(left) <= value!(right), to);
                }
                Instruction::UnlessEqual { left, right, to } => {
                    jump!(value!(left) != value!(right), to);
                }
                Instruction::IfEqual { left, right, to } => {
                    jump!(value!(left) == value!(right), to);
                }
                Instruction::Fork(to) => {
                    if !self.keep(code, at, Open::At(to), meter) {
                        return Exit::Blocked;
                    }
                }
                Instruction::Range { to, low, high, all } => {
                    self.complete &= all;
                    let open = Open::Range {
                        at: at as Address + 1,
                        to,
                        next: value!(low),
                        high: value!(high),
                    };
                    self.keep(code, at, open, meter);
                    return Exit::Blocked;
                }
                Instruction::Rows { to, table, all } => {
                    self.complete &= all;
                    let open = Open::Rows {
                        at: at as Address + 1,
                        to,
                        table,
                        next: 0,
                    };
                    self.keep(code, at, open, meter);
                    return Exit::Blocked;
                }
                Instruction::Blocked => return Exit::Blocked,
                Instruction::End => return Exit::End,
            }
            at += 1;
        }
    }
}

/// The number of a place of an array, from 0.
fn place_in(place: i64, low: i64, count: u32) -> Option<usize> {
    let place = place.checked_sub(low)?;
    usize::try_from(place)
        .ok()
        .filter(|&it| it < count as usize)
}

/// The result of an operation, as the definitions say it.
fn arithmetic(operation: Operation, left: i64, right: i64) -> Result<i64, Exit> {
    let modulo = || match right {
        0 => Err(Exit::Blocked),
        // The remainder of the smallest number by -1 is 0, although the quotient does not fit.
        right => Ok(left.checked_rem_euclid(right).unwrap_or(0)),
    };
    let result = match operation {
        Operation::Plus => left.checked_add(right),
        Operation::Minus => left.checked_sub(right),
        Operation::Times => left.checked_mul(right),
        Operation::Divide if right == 0 => return Err(Exit::Blocked),
        Operation::Divide => left.checked_div_euclid(right),
        Operation::Modulo => return modulo(),
        Operation::Remainder if right < 0 => return modulo().map(|it| -it),
        Operation::Remainder => return modulo(),
    };
    result.ok_or(Exit::Limit)
}
