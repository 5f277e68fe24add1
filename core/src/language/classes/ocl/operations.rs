//! What can be asked of collections.

/// What is asked of each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iterator {
    /// Is it true of all?
    ForAll,
    /// Is it true of some?
    Exists,
    /// Is it true of exactly one?
    One,
    /// Does it differ between any two?
    IsUnique,
    /// Those of which it is true.
    Select,
    /// Those of which it is not.
    Reject,
    /// What it is of each.
    Collect,
    /// All that is met by asking again and again.
    Closure,
    /// The only one of which it is true.
    Any,
}

impl Iterator {
    /// The iterator of a name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Some(match name {
            "forAll" => Self::ForAll,
            "exists" => Self::Exists,
            "one" => Self::One,
            "isUnique" => Self::IsUnique,
            "select" => Self::Select,
            "reject" => Self::Reject,
            "collect" => Self::Collect,
            "closure" => Self::Closure,
            "any" => Self::Any,
            _ => return None,
        })
    }
}

/// What is asked of a collection as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// How many there are.
    Size,
    /// Whether there is none.
    IsEmpty,
    /// Whether there is one.
    NotEmpty,
    /// Whether this is among them.
    Includes,
    /// Whether this is not among them.
    Excludes,
    /// Whether all of these are.
    IncludesAll,
    /// Whether none of these is.
    ExcludesAll,
    /// How often this is among them.
    Count,
    /// Their sum.
    Sum,
    /// The least.
    Min,
    /// The largest.
    Max,
    /// Each once.
    AsSet,
    /// As often as they are there.
    AsBag,
    /// With one more.
    Including,
    /// Without this one.
    Excluding,
    /// With these.
    Union,
    /// Those that are also here.
    Intersection,
    /// Those that are not here: `-` between sets.
    Difference,
}

impl Asked {
    /// The question of a name, and how many arguments it has.
    #[must_use]
    pub fn read(name: &str) -> Option<(Self, usize)> {
        Some(match name {
            "size" => (Self::Size, 0),
            "isEmpty" => (Self::IsEmpty, 0),
            "notEmpty" => (Self::NotEmpty, 0),
            "includes" => (Self::Includes, 1),
            "excludes" => (Self::Excludes, 1),
            "includesAll" => (Self::IncludesAll, 1),
            "excludesAll" => (Self::ExcludesAll, 1),
            "count" => (Self::Count, 1),
            "sum" => (Self::Sum, 0),
            "min" => (Self::Min, 0),
            "max" => (Self::Max, 0),
            "asSet" => (Self::AsSet, 0),
            "asBag" => (Self::AsBag, 0),
            "including" => (Self::Including, 1),
            "excluding" => (Self::Excluding, 1),
            "union" => (Self::Union, 1),
            "intersection" => (Self::Intersection, 1),
            _ => return None,
        })
    }

    /// Whether its answer is a collection made of what it is asked of and of its arguments.
    #[must_use]
    pub fn keeps_elements(self) -> bool {
        matches!(
            self,
            Self::AsSet
                | Self::AsBag
                | Self::Including
                | Self::Excluding
                | Self::Union
                | Self::Intersection
                | Self::Difference
        )
    }
}
