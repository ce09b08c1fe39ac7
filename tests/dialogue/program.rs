//! The program itself: its command line, its exit codes, and pipes that end in unusual ways.

use std::io::{Read as _, Write as _};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{PATIENCE, program, run};

#[test]
fn words_on_the_command_line_are_one_command() {
    let ended = run(&["perft", "5"], "");
    assert_eq!((ended.code, ended.lines.last().map(String::as_str)), (Some(0), Some("nodes 16807")));
    let ended = run(&["--game", "connect4-5x5", "query", "fen"], "ignored, not read");
    assert_eq!((ended.code, ended.lines), (Some(0), vec!["response 5/5/5/5/5 x".to_owned()]));
    let ended = run(&["-o", "Width=4", "--option", "Height=4", "query", "fen"], "");
    assert_eq!(ended.lines, ["response 4/4/4/4 x"]);
}

#[test]
fn commands_on_the_command_line_wait_for_each_other() {
    let ended = run(
        &["-c", "position moves 4", "-c", "go depth 6", "-c", "isready", "--command", "go infinite", "query", "turn"],
        "",
    );
    assert_eq!(ended.code, Some(0));
    let order: Vec<&str> = ended.lines.iter().filter_map(|line| line.split(' ').next()).collect();
    let mut order: Vec<&str> = order.into_iter().filter(|word| *word != "info").collect();
    order.dedup();
    assert_eq!(order, ["bestmove", "readyok", "bestmove", "response"]);
    assert_eq!(ended.lines.last().map(String::as_str), Some("response 2"));
}

#[test]
fn a_refused_command_shows_in_the_exit_code() {
    let ended = run(&["-c", "position moves 9", "-c", "query turn"], "");
    assert_eq!(ended.code, Some(2));
    assert_eq!(ended.lines.last().map(String::as_str), Some("response 1"), "the commands after it are carried out");
    assert_eq!(run(&["nonsense"], "").code, Some(2));
    // In a conversation an error is the client's business, unless asked for otherwise.
    assert_eq!(run(&[], "nonsense\nquery turn\n").code, Some(0));
    let strict = run(&["--strict"], "query turn\nnonsense\nquery players\n");
    assert_eq!(strict.code, Some(2));
    assert_eq!(strict.lines.len(), 2, "{:?}", strict.lines);
    assert!(strict.lines[1].starts_with("info string error unknown-command: "));
    assert_eq!(run(&["--strict"], "ugi\nquery turn\n").code, Some(0));
    let strict = run(&["--strict"], "go infinite\ngo depth x\n");
    assert!(strict.lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{:?}", strict.lines);
}

#[test]
fn wrong_usage_is_told_on_stderr() {
    for args in [
        &["--game", "chess"][..],
        &["--game", "connect4-99x99"],
        &["--option", "Width=99"],
        &["--option", "NoSuchThing=1"],
        &["--no-such-flag"],
        &["--log"],
        &["play", "--seat9", "human"],
        &["completions", "tcsh"],
    ] {
        let ended = run(args, "");
        assert_eq!(ended.code, Some(2), "{args:?}");
        assert!(ended.lines.is_empty(), "{args:?}: {:?}", ended.lines);
        assert!(!ended.stderr.trim().is_empty() && !ended.stderr.contains("panicked"), "{args:?}: {}", ended.stderr);
    }
}

#[test]
fn people_are_told_what_to_use_where_there_is_no_terminal() {
    for args in [&["play"][..], &["--game", "oware", "play"], &["play", "--game", "nothing", "--lang", "fr"]] {
        let ended = run(args, "4\nquit\n");
        assert_eq!((ended.code, ended.lines.len()), (Some(2), 0), "{args:?}");
        assert!(ended.stderr.contains("needs a terminal") && ended.stderr.contains("ludion match"), "{}", ended.stderr);
    }
}

#[test]
fn the_nearest_word_is_suggested() {
    for (args, word) in [
        (&["paly"][..], "play"),
        (&["mtach", "--games", "3"], "match"),
        (&["postion", "startpos"], "position"),
        (&["--game", "conect4", "d"], "connect4"),
        (&["games", "owrae"], "oware"),
        (&["-o", "Hsah=3", "d"], "Hash"),
        (&["-o", "Search=clasic", "d"], "classic"),
        (&["-o", "SkillLevel=clubb", "d"], "club"),
        (&["--gmae", "oware"], "--game"),
        (&["completions", "bsh"], "bash"),
        (&["tables", "--game", "owaer"], "oware"),
    ] {
        let ended = run(args, "");
        let told = format!("{}{}", ended.lines.join("\n"), ended.stderr);
        assert_eq!(ended.code, Some(2), "{args:?}: {told}");
        let hints = [
            format!("did you mean {word}?"),
            format!("similar argument exists: '{word}'"),
            format!("similar value exists: '{word}'"),
        ];
        assert!(hints.iter().any(|hint| told.contains(hint)), "{args:?}: {told}");
    }
}

#[test]
fn shells_and_manuals_are_served_from_the_definition_of_the_command_line() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = program(&["completions", shell]).output().expect("the program starts");
        let text = String::from_utf8_lossy(&script.stdout);
        assert!(script.status.success() && text.contains("seat1") && text.contains("render"), "{shell}: {text}");
    }
    let page = program(&["man"]).output().expect("the program starts");
    let text = String::from_utf8_lossy(&page.stdout);
    assert!(page.status.success() && text.contains(".TH ludion 1") && text.contains("SUBCOMMANDS"), "{text}");
    let folder = tempfile::tempdir().expect("there is room");
    let ended = run(&["man", &folder.path().display().to_string()], "");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let page = std::fs::read_to_string(folder.path().join("ludion-play.1")).expect("every command has a page");
    assert!(page.contains("seat4"), "{page}");
}

