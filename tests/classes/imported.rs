//! USE models and OCL files come in as class models, with a report of what was left out; and the facts that were derived of the
//! University of Bremen's models hold of what came in.
#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};

use lockstep_core::api::Verdict;
use lockstep_core::generate::{Random, mutated};
use lockstep_core::interchange::import::{
    Class, Imported, is_ocl, ocl, use_model, with_one_object_each, with_questions,
};
use lockstep_core::language::classes::ClassSystem;
use lockstep_seeds::seeds;

use super::{Visited, answer, depth_of, model, visited, visited_open};

const LIGHT: &str = "-- A light.
model Light
enum Color { red, green };
abstract class Thing
attributes
  name : String;
  price : Real
end
class Light < Thing
attributes
  on : Boolean
  color : Color;
operations
  isOn() : Boolean = on = true and color.isDefined
  count() : Set(Light) = Set{self}
  switch(by : Integer) : Integer
    begin on := true end
  pre  dark: not on and by.isDefined()
  pre  real: by / 2 > 1
  post: on = (not on@pre) and result = by
  post worse: Light.allInstances->size > 0 and lamps.forAll(l | l.isGood())
constraints
  inv called: self.name.isDefined() and self.name <> 'none'
  inv i: lamps->exludes(self.color)
end
class Lamp end
composition Has between
  Light[1]; Lamp[0..*] role lamps ordered
end
association Three between
  Light[1] role a Lamp[1] role b Lamp[1] role c
end
constraints
context l : Light inv own: l.color = #red implies l.lamps->notEmpty
context Light inv: Light.allInstances()->forAll(x | x = self or x.lamps <> self.lamps)
context Light::switch(by : Integer) : Integer
  post again: color = color@pre and #green = Color::green
  post unclosed: (on = if on then on else off
context Lamp inv closed: true
";

fn report(imported: &Imported) -> Vec<(usize, &str, Class)> {
    let all = imported.left_out.iter();
    all.map(|it| (it.line, &*it.what, it.class)).collect()
}

#[test]
fn a_use_model_comes_in_with_a_report() {
    let imported = use_model(LIGHT).expect("a USE model");
    assert_eq!(
        imported.text.split_once('\n').expect("a comment").1,
        "enum Color { red, green }
abstract class Thing {
  name : String[0..1]
}
class Light < Thing {
  on : Boolean[0..1]
  color : Color[0..1]
  isOn() : Boolean = on = true and not color.oclIsUndefined()
  count() : Set(Light) = Set{self}
  switch(by : Integer) : Integer
    pre dark: not on and not by.oclIsUndefined()
    post: on = (not on@pre) and result = by
  inv called: not self.name.oclIsUndefined() and self.name <> \"none\"
}
class Lamp {
}
association Has {
  Light[1]
  Lamp[0..*] role lamps
}
context Light inv own: self.color = #red implies self.lamps->notEmpty()
context Light inv: Light.allInstances()->forAll(x | x = self or x.lamps <> self.lamps)
context Light::switch(by : Integer) : Integer
  post again: color = color@pre and #green = Color::green
context Lamp inv closed: true
"
    );
    assert_eq!(
        report(&imported),
        [
            (7, "price", Class::Lossy),
            (17, "switch(): begin", Class::Lossy),
            (19, "pre real: by / 2 > 1", Class::Wider),
            (21, ".forAll(", Class::Exact),
            (
                21,
                "post worse: Light.allInstances()->size() > 0 and lamps->forAll(l | l.isGood())",
                Class::Lossy
            ),
            (24, "->exludes", Class::Exact),
            (24, "inv i: lamps->excludes(self.color)", Class::Wider),
            (28, "ordered", Class::Lossy),
            (30, "association Three", Class::Lossy),
            (
                38,
                "post unclosed: (on = if on then on else off",
                Class::Lossy
            ),
        ]
    );
    assert_eq!(imported.class(), Class::Lossy);
    model(&imported.text);
    assert!(use_model("model of a kind: class A").is_none());
    assert!(use_model("class A { }").is_none());
}

#[test]
fn questions_are_added_and_nothing_else() {
    let imported = use_model(
        "model A\nclass B\nattributes n : Integer\noperations up() post: n = n@pre + 1\nend\n",
    );
    let imported = imported.expect("a USE model").text;
    let questions = "integers 0..3\nsystem { b : B { n = 0 } }\ncheck reach b.n = 3\ncheck deadlock expect none\n";
    let text = with_questions(&imported, questions).expect("questions");
    assert_eq!(answer(&text, 0).verdict, Verdict::Found { depth: 3 });
    assert!(answer(&text, 1).verdict.is_absent());
    let refused = with_questions(&imported, "check deadlock\nclass C { }\n");
    assert_eq!(
        refused.unwrap_err(),
        "line 2 of the questions declares a class: questions hold `integers`, `system`, scenarios and checks only"
    );
    let alone = with_one_object_each(&imported);
    assert_eq!(
        answer(&alone, 0).sentence,
        "There is a valid state that agrees with `system`."
    );
}

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/ocl");
    if !folder.exists() {
        println!("skipped: {} is missing", folder.display());
        return None;
    }
    Some(folder)
}

