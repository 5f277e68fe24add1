//! How much room the window has: what stands beside what depends on it.

use leptos::ev;
use leptos::prelude::*;

use super::on_window;

/// From this width on the panes stand side by side, in pixels; static/style/page.css says the same.
const WIDE: f64 = 1800.0;
/// Below it there is little room for three panes.
const NARROW: f64 = 1100.0;

/// The kinds of window that are told apart by their width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowKind {
    /// Tablets, small windows, and large ones that are zoomed into.
    Narrow,
    /// Laptops and usual screens.
    Usual,
    /// Large screens.
    Wide,
}

impl WindowKind {
    /// All of them, in the order of their width.
    pub const ALL: [Self; 3] = [Self::Narrow, Self::Usual, Self::Wide];

    /// The kind of a window that is so wide.
    fn of(width: f64) -> Self {
        match width {
            it if it >= WIDE => Self::Wide,
            it if it >= NARROW => Self::Usual,
            _ => Self::Narrow,
        }
    }

    /// What the storage calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Narrow => "narrow",
            Self::Usual => "usual",
            Self::Wide => "wide",
        }
    }

    fn now() -> Self {
        // A window that does not tell its width is taken for a usual one.
        let width = window().inner_width().ok().and_then(|it| it.as_f64());
        width.map_or(Self::Usual, Self::of)
    }
}

/// The kind of the page's window, followed for as long as the current owner lives.
#[must_use]
pub fn window_kind() -> Memo<WindowKind> {
    let now = RwSignal::new(WindowKind::now());
    on_window(ev::resize, move |_| now.set(WindowKind::now()));
    Memo::new(move |_| now.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_told_by_its_width() {
        let kinds = [390.0, 1099.0, 1100.0, 1799.0, 1800.0, 2560.0].map(WindowKind::of);
        let (narrow, usual, wide) = (WindowKind::Narrow, WindowKind::Usual, WindowKind::Wide);
        assert_eq!(kinds, [narrow, narrow, usual, usual, wide, wide]);
    }
}
