//! What the page does as a page: the bundle `entry-frame.js`, as Rust sees it, started after the first
//! verdict. It keeps the page for offline use and follows fingers; it knows no models.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::assets;
use crate::state::Page;
use crate::state::notices::Tone;

#[wasm_bindgen]
extern "C" {
    #[derive(Clone)]
    type Bundle;

    #[wasm_bindgen(method, js_name = stayOffline)]
    fn stay_offline(this: &Bundle, renewed: &Closure<dyn FnMut()>);

    #[wasm_bindgen(method)]
    fn gestures(this: &Bundle);

    #[wasm_bindgen(method)]
    fn renew(this: &Bundle);
}

/// Starts it once there is a verdict to look at.
pub fn start(page: Page) {
    Effect::new(move |started: Option<bool>| {
        let due = page.checks.has_answered();
        let started = started.unwrap_or(false);
        if due && !started {
            leptos::task::spawn_local(async move {
                // Without it the page works as it is, and opens with a network only.
                if let Ok(bundle) = assets::import("frame").await {
                    follow(page, bundle.unchecked_into());
                }
            });
        }
        due || started
    });
}

fn follow(page: Page, bundle: Bundle) {
    bundle.gestures();
    let kept = StoredValue::new_local(bundle.clone());
    let renew = Callback::new(move |()| kept.with_value(Bundle::renew));
    let renewed = Closure::new(move || {
        let sentence = "A new version of this page is there. Your text is kept.";
        (page.notices).offer(Tone::Plain, sentence, "Reload", renew);
    });
    bundle.stay_offline(&renewed);
    // It is called for as long as the page is open.
    renewed.forget();
}
