//! Should the page itself break: say so, in words, and say that the text is safe.
//!
//! The banner is part of `index.html` and only unhidden here: after a panic nothing else of the
//! page can be relied on.

use std::panic::PanicHookInfo;

/// Installs the hook.
pub fn install() {
    std::panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        console_error_panic_hook::hook(info);
        let banner = web_sys::window()
            .and_then(|window| window.document())
            .and_then(|document| document.get_element_by_id("broken"));
        if let Some(banner) = banner {
            // Cannot fail; and if it did, there would be nobody left to tell.
            let _ = banner.remove_attribute("hidden");
        }
    }));
}
