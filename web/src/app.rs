//! The page: head, the two columns, and on a phone one pane at a time.

use leptos::ev;
use leptos::prelude::*;

use crate::editor::EditorPane;
use crate::frame;
use crate::header::Header;
use crate::palette;
use crate::results::ChecksPane;
use crate::share::link;
use crate::stage::Stage;
use crate::state::notices::{Notices, Tone};
use crate::state::start;
use crate::state::{Page, Pane, persist};
use crate::ui::{Direction, NoticeStack, Separator, Share, follow_printing, is_page_key};

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    follow_printing();
    let notices = Notices::new();
    // A notice may want to bring a text back before there is a page to bring it to.
    let current = StoredValue::new(None::<Page>);
    let bring_back = Callback::new(move |text: String| {
        if let Some(page) = current.get_value() {
            page.replace(&text);
        }
    });
    let opened = start::open(notices, bring_back);
    let page = Page::new(&opened, notices);
    current.set_value(Some(page));
    listen(page, bring_back);
    frame::start(page);

    let columns = Share::remembered("lockstep.columns", 40.0);
    let rows = Share::remembered("lockstep.rows", 55.0);
    let pane = move || match page.pane.get() {
        Pane::Model => "model",
        Pane::Checks => "checks",
        Pane::Stage => "stage",
    };
    view! {
        <Header page/>
        <main class="panes" data-pane=pane style=("--columns", move || columns.css())>
            <div class="column" id="column-text" style=("--rows", move || rows.css())>
                <div class="pane" data-name="model" id="pane-model">
                    <EditorPane page/>
                </div>
                <Separator label="Model and checks" direction=Direction::Upright share=rows controls="pane-model"/>
                <div class="pane" data-name="checks">
                    <ChecksPane page/>
                </div>
            </div>
            <Separator label="Text and diagrams" direction=Direction::Sideways share=columns controls="column-text"/>
            <div class="pane" data-name="stage">
                <Stage
                    page
                    analysis=page.shown()
                    check=page.check()
                    outcome=page.outcome()
                    stale=page.stale()
                    step=page.checks.step()
                    picked=page.selection.picked()
                    blamed=page.blamed()
                    on_reveal=Callback::new(move |range| page.reveal_shown(range))
                />
            </div>
        </main>
        <PaneBar page/>
        <NoticeStack notices/>
        {palette::view(page)}
    }
}

/// The bar that chooses the pane on a phone.
#[component]
fn PaneBar(page: Page) -> impl IntoView {
    let choice = move |pane: Pane, label: &'static str| {
        view! {
            <button
                type="button"
                class="pane-choice"
                aria-current=move || (page.pane.get() == pane).then_some("true")
                on:click=move |_| {
                    page.pane.set(pane);
                    if pane == Pane::Model {
                        page.editor.measure();
                    }
                }
            >
                {label}
            </button>
        }
    };
    view! {
        <nav class="pane-bar" aria-label="Panes">
            {choice(Pane::Model, "Model")} {choice(Pane::Checks, "Checks")} {choice(Pane::Stage, "Play")}
        </nav>
    }
}

/// Keys for the whole page, and links that are opened in it.
fn listen(page: Page, bring_back: Callback<String>) {
    let keys = window_event_listener(ev::keydown, move |event| {
        if !is_page_key(&event) {
            return;
        }
        let digit = event.key().parse::<usize>().ok();
        if let Some(position) = digit.and_then(|digit| digit.checked_sub(1)) {
            event.prevent_default();
            page.checks.select_at(position);
        }
    });
    let links = window_event_listener(ev::hashchange, move |_| follow_link(page, bring_back));
    on_cleanup(move || {
        keys.remove();
        links.remove();
    });
}

/// A link was put into the address of the open page.
fn follow_link(page: Page, bring_back: Callback<String>) {
    let fragment = persist::fragment();
    if fragment.is_empty() {
        return;
    }
    match link::read(&fragment) {
        Ok(link) => {
            let own = page.document.revision().get_untracked().text.to_string();
            start::set_aside(Some(own), &link.text, page.notices, bring_back);
            page.open(&link);
        }
        Err(problem) => page
            .notices
            .say(Tone::Bad, format!("{problem} Your text stays as it was.")),
    }
}
