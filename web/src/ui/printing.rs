//! Whether the page is being printed: then its parts write themselves down in full, for paper.
//!
//! Diagrams on the screen draw what is in sight and scroll; paper does neither. So each pane has a
//! version of its own for paper, which exists only while the browser prints and is all that
//! static/style/print.css shows. The browser lays the page out when the handlers of `beforeprint`
//! have returned: what they set must be drawn by then, without a frame or a fetch in between.

use leptos::ev;
use leptos::prelude::*;

/// Whether somebody prints now, as a context of components.
#[derive(Clone, Copy)]
struct Printing(RwSignal<bool>);

/// Follows the browser's printing, for all components below this one.
pub fn follow_printing() {
    let printing = RwSignal::new(false);
    provide_context(Printing(printing));
    let begins = window_event_listener(
        ev::Custom::<web_sys::Event>::new("beforeprint"),
        move |_| {
            printing.set(true);
        },
    );
    let ends = window_event_listener(ev::Custom::<web_sys::Event>::new("afterprint"), move |_| {
        printing.set(false);
    });
    on_cleanup(move || {
        begins.remove();
        ends.remove();
    });
}

/// What `draw` makes, while the page is being printed.
pub fn on_paper(draw: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    let printing = expect_context::<Printing>().0;
    (move || printing.get().then(&draw)).into_any()
}
