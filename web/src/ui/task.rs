//! Tasks that wait for something: they end with whoever began them.
//!
//! A component's task may use the component's signals, because it is given up with them. What has to
//! be finished all the same is not a component's to begin but an action of the page
//! (`state::action`), whose tasks live as long as the page.

use std::future::Future;

use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Begins a task of the current owner, which is given up when the owner ends.
pub fn spawn(task: impl Future<Output = ()> + 'static) {
    // Untracked: what a task reads later must not become a reason for its effect to run again.
    untrack(|| leptos::task::spawn_local_scoped_with_cancellation(task));
}

/// Lets the browser do everything else that waits first.
pub async fn yield_now() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        // Fails only where there is no window, and then nobody waits.
        let _ = window().set_timeout_with_callback(&resolve);
    });
    // A timeout never fails.
    let _ = JsFuture::from(promise).await;
}
