//! Buttons, dialogs, separators, text: parts that know no models, and nothing of this page.

mod boxed;
mod button;
mod disclosure;
mod icon;
mod modal;
mod next_frame;
mod on_window;
mod printing;
mod prose;
mod separator;
mod stay_inside;
pub mod task;
mod window;

pub use boxed::boxed;
pub use button::{button, titled_button};
pub use disclosure::Disclosure;
pub use icon::Icon;
pub use modal::{close_modal, modal};
pub use next_frame::NextFrame;
pub use on_window::on_window;
pub use printing::{follow_printing, on_paper};
pub use prose::{Prose, Strong};
pub use separator::{Direction, Separator, Share};
pub use stay_inside::{StayInside, focus, focus_first};
pub use window::{Window, WindowKind};