#[test]
fn the_version_tells_commit_and_target() {
    let ended = run(&["--version"], "");
    assert_eq!(ended.code, Some(0));
    let line = ended.lines.join("\n");
    let (version, build) = line.split_once(" (").expect("the build stands in parentheses");
    assert_eq!(version, concat!("ludion ", env!("CARGO_PKG_VERSION")));
    let (commit, target) = build.trim_end_matches(')').split_once(", ").expect("commit and target");
    let is_hash = commit.len() >= 7 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_hash || commit == "no commit", "{line}");
    assert!(target.contains(std::env::consts::ARCH), "{line}");
    // Help is for people and has blank lines.
    let help = program(&["--help"]).output().expect("the program starts");
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("--strict"));
}

#[test]
fn the_last_line_needs_no_newline() {
    assert_eq!(run(&[], "isready").lines, ["readyok"]);
    assert_eq!(run(&[], "isready\r\nquery turn\r").lines, ["readyok", "response 1"]);
    assert_eq!(run(&[], "").lines, Vec::<String>::new());
}

#[test]
fn without_any_input_it_ends() {
    let output = program(&[]).stdin(Stdio::null()).output().expect("the program starts");
    assert_eq!((output.status.code(), output.stdout.len(), output.stderr.len()), (Some(0), 0, 0));
}

/// Starts the program, closes its output unread, sends it some commands and keeps its input open.
fn without_reader(args: &[&str], input: &str) {
    let mut child = program(args).spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    // The program may be gone before all of it is written.
    let _ = stdin.write_all(input.as_bytes());
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait().expect("the program can be waited for") {
            Some(status) => break status,
            None if Instant::now() > deadline => {
                let _ = child.kill();
                panic!("{args:?} {input:?}: the program does not end");
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let mut complaint = String::new();
    child.stderr.take().expect("stderr is a pipe").read_to_string(&mut complaint).expect("stderr can be read");
    assert!(status.code().is_some(), "{args:?} {input:?}: a signal ended it");
    assert!(complaint.is_empty(), "{args:?} {input:?}: {complaint}");
}

#[test]
fn a_client_that_reads_no_more_lets_it_end_in_silence() {
    without_reader(&[], "ugi\n");
    without_reader(&[], "isready\n");
    without_reader(&[], "go infinite\n");
    without_reader(&[], "ugi\nisready\ngo infinite\ngo infinite\nquit\n");
    without_reader(&["perft", "4"], "");
    without_reader(&["-c", "d", "-c", "go depth 5"], "");
}