fn file(name: &str) -> Option<String> {
    let path = folder()?.join(name);
    Some(std::fs::read_to_string(path).expect("an UTF-8 text"))
}

/// A USE model of the folder with questions.
fn used(name: &str, questions: &str) -> Option<String> {
    let imported = use_model(&file(&format!("use/{name}.use"))?).expect("a USE model");
    Some(with_questions(&imported.text, questions).expect("questions"))
}

/// An OCL file of the folder with its classes and questions.
fn constrained(name: &str, classes: &str, questions: &str) -> Option<String> {
    let text = file(&format!("ocl/{name}.ocl"))?;
    let imported = ocl(&text, &file(&format!("ocl/{classes}"))?).expect("an OCL file");
    Some(with_questions(&imported.text, questions).expect("questions"))
}

#[test]
fn the_traffic_light_of_the_folder() {
    let start = "system {
  tl : TrafficLight { pedLight = false, carLight = false, request = false }
  b : Button { light = tl }
}\n";
    let both = [
        used("TrafficPP", start),
        constrained(
            "TrafficPP",
            "TrafficPP.emf",
            &start.replace("light = tl", "HasButton_light = tl"),
        ),
    ];
    for text in both.into_iter().flatten() {
        let found = visited(&text);
        assert_eq!((found.states, found.deadlock()), (5, Some(2)), "{text}");
        assert_eq!(visited_open(&text).states, 5);
        for (operation, depth) in [
            ("requesting", 1),
            ("switchPedLight", 2),
            ("switchCarLight", 1),
        ] {
            assert_eq!(found.call(operation), Some(depth), "{operation}");
        }
    }
}

#[test]
fn traffic_control_of_the_folder() {
    let crossings = |count: usize| {
        let mut objects = String::new();
        for number in 1..=count {
            let direction = ["WestEast", "NorthSouth"][number % 2];
            objects += &format!(
                "  t{number} : TrafficLight {{ direction = #{direction}, pedestrianLight = p{number}, carLight = c{number} }}
  p{number} : PedestrianLight {{ redLight = true, greenLight = false }}
  c{number} : CarLight {{ redLight = true, yellowLight = false, greenLight = false }}\n"
            );
        }
        format!("system {{\n{objects}}}\n")
    };
    for (count, states, diameter) in [(1, 7, 4), (2, 43, 8)] {
        let Some(text) = used("Traffic", &crossings(count)) else {
            return;
        };
        let found = visited(&text);
        assert_eq!(
            (found.states, found.diameter, found.deadlock()),
            (states, diameter, None)
        );
        if count == 2 {
            assert_eq!(found.transitions, 140);
            assert_eq!(depth_of(&text, "c1.greenLight and c2.greenLight"), Some(4));
        }
    }
    // Its second invariant compares an object with a truth value.
    let text = file("ocl/Traffic.ocl").expect("it is there");
    let imported = ocl(&text, &file("ocl/Traffic.emf").expect("it is there")).expect("an OCL file");
    let [left_out] = imported.left_out.as_slice() else {
        panic!("{:?}", imported.left_out);
    };
    assert_eq!((left_out.line, left_out.class), (7, Class::Wider));
    assert!(
        left_out
            .what
            .starts_with("context TrafficLight inv i2: not (")
    );
}

