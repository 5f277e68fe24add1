//! Builds code: registers for what is between, labels that become addresses, and constants that stand once.

use std::collections::BTreeMap;

use super::layout::{Layout, places};
use super::{Address, Code, Instruction, Register, Table};
use crate::expression::{Sort, Term};
use crate::language::transitions::OperationId;
use crate::language::transitions::execution::Machine;

/// Code in the making. Invariant: a register that is neither kept nor a constant is written before it is
/// read, by the same statement.
pub(super) struct Builder<'b> {
    pub(super) machine: &'b Machine<'b>,
    pub(super) layout: &'b Layout,
    pub(super) instructions: Vec<Instruction>,
    pub(super) tables: Vec<Table>,
    /// The address of each label; those of a label that has no place yet is the one of being blocked.
    labels: Vec<Address>,
    constants: BTreeMap<i64, Register>,
    registers: Vec<i64>,
}

/// The label of being blocked.
pub(super) const BLOCKED: Address = 0;

impl<'b> Builder<'b> {
    pub(super) fn new(machine: &'b Machine<'b>, layout: &'b Layout) -> Self {
        Self {
            machine,
            layout,
            instructions: vec![Instruction::Blocked],
            tables: Vec::new(),
            labels: vec![0],
            constants: BTreeMap::new(),
            registers: layout.defaults(),
        }
    }

    /// The code of a transition, and where it begins.
    pub(super) fn transition(&mut self, operation: OperationId) -> Option<Address> {
        let entry = self.here();
        self.operation(operation)?;
        self.emit(Instruction::End);
        Some(entry)
    }

    /// The code of a condition, and where it begins.
    pub(super) fn condition(&mut self, term: &Term) -> Option<Address> {
        let entry = self.here();
        self.jump_unless(term, BLOCKED)?;
        self.emit(Instruction::End);
        Some(entry)
    }

    pub(super) fn emit(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    /// A label that has no place yet.
    pub(super) fn label(&mut self) -> Address {
        self.labels.push(0);
        self.labels.len() as Address - 1
    }

    /// Puts a label here.
    pub(super) fn place(&mut self, label: Address) {
        self.labels[label as usize] = self.here();
    }

    fn here(&self) -> Address {
        self.instructions.len() as Address
    }

    /// Registers for something between, so many in a row.
    pub(super) fn fresh(&mut self, count: usize) -> Register {
        let register = self.registers.len() as Register;
        self.registers.resize(self.registers.len() + count, 0);
        register
    }

    /// The register of a constant.
    pub(super) fn constant(&mut self, number: i64) -> Register {
        if let Some(&register) = self.constants.get(&number) {
            return register;
        }
        let register = self.registers.len() as Register;
        self.registers.push(number);
        self.constants.insert(number, register);
        register
    }

    /// Goes on only if what stands in a register is of a sort, as far as that is not known.
    pub(super) fn within(&mut self, of: Register, sort: &Sort) {
        if let Sort::Integer {
            range: Some((low, high)),
        } = sort
        {
            let (low, high) = (self.constant(*low), self.constant(*high));
            self.emit(Instruction::Within { of, low, high });
        }
    }

    /// The same for an array of numbers.
    pub(super) fn all_within(&mut self, base: Register, from: &Sort, wanted: &Sort) -> Option<()> {
        let (found, places) = (places(from)?, places(wanted)?);
        if found != places {
            return None;
        }
        let Sort::Array { element, .. } = wanted else {
            return None;
        };
        for place in 0..places.count {
            self.within(base + place, element);
        }
        Some(())
    }

    pub(super) fn finish(self, relations: [Vec<Address>; 3], conditions: Vec<Address>) -> Code {
        let mut instructions = self.instructions;
        for it in &mut instructions {
            match it {
                Instruction::Jump(to)
                | Instruction::Fork(to)
                | Instruction::UnlessTrue { to, .. }
                | Instruction::IfTrue { to, .. }
                | Instruction::UnlessLess { to, .. }
                | Instruction::IfLess { to, .. }
                | Instruction::UnlessAtMost { to, .. }
                | Instruction::IfAtMost { to, .. }
                | Instruction::UnlessEqual { to, .. }
                | Instruction::IfEqual { to, .. } => *to = self.labels[*to as usize],
                _ => {}
            }
        }
        Code {
            instructions,
            tables: self.tables,
            relations,
            conditions,
            registers: self.registers,
            kept: self.layout.kept,
            globals: self.layout.globals,
            fuel: self.machine.settings().most_substeps,
        }
    }
}
