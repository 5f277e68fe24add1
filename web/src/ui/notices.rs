//! The stack of notices, in a corner where it covers nothing that matters.

use leptos::prelude::*;

use super::Icon;
use crate::state::notices::{Notices, Tone};

/// The notices on the screen.
#[component]
pub fn NoticeStack(notices: Notices) -> impl IntoView {
    view! {
        <div class="notices" role="region" aria-label="Notices" aria-live="polite">
            <For each=move || notices.shown().get() key=|notice| notice.id let:notice>
                <div class="notice" data-tone=tone(notice.tone)>
                    <Icon name=icon(notice.tone)/>
                    <p>{notice.text.clone()}</p>
                    {notice
                        .action
                        .map(|(label, action)| {
                            view! {
                                <button
                                    type="button"
                                    class="button"
                                    on:click=move |_| {
                                        notices.dismiss(notice.id);
                                        action.run(());
                                    }
                                >
                                    {label}
                                </button>
                            }
                        })}
                    <button
                        type="button"
                        class="button quiet square"
                        aria-label="Dismiss"
                        on:click=move |_| notices.dismiss(notice.id)
                    >
                        <Icon name="close"/>
                    </button>
                </div>
            </For>
        </div>
    }
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "good",
        Tone::Plain => "plain",
        Tone::Bad => "bad",
    }
}

fn icon(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "good",
        Tone::Plain | Tone::Bad => "problem",
    }
}