#[test]
fn access_control_of_the_folder() {
    for (persons, buildings, valid, stuck) in
        [(1, 1, 1, 1), (1, 2, 4, 2), (1, 3, 12, 3), (2, 2, 16, 4)]
    {
        let objects = format!("system {{ p[{persons}] : Person; b[{buildings}] : Building }}\n");
        let Some(text) = used("AccessControl", &objects) else {
            return;
        };
        let found = visited(&text);
        assert_eq!(
            (found.states, found.stuck.len()),
            (valid, stuck),
            "{persons} {buildings}"
        );
    }
    // Three buildings give 96 states of which 54 are stuck; that takes long here.
    for (persons, buildings, valid, stuck) in [(1, 1, 0, 0), (1, 2, 4, 2), (2, 2, 16, 4)] {
        let objects = format!("system {{ p[{persons}] : RPerson; b[{buildings}] : RBuilding }}\n");
        let text = used("AccessControl", &objects).expect("it is there");
        let found = visited(&text);
        assert_eq!(
            (found.states, found.stuck.len()),
            (valid, stuck),
            "{persons} {buildings}"
        );
    }
    let imported = use_model(&file("use/AccessControl.use").expect("it is there"));
    let imported = imported.expect("a USE model");
    assert_eq!(report(&imported), [(40, "->exludes", Class::Exact)]);
}

#[test]
fn the_phone_of_the_folder() {
    // With integers to 30 and a credit of 25 there are 1,397 states; that takes long here.
    let Some(text) = used(
        "Phone",
        "integers 0..12
system {
  h : Helper { phone = p, phoner = r }
  p : Phone { credit = 11, phoner = r }
  r : PhoneR { creditR = 11, inCallR = false }
}
",
    ) else {
        return;
    };
    let found = visited(&text);
    assert_eq!(found.deadlock(), None);
    for (operation, depth) in [
        ("call", 1),
        ("placeCallR", 1),
        ("init", 1),
        ("closeCallR", 2),
    ] {
        assert_eq!(found.call(operation), Some(depth), "{operation}");
    }
}

#[test]
fn persons_companies_and_jobs() {
    for (persons, companies, jobs, is_consistent) in [
        (2, 2, 2, true),
        (1, 1, 2, false),
        (2, 1, 2, true),
        (3, 1, 1, true),
    ] {
        let questions = format!(
            "integers 0..2\nsystem {{ p[{persons}] : Person; c[{companies}] : Company; j[{jobs}] : Job }}
check consistent\ncheck independent companyNamesAreUnique\ncheck independent bossWorkerSameEmployer\n"
        );
        let Some(text) = constrained("PersonCompany", "PersonCompany.emf", &questions) else {
            return;
        };
        let verdict = answer(&text, 0).verdict;
        assert_eq!(
            verdict.is_found(),
            is_consistent,
            "{persons} {companies} {jobs}: {verdict:?}"
        );
        if (persons, companies, jobs) == (2, 1, 2) {
            assert!(answer(&text, 1).verdict.is_absent() && answer(&text, 2).verdict.is_absent());
        }
    }
    let text = file("ocl/PersonCompany.ocl").expect("it is there");
    let classes = file("ocl/PersonCompany.emf").expect("it is there");
    let imported = ocl(&text, &classes).expect("an OCL file");
    let told: Vec<_> = imported.left_out.iter().map(|it| &*it.what).collect();
    for it in [
        "employer()",
        "bossPlus()",
        "workerPlus()",
        "workerPlusOnSet()",
    ] {
        assert!(told.contains(&it), "{told:?}");
    }
}

#[test]
fn counters_of_the_folder() {
    let start = "system { c : Counter { value = 0, constant = 0 } }\n";
    for (name, states, depth) in [
        ("explicitPostconditions", 64, 21),
        ("nothingElseChanges", 32, 11),
        ("modifyStatements", 16, 5),
    ] {
        let Some(text) = constrained(&format!("Counter.{name}"), "Counter.ecore", start) else {
            return;
        };
        let found = visited(&text);
        assert_eq!(
            (found.states, found.deadlock()),
            (states, Some(depth)),
            "{name}"
        );
    }
    let start = format!("integers 0..31\n{start}");
    let text = constrained("Counter", "Counter.ecore", &start).expect("it is there");
    assert_eq!(depth_of(&text, "Counter.count()"), Some(1));
    assert_eq!(depth_of(&text, "Counter.count2() within 3"), None);
    assert_eq!(depth_of(&text, "Counter.count3() within 3"), None);
}

#[test]
fn traffic_lights_of_the_folder() {
    let start = "integers 0..3
system {
  tl : TrafficLight { pedLight = false, carLight = true, request = false }
  b : Button { counter = 0 }
}
";
    let Some(text) = constrained("TrafficLights", "TrafficLights.emf", start) else {
        return;
    };
    assert_eq!(visited(&text).states, 18);
    assert_eq!(visited_open(&text).states, 75);
    assert_eq!(depth_of(&text, "tl.pedLight.oclIsUndefined()"), Some(3));
    let text = text.replace("[0..1]", "");
    let found = visited(&text);
    assert_eq!((found.states, found.deadlock()), (11, Some(3)));
    assert_eq!(depth_of(&text, "tl.pedLight"), Some(3));
    assert_eq!(visited_open(&text).states, 24);
}

