//! Wheel, fingers and dragging, which come from `web/js/frame/surface.js` after the first verdict.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::frame;
use crate::stage::StageContext;
use crate::ui::task;

/// Lets wheel, fingers and dragging move the view, once what follows them is there.
pub(super) fn attach(play: StageContext, node: NodeRef<html::Div>) {
    let surface = play.surface;
    let due = frame::is_due(play.page);
    Effect::new(move |_| {
        let Some(element) = node.get().filter(|_| due.get()) else {
            return;
        };
        let told =
            Closure::<dyn Fn(f64, f64, f64)>::new(move |x, y, scale| surface.moved(x, y, scale));
        let heard = told.as_ref().unchecked_ref::<js_sys::Function>().clone();
        // What is called lives as long as this window onto the surface.
        let told = StoredValue::new_local(told);
        let own = StoredValue::new_local(None::<js_sys::Function>);
        on_cleanup(move || {
            let ended = own.try_get_value().flatten();
            surface
                .gestures
                .try_update_value(|all| all.retain(|it| Some(it) != ended.as_ref()));
        });
        task::spawn(async move {
            // Without it the view is moved by keys and buttons.
            let Some(tell) = frame::follow_surface(element.into(), heard).await else {
                return;
            };
            // A half may be gone before they have come.
            if told.is_disposed() {
                return;
            }
            own.try_set_value(Some(tell.clone()));
            surface.gestures.try_update_value(|all| all.push(tell));
            surface.tell();
        });
    });
}
