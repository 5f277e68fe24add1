//! Models of the University of Bremen's model finder, written by hand in this language: what was derived of them by exhaustive
//! exploration, with another program, is found again.

use super::{Visited, answer, depth_of, model, visited, visited_open};
use lockstep_core::api::Verdict;
use lockstep_core::language::classes::ClassSystem;

/// `use/TrafficPP`: every frame is written out in postconditions.
fn traffic_pp(start: [bool; 3]) -> String {
    let [ped, car, request] = start;
    format!(
        "class Button {{
  requesting()
    pre: light.pedLight = false
    post: light.request = true
    post: light.carLight = light.carLight@pre
    post: light.pedLight = light.pedLight@pre
}}
class TrafficLight {{
  pedLight, carLight, request : Boolean[0..1]
  inv validValues: not pedLight.oclIsUndefined() and not carLight.oclIsUndefined() and not request.oclIsUndefined()
  inv oneAlwaysRed: not (pedLight = true and carLight = true)
  switchPedLight()
    pre: request = true
    post: pedLight <> pedLight@pre
    post: request = false
    post: carLight = carLight@pre
  switchCarLight()
    post: carLight <> carLight@pre
    post: pedLight = pedLight@pre
    post: request = request@pre
}}
association HasButton {{ TrafficLight[1] role light; Button[1] role button }}
system {{
  tl : TrafficLight {{ pedLight = {ped}, carLight = {car}, request = {request} }}
  b : Button {{ light = tl }}
}}
"
    )
}

#[test]
fn traffic_pp_has_one_deadlock_whatever_the_start() {
    let mut deadlocks = std::collections::BTreeSet::new();
    for (start, depth, states) in [
        ([false, false, false], 2, 5),
        ([false, false, true], 1, 3),
        ([false, true, false], 3, 5),
        ([false, true, true], 2, 3),
        ([true, false, true], 3, 6),
    ] {
        let text = traffic_pp(start);
        let named = visited(&text);
        assert_eq!(
            (named.deadlock(), named.states),
            (Some(depth), states),
            "{start:?}"
        );
        // ped, not car, not request; the link first.
        deadlocks.extend(named.stuck.into_iter().map(|it| it.0.to_vec()));
        let open = visited_open(&text);
        assert_eq!(
            (open.deadlock(), open.states),
            (Some(depth), states),
            "{start:?}"
        );
    }
    assert_eq!(deadlocks.into_iter().collect::<Vec<_>>(), [[1, 1, 0, 0]]);
    let all = traffic_pp([false; 3]);
    let valid = model(&format!("{all}check consistent from any\n"));
    assert_eq!(
        Visited::of(&valid, &ClassSystem::of_check(&valid, 0)).states,
        6
    );
    let visited = visited(&all);
    for (operation, depth) in [
        ("requesting", 1),
        ("switchPedLight", 2),
        ("switchCarLight", 1),
    ] {
        assert_eq!(visited.call(operation), Some(depth), "{operation}");
    }
}

