//! How far each kind of help with an answer has got.

use std::any::Any;
use std::sync::Arc;

use lockstep_core::api::DepthsView;

use crate::protocol::Wanted;

/// What was found, of the type that its kind has.
pub type Found = dyn Any + Send + Sync;

/// How far one kind of help got.
#[derive(Debug, Default)]
pub enum Aid<T: ?Sized> {
    /// Not asked for, or given up for something more urgent.
    #[default]
    Unasked,
    /// The worker is at it.
    Asked,
    /// Here it is.
    There(Arc<T>),
    /// There is none for this check, and asking again would not change that; the text says why.
    Refused(String),
    /// It could not be had this time; the text says why.
    Failed(String),
}

/// What was found out beyond an answer: asked for when all checks have been answered.
#[derive(Clone, Debug, Default)]
pub struct Help {
    /// How far each kind got that was asked for: a handful.
    aids: Vec<(Wanted, Aid<Found>)>,
    /// Whether somebody has asked for formulas.
    pub wants_formulas: bool,
    /// How soon its lifelines are where, of an earlier text, until there is a new answer.
    pub depths_before: Option<Arc<DepthsView>>,
}

impl Help {
    /// How far one kind of help got, of the type that it has.
    #[must_use]
    pub fn of<T: Any + Send + Sync>(&self, wants: Wanted) -> Aid<T> {
        match self.get(wants) {
            None | Some(Aid::Unasked) => Aid::Unasked,
            Some(Aid::Asked) => Aid::Asked,
            Some(Aid::There(found)) => Arc::clone(found)
                .downcast()
                .map_or(Aid::Unasked, Aid::There),
            Some(Aid::Refused(why)) => Aid::Refused(why.clone()),
            Some(Aid::Failed(why)) => Aid::Failed(why.clone()),
        }
    }

    /// How far one kind of help got, as a number; 0 where nothing was asked.
    #[must_use]
    pub fn phase(&self, wants: Wanted) -> usize {
        match self.get(wants) {
            None | Some(Aid::Unasked) => 0,
            Some(Aid::Asked) => 1,
            Some(Aid::There(_)) => 2,
            Some(Aid::Refused(_)) => 3,
            Some(Aid::Failed(_)) => 4,
        }
    }

    fn get(&self, wants: Wanted) -> Option<&Aid<Found>> {
        let (_, aid) = self.aids.iter().find(|(it, _)| *it == wants)?;
        Some(aid)
    }

    /// Whether nobody has asked for one kind of help.
    #[must_use]
    pub fn is_unasked(&self, wants: Wanted) -> bool {
        self.phase(wants) == 0
    }

    /// Notes how far one kind of help got.
    pub fn set(&mut self, wants: Wanted, aid: Aid<Found>) {
        self.aids.retain(|(it, _)| *it != wants);
        self.aids.push((wants, aid));
    }

    /// What failed may be asked for again.
    pub fn clear_failures(&mut self, of: &[Wanted]) {
        self.aids
            .retain(|(wants, aid)| !(of.contains(wants) && matches!(aid, Aid::Failed(_))));
    }

    /// What of it is shown until an answer to the next text has its own.
    #[must_use]
    pub fn carried(self) -> Self {
        let depths_before = match self.of(Wanted::Depths) {
            Aid::There(soon) => Some(soon),
            _ => self.depths_before,
        };
        Self {
            depths_before,
            ..Self::default()
        }
    }
}

impl<T: ?Sized> Clone for Aid<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Unasked => Self::Unasked,
            Self::Asked => Self::Asked,
            Self::There(found) => Self::There(Arc::clone(found)),
            Self::Refused(why) => Self::Refused(why.clone()),
            Self::Failed(why) => Self::Failed(why.clone()),
        }
    }
}

impl<T> PartialEq for Aid<T> {
    /// Whether both are as far, and what is there is the same, not merely equal: that would cost.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unasked, Self::Unasked) | (Self::Asked, Self::Asked) => true,
            (Self::There(one), Self::There(other)) => Arc::ptr_eq(one, other),
            (Self::Refused(one), Self::Refused(other))
            | (Self::Failed(one), Self::Failed(other)) => one == other,
            _ => false,
        }
    }
}
