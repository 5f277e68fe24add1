//! Causes: the circle of waiting in a deadlock, and with `--explain` what makes a check impossible.

use crate::process::check;
use serde_json::{Value, json};

const ROOM: &str = "static/examples/machines/coffee-for-two.lks";
const MAIL: &str = "static/examples/machines/mail-broken.lks";
const PHILOSOPHERS: &str = "static/examples/machines/philosophers-broken.lks";

fn records(args: &[&str]) -> Vec<Value> {
    let run = check(&[&["--json"], args].concat());
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}\n{}{}", run.out, run.err))
}

#[test]
fn a_deadlock_shows_who_waits_without_being_asked() {
    let run = check(&[PHILOSOPHERS]);
    let circle = "   A circle: `p0` waits for `f1` to take `take_1`; ";
    assert!(run.out.contains(circle), "{}", run.out);
    let all = records(&[PHILOSOPHERS]);
    let stuck = all.iter().find(|it| it["answer"] == "deadlock").unwrap();
    assert_eq!(stuck["waits"]["cycle"].as_array().map(Vec::len), Some(6));
    // The client has `QUIT` pending and will never send `RCPT` again: nobody waits in a circle.
    let run = check(&[MAIL]);
    let end = "   Waiting ends with `Server`, which waits in `HasSender` for `RCPT`, which nobody \
               can send any more.\n";
    assert!(run.out.contains(end), "{}", run.out);
    let all = records(&[MAIL]);
    let stuck = all.iter().find(|it| it["answer"] == "deadlock").unwrap();
    assert_eq!(stuck["waits"]["cycle"], json!([]));
    assert_eq!(
        stuck["waits"]["edges"][0],
        json!({"from": "Client", "to": "Server", "symbol": "QUIT", "sends": true})
    );
    let others = all.iter().filter(|it| it["answer"] != "deadlock");
    assert!(others.clone().count() > 0);
    assert!(others.into_iter().all(|it| it["waits"] == Value::Null));
}

#[test]
fn explain_names_what_is_to_blame_with_its_line() {
    let plain = check(&[ROOM]);
    assert!(!plain.out.contains("It is impossible"), "{}", plain.out);
    let run = check(&["--explain", ROOM]);
    assert_eq!(run.code, 1, "the answers stay the same");
    for part in [
        "because of all of these together (runs of up to 6 transactions, proof checked)\n",
        "     19 `maintenance --> idle` of `CoffeeMachine` ends only when `repaired` is received\n",
        "     37 message 5: `bob` sends `wantCoffee` to `cm`\n",
    ] {
        assert!(run.out.contains(part), "{part} is missing in\n{}", run.out);
    }
    let all = records(&["--explain", ROOM]);
    let blame = &all[0]["blame"];
    let lines = blame["elements"].as_array().unwrap().iter();
    let lines: Vec<_> = lines.map(|it| it["line"].as_u64().unwrap()).collect();
    assert_eq!((&blame["within"], lines), (&json!(6), vec![19, 36, 37]));
    assert_eq!(all[3]["answer"], "none");
    assert_eq!(
        all[3]["blame"],
        Value::Null,
        "the absence of deadlocks is nobody's fault"
    );
    assert_eq!(records(&[ROOM])[0]["blame"], Value::Null);
}
