//! A bet: one chooses before the answer is shown. Until then the check is not asked at all, so nothing on the page can tell
//! (`Checks::hold`). Then the product's own answer says which choice was right, and why.

use leptos::prelude::*;
use lockstep_core::lesson::{self, Answer, Bet};

use super::open::Open;
use super::words;
use crate::kinds;
use crate::ui::Prose;
use crate::ui::task::spawn;

/// What came of a bet.
#[derive(Clone, Debug, PartialEq)]
enum Found {
    /// The answer is on its way.
    Waiting,
    /// The index of the right choice, and the sentences of the answer.
    Right(usize, Vec<String>),
    /// There is no answer; a sentence.
    None(String),
}

/// A bet, by its position among those of the lesson.
pub fn view(open: Open, at: usize, bet: &Bet) -> AnyView {
    let position = open.position();
    let choice = Memo::new(move |_| open.progress.choice(position, at));
    let found = RwSignal::new(Found::Waiting);
    let asked = bet.clone();
    Effect::new(move || {
        if choice.get().is_some() {
            let bet = asked.clone();
            spawn(async move {
                if let Some(answer) = answered(open, &bet).await {
                    found.set(answer);
                }
            });
        }
    });
    let choices = bet.choices.clone();
    let chosen = move || {
        let choice = choice.get()?;
        choices.iter().position(|it| *it == choice)
    };
    let chosen = Memo::new(move |_| chosen());
    let option = |(index, word): (usize, &String)| {
        let mark = move || match found.get() {
            Found::Right(right, _) if choice.get().is_some() && right == index => Some("right"),
            _ => None,
        };
        let word = word.clone();
        let bets = word.clone();
        view! {
            // A button, not a radio button: an arrow key would bet.
            <button
                type="button"
                class="bet-choice"
                data-mark=mark
                aria-pressed=move || (chosen.get() == Some(index)).to_string()
                aria-disabled=move || choice.get().map(|_| "true")
                on:click=move |_| {
                    if choice.get_untracked().is_none() {
                        open.progress.bet(position, at, &bets);
                    }
                }
            >
                <span>{spoken(&word)}</span>
                <span class="bet-mark">{mark}</span>
            </button>
        }
    };
    let options = bet.choices.iter().enumerate().map(option).collect_view();
    let heading = move || match (choice.get(), found.get(), chosen.get()) {
        (None, ..) => "Bet before you read on",
        (Some(_), Found::Right(right, _), Some(own)) if right == own => "Your bet was right",
        (Some(_), Found::Right(..), _) => "Your bet was not right",
        (Some(_), ..) => "You have bet",
    };
    let why = move || {
        choice.get()?;
        let sentences = match found.get() {
            Found::Waiting => vec!["The answer is being computed.".to_owned()],
            Found::Right(_, sentences) => sentences,
            Found::None(why) => vec![why],
        };
        let sentences = sentences.into_iter();
        Some(
            sentences
                .map(|it| view! { <p><Prose text=it/></p> })
                .collect_view(),
        )
    };
    view! {
        <fieldset class="bet" data-made=move || choice.get().is_some().to_string()>
            <legend class="bet-heading">{heading}</legend>
            <p class="bet-question">{words::words(&bet.question)}</p>
            {options}
            <div class="bet-why" role="status">{why}</div>
        </fieldset>
    }
    .into_any()
}

/// A choice in words: lessons name the values of answers.
fn spoken(choice: &str) -> String {
    match choice {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        "none" => "no, never".to_owned(),
        "deadlock" => "yes, a deadlock".to_owned(),
        other => other.to_owned(),
    }
}

/// What the product answers; `None` where the lesson was left or something else is asked.
async fn answered(open: Open, bet: &Bet) -> Option<Found> {
    let lesson = open.lesson();
    if let Some(text) = lesson.files.get(&bet.check.file)
        && let Some(part) = kinds::analyse(text).needs
    {
        // Where it cannot be fetched, the question says what is missing.
        let _ = kinds::bring(&part).await;
    }
    let question = match lesson::bet_question(&kinds::known(), bet, &lesson.files) {
        Ok(question) => question,
        Err(why) => return Some(Found::None(why)),
    };
    let asker = open.asker.try_get_value()?;
    Some(match asker.answer(&question).await.ok()? {
        Answer::Outcome(outcome) => match lesson::right_choice(bet, &outcome) {
            Some(right) => {
                let reason = outcome.reason().map(|it| it.sentence.clone());
                let sentences = [Some(outcome.sentence.clone()), reason];
                Found::Right(right, sentences.into_iter().flatten().collect())
            }
            None => Found::None(outcome.sentence.clone()),
        },
        Answer::Refused(why) => Found::None(why),
        Answer::Printed(_) => return None,
    })
}
