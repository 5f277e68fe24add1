//! The icons: drawn on a grid of 16, stroked in the colour of the text.

use leptos::prelude::*;

/// An icon beside a word that says the same; hidden from assistive technology.
#[component]
pub fn Icon(
    /// One of the names below; an unknown one draws nothing.
    name: &'static str,
) -> impl IntoView {
    let path = match name {
        "chevron" => "M4 6l4 4 4-4",
        "large" => "M9.500 2.500h4v4M6.500 13.500h-4v-4M13.500 2.500L9 7M2.500 13.500L7 9",
        "close" => "M4 4l8 8M12 4l-8 8",
        "share" => "M8 10V2M5 4.5L8 1.5l3 3M4 7.5H3v6.500h10v-6.500h-1",
        "save" => "M8 2v8M5 7.500L8 10.500l3-3M2.500 11v3h11v-3",
        "sun" => {
            "M8 5a3 3 0 100 6 3 3 0 000-6zM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1"
        }
        "moon" => "M13.500 9.500A6 6 0 016.500 2.500a6 6 0 107 7z",
        "system" => "M2 3h12v8H2zM6 14h4M8 11v3",
        "settings" => {
            "M2 4.500h6M12 4.500h2M8 4.500a2 2 0 104 0 2 2 0 10-4 0zM2 11.500h2M8 11.500h6M4 11.500a2 2 0 104 0 2 2 0 10-4 0z"
        }
        "problem" => "M8 2l6.500 11.500h-13zM8 6.500v3M8 11.500v.1",
        "good" => "M3 8.500l3.500 3.500L13 4.500",
        "more" => "M3 8h.01M8 8h.01M13 8h.01",
        "copy" => "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
        _ => "",
    };
    view! {
        <svg
            class="icon"
            viewBox="0 0 16 16"
            width="16"
            height="16"
            fill="none"
            stroke="currentColor"
            stroke-width="1.5"
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
        >
            <path d=path/>
        </svg>
    }
}
