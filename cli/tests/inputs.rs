//! Bad inputs: each is named with its place and a next action, the exit code is 2, and standard
//! output stays free for answers.

use crate::process::{check, file, run, with_input};

#[test]
fn findings_name_place_and_next_action() {
    let model = "machine Lamp {\n  [*] --> off\n  off --> on : press\n}\ncheck reach Lamp.onn\n";
    let path = file("findings.lks", model);
    let run = check(&[&path]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!(run.out, "");
    for expected in [
        &format!("{path}:5:18"),
        "error[unknown-state]",
        "5 | check reach Lamp.onn",
        "  |                  ^^^",
        "= help: ",
        // The warnings are there too: one mistake does not hide the others.
        "warning[never-sent]",
    ] {
        assert!(
            run.err.contains(expected),
            "{expected} is missing in\n{}",
            run.err
        );
    }
}

#[test]
fn colours_stay_on_terminals() {
    let run = check(&[&file("colours.lks", "machine")]);
    assert_eq!(run.code, 2);
    assert!(!run.err.contains('\u{1b}'), "{}", run.err);
}

#[test]
fn files_that_cannot_be_read_do_not_hide_the_others() {
    let broken = file("utf8.lks", b"machine A { [*] --> \xff }");
    let model = file("broken.lks", "machine A { }");
    let run = check(&["no/such/file.lks", &broken, &model]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("cannot read no/such/file.lks"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("utf8.lks is not UTF-8 text (byte 20)"),
        "{}",
        run.err
    );
    assert!(run.err.contains("broken.lks:1:"), "{}", run.err);
}

#[test]
fn json_stays_json() {
    let run = check(&["--json", &file("json.lks", "machine A { }")]);
    assert_eq!((run.code, run.out.trim()), (2, "[]"));
}

#[test]
fn command_lines_that_make_no_sense_are_refused() {
    for args in [
        &[][..],
        &["--timeout", "0", "x"],
        &["--timeout", "soon", "x"],
        &["--jsn", "x"],
    ] {
        let run = check(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains("--help"), "{}", run.err);
    }
}

#[test]
fn a_name_with_a_hyphen_is_told_to_be_quoted_and_shown_so() {
    let model = "machine auth-server {\n  [*] --> idle\n}\ncheck reach auth-server.idle\n";
    let run = check(&[&file("hyphen.lks", model)]);
    assert_eq!(run.code, 2, "{}", run.err);
    for expected in [
        "error[unquoted-name]: A name with a hyphen stands in quotes",
        "= fix: Put `auth-server` in quotes, at 2 places",
        "1 + machine \"auth-server\" {",
        "4 + check reach \"auth-server\".idle",
    ] {
        assert!(run.err.contains(expected), "{expected}\n{}", run.err);
    }
    // It is one mistake, however often it is made.
    assert!(!run.err.contains("expected-brace"), "{}", run.err);
}

/// Where there is a device that never ends, nobody waits for its end, and it does not fill the memory.
#[test]
fn endless_inputs_are_refused() {
    if !std::path::Path::new("/dev/zero").exists() {
        eprintln!("skipped: there is no /dev/zero");
        return;
    }
    for command in ["check", "matrix", "repair", "simulate"] {
        let run = run(&[command, "/dev/zero"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command}");
        let told = "/dev/zero has more than 1,048,576 bytes, the most that a model may have";
        assert!(run.err.contains(told), "{command}: {}", run.err);
    }
}

#[test]
fn choices_without_an_end_come_to_one() {
    // One line of choices, longer than any text may be: it is not read to its end.
    let endless = "1".repeat(3_000_000);
    let model = "static/examples/machines/coffee.lks";
    let run = with_input(&["simulate", model], &endless);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("Type the number of a choice"),
        "{}",
        run.out
    );
}
