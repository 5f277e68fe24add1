//! How much room the window has: what is there at once, and what stands beside what, depends on it.

use leptos::ev;
use leptos::prelude::*;

use super::on_window;

/// From this width on the panes stand side by side, in pixels; static/style/page.css says the same.
const WIDE: f64 = 1800.0;
/// Below it there is little room for three panes.
const NARROW: f64 = 1100.0;
/// A phone is not wider, held upright; static/style/phone.css says the same.
const PHONE: f64 = 760.0;
/// On its side it is not wider and not higher than this.
const PHONE_LYING: (f64, f64) = (1000.0, 480.0);
/// So low, and at least so wide, a window has no room for the run below the drawing; static/style/stage-panes.css says the same.
const LOW: f64 = 560.0;

/// The kinds of window that are told apart by their size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowKind {
    /// Model and run are seen in turns.
    Phone,
    /// Tablets, small windows, and large ones that are zoomed into.
    Narrow,
    /// Laptops and usual screens.
    Usual,
    /// Large screens.
    Wide,
}

impl WindowKind {
    /// How many there are.
    pub const COUNT: usize = 4;
    /// All of them, in the order of their width.
    pub const ALL: [Self; Self::COUNT] = [Self::Phone, Self::Narrow, Self::Usual, Self::Wide];

    /// The kind of a window that is so wide and so high.
    fn of((width, height): (f64, f64)) -> Self {
        let lies = width <= PHONE_LYING.0 && height <= PHONE_LYING.1;
        match width {
            it if it >= WIDE => Self::Wide,
            it if it >= NARROW => Self::Usual,
            it if it > PHONE && !lies => Self::Narrow,
            _ => Self::Phone,
        }
    }

    /// What the storage calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Phone => "phone",
            Self::Narrow => "narrow",
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
    /// Whether the run stands beside the drawing, not below it.
    pub beside: Memo<bool>,
}

impl Window {
    /// The page's window, followed for as long as the current owner lives.
    #[must_use]
    pub fn followed() -> Self {
        let size = RwSignal::new(size());
        on_window(ev::resize, move |_| size.set(self::size()));
        Self {
            kind: Memo::new(move |_| WindowKind::of(size.get())),
            beside: Memo::new(move |_| stands_beside(size.get())),
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

/// Whether in a window of this size the run stands beside the drawing.
fn stands_beside((width, height): (f64, f64)) -> bool {
    width >= WIDE || (width >= LOW && height <= LOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_told_by_its_size() {
        let upright = [390.0, 760.0, 761.0, 1099.0, 1100.0, 1799.0, 1800.0, 2560.0];
        let kinds = upright.map(|width| WindowKind::of((width, 900.0)));
        let (phone, narrow, usual) = (WindowKind::Phone, WindowKind::Narrow, WindowKind::Usual);
        let wide = WindowKind::Wide;
        assert_eq!(
            kinds,
            [phone, phone, narrow, narrow, usual, usual, wide, wide]
        );
        let lying = [(844.0, 390.0), (844.0, 500.0), (1100.0, 390.0)].map(WindowKind::of);
        assert_eq!(lying, [phone, narrow, usual]);
    }

    #[test]
    fn in_low_and_in_wide_windows_the_run_stands_beside_the_drawing() {
        let windows = [
            (844.0, 390.0),
            (390.0, 500.0),
            (1280.0, 720.0),
            (2560.0, 1440.0),
        ];
        assert_eq!(windows.map(stands_beside), [true, false, false, true]);
    }
}
