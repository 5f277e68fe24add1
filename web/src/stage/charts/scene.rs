//! What the text describes, as it is drawn: it follows the text when typing pauses.
//!
//! A text with errors is drawn as far as it can be read while there is no answer: who writes a model from nothing sees it grow. Beside
//! an answer stays what it is about.
//!
//! Invariant: what an edit leaves as it was stays the same value, so only what has changed is drawn again, and an edit
//! that changes nothing of it (a comment, another place) is no news to anybody. Drawing has tasks of its own: at a key the
//! page only reads the text.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    ObjectView, Outcome, Range, ReadText, StatechartPlaces, StatechartView, chart_scene_of,
};

use crate::kinds;
use crate::state::Page;
use crate::state::document::Revision;
use crate::state::stage::comparison::OtherText;
use crate::state::timer::Timer;

/// Milliseconds of silence after a keystroke before drawings follow: a little less than before checks are asked.
const PAUSE: u64 = 200;

/// Objects and their statecharts.
#[derive(Debug, PartialEq)]
pub(super) struct Scene {
    pub objects: Vec<ObjectView>,
    pub charts: Vec<Arc<StatechartView>>,
}

/// Where all of it stands in the text.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The number of the text.
    pub revision: u32,
    /// Where objects are declared.
    pub declared: Vec<Range>,
    /// The parts of statecharts.
    pub charts: Vec<StatechartPlaces>,
}

/// The scene of the last text that is drawn. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
pub(super) struct Scenes {
    scene: RwSignal<Arc<Scene>>,
    places: RwSignal<Places>,
    /// The answer that is shown.
    answer: Signal<Option<Arc<Outcome>>>,
}

impl Scenes {
    /// Follows the text of the page.
    pub(super) fn new(page: Page, answer: Signal<Option<Arc<Outcome>>>) -> Self {
        let (scene, places) = of_revision(&page.document.revision().get_untracked(), &[]);
        let scenes = Self {
            scene: RwSignal::new(Arc::new(scene)),
            places: RwSignal::new(places),
            answer,
        };
        let pause = Timer::new();
        pause.on_tick(move || scenes.follow(page));
        Effect::new(move |before: Option<u32>| {
            page.document.analysis().track();
            let model = page.document.generation();
            match before {
                // It was drawn a moment ago.
                None => {}
                Some(before) if before == model => pause.after(PAUSE),
                // Another model has nothing to do with what is drawn.
                Some(_) => {
                    pause.cancel();
                    scenes.follow(page);
                }
            }
            model
        });
        scenes
    }

    /// The scene of a text that is not the one in the editor: nothing that is selected there is selected in it.
    pub(super) fn of_other(self, it: &OtherText) -> Self {
        let before = self.scene.get_untracked();
        let (scene, _) = scene(&kinds::known().read(&it.text), &before.charts);
        Self {
            scene: RwSignal::new(Arc::new(scene)),
            places: RwSignal::new(Places {
                revision: u32::MAX,
                ..Places::default()
            }),
            ..self
        }
    }

    /// What is drawn, tracked.
    pub(super) fn get(self) -> Arc<Scene> {
        self.scene.get()
    }

    /// What is drawn, without following it.
    pub(super) fn get_untracked(self) -> Arc<Scene> {
        self.scene.get_untracked()
    }

    /// Reads what is drawn, tracked.
    pub(super) fn with<T>(self, read: impl FnOnce(&Arc<Scene>) -> T) -> T {
        self.scene.with(read)
    }

    /// Where something stands in the text.
    pub(super) fn place<T>(self, find: impl FnOnce(&Places) -> Option<T>) -> Option<T> {
        self.places.with_untracked(find)
    }

    /// Reads where everything stands, tracked.
    pub(super) fn with_places<T>(self, read: impl FnOnce(&Places) -> T) -> T {
        self.places.with(read)
    }

    fn follow(self, page: Page) {
        let has_errors = page.document.analysis().with_untracked(|it| it.has_errors);
        if has_errors && self.answer.with_untracked(Option::is_some) {
            return;
        }
        let before = self.scene.get_untracked();
        let revision = page.document.revision().get_untracked();
        let (mut now, places) = of_revision(&revision, &before.charts);
        // Of objects of a text with errors no more than names is known. What their cards have below the drawing stays.
        let one =
            |it: &ObjectView, other: &ObjectView| it.name == other.name && it.chart == other.chart;
        if has_errors
            && now.objects.len() == before.objects.len()
            && now
                .objects
                .iter()
                .zip(&before.objects)
                .all(|(it, other)| one(it, other))
        {
            now.objects.clone_from(&before.objects);
        }
        self.places.set(places);
        if now != *before {
            self.scene.set(Arc::new(now));
        }
    }
}

/// The scene of a text of the editor.
fn of_revision(it: &Revision, before: &[Arc<StatechartView>]) -> (Scene, Places) {
    let (scene, places) = scene(&kinds::read(&it.text), before);
    let revision = it.number;
    (scene, Places { revision, ..places })
}

/// The scene of a text. A statechart that looks as one before it did, is that one.
fn scene(it: &ReadText, before: &[Arc<StatechartView>]) -> (Scene, Places) {
    let (mut objects, mut charts) = chart_scene_of(it);
    let declared = objects.iter_mut().map(|it| std::mem::take(&mut it.range));
    let places = Places {
        revision: 0,
        declared: declared.collect(),
        charts: charts.iter_mut().map(StatechartView::take_places).collect(),
    };
    let charts = charts.into_iter().map(|it| {
        let same = before.iter().find(|before| ***before == it);
        same.map_or_else(|| Arc::new(it), Arc::clone)
    });
    let charts = charts.collect();
    (Scene { objects, charts }, places)
}
