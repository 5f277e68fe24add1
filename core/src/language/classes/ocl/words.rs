//! The operations of OCL by their names.

/// What is asked of each element of a collection, behind `->`.
pub const ITERATORS: &[&str] = &[
    "forAll", "exists", "one", "isUnique", "select", "reject", "collect", "closure", "any",
];

/// What is asked of a collection as a whole, behind `->`.
pub const ASKED: &[&str] = &[
    "size",
    "isEmpty",
    "notEmpty",
    "includes",
    "excludes",
    "includesAll",
    "excludesAll",
    "count",
    "sum",
    "min",
    "max",
    "asSet",
    "asBag",
    "including",
    "excluding",
    "union",
    "intersection",
];

/// What is asked of a number, behind a dot.
pub const OF_NUMBERS: &[&str] = &["abs", "max", "min", "div", "mod"];

/// What is asked of an object about its class, behind a dot.
pub const OF_CLASSES: &[&str] = &["oclIsKindOf", "oclIsTypeOf", "oclAsType"];

/// The words before the braces of a collection that is written out, and before the type of its elements.
pub const COLLECTIONS: &[&str] = &["Set", "Bag"];

/// What is asked of any value, behind a dot.
pub const OF_OBJECTS: &[&str] = &["allInstances", "oclIsUndefined", "oclIsInvalid"];
