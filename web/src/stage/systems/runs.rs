//! All runs at once.

use leptos::prelude::*;

use super::Shown;
use crate::state::Page;

/// The view.
pub fn view(_page: Page, _shown: Shown) -> AnyView {
    ().into_any()
}
