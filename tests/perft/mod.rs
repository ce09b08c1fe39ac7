//! Counts of move sequences, checked against the files beside this one.
//!
//! A file belongs to the game that its name begins with, up to the first hyphen or dot. A line holds three fields
//! separated by semicolons: rule options (`Width=5 Height=5`, or none), the words after `position`, and the counts for
//! the depths 1, 2 and so on. `#` begins a comment.

use std::fs;
use std::path::{Path, PathBuf};

use ludion::protocol::Command;
use ludion::register;
use ludion::search::Control;

/// All files, so that a new one is checked without further ado.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let entries = fs::read_dir(folder).expect("the folder exists");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|it| it == "perft")).collect();
    paths.sort();
    paths
}

/// The count the program prints for a position of a game.
fn counted(game: &str, options: &str, position: &str, depth: u32) -> String {
    let options: Vec<(String, String)> = options
        .split_whitespace()
        .map(|option| option.split_once('=').expect("an option is written NAME=VALUE"))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let choice = register::choose(game, &options).expect("the game and its options exist");
    let mut board = (choice.game.open)(&choice.settings, choice.style).expect("the variant can be played");
    match Command::parse(&format!("position {position}")).expect("the position is well-formed") {
        Some(Command::Position { base, moves }) => board.set(&base, 1, &moves).expect("the position is possible"),
        other => panic!("{position:?} is no position but {other:?}"),
    }
    let line = board.perft(depth, false)(&Control::unattended(), &|_| {});
    line.expect("a count ends with a line")
}

#[test]
fn the_counts_are_right() {
    let mut checked = 0;
    for path in files() {
        let name = path.file_name().and_then(|name| name.to_str()).expect("the name is plain");
        let game = name.split(['-', '.']).next().unwrap_or(name);
        let text = fs::read_to_string(&path).expect("the file can be read");
        for line in text.lines().map(|line| line.split('#').next().unwrap_or("").trim()) {
            if line.is_empty() {
                continue;
            }
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [options, position, counts] = fields[..] else { panic!("{name}: three fields expected in {line:?}") };
            assert!(!counts.is_empty(), "{name}: no counts in {line:?}");
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                let found = counted(game, options, position, depth);
                assert_eq!(found, format!("nodes {count}"), "{name}: {line} at depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "there are no counts to check");
}

#[test]
fn every_game_has_counts() {
    for game in register::GAMES {
        let has = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
            name.split(['-', '.']).next() == Some(game.name)
        };
        assert!(files().iter().any(has), "no counts for {}", game.name);
    }
}
