//! The page: head, text and checks beside the stage, the player below; on a phone text and checks, or the stage; on a tablet the
//! stage, and over it text and checks.

use leptos::ev;
use leptos::prelude::*;

use crate::dialogs;
use crate::editor::EditorPane;
use crate::frame;
use crate::header::Header;
use crate::help;
use crate::keys;
use crate::learn;
use crate::palette;
use crate::perform::perform;
use crate::persist;
use crate::results::{ChecksPane, rail};
use crate::share;
use crate::stage::player::Player;
use crate::stage::{Stage, StageContext, spoken};
use crate::state::action::Action;
use crate::state::folds::Fold;
use crate::state::start;
use crate::state::{Page, Pane};
use crate::ui::on_window;
use crate::ui::{Direction, Separator, Share, follow_printing};
use lockstep_core::address::Address;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    follow_printing();
    let page = Page::new(start::open(), perform);
    listen(page);
    palette::listen(page);
    frame::start(page);
    share::diagram::follow(page);
    share::class_files::listen(page);

    let play = StageContext::new(page);
    let window = page.folds.window.kind;
    let columns = Share::remembered(window, "lockstep.columns", [40.0, 40.0, 40.0, 32.0, 26.0]);
    let rows = Share::remembered(window, "lockstep.rows", [50.0, 50.0, 50.0, 50.0, 70.0]);
    let pane = move || match page.pane.get() {
        Pane::Model => "model",
        Pane::Stage => "stage",
    };
    view! {
        <Header page/>
        <main
            class="panes"
            data-pane=pane
            data-text-folded=move || page.folds.has(Fold::Text).then_some("")
            data-text-sheet=move || page.folds.text_is_sheet.get().then_some("")
            style=("--columns", move || columns.css())>
            {rail::view(page)}
            <div class="column" id="column-text" style=("--rows", move || rows.css())>
                <div class="pane" data-name="model" id="pane-model" data-learn=move || learn::shows(page)>
                    {learn::lesson(page)}
                    <EditorPane page/>
                </div>
                <Separator label="Model and checks" direction=Direction::Upright share=rows controls="pane-model"/>
                <div class="pane" data-name="checks">
                    <ChecksPane page/>
                </div>
            </div>
            <Separator label="Text and diagrams" direction=Direction::Sideways share=columns controls="column-text"/>
            <div class="pane" data-name="stage">
                <Stage play/>
            </div>
            {help::view(page)}
            {learn::path(page)}
        </main>
        <Player play/>
        {spoken::view(page)}
        {dialogs::view(page)}
    }
}

/// What the pointer and the focus tell about keys, links that are opened in it, and files that are ready to be saved.
fn listen(page: Page) {
    keys::follow_pointer();
    page.way_back.follow();
    on_window(ev::storage, move |_| page.settings.follow());
    on_window(ev::hashchange, move |_| follow_link(page));
    Effect::new(move || {
        if let Some(file) = page.checks.written_file() {
            page.perform(Action::SaveFormula(file));
        }
    });
}

/// A link was put into the address of the open page.
fn follow_link(page: Page) {
    let notice = match Address::read(&persist::fragment()) {
        // Back leads out of the lessons; from a model's link to what is on the page already.
        Ok(Address::Page) => return page.leave_lessons(),
        Ok(Address::Lesson(place, attempt)) => return page.learn_at(place, attempt),
        Ok(Address::Model(link)) => {
            let link = start::with_step(link);
            page.leave_lessons();
            let own = page.document.revision().get_untracked().text;
            page.open(&link);
            start::replaced(&own, &link.text)
        }
        Err(problem) => {
            let sentence = format!("{problem} Your text stays as it was.");
            Some(start::refused(&problem, sentence))
        }
    };
    if let Some(notice) = notice {
        page.notices.say(notice);
    }
}
