//! Files and pictures: the bundle `entry-save.js`, as Rust sees it.

use wasm_bindgen::prelude::*;

use crate::assets;

#[wasm_bindgen]
extern "C" {
    type Bundle;

    #[wasm_bindgen(method, js_name = saveText, catch)]
    fn save_text(this: &Bundle, name: &str, media_type: &str, text: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(method, js_name = saveDrawing, catch)]
    async fn save_drawing(this: &Bundle, name: &str, svg: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, js_name = savePicture, catch)]
    async fn save_picture(this: &Bundle, name: &str, svg: &str) -> Result<JsValue, JsValue>;
}

/// Downloads a text as a file.
///
/// # Errors
/// The JavaScript error, where the bundle cannot be fetched or the browser refuses.
pub async fn text(name: &str, media_type: &str, text: &str) -> Result<(), JsValue> {
    bundle().await?.save_text(name, media_type, text)
}

/// Downloads an SVG with the page's fonts in it; without a text, what the page draws under the name.
///
/// # Errors
/// As [`text()`], and where a font cannot be fetched.
pub async fn drawing(name: &str, svg: &str) -> Result<(), JsValue> {
    bundle().await?.save_drawing(name, svg).await.map(|_| ())
}

/// The same as PNG.
///
/// # Errors
/// As [`drawing`], and where the picture is too large for the browser.
pub async fn picture(name: &str, svg: &str) -> Result<(), JsValue> {
    bundle().await?.save_picture(name, svg).await.map(|_| ())
}

async fn bundle() -> Result<Bundle, JsValue> {
    Ok(assets::import("save").await?.unchecked_into())
}
