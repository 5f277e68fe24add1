//! Links as readers look for them: not one by one, each there or not, but as properties of objects, `b1.borrower = ann`.
//!
//! Runs of class models list a variable for each link that there can be, and each says of which property it is a member
//! ([`MemberView`]). A [`Folding`] has a column for each property, at the place of its first member, and one for each other variable.
//! O(variables) for a state, times the columns to make it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{Range, ShownValue, SystemStepView, SystemView, VariableView};

/// What a variable that is true or false is of a property: one of its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberView {
    /// The property, as `b1.borrower`.
    pub property: String,
    /// What is in it where the variable is true, as `ann`.
    pub member: String,
    /// The type of the property: a class with how many of its objects there can be.
    pub sort: String,
    /// Whether it has one at most.
    pub is_single: bool,
}

/// What a property is whose members are these: one or `null` where it has one at most, else a set.
#[must_use]
pub fn property_value(is_single: bool, members: &[&str]) -> String {
    match (is_single, members) {
        (true, []) => "null".to_owned(),
        (true, [one]) => (*one).to_owned(),
        (false, []) => "{ }".to_owned(),
        (_, all) => format!("{{ {} }}", all.join(", ")),
    }
}

/// The columns of a run with properties in place of their members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folding {
    columns: Vec<Column>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    /// A variable, by its place in states.
    Own(usize),
    Property {
        name: String,
        sort: String,
        is_single: bool,
        /// The places of its members with what they are called.
        members: Vec<(usize, String)>,
    },
}

impl Column {
    fn has(&self, variable: usize) -> bool {
        match self {
            Self::Own(it) => *it == variable,
            Self::Property { members, .. } => members.iter().any(|it| it.0 == variable),
        }
    }

    fn value(&self, state: &[String]) -> String {
        let (is_single, members) = match self {
            Self::Own(it) => return state.get(*it).cloned().unwrap_or_default(),
            Self::Property {
                is_single, members, ..
            } => (*is_single, members),
        };
        let is_in = |it: &&(usize, String)| state.get(it.0).is_some_and(|it| it == "true");
        let names: Vec<_> = members.iter().filter(is_in).map(|it| &*it.1).collect();
        property_value(is_single, &names)
    }
}

impl Folding {
    /// The columns of a run whose states list these names, as the variables of the model know them; `None` where none of them is a
    /// member. Names that the model does not have, as those of another text, have columns of their own.
    #[must_use]
    pub fn of(names: &[String], variables: &[VariableView]) -> Option<Self> {
        Self::of_either(names, [variables, &[]])
    }

    /// The same where names that the one model does not have are as another one knows them.
    #[must_use]
    pub fn of_either(names: &[String], models: [&[VariableView]; 2]) -> Option<Self> {
        Self::new(names, &|place, name| {
            let known = models.iter().find_map(|variables| {
                let is_it = |it: &&VariableView| it.name == name;
                let here = variables.get(place).filter(is_it);
                here.or_else(|| variables.iter().find(is_it))
            });
            known?.member.as_ref()
        })
    }