/// `use/Traffic` with so many crossings, all red, directions in turn.
fn traffic(crossings: usize) -> String {
    let kept = |class: &str, names: &[&str]| {
        let all = names.iter().map(|it| {
            format!("    post: {class}.allInstances()->forAll(x | x.{it} = x.{it}@pre)\n")
        });
        all.collect::<String>()
    };
    let direction = kept("TrafficLight", &["direction"]);
    let peds = kept("PedestrianLight", &["redLight", "greenLight"]) + &direction;
    let cars = kept("CarLight", &["redLight", "yellowLight", "greenLight"]) + &direction;
    let is = |it: bool| if it { "true" } else { "false" };
    let switches = [
        ("RedToRedYellow", [true, false, false], [true, true, false]),
        (
            "RedYellowToGreen",
            [true, true, false],
            [false, false, true],
        ),
        ("GreenToYellow", [false, false, true], [false, true, false]),
        ("YellowToRed", [false, true, false], [true, false, false]),
    ];
    let switches = switches.map(|(name, before, after)| {
        let mut text = format!("  switch{name}()\n");
        for (word, values) in [("pre", before), ("post", after)] {
            for (light, it) in ["red", "yellow", "green"].into_iter().zip(values) {
                text += &format!("    {word}: {light}Light = {}\n", is(it));
            }
        }
        text + &peds
    });
    let mut objects = String::new();
    for number in 1..=crossings {
        let direction = if number % 2 == 1 {
            "NorthSouth"
        } else {
            "WestEast"
        };
        objects += &format!(
            "  t{number} : TrafficLight {{ direction = #{direction}, pedestrianLight = p{number}, carLight = c{number} }}
  p{number} : PedestrianLight {{ redLight = true, greenLight = false }}
  c{number} : CarLight {{ redLight = true, yellowLight = false, greenLight = false }}\n"
        );
    }
    format!(
        "enum Direction {{ NorthSouth, WestEast }}
class TrafficLight {{
  direction : Direction[0..1]
  inv i1: not direction.oclIsUndefined()
  inv i2: not (pedestrianLight.greenLight = true and carLight.greenLight = true)
  inv i3: carLight.greenLight = true implies TrafficLight.allInstances()->forAll(tl |
    tl.direction <> self.direction implies tl.pedestrianLight.greenLight = false)
}}
class PedestrianLight {{
  redLight, greenLight : Boolean[0..1]
  inv i4: not (redLight = true and greenLight = true)
  inv i5: not redLight.oclIsUndefined() and not greenLight.oclIsUndefined()
  switch()
    pre: redLight = true or greenLight = true
    post: redLight@pre = true implies redLight = false
    post: redLight@pre = true implies greenLight = true
    post: redLight@pre = false implies redLight = true
    post: redLight@pre = false implies greenLight = false
{cars}}}
class CarLight {{
  redLight, yellowLight, greenLight : Boolean[0..1]
  inv i6: not (redLight = true and greenLight = true)
  inv i7: not redLight.oclIsUndefined() and not yellowLight.oclIsUndefined() and not greenLight.oclIsUndefined()
{}}}
association HasPedLight {{ TrafficLight[1] role pedTrafficLight; PedestrianLight[1] role pedestrianLight }}
association HasCarLight {{ TrafficLight[1] role carTrafficLight; CarLight[1] role carLight }}
system {{
{objects}}}
",
        switches.concat()
    )
}

#[test]
fn traffic_control_of_one_and_two_crossings() {
    let one = visited(&traffic(1));
    assert_eq!((one.states, one.diameter, one.deadlock()), (7, 4, None));
    for (operation, depth) in [
        ("switch", 1),
        ("switchRedToRedYellow", 1),
        ("switchRedYellowToGreen", 2),
        ("switchGreenToYellow", 3),
        ("switchYellowToRed", 4),
    ] {
        assert_eq!(one.call(operation), Some(depth), "{operation}");
    }
    let text = traffic(2);
    let two = visited(&text);
    assert_eq!((two.states, two.diameter, two.transitions), (43, 8, 140));
    assert_eq!(two.deadlock(), None);
    assert_eq!(depth_of(&text, "p1.greenLight and c1.greenLight"), None);
    assert_eq!(depth_of(&text, "c1.greenLight and p2.greenLight"), None);
    // Nothing forbids it.
    assert_eq!(depth_of(&text, "c1.greenLight and c2.greenLight"), Some(4));
}

/// `ocl/TrafficLights`: no association; car green, counter 0.
fn traffic_lights(boolean: &str, integer: &str) -> String {
    format!(
        "integers 0..3
class Button {{
  counter : Integer{integer}
}}
class TrafficLight {{
  pedLight, carLight, request : Boolean{boolean}
}}
class Board < Button {{
  requesting()
    pre: TrafficLight.allInstances()->forAll(t | t.pedLight = false)
    post: TrafficLight.allInstances()->forAll(t | t.request)
    post: self.counter = self.counter@pre + 1
    post: self.counter > self.counter@pre
}}
class Light < TrafficLight {{
  switchPedLight()
    pre: self.request
    post: not (self.pedLight = self.pedLight@pre)
    post: not (self.request)
  switchCarLight()
    post: not (self.carLight = self.carLight@pre)
}}
context TrafficLight
  inv notBothLightsOn: not (self.pedLight and self.carLight)
system {{
  tl : Light {{ pedLight = false, carLight = true, request = false }}
  b : Board {{ counter = 0 }}
}}
"
    )
}

#[test]
fn traffic_lights_with_and_without_null() {
    let text = traffic_lights("", "");
    let named = visited(&text);
    // Where the counter is full, only integers outside the analysis would help: an edge, and no deadlock.
    assert_eq!((named.states, named.deadlock()), (11, Some(3)));
    assert_eq!(depth_of(&text, "tl.pedLight"), Some(3));
    assert_eq!(visited_open(&text).states, 24);
    let ranged = text.replace("Integer", "0..3");
    assert_eq!(visited_open(&ranged).deadlock(), None);
    assert_eq!(depth_of_open(&text), Some(1));
    let text = traffic_lights("[0..1]", "[0..1]");
    assert_eq!(visited(&text).states, 18);
    assert_eq!(depth_of(&text, "tl.pedLight.oclIsUndefined()"), Some(3));
    assert_eq!(visited_open(&text).states, 75);
}