#[test]
fn invariants_of_the_folder() {
    for (name, classes, states, implied) in [
        ("Basic", "Basic.emf", 4, &["a25"][..]),
        (
            "Basic2",
            "Basic2.emf",
            16,
            &["a25", "b78", "c01", "a34_b69"],
        ),
    ] {
        let questions = "integers 0..12\nsystem { o : C }\n";
        let Some(text) = constrained(name, classes, questions) else {
            return;
        };
        let model = model(&text);
        let system = ClassSystem::new(&model);
        assert_eq!(Visited::of(&model, &system).states, states, "{name}");
        let all = model.invariants.iter().enumerate();
        let found = all.filter(|it| system.is_independent(it.0) == Some(false));
        let found: Vec<_> = found.map(|it| &*it.1.clause.name).collect();
        assert_eq!(found, implied, "{name}");
    }
    let check = "system { o : A }\ncheck consistent expect inconsistent\n";
    let text = constrained("FaultyUMLmodel2", "FaultyUMLmodel2.ecore", check).expect("it is there");
    assert_eq!(answer(&text, 0).as_expected(), Some(true));
    for (name, is_consistent) in [
        ("CivStat", false),
        ("CivStat_not_i3_sDG-hw", true),
        ("CivStat_not_i3_sDG-wh", true),
        ("CivStat_not_i3_sDG-wh+hw", true),
        ("CivStat_not_i6hw+wh", false),
    ] {
        for persons in 1..=2 {
            let check = format!("system {{ p[{persons}] : Person }}\ncheck consistent\n");
            let text = constrained(name, "CivStat.emf", &check).expect("it is there");
            assert_eq!(
                answer(&text, 0).verdict.is_found(),
                is_consistent,
                "{name} {persons}"
            );
        }
    }
}

#[test]
fn what_is_no_name_before_a_parenthesis_is_left_out() {
    let text = "model M\nclass A\noperations\n  1(x : Integer)\n  go()\nend\n";
    let imported = use_model(text).expect("it is a model of USE");
    assert!(imported.text.contains("go()"), "{}", imported.text);
    assert!(!imported.left_out.is_empty());
}

/// Every file of the folder comes in, whatever is left out of it, and so does what is almost one.
#[test]
fn whatever_is_read_nothing_brings_it_down() {
    let mut texts = vec![(LIGHT.to_owned(), String::new())];
    if let Some(folder) = folder() {
        for (kind, classes) in [("use", None), ("ocl", Some("emf"))] {
            let files = std::fs::read_dir(folder.join(kind)).expect("a folder");
            let mut files: Vec<_> = files.map(|it| it.expect("a file").path()).collect();
            files.sort();
            for path in files {
                let text = std::fs::read_to_string(&path).expect("an UTF-8 text");
                if path.extension().is_none_or(|it| it != "use" && it != "ocl") {
                    continue;
                }
                let name = path.file_name().expect("a file").to_string_lossy();
                let stem = name.split(['.', '_']).next().unwrap_or_default();
                let beside = classes.map(|it| folder.join(kind).join(format!("{stem}.{it}")));
                let beside = beside.and_then(|it| std::fs::read_to_string(it).ok());
                texts.push((text, beside.unwrap_or_default()));
            }
        }
    }
    let comes_in = |text: &str, classes: &str| {
        let imported = use_model(text).or_else(|| ocl(text, classes));
        if let Some(imported) = &imported
            && !imported.text.is_empty()
        {
            model(&imported.text);
            let _ = with_one_object_each(&imported.text);
        }
        imported
    };
    for (text, classes) in &texts {
        let imported = comes_in(text, classes).expect("it is of a known kind");
        assert!(is_ocl(text) || use_model(text).is_some());
        let is_empty = imported.text.is_empty();
        assert!(!is_empty || classes.is_empty(), "{:?}", imported.left_out);
    }
    for seed in seeds(0..300_u64) {
        let mut random = Random::new(seed);
        let (text, classes) = random.choose(&texts).clone();
        match random.percent(50) {
            true => comes_in(&mutated(&text, &mut random), &classes),
            false => comes_in(&text, &mutated(&classes, &mut random)),
        };
    }
}
