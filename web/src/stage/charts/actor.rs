//! The card of the object that acts comes into sight: of more objects than there is room for it is the one that matters.

use leptos::prelude::*;

use super::Charts;
use crate::ui::NextFrame;

/// Room before a card that is brought into sight.
const AROUND: f64 = 12.0;

/// Scrolls the cards sideways so that the one whose object acts is seen after each step.
pub(super) fn keep_actor(charts: Charts) {
    let frame = NextFrame::new();
    let scroll = move || {
        let Some(pane) = charts.cards.try_get_untracked().flatten() else {
            return;
        };
        let Ok(Some(card)) = pane.query_selector(".object-card.acts") else {
            return;
        };
        let (shown, around) = (
            card.get_bounding_client_rect(),
            pane.get_bounding_client_rect(),
        );
        if shown.left() >= around.left() && shown.right() <= around.right() {
            return;
        }
        // Cards snap to where they begin: a place between two would not last.
        let left = f64::from(pane.scroll_left()) + shown.left() - around.left() - AROUND;
        pane.scroll_to_with_x_and_y(left, f64::from(pane.scroll_top()));
    };
    Effect::new(move |_| {
        charts.shown.play.at.track();
        charts.shown.run.track();
        frame.run(scroll);
    });
}
