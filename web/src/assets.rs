//! Finds the built scripts by name; their real names carry fingerprints (see `web/js/assets.js`).

use wasm_bindgen::prelude::*;
use web_sys::Worker;

#[wasm_bindgen(module = "/js/assets.js")]
extern "C" {
    #[wasm_bindgen(js_name = assetUrl, catch)]
    fn asset_url(name: &str) -> Result<String, JsValue>;

    #[wasm_bindgen(js_name = bindingsUrl, catch)]
    fn bindings_url() -> Result<String, JsValue>;

    #[wasm_bindgen(js_name = programWorker, catch)]
    fn new_worker() -> Result<Worker, JsValue>;

    #[wasm_bindgen(js_name = exampleText, catch)]
    async fn example_text(name: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = lessonText, catch)]
    async fn lesson_text(path: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = importAsset, catch)]
    async fn import_asset(name: &str) -> Result<JsValue, JsValue>;
}

/// The absolute address of an asset.
///
/// # Errors
/// The JavaScript error, where the page names no such asset.
pub fn url(name: &str) -> Result<String, JsValue> {
    asset_url(name)
}

/// The absolute address of the module whose default export starts this program.
///
/// # Errors
/// The JavaScript error, where the page does not name it.
pub fn bindings() -> Result<String, JsValue> {
    bindings_url()
}

/// A worker for the program: the one that the page's first script has begun, where nobody has it yet.
///
/// # Errors
/// The JavaScript error, where the browser refuses workers.
pub fn program_worker() -> Result<Worker, JsValue> {
    new_worker()
}

/// The exports of a bundled module of `web/js`, once it has arrived.
///
/// # Errors
/// The JavaScript error, where it cannot be loaded.
pub async fn import(name: &str) -> Result<JsValue, JsValue> {
    import_asset(name).await
}

/// The text of an example of `static/examples`, by its path.
///
/// # Errors
/// The JavaScript error, where it cannot be fetched.
pub async fn example(name: &str) -> Result<String, JsValue> {
    let text = example_text(name).await?;
    Ok(text.as_string().unwrap_or_default())
}

/// The text of a file of `static/lessons`, by its path.
///
/// # Errors
/// The JavaScript error, where it cannot be fetched.
pub async fn lesson(path: &str) -> Result<String, JsValue> {
    let text = lesson_text(path).await?;
    Ok(text.as_string().unwrap_or_default())
}