fn depth_of_open(text: &str) -> Option<u32> {
    let text = format!("{text}check reach tl.pedLight frame open\n");
    match answer(&text, 0).verdict {
        Verdict::Found { depth } => Some(depth),
        _ => None,
    }
}

/// `ocl/Counter`: one model, four ways to say the frame.
fn counter(most: usize, clauses: &str, first: &str) -> String {
    let operations = [
        ("count", 1, first),
        ("count2", 2, clauses),
        ("count3", 3, clauses),
    ];
    let operations = operations.map(|(name, by, clauses)| {
        format!("  {name}()\n    post: self.value = {by} + self.value@pre\n{clauses}")
    });
    format!(
        "class Counter {{
  value, constant : 0..63
  inv: self.value < {most}
  inv: self.value >= 0
{}}}
system {{ c : Counter {{ value = 0, constant = 0 }} }}
",
        operations.concat()
    )
}

#[test]
fn one_counter_with_its_frame_said_in_four_ways() {
    let explicit = "    post: Counter.allInstances()->forAll(c | c.constant = c.constant@pre)
    post: Counter.allInstances()->forAll(c | self <> c implies c.value = c.value@pre)\n";
    let modifies = "    modifies self.value\n";
    for (most, clauses, depth) in [(64, explicit, 21), (32, "", 11), (16, modifies, 5)] {
        let visited = visited(&counter(most, clauses, clauses));
        assert_eq!(
            (visited.states, visited.deadlock()),
            (most, Some(depth)),
            "{clauses}"
        );
    }
    // What `modifies` leaves out cannot change, whatever the postcondition says.
    let text = counter(
        32,
        "    modifies self.constant\n",
        "    modifies self.value, self.constant\n",
    );
    let text = text
        .replace("constant : 0..63", "constant : 0..1")
        .replace("value, constant : 0..1", "value : 0..63\n  constant : 0..1");
    let visited = visited(&text);
    assert_eq!(visited.call("count"), Some(1));
    assert_eq!(
        (visited.call("count2"), visited.call("count3")),
        (None, None)
    );
    assert_eq!(depth_of(&text, "c.value = 31"), Some(31));
    assert_eq!(visited.deadlock(), Some(31));
}

/// How many valid states there are, and which invariants follow from the others.
fn independence(text: &str, invariants: &[&str]) -> (usize, Vec<String>) {
    let checks = invariants
        .iter()
        .map(|it| format!("check independent {it}\n"));
    let checks: String = checks.collect();
    let text = format!("{text}check consistent from any\n{checks}");
    let model = model(&text);
    let states = Visited::of(&model, &ClassSystem::of_check(&model, 0)).states;
    let implied = (1..).zip(invariants);
    let implied =
        implied.filter(|(check, _)| matches!(answer(&text, *check).verdict, Verdict::Absent(_)));
    (states, implied.map(|it| (*it.1).to_owned()).collect())
}

#[test]
fn invariants_that_follow_from_others() {
    let basic = "class C {
  a, b : 0..12
  inv a25: 2 <= a and a <= 5
  inv b78: 7 <= b and b <= 8
  inv a34_b69: 3 <= a and a <= 4 and 6 <= b and b <= 9
}
system { o : C }
";
    let expected = (4, vec!["a25".to_owned()]);
    assert_eq!(independence(basic, &["a25", "b78", "a34_b69"]), expected);
    let basic2 = "class C {
  a, b, c : 0..12
  inv a25: 3 <= a and a <= 4
  inv b78: 6 <= b and b <= 9
  inv c01: 0 <= c and c <= 1
  inv a34_b69: 3 <= a and a <= 4 and 6 <= b and b <= 9 and 0 <= c and c <= 1
}
system { o : C }
";
    let names = ["a25", "b78", "c01", "a34_b69"];
    assert_eq!(
        independence(basic2, &names),
        (16, names.map(String::from).to_vec())
    );
    let faulty = "class A {
  x, y : 0..12
  inv i1: self.x = 10 and self.y = 12
  inv i2: self.x = 11 and self.y = 12
  inv i3: self.x = 12 and self.y = 12
}
system { o : A }
check consistent expect inconsistent
";
    assert_eq!(answer(faulty, 0).as_expected(), Some(true));
    let names = ["i1", "i2", "i4", "i5", "i6", "i7"];
    assert_eq!(independence(&traffic(1), &names).1, Vec::<String>::new());
}

