//! How much room the window has: what is there at once, and what stands beside what, depends on it.

use leptos::ev;
use leptos::prelude::*;

use super::on_window;

/// From this width on the panes stand side by side, in pixels; static/style/stage-panes.css says the same.
const WIDE: f64 = 1800.0;
/// Below it there is little room for three panes; static/style/page.css and stage-panes.css say the same.
const NARROW: f64 = 1100.0;
/// A phone is not wider, held upright; static/style/phone.css says the same.
const PHONE: f64 = 760.0;
/// On its side it is not wider and not higher than this.
const PHONE_LYING: (f64, f64) = (1000.0, 480.0);
/// So low, and at least so wide, a window has no room for the run below the drawing.
const LOW: f64 = 560.0;

/// The kinds of window that are told apart by their size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowKind {
    /// Model and run are seen in turns.
    Phone,
    /// Tablets in portrait, and windows of their size.
    Portrait,
    /// Tablets in landscape, small windows, and large ones that are zoomed into.
    Landscape,
    /// Laptops and usual screens.
    Usual,
    /// Large screens.
    Wide,
}

impl WindowKind {
    /// How many there are.
    pub const COUNT: usize = 5;
    /// All of them, in the order of their width.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Phone,
        Self::Portrait,
        Self::Landscape,
        Self::Usual,
        Self::Wide,
    ];

    /// The kind of a window that is so wide and so high.
    fn of((width, height): (f64, f64)) -> Self {
        let is_phone = width <= PHONE || (width <= PHONE_LYING.0 && height <= PHONE_LYING.1);
        match width {
            it if it >= WIDE => Self::Wide,
            it if it >= NARROW => Self::Usual,
            _ if is_phone => Self::Phone,
            it if it > height => Self::Landscape,
            _ => Self::Portrait,
        }
    }

    /// What the storage calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Phone => "phone",
            Self::Portrait => "narrow",
            Self::Landscape => "landscape",
            Self::Usual => "usual",
            Self::Wide => "wide",
        }
    }
}

/// What is told of the window.
#[derive(Clone, Copy)]
pub struct Window {
    /// Its kind.
    pub kind: Memo<WindowKind>,
    /// Whether it is too wide, or too low, for the run below the drawing.
    pub is_broad: Memo<bool>,
}

impl Window {
    /// The page's window, followed for as long as the current owner lives.
    #[must_use]
    pub fn followed() -> Self {
        let size = RwSignal::new(size());
        on_window(ev::resize, move |_| size.set(self::size()));
        Self {
            kind: Memo::new(move |_| WindowKind::of(size.get())),
            is_broad: Memo::new(move |_| is_broad(size.get())),
        }
    }
}

/// Width and height of the window in pixels; one that does not tell them is taken for a usual one.
fn size() -> (f64, f64) {
    let window = window();
    let width = window.inner_width().ok().and_then(|it| it.as_f64());
    let height = window.inner_height().ok().and_then(|it| it.as_f64());
    (width.unwrap_or(NARROW), height.unwrap_or(NARROW))
}

/// Whether a window of this size is too wide, or too low, for the run below the drawing.
fn is_broad((width, height): (f64, f64)) -> bool {
    width >= WIDE || (width >= LOW && height <= LOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_told_by_its_size() {
        let upright = [390.0, 760.0, 761.0, 1099.0, 1100.0, 1799.0, 1800.0, 2560.0];
        let kinds = upright.map(|width| WindowKind::of((width, 900.0)));
        let [phone, portrait, landscape, usual, wide] = WindowKind::ALL;
        assert_eq!(
            kinds,
            [phone, phone, portrait, landscape, usual, usual, wide, wide]
        );
        let low = [(844.0, 390.0), (844.0, 500.0), (1100.0, 390.0)].map(WindowKind::of);
        assert_eq!(low, [phone, landscape, usual]);
    }

    #[test]
    fn low_and_wide_windows_are_too_broad_for_the_run_below_the_drawing() {
        let windows = [
            (844.0, 390.0),
            (390.0, 500.0),
            (1280.0, 720.0),
            (2560.0, 1440.0),
            (1024.0, 768.0),
        ];
        let broad = [true, false, false, true, false];
        assert_eq!(windows.map(is_broad), broad);
    }
}
