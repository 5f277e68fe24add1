//! What the page does as a page: the bundle `entry-frame.js`, as Rust sees it, started after the first
//! verdict. It keeps the page for offline use and follows fingers; it knows no models.

use js_sys::Function;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::Element;

use crate::assets;
use crate::state::Page;
use crate::state::action::Action;
use crate::state::notices::{Notice, Tone, Topic};
use crate::ui::task::spawn;

#[wasm_bindgen]
extern "C" {
    type Bundle;

    #[wasm_bindgen(method, js_name = stayOffline)]
    fn stay_offline(this: &Bundle, renewed: &Closure<dyn FnMut()>);

    #[wasm_bindgen(method, js_name = fetchLater)]
    fn fetch_later(this: &Bundle);

    #[wasm_bindgen(method)]
    fn gestures(this: &Bundle);

    #[wasm_bindgen(method)]
    fn renew(this: &Bundle);

    #[wasm_bindgen(method, js_name = followSurface)]
    fn follow_surface(this: &Bundle, surface: &Element, told: &Function) -> Function;
}

/// Whether there is a verdict to look at, so that what is fetched after it is due.
pub fn is_due(page: Page) -> Memo<bool> {
    // A text that cannot be read yet has no checks: its answer is still to come.
    let is_read = move || page.document.analysis().with(|it| it.needs.is_none());
    Memo::new(move |due: Option<&bool>| {
        due == Some(&true) || is_read() && page.checks.has_answered()
    })
}

/// Starts it once there is a verdict to look at.
pub fn start(page: Page) {
    let due = is_due(page);
    Effect::new(move || {
        if due.get() {
            spawn(async move {
                // Without it the page works as it is, and opens with a network only.
                if let Some(bundle) = bundle().await {
                    follow(page, &bundle);
                }
            });
        }
    });
}

/// Goes over to the newer version of the page.
pub async fn renew() {
    if let Some(bundle) = bundle().await {
        bundle.renew();
    }
}

/// Follows wheel, fingers and dragging on a surface, and tells x, y and scale of what they ask for. What it gives back takes the
/// same where the view goes without them; nothing where the bundle does not come.
pub async fn follow_surface(surface: Element, told: Function) -> Option<Function> {
    let bundle = bundle().await?;
    Some(bundle.follow_surface(&surface, &told))
}

/// The bundle, fetched once.
async fn bundle() -> Option<Bundle> {
    let bundle = assets::import("frame").await.ok()?;
    Some(bundle.unchecked_into())
}

fn follow(page: Page, bundle: &Bundle) {
    bundle.fetch_later();
    bundle.gestures();
    let renewed = Closure::new(move || {
        let sentence = "A new version of this page is there. Your text is kept.";
        let notice = Notice::new(Topic::Version, Tone::Plain, sentence);
        page.notices.say(notice.offering(Action::Renew));
    });
    bundle.stay_offline(&renewed);
    // It is called for as long as the page is open.
    renewed.forget();
}