/// `ocl/CivStat`, with `undefined` in place of the question that its authors ask.
fn civil_status(undefined: &str, persons: usize) -> String {
    format!(
        "class Person {{
  civstat_married, gender_female : Boolean
  inv aMOW: wife->size() <= 1
  inv aMOH: husband->size() <= 1
  inv hFF: not husband->{undefined}() implies gender_female
  inv wFM: not wife->{undefined}() implies not gender_female
  inv cEM: civstat_married = (wife->isEmpty() or husband->isEmpty())
}}
association Marriage {{ Person[*] role wife; Person[*] role husband }}
system {{ p[{persons}] : Person }}
"
    )
}

#[test]
fn a_collection_is_never_undefined() {
    for persons in 1..=3 {
        let text = civil_status("oclIsUndefined", persons);
        let text = format!("{text}check consistent expect inconsistent\n");
        assert_eq!(answer(&text, 0).as_expected(), Some(true), "{persons}");
    }
    let names = ["aMOW", "aMOH", "hFF", "wFM", "cEM"];
    let found = independence(&civil_status("isEmpty", 2), &names);
    assert_eq!(found, (6, vec!["aMOW".to_owned(), "aMOH".to_owned()]));
    let three = model(&civil_status("isEmpty", 3));
    assert_eq!(Visited::of(&three, &ClassSystem::new(&three)).states, 20);
}

/// The first half of `use/AccessControl`: links in postconditions, and arguments.
#[test]
fn access_control() {
    for (persons, buildings, valid, stuck) in
        [(1, 1, 1, 1), (1, 2, 4, 2), (1, 3, 12, 3), (2, 2, 16, 4)]
    {
        let text = format!(
            "class Person {{
  inv i1: place->size() = 1
  inv i2: building->size() >= 1
  inv i4: building->includes(place)
  pass(b : Building)
    pre: building->includes(b)
    pre: place <> b
    post: place = b
}}
class Building {{ }}
association authorization {{ Person[*] role accessor; Building[1..*] role building }}
association situation {{ Person[*] role person; Building[1] role place }}
system {{ p[{persons}] : Person; b[{buildings}] : Building }}
"
        );
        let found = visited(&text);
        assert_eq!(
            (found.states, found.stuck.len()),
            (valid, stuck),
            "{persons} {buildings}"
        );
    }
}

/// `use/Phone`: a postcondition that is a relation leaves a slot open.
#[test]
fn phone() {
    let text = "integers 0..30
class Phone {
  credit : Integer[0..1]
  call()
    pre: credit >= 10
    post: credit < credit@pre
    post: phoner.creditR = phoner.creditR@pre
    post: phoner.inCallR = phoner.inCallR@pre
}
class PhoneR {
  creditR : Integer[0..1]
  inCallR : Boolean[0..1]
  placeCallR()
    pre: creditR >= 10
    post: inCallR = true
    post: creditR = creditR@pre
    post: phone.credit = phone.credit@pre
  closeCallR()
    pre: inCallR = true
    pre: creditR >= 10
    post: creditR = creditR@pre - 10
    post: inCallR = false
    post: phone.credit = phone.credit@pre
}
class Helper {
  init()
    post: not phoner.creditR.oclIsUndefined()
    post: not phoner.inCallR.oclIsUndefined()
    post: not phone.credit.oclIsUndefined()
    post: phone.credit = phoner.creditR
}
association tmp1 { Helper[1] role phoneHelper; Phone[1] role phone }
association tmp2 { Helper[1] role rHelper; PhoneR[1] role phoner }
association tmp3 { Phone[1] role phone; PhoneR[1] role phoner }
system {
  h : Helper { phone = p, phoner = r }
  p : Phone { credit = 25, phoner = r }
  r : PhoneR { creditR = 25, inCallR = false }
}
";
    let found = visited(text);
    assert_eq!(
        (found.states, found.diameter, found.deadlock()),
        (1_397, 7, None)
    );
    for (operation, depth) in [
        ("call", 1),
        ("placeCallR", 1),
        ("init", 1),
        ("closeCallR", 2),
    ] {
        assert_eq!(found.call(operation), Some(depth), "{operation}");
    }
}
