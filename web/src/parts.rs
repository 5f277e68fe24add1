//! Parts of the program that are not in its first download: they are fetched when they are needed.
//!
//! [`part!`] declares functions whose code, with all that nothing else uses, becomes a wasm file of
//! its own: `xtask` cuts the compiled program up behind the compiler and the linker, so no code is
//! there twice, and `web/js/parts.js` fetches a part and adds it to the running program, in the page
//! as in a worker. Built without `xtask`'s `--cfg lockstep_parts` (by Trunk, for development, for
//! tests) the same functions are ordinary ones, and always there. docs/decisions/0007 has more.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;

use crate::ui::button;
use crate::ui::task::spawn;

/// A part did not arrive: there is no network, or the page has been renewed since it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing;

impl Missing {
    /// Says it to a user, about the thing that the part is for.
    pub fn sentence(self, what: &str) -> String {
        if !window().navigator().on_line() {
            return format!(
                "{what} could not be loaded: there is no network. Your text is kept; try again \
                 when you are online."
            );
        }
        format!(
            "{what} could not be loaded. The page may have been renewed: reloading it helps, and \
             your text is kept."
        )
    }
}

#[cfg(lockstep_parts)]
impl From<leptos::wasm_split::SplitLoaderError> for Missing {
    fn from(_: leptos::wasm_split::SplitLoaderError) -> Self {
        Self
    }
}

/// Declares a function of a part; calling it fetches the part where it is not there yet:
/// `part! { NAME; fn FUNCTION(…) -> Result<T, Missing> { … } }`. With `NAME, fetched by FETCH;`
/// there is a second function that fetches the part and does nothing else.
macro_rules! part {
    (
        $part:ident;
        $(#[$about:meta])*
        $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> Result<$ret:ty, Missing> $body:block
    ) => {
        #[cfg(lockstep_parts)]
        #[::leptos::wasm_split::wasm_split(
            $part,
            wasm_split_path = ::leptos::wasm_split,
            fallible
        )]
        $(#[$about])*
        $vis fn $name($($arg: $type),*) -> Result<$ret, $crate::parts::Missing> $body

        #[cfg(not(lockstep_parts))]
        $(#[$about])*
        $vis async fn $name($($arg: $type),*) -> Result<$ret, $crate::parts::Missing> $body
    };

    (
        $part:ident, fetched by $fetch:ident;
        $(#[$about:meta])*
        $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> Result<$ret:ty, Missing> $body:block
    ) => {
        #[cfg(lockstep_parts)]
        #[::leptos::wasm_split::wasm_split(
            $part,
            wasm_split_path = ::leptos::wasm_split,
            fallible,
            preload(
                #[doc = "Fetches the part, if it is not there yet."]
                $fetch
            )
        )]
        $(#[$about])*
        $vis fn $name($($arg: $type),*) -> Result<$ret, $crate::parts::Missing> $body

        #[cfg(not(lockstep_parts))]
        $(#[$about])*
        $vis async fn $name($($arg: $type),*) -> Result<$ret, $crate::parts::Missing> $body

        #[cfg(not(lockstep_parts))]
        /// The part is always there.
        $vis async fn $fetch() -> Result<(), $crate::parts::Missing> {
            Ok(())
        }
    };
}
pub(crate) use part;

/// The result of a function of a part that is there: its own `FETCH` has been waited for. (Each function
/// has a loader, so that another one of the part is there does not count.)
pub fn now<T>(call: impl Future<Output = Result<T, Missing>>) -> Option<T> {
    // Such a call waits for nothing but its part.
    match pin!(call).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result.ok(),
        Poll::Pending => None,
    }
}

/// How far the fetching of a part got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fetched {
    Waiting,
    There,
    Missing,
}

/// What a part draws. Until it is there a line says so, and where it cannot be fetched, why, with a
/// button to try again. `what` begins a sentence: "The table".
pub fn later<F, E>(
    what: &'static str,
    fetch: fn() -> F,
    draw: impl Fn() -> AnyView + Send + 'static,
) -> AnyView
where
    F: Future<Output = Result<(), E>> + 'static,
{
    let fetched = RwSignal::new(Fetched::Waiting);
    // The button to try again goes as soon as it is pressed; what it began must not go with it.
    let owner = Owner::current().unwrap_or_default();
    let start = move || {
        fetched.set(Fetched::Waiting);
        owner.with(|| {
            spawn(async move {
                let there = fetch().await.is_ok();
                fetched.set(if there {
                    Fetched::There
                } else {
                    Fetched::Missing
                });
            });
        });
    };
    start();
    let shown = move || match fetched.get() {
        Fetched::There => draw(),
        Fetched::Waiting => {
            let text = format!("{what} is being loaded.");
            view! { <p class="part" role="status">{text}</p> }.into_any()
        }
        Fetched::Missing => view! {
            <div class="part" role="alert">
                <p>{Missing.sentence(what)}</p>
                {button("button", "Try again", start.clone())}
            </div>
        }
        .into_any(),
    };
    shown.into_any()
}