    /// The same, given what the variable of a place and a name is a member of.
    #[must_use]
    pub fn new<'m>(
        names: &[String],
        member: &dyn Fn(usize, &str) -> Option<&'m MemberView>,
    ) -> Option<Self> {
        let mut columns: Vec<Column> = Vec::new();
        let mut is_one = false;
        for (place, name) in names.iter().enumerate() {
            let Some(member) = member(place, name) else {
                columns.push(Column::Own(place));
                continue;
            };
            is_one = true;
            let entry = (place, member.member.clone());
            let known = columns.iter_mut().find_map(|it| match it {
                Column::Property { name, members, .. } if *name == member.property => Some(members),
                _ => None,
            });
            match known {
                Some(members) => members.push(entry),
                None => columns.push(Column::Property {
                    name: member.property.clone(),
                    sort: member.sort.clone(),
                    is_single: member.is_single,
                    members: vec![entry],
                }),
            }
        }
        is_one.then_some(Self { columns })
    }

    /// The same of what a model lists.
    #[must_use]
    pub fn of_system(system: &SystemView) -> Option<Self> {
        let names = system.variables.iter().map(|it| it.name.clone());
        Self::of(&names.collect::<Vec<_>>(), &system.variables)
    }

    /// A system and a run of it with their columns; as they are where none is a property.
    #[must_use]
    pub fn of_run<'a>(
        system: &'a SystemView,
        run: &'a [SystemStepView],
    ) -> (Cow<'a, SystemView>, Cow<'a, [SystemStepView]>) {
        match Self::of_system(system) {
            Some(it) => (Cow::Owned(it.system(system)), Cow::Owned(it.run(run))),
            None => (Cow::Borrowed(system), Cow::Borrowed(run)),
        }
    }

    /// The names of the columns, for the names that states list.
    #[must_use]
    pub fn names(&self, names: &[String]) -> Vec<String> {
        let name = |it: &Column| match it {
            Column::Own(it) => names.get(*it).cloned().unwrap_or_default(),
            Column::Property { name, .. } => name.clone(),
        };
        self.columns.iter().map(name).collect()
    }

    /// The system with its columns as variables.
    #[must_use]
    pub fn system(&self, system: &SystemView) -> SystemView {
        let variable = |it: &Column| match it {
            Column::Own(it) => system.variables.get(*it).cloned(),
            Column::Property {
                name,
                sort,
                members,
                ..
            } => {
                let first = members.first().and_then(|it| system.variables.get(it.0));
                Some(VariableView {
                    name: name.clone(),
                    sort: sort.clone(),
                    values: Vec::new(),
                    before_value: String::new(),
                    condition: String::new(),
                    member: None,
                    control: false,
                    range: first.map_or_else(Range::default, |it| it.range),
                })
            }
        };
        SystemView {
            variables: self.columns.iter().filter_map(variable).collect(),
            ..system.clone()
        }
    }

    /// The values of the columns in a state.
    #[must_use]
    pub fn values(&self, state: &[String]) -> Vec<String> {
        self.columns.iter().map(|it| it.value(state)).collect()
    }

    /// What is shown of the variables, as of the columns.
    #[must_use]
    pub fn shown(&self, all: &[ShownValue]) -> Vec<ShownValue> {
        let columns = 0..self.columns.len();
        let of = |variable: usize| all.get(variable).cloned();
        columns.filter_map(|it| self.shown_at(it, &of)).collect()
    }

    /// The places of the variables of each column.
    pub fn places(&self) -> impl Iterator<Item = Vec<usize>> {
        self.columns.iter().map(|it| match it {
            Column::Own(it) => vec![*it],
            Column::Property { members, .. } => members.iter().map(|it| it.0).collect(),
        })
    }

    /// What is shown of a column, given what is shown of its variables.
    #[must_use]
    pub fn shown_at(
        &self,
        column: usize,
        of: &dyn Fn(usize) -> Option<ShownValue>,
    ) -> Option<ShownValue> {
        let (name, is_single, members) = match self.columns.get(column)? {
            Column::Own(it) => return of(*it),
            Column::Property {
                name,
                is_single,
                members,
                ..
            } => (name, *is_single, members),
        };
        let each = members.iter().map(|it| Some((&*it.1, of(it.0)?)));
        let each: Vec<_> = each.collect::<Option<_>>()?;
        let linked = each.iter().filter(|it| it.1.value == "true");
        let linked: Vec<_> = linked.map(|it| it.0).collect();
        Some(ShownValue {
            name: name.clone(),
            value: property_value(is_single, &linked),
            changed: each.iter().any(|it| it.1.changed),
        })
    }

    /// Whether an entry changes a column.
    #[must_use]
    pub fn changes(&self, entry: &SystemStepView, column: usize) -> bool {
        let column = self.columns.get(column);
        column.is_some_and(|column| entry.changed.iter().any(|&it| column.has(it)))
    }

    /// The run with the values of the columns.
    #[must_use]
    pub fn run(&self, run: &[SystemStepView]) -> Vec<SystemStepView> {
        let step = |it: &SystemStepView| SystemStepView {
            state: self.values(&it.state),
            changed: (0..self.columns.len())
                .filter(|&column| self.changes(it, column))
                .collect(),
            ..it.clone()
        };
        run.iter().map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str, member: Option<(&str, &str, bool)>) -> VariableView {
        VariableView {
            name: name.to_owned(),
            sort: "Boolean".to_owned(),
            values: Vec::new(),
            before_value: String::new(),
            condition: String::new(),
            member: member.map(|(property, member, is_single)| MemberView {
                property: property.to_owned(),
                member: member.to_owned(),
                sort: "Person".to_owned(),
                is_single,
            }),
            control: false,
            range: Range::default(),
        }
    }

    fn strings(all: &[&str]) -> Vec<String> {
        all.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn links_are_properties_of_objects_and_other_values_stay() {
        let system = SystemView {
            variables: vec![
                variable("Loan(ann, b)", Some(("b.borrower", "ann", true))),
                variable("ann.blocked", None),
                variable("Loan(bob, b)", Some(("b.borrower", "bob", true))),
                variable("Knows(ann, ann)", Some(("ann.knows", "ann", false))),
                variable("Knows(ann, bob)", Some(("ann.knows", "bob", false))),
            ],
            ..SystemView::default()
        };
        let folding = Folding::of_system(&system).expect("some are links");
        let names = |it: &SystemView| {
            let names = it.variables.iter().map(|it| it.name.clone());
            names.collect::<Vec<_>>()
        };
        let columns = strings(&["b.borrower", "ann.blocked", "ann.knows"]);
        assert_eq!(names(&folding.system(&system)), columns);
        assert_eq!(folding.names(&names(&system)), columns);
        for (state, folded) in [
            (
                ["false", "true", "false", "false", "false"],
                ["null", "true", "{ }"],
            ),
            (
                ["true", "false", "false", "true", "false"],
                ["ann", "false", "{ ann }"],
            ),
            (
                ["false", "false", "true", "true", "true"],
                ["bob", "false", "{ ann, bob }"],
            ),
            // More than there may be, as in a state that is shown because it is against a multiplicity.
            (
                ["true", "false", "true", "false", "false"],
                ["{ ann, bob }", "false", "{ }"],
            ),
        ] {
            assert_eq!(folding.values(&strings(&state)), strings(&folded));
        }
        let entry = SystemStepView {
            state: strings(&["false", "false", "true", "false", "false"]),
            changed: vec![0, 2],
            ..SystemStepView::default()
        };
        let values = entry
            .state
            .iter()
            .enumerate()
            .map(|(place, value)| ShownValue {
                name: names(&system)[place].clone(),
                value: value.clone(),
                changed: entry.changed.contains(&place),
            });
        let shown = folding.shown(&values.collect::<Vec<_>>());
        let shown: Vec<_> = shown.iter().map(|it| (it.shown(), it.changed)).collect();
        assert_eq!(shown[0], ("b.borrower = bob".to_owned(), true));
        assert_eq!(shown[2], ("ann.knows = { }".to_owned(), false));
        let run = folding.run(&[entry]);
        assert_eq!(
            (run[0].changed.as_slice(), &*run[0].state[0]),
            (&[0][..], "bob")
        );
        // Names of another text, in another order.
        let other = strings(&["Loan(bob, b)", "Loan(cat, b)", "Loan(ann, b)"]);
        let of_other = Folding::of(&other, &system.variables).expect("some are links");
        assert_eq!(
            of_other.names(&other),
            strings(&["b.borrower", "Loan(cat, b)"])
        );
        let state = strings(&["false", "true", "true"]);
        assert_eq!(of_other.values(&state), strings(&["ann", "true"]));
        assert_eq!(Folding::of(&strings(&["x"]), &system.variables), None);
        // What only the other text has is a member there.
        let cat = [variable("Loan(cat, b)", Some(("b.borrower", "cat", true)))];
        let of_both = Folding::of_either(&other, [&system.variables, &cat]);
        let of_both = of_both.expect("some are links");
        assert_eq!(of_both.names(&other), strings(&["b.borrower"]));
        let state = strings(&["false", "true", "false"]);
        assert_eq!(of_both.values(&state), strings(&["cat"]));
    }
}
