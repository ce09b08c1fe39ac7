//! What the options do.

use std::fs;
use std::path::PathBuf;

use super::{expect_silence, refusal, think};
use crate::support::{Client, number_after, run, word_after};

/// A file of its own for a test, removed when this goes out of scope.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ludion-test-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("the folder for temporary files has a plain name")
    }

    /// The lines of the file without the time in front.
    fn lines(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.0).expect("the file was written");
        let entries = text.lines().map(|line| {
            let (time, entry) = line.split_once(' ').expect("a time stands in front");
            assert!(time.parse::<f64>().is_ok_and(|time| time > 1e9), "{line}");
            entry.split_whitespace().collect::<Vec<_>>().join(" ")
        });
        entries.collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The moves of a player that plays against itself, and the remarks it made.
fn game(client: &mut Client, plies: usize) -> (Vec<String>, Vec<String>) {
    let (mut moves, mut remarks) = (Vec::new(), Vec::new());
    client.quietly("position startpos");
    for _ in 0..plies {
        let thought = think(client, "go depth 1");
        remarks.extend(thought.remarks.clone());
        moves.push(thought.best().to_owned());
        client.quietly(&format!("play {}", thought.best()));
    }
    (moves, remarks)
}

#[test]
fn a_seed_repeats_what_is_random() {
    let mut client = Client::greeted("ugi", &[]);
    client.quietly("setoption name Search value random");
    let seeded = |client: &mut Client, seed: &str| {
        client.quietly(&format!("setoption name Seed value {seed}\nuginewgame"));
        game(client, 6)
    };
    let games: Vec<_> = ["5", "6", "5", "6", "7"].map(|seed| seeded(&mut client, seed)).into();
    assert!(games.iter().all(|(_, remarks)| remarks.is_empty()), "a seed that was given need not be told");
    assert_eq!(games[0], games[2]);
    assert_eq!(games[1], games[3]);
    assert!(games[0] != games[1] || games[1] != games[4], "the seed changes nothing");
}

#[test]
fn a_fresh_seed_is_told_and_can_be_used_again() {
    let mut client = Client::greeted("ugi", &[]);
    client.quietly("setoption name Search value random\nuginewgame");
    let (moves, remarks) = game(&mut client, 6);
    assert_eq!(remarks.len(), 1, "it is told once in a game: {remarks:?}");
    let seed = word_after(&remarks[0], "seed").expect("it is told as info string seed N");
    client.quietly(&format!("setoption name Seed value {seed}\nuginewgame"));
    assert_eq!(game(&mut client, 6).0, moves);
    client.quietly("setoption name Seed value 0\nuginewgame");
    let again = game(&mut client, 6).1;
    assert_ne!(again, remarks, "a new game draws a new seed");
    // A player that leaves nothing to chance has no seed to tell.
    client.quietly("setoption name Search value auto\nuginewgame\nposition startpos");
    assert!(think(&mut client, "go depth 2").remarks.is_empty());
}

#[test]
fn several_lines_are_reported_if_wanted() {
    let mut client = Client::greeted("ugi", &[]);
    client.quietly("setoption name MultiPV value 3");
    let thought = think(&mut client, "go depth 4");
    assert_eq!(thought.infos.len(), 12);
    for lines in thought.infos.chunks(3) {
        let ranks: Vec<i64> = lines.iter().map(|line| number_after(line, "multipv")).collect();
        assert_eq!(ranks, [1, 2, 3]);
        let scores: Vec<i64> = lines.iter().map(|line| number_after(line, "cp")).collect();
        assert!(scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
    }
    let last = &thought.infos[9..];
    assert_eq!(word_after(&last[0], "pv"), Some(thought.best()));
    client.quietly("setoption name MultiPV value 256");
    assert_eq!(think(&mut client, "go depth 1").infos.len(), 7, "there are only seven moves");
}

#[test]
fn lines_are_logged_in_both_directions() {
    let log = Scratch::new("option.log");
    let mut client = Client::start(&[]);
    client.quietly(&format!("setoption name LogFile value {}", log.text()));
    assert_eq!(client.query("query turn"), "1");
    client.quietly("setoption name Debug Log File value <empty>");
    assert_eq!(client.query("query players"), "2");
    assert_eq!(client.finish().code, Some(0));
    let lines = log.lines();
    assert!(lines.contains(&"in query turn".to_owned()) && lines.contains(&"out response 1".to_owned()), "{lines:?}");
    assert!(!lines.contains(&"out response 2".to_owned()), "logging did not end: {lines:?}");

    let log = Scratch::new("argument.log");
    assert_eq!(run(&["--log", log.text(), "query", "turn"], "").lines, ["response 1"]);
    assert_eq!(log.lines(), ["in query turn", "out response 1"]);
}

#[test]
fn a_log_that_cannot_be_written_is_refused() {
    let mut client = Client::start(&[]);
    let missing = std::env::temp_dir().join(format!("ludion-test-{}-missing/log", std::process::id()));
    let words = refusal(&mut client, &format!("setoption name LogFile value {}", missing.display()));
    assert!(words.starts_with("bad-option: LogFile "), "{words}");
    expect_silence(&mut client);
}

#[test]
fn spellings_of_other_engines_are_understood() {
    let mut client = Client::greeted("uci", &[]);
    for line in [
        "setoption name Clear Hash",
        "setoption name clearhash",
        "setoption name Move Overhead value 30",
        "setoption name move_overhead value 10",
        "setoption name OwnBook value false",
        "setoption name Ponder value true",
        "setoption name Ponder value off",
        "setoption name Threads value 1",
        "setoption name HASH value 8",
        "ucinewgame",
        "uginewgame",
    ] {
        client.quietly(line);
    }
    think(&mut client, "go depth 3");
}

#[test]
fn the_player_that_thinks_can_be_chosen() {
    let mut client = Client::greeted("ugi", &[]);
    client.quietly("position startpos moves 4 1 4 1 4 2");
    for player in ["classic", "greedy", "PVS", "auto"] {
        client.quietly(&format!("setoption name Search value {player}"));
        assert_eq!(think(&mut client, "go depth 2").best(), "4", "{player} does not win at once");
    }
    assert!(
        refusal(&mut client, "setoption name Search value deepthought").starts_with("bad-option: Search takes one of")
    );
}

#[test]
fn debug_tells_who_thinks() {
    let mut client = Client::greeted("ugi", &[]);
    client.quietly("debug on");
    let thought = think(&mut client, "go depth 1");
    assert!(thought.remarks.iter().any(|line| line.contains("auto")), "{:?}", thought.remarks);
    client.quietly("debug off");
    assert!(think(&mut client, "go depth 1").remarks.is_empty());
}
