//! The Python scripts against the binary under test.
//!
//! Without a Python 3 on the path there is nothing to try; the tests then say so and pass.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use crate::support::{PROGRAM, number_after};

/// A script of this project, driving the binary under test; nothing if there is no Python.
fn script(name: &str) -> Option<Command> {
    let python = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !python {
        println!("skipped: there is no python3");
        return None;
    }
    let mut command = Command::new("python3");
    let path = format!("{}/scripts/{name}", env!("CARGO_MANIFEST_DIR"));
    // No byte code beside the scripts.
    command.args(["-B", &path]).env("LUDION", PROGRAM).env_remove("RUST_LOG");
    Some(command)
}

fn shown(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The line of a match's table that belongs to an engine, and its number of games, wins, draws and losses.
fn row(output: &Output, engine: &str) -> [i64; 4] {
    figures(&shown(output), engine)
}

/// The first numbers of the line of a table that begins with this name.
fn figures<const COUNT: usize>(table: &str, name: &str) -> [i64; COUNT] {
    let line = table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name} in {table}"));
    let mut words = line[name.len()..].split_whitespace();
    [(); COUNT].map(|()| words.next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{table}")))
}

#[test]
fn a_match_is_played_to_the_end() {
    let Some(mut command) = script("match.py") else { return };
    command.args(["--game", "connect4", "--engine", "self", "--engine", "self Search=random"]);
    let output = command.args(["--games", "2", "--nodes", "300", "--openings", "2", "--json"]).output();
    let output = output.expect("the script can be started");
    assert!(output.status.success(), "{}", shown(&output));
    let ours = row(&output, "self ");
    let theirs = row(&output, "self Search=random");
    assert_eq!(ours[0], 2, "{}", shown(&output));
    assert_eq!(ours[1..].iter().sum::<i64>(), 2, "{}", shown(&output));
    assert_eq!([ours[0], ours[3], ours[2], ours[1]], theirs, "one's wins are the other's losses");
    let json = shown(&output).lines().filter(|line| line.starts_with('{') && line.ends_with('}')).count();
    assert_eq!(json, 1, "{}", shown(&output));
}

#[test]
fn a_match_repeats_itself() {
    let results = [0, 1].map(|_| {
        let mut command = script("match.py")?;
        command.args(["--game", "connect4-5x5", "--engine", "self Search=greedy", "--engine", "self Search=random"]);
        let output = command.args(["--games", "2", "--depth", "1", "--seed", "3"]).output();
        Some(shown(&output.expect("the script can be started")))
    });
    assert_eq!(results[0], results[1]);
}

#[test]
fn an_engine_that_fails_loses_and_the_match_says_so() {
    let Some(mut command) = script("match.py") else { return };
    let output =
        command.args(["--engine", "self", "--engine", "python3 -c pass", "--games", "2", "--nodes", "50"]).output();
    let output = output.expect("the script can be started");
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
    assert_eq!(row(&output, "self")[..2], [2, 2], "{}", shown(&output));
}

#[test]
fn the_template_engine_holds_a_dialogue() {
    let Some(mut command) = script("template_engine.py") else { return };
    command.args(["--ludion", PROGRAM]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the script can be started");
    // Seat 1 can win at once in column 4.
    let words = "ugi\nisready\nposition startpos moves 4 1 4 1 4 2\ngo depth 1\nquery turn\nquit\n";
    child.stdin.take().expect("stdin is a pipe").write_all(words.as_bytes()).expect("the script reads");
    let output = child.wait_with_output().expect("the script ends");
    assert!(output.status.success(), "{}", shown(&output));
    let text = shown(&output);
    let lines: Vec<&str> = text.lines().collect();
    let at =
        |line: &str| lines.iter().position(|found| *found == line).unwrap_or_else(|| panic!("no {line} in {text}"));
    assert!(lines[0].starts_with("id name "), "{text}");
    assert!(at("ugiok") < at("readyok") && at("readyok") < at("bestmove 4"), "{text}");
    assert_eq!(number_after(lines[at("bestmove 4") - 1], "depth"), 1);
    assert_eq!(lines[lines.len() - 1], "response 1");
}

#[test]
fn the_template_engine_plays_a_match() {
    let Some(mut command) = script("match.py") else { return };
    let engine = format!("python3 -B '{}/scripts/template_engine.py' --ludion '{PROGRAM}'", env!("CARGO_MANIFEST_DIR"));
    let output = command
        .args(["--game", "connect4", "--engine", "self", "--engine", &engine, "--games", "2", "--nodes", "300"])
        .output()
        .expect("the script can be started");
    assert!(output.status.success(), "{}", shown(&output));
    assert_eq!(row(&output, &engine)[0], 2, "{}", shown(&output));
}

#[test]
fn the_ladder_of_levels_is_climbed_step_by_step() {
    let path = format!("{}/scripts/ladder.sh", env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new("bash");
    command.args([&path, "connect4-4x4", "--games", "2", "--nodes", "50", "--movetime", "1000"]);
    let output = command.env("LUDION", PROGRAM).output().expect("bash is there");
    let table = shown(&output);
    let steps: Vec<&str> = table.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(steps, ["step", "beginner", "casual", "club", "strong", "expert", "master"], "{table}");
    // Two games prove nothing about strength; the verdict has to fit what is told, though.
    assert_eq!(output.status.success(), !table.contains("NO"), "{table}");
}

#[test]
fn threads_are_timed_against_one() {
    let Some(mut command) = script("scaling.py") else { return };
    command.args(["--game", "connect4", "--option", "Search=pvs", "--positions", "1", "--think", "20"]);
    let output = command.args(["--repeats", "1"]).output().expect("the script can be started");
    let table = shown(&output);
    assert!(output.status.success(), "{table}");
    let mean = table.lines().last().and_then(|line| line.split_whitespace().last()?.parse::<f64>().ok());
    assert!(mean.is_some_and(|mean| mean > 0.0), "{table}");
}

/// What `connect4_truth.py` tells with these words, on a board that is solved at once, and how it ended.
fn truth(words: &[&str]) -> Option<(String, Option<i32>)> {
    let mut command = script("connect4_truth.py")?;
    let output = command.args(words).args(["--size", "5x5"]).output().expect("the script can be started");
    Some((shown(&output), output.status.code()))
}

#[test]
fn exact_answers_are_timed() {
    let Some((table, code)) = truth(&["answers", "--positions", "12", "--plies", "5"]) else { return };
    assert_eq!(code, Some(0), "{table}");
    let row = |name: &str| table.lines().find(|line| line.starts_with(name)).map(|line| line.split_whitespace().nth(1));
    assert_eq!([row("5 "), row("all ")], [Some(Some("2")), Some(Some("12"))], "{table}");
    assert!(table.contains("not exact: 0"), "{table}");
}

#[test]
fn the_default_player_keeps_what_is_won_and_a_random_one_does_not() {
    let words = ["games", "--games", "6", "--opponent", "Search=greedy", "--movetime", "1000", "--judge-hash", "16"];
    for (options, is_exact) in [(&[][..], true), (&["--option", "Search=random", "--option", "Seed=1"], false)] {
        let Some((table, code)) = truth(&[&words[..], options].concat()) else { return };
        let [games, _won, _drawn, _lost, moves, kept, thrown_away] = figures(&table, "Search=greedy");
        assert_eq!((games, kept == moves, thrown_away == 0), (6, is_exact, is_exact), "{table}");
        assert_eq!(code, Some(i32::from(!is_exact)), "{table}");
    }
}
