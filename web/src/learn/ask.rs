//! What a lesson asks about texts that are not those of the page's list of checks: attempts with hidden items, derived
//! models, repairs of a start text. A worker of the lesson's own answers, within the limits of the page.
//!
//! Invariant: at most one question is under way. A new question gives the one before up, which ends with
//! [`Stopped`]; and so does the end of the lesson.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Promise};
use lockstep_core::api::{Repairs, StructureKind};
use lockstep_core::lesson::{Answer, Judge, Judgement, Question};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::judging;
use crate::parts::Missing;
use crate::protocol::{Done, Reply, Request, Ticket, Wanted, bytes};
use crate::state::checks::{OVERDUE, refused};
use crate::state::settings::{ENGINE, Settings};
use crate::worker::{Client, Event};

/// Milliseconds for each question where the settings have no limit: no attempt at a lesson needs more, and a user who types
/// on waits for the next answer.
const LIMIT: f64 = 20_000.0;

/// A question was given up for another one, or the lesson was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What came of a request; the reason is a sentence.
type Reported = Result<Done, String>;

/// A request under way.
struct Waiting {
    request: Request,
    reported: Rc<RefCell<Option<Reported>>>,
    wake: Function,
}

struct Inner {
    settings: Settings,
    client: RefCell<Option<Client>>,
    waiting: RefCell<Option<Waiting>>,
    count: Cell<u32>,
}

/// Who asks. Copies of it are handles to the same.
#[derive(Clone)]
pub struct Asker(Rc<Inner>);

impl Asker {
    /// Nothing is asked, and no worker is started before something is.
    pub fn new(settings: Settings) -> Self {
        Self(Rc::new(Inner {
            settings,
            client: RefCell::default(),
            waiting: RefCell::default(),
            count: Cell::new(0),
        }))
    }

    /// Judges an attempt until the first criterion that is not met, or all are.
    ///
    /// # Errors
    /// Something else was asked meanwhile.
    pub async fn judge(&self, judge: Judge) -> Result<Judgement, Stopped> {
        let mut judge = judge;
        loop {
            let judgement = judge.judgement();
            let question = match judge.question() {
                Some(question) if judgement.first().is_none() => question.clone(),
                _ => return Ok(judgement),
            };
            let answer = self.answer(&question).await?;
            // The part is there: the judge has come from it.
            judge = judging::go_on(judge, answer).await.map_err(|_| Stopped)?;
        }
    }

    /// Answers a question of the judge.
    ///
    /// # Errors
    /// Something else was asked meanwhile.
    pub async fn answer(&self, question: &Question) -> Result<Answer, Stopped> {
        let wants = match &question.printed {
            Some(_) => Wanted::Printed,
            None => Wanted::Answer,
        };
        let mut request = self.request(&question.text, question.check, question.kind, wants);
        if let Some(repairs) = &question.printed {
            request.simulation = bytes(repairs).unwrap_or_default();
        }
        Ok(match self.ask(request).await? {
            Ok(Done::Answer(outcome)) => Answer::Outcome(outcome),
            Ok(Done::Printed(view)) => Answer::Printed(view),
            Ok(_) => Answer::Refused("the answer is to another question".to_owned()),
            Err(why) => Answer::Refused(why),
        })
    }

    /// Looks for repairs of a check.
    ///
    /// # Errors
    /// Something else was asked meanwhile.
    pub async fn repairs(
        &self,
        kind: StructureKind,
        text: &str,
        check: usize,
    ) -> Result<Option<Repairs>, Stopped> {
        let request = self.request(text, check, kind, Wanted::Repairs);
        Ok(match self.ask(request).await? {
            Ok(Done::Repairs(found)) => Some(*found),
            _ => None,
        })
    }

    fn request(&self, text: &str, index: usize, kind: StructureKind, wants: Wanted) -> Request {
        self.0.count.set(self.0.count.get().wrapping_add(1));
        let settings = self.0.settings;
        Request {
            ticket: Ticket {
                number: self.0.count.get(),
                revision: 0,
            },
            text: text.to_owned(),
            index,
            kind,
            wants,
            engine: settings.value(ENGINE).to_owned(),
            limit_ms: Some(settings.limit_ms().map_or(LIMIT, |it| it.min(LIMIT))),
            shown: Vec::new(),
            simulation: Vec::new(),
        }
    }

    async fn ask(&self, request: Request) -> Result<Reported, Stopped> {
        self.stop();
        let reported = Rc::new(RefCell::new(None));
        let promise = Promise::new(&mut |wake, _| {
            let waiting = Waiting {
                request: request.clone(),
                reported: Rc::clone(&reported),
                wake,
            };
            *self.0.waiting.borrow_mut() = Some(waiting);
        });
        self.send();
        // Such a promise is never rejected.
        let _ = JsFuture::from(promise).await;
        let reported = reported.borrow_mut().take();
        reported.ok_or(Stopped)
    }

    /// Gives the question under way up.
    pub fn stop(&self) {
        let waiting = self.0.waiting.borrow_mut().take();
        if let Some(waiting) = waiting {
            if let Some(client) = self.client() {
                client.cancel();
            }
            wake(&waiting.wake);
        }
    }

    /// Gives the question under way up, and ends the worker.
    pub fn end(&self) {
        self.stop();
        let client = self.0.client.borrow_mut().take();
        if let Some(client) = client {
            client.end();
        }
    }

    fn client(&self) -> Option<Client> {
        self.0.client.borrow().clone()
    }

    /// Sends what waits, now or as soon as there is a worker.
    fn send(&self) {
        let Some(client) = self.client() else {
            let heard = self.clone();
            let client = Client::new(move |event| heard.hear(event));
            *self.0.client.borrow_mut() = Some(client);
            return;
        };
        let request = (self.0.waiting.borrow().as_ref()).map(|it| it.request.clone());
        if let Some(request) = request.filter(|_| client.is_idle()) {
            client.send(request.ticket, &request);
        }
    }

    fn hear(&self, event: Event) {
        match event {
            Event::Ready => self.send(),
            Event::Reply(Reply::Done { ticket, result }) => {
                self.report(Some(ticket), result.map_err(|why| refused(&why)));
            }
            Event::Reply(Reply::Unfetched { ticket }) => {
                self.report(Some(ticket), Err(Missing.sentence("The solver")));
            }
            // What it says on the way does not matter here, and the rest never leaves the client.
            Event::Reply(_) => {}
            Event::Overdue(ticket) => self.report(Some(ticket), Err(OVERDUE.to_owned())),
            Event::Crashed(ticket, why) => {
                let sentence = format!("The checker broke down and was started again. ({why})");
                self.report(Some(ticket), Err(sentence));
            }
            Event::CannotStart(why) => {
                // The next question tries again.
                self.0.client.borrow_mut().take();
                let sentence = format!("The checker cannot be started: {why}.");
                self.report(None, Err(sentence));
            }
        }
    }

    fn report(&self, ticket: Option<Ticket>, reported: Reported) {
        let is_it = |it: &Waiting| ticket.is_none_or(|ticket| it.request.ticket == ticket);
        let waiting = self.0.waiting.borrow_mut().take_if(|it| is_it(it));
        if let Some(waiting) = waiting {
            *waiting.reported.borrow_mut() = Some(reported);
            wake(&waiting.wake);
        }
    }
}

fn wake(resolve: &Function) {
    // A promise's own function does not fail.
    let _ = resolve.call0(&JsValue::NULL);
}
