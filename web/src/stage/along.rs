//! Pictures over time: they run along the longer side of their pane, with names and numbers that stay in view while the run scrolls
//! under them. The chart of events and the values over time are two of them.

use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::axis::{Axis, Frame};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, MouseEvent};

use super::in_sight::{self, observe_size};
use crate::ui::NextFrame;

/// A pane that such a picture scrolls in. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
pub struct Pane {
    scroller: NodeRef<html::Div>,
    size: RwSignal<(f64, f64)>,
}

/// What of a picture is to be seen at a step.
pub struct Sight {
    /// The picture.
    pub frame: Frame,
    /// From where to where along time.
    pub along: (f64, f64),
    /// Likewise across it; `None` where that does not matter.
    pub across: Option<(f64, f64)>,
}

impl Pane {
    /// A pane; what it measures goes with the owner at hand.
    pub fn new() -> Self {
        let pane = Self {
            scroller: NodeRef::new(),
            size: RwSignal::new((0.0, 0.0)),
        };
        observe_size(
            Box::new(move || pane.scroller.get().map(Into::into)),
            pane.size,
        );
        pane
    }

    /// The direction of time, and the room, tracked.
    pub fn room(self) -> (Axis, (f64, f64)) {
        let size = self.size.get();
        (Axis::of(size), size)
    }

    /// The pane with what it shows.
    pub fn view(
        self,
        label: &'static str,
        contents: impl Fn() -> AnyView + Send + 'static,
    ) -> AnyView {
        view! {
            <div class="along-pane" tabindex="0" role="group" aria-label=label node_ref=self.scroller>
                {contents}
            </div>
        }
        .into_any()
    }

    /// Scrolls to what is to be seen at the step at hand, which `sight` reads tracked, also when the pane has become smaller.
    pub fn keep_in_view(self, sight: impl Fn() -> Option<Sight> + 'static) {
        let frame = NextFrame::new();
        let wanted = StoredValue::new(None::<Sight>);
        let follow = move || {
            if let Some(pane) = self.scroller.try_get_untracked().flatten() {
                wanted.try_with_value(|it| it.as_ref().map(|it| scroll(&pane, it)));
            }
        };
        Effect::new(move |_| {
            wanted.set_value(sight());
            // The trait that only tracks has the name of what is drawn here.
            let _ = (self.scroller.get(), self.size.get());
            // A run that has grown is as long as it is now when the next frame is drawn.
            frame.run(follow);
        });
    }
}

fn scroll(pane: &HtmlElement, it: &Sight) {
    let beside = it.frame.beside();
    let (x, y) = match it.frame.axis {
        Axis::Right => (Some(it.along), it.across),
        Axis::Down => (it.across, Some(it.along)),
    };
    let scrolled = |now: i32, room: f64, to: Option<(f64, f64)>| {
        let now = f64::from(now);
        let to = to.map_or(now, |(from, to)| match to <= room {
            // Where the beginning has room, too, it is seen.
            true => 0.0,
            false => in_sight::follow(now, room, from, to),
        });
        // A picture is some ten thousands of pixels long at most.
        #[allow(clippy::cast_possible_truncation)]
        ((to - now).abs() > 1.0).then_some(to as i32)
    };
    let room = (
        f64::from(pane.client_width()) - beside.0,
        f64::from(pane.client_height()) - beside.1,
    );
    if let Some(to) = scrolled(pane.scroll_left(), room.0, x) {
        pane.set_scroll_left(to);
    }
    if let Some(to) = scrolled(pane.scroll_top(), room.1, y) {
        pane.set_scroll_top(to);
    }
}

/// What is written beside a picture, as parts of drawings whose zero is that of the picture.
pub struct Strips {
    /// The names of what runs.
    pub names: AnyView,
    /// The numbers of steps.
    pub numbers: AnyView,
}

/// A picture with what stands beside it; a click says how far along time it is.
pub fn grid(
    frame: Frame,
    strips: Strips,
    body: AnyView,
    go: impl Fn(f64) + Send + 'static,
) -> AnyView {
    let (left, above) = frame.beside();
    let (top, side) = match frame.axis {
        Axis::Right => (strips.numbers, strips.names),
        Axis::Down => (strips.names, strips.numbers),
    };
    let (width, height) = (frame.width, frame.height);
    let go = move |event: MouseEvent| {
        let target: Option<HtmlElement> = event.current_target().and_then(|it| it.dyn_into().ok());
        let (x, y) = target.map_or((0.0, 0.0), |it| {
            let it = it.get_bounding_client_rect();
            (it.left(), it.top())
        });
        let at = (
            f64::from(event.client_x()) - x,
            f64::from(event.client_y()) - y,
        );
        go(frame.axis.of_size(at).0);
    };
    view! {
        <div
            class="along-grid"
            class:down=frame.axis == Axis::Down
            style=("grid-template-columns", format!("{left:.0}px auto"))
            style=("grid-template-rows", format!("{above:.0}px auto"))
        >
            <div class="along-corner"></div>
            <div class="along-top" aria-hidden="true">
                <svg width=width height=above viewBox=format!("0 {} {width} {above}", -above)>{top}</svg>
            </div>
            <div class="along-side" aria-hidden="true">
                <svg width=left height=height viewBox=format!("{} 0 {left} {height}", -left)>{side}</svg>
            </div>
            <div class="along-body" on:click=go>{body}</div>
        </div>
    }
    .into_any()
}
