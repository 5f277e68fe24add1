//! The page: a shell around the core. It shows, asks and remembers; what is true the core decides.

mod app;
mod assets;
mod codemirror;
mod dialogs;
mod editor;
mod examples;
mod export;
mod frame;
mod gallery;
mod header;
mod help;
mod keys;
mod kinds;
mod learn;
mod menu;
mod notice_bar;
mod palette;
mod panic;
mod parts;
mod perform;
mod persist;
mod protocol;
mod results;
mod settings;
mod share;
mod stage;
mod state;
mod ui;
mod words;
mod worker;

fn main() {
    if worker::is_here() {
        return worker::serve();
    }
    panic::install();
    // The frame that index.html paints before the page has arrived gives way to the page.
    if let Some(frame) = leptos::prelude::document().get_element_by_id("frame") {
        frame.remove();
    }
    leptos::mount::mount_to_body(app::App);
}
