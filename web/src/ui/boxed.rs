//! A text on a box, for drawings.

use leptos::prelude::*;
use lockstep_core::diagram::Rect;

/// The text on a box with round corners, in a group of its own. `drop` is how far the letters stand
/// below the middle, so that they look centred.
pub fn boxed(class: String, rect: Rect, round: f64, drop: f64, text: String) -> AnyView {
    let centre = rect.centre();
    view! {
        <g class=class>
            <rect x=rect.x y=rect.y width=rect.width height=rect.height rx=round/>
            <text x=centre.x y=centre.y + drop>{text}</text>
        </g>
    }
    .into_any()
}
