//! The two handshakes and the options they declare.

use crate::support::{Client, word_after};

/// The lines between the greeting and its end.
fn handshake(client: &mut Client, word: &str) -> Vec<String> {
    client.send(word);
    let mut lines = client.lines_until(&format!("{word}ok"));
    assert_eq!(lines.pop(), Some(format!("{word}ok")));
    lines
}

/// The declaration of an option among the lines.
fn declared<'a>(lines: &'a [String], name: &str) -> &'a str {
    let found: Vec<&String> = lines.iter().filter(|line| word_after(line, "name") == Some(name)).collect();
    assert_eq!(found.len(), 1, "{name} is declared {} times", found.len());
    found[0]
}

/// Checks `option name NAME type TYPE ...`.
fn check_option(line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let ["option", "name", name, "type", kind, rest @ ..] = words.as_slice() else { panic!("malformed: {line}") };
    assert!(!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{line}");
    let good = match (*kind, rest) {
        ("check", ["default", value]) => ["true", "false"].contains(value),
        ("spin", ["default", value, "min", min, "max", max]) => {
            let number = |word: &str| word.parse::<i64>().unwrap_or_else(|_| panic!("no number in {line}"));
            number(min) <= number(value) && number(value) <= number(max)
        }
        ("combo", ["default", value, choices @ ..]) => {
            choices.chunks(2).all(|pair| pair.len() == 2 && pair[0] == "var")
                && choices.chunks(2).any(|pair| pair[1] == *value)
        }
        ("string", ["default", ..]) => rest.len() > 1,
        ("button", []) => true,
        _ => false,
    };
    assert!(good, "malformed: {line}");
}

#[test]
fn both_protocols_are_greeted_alike() {
    for word in ["ugi", "uci"] {
        let mut client = Client::start(&[]);
        let lines = handshake(&mut client, word);
        assert!(lines[0].starts_with("id name Ludion "), "{}", lines[0]);
        assert!(lines[1].starts_with("id author "), "{}", lines[1]);
        assert!(lines.len() > 2);
        for line in &lines[2..] {
            check_option(line);
        }
        for name in ["Hash", "Threads", "MultiPV", "Ponder", "MoveOverhead", "OwnBook", "Seed", "LogFile"] {
            declared(&lines, name);
        }
        assert_eq!(declared(&lines, "ClearHash"), "option name ClearHash type button");
        for name in ["Game", "UCI_Variant"] {
            let line = declared(&lines, name);
            assert!(line.contains(" default connect4 ") && line.contains(" var cfour"), "{line}");
        }
        assert!(declared(&lines, "Search").contains(" default auto "), "{}", declared(&lines, "Search"));
        assert!(declared(&lines, "Width").contains(" default 7 "));
        assert_eq!(client.finish().code, Some(0));
    }
}

#[test]
fn names_are_declared_once() {
    let mut client = Client::start(&[]);
    let lines = handshake(&mut client, "ugi");
    for line in &lines[2..] {
        declared(&lines, word_after(line, "name").expect("an option has a name"));
    }
}

#[test]
fn a_later_handshake_shows_the_game_of_that_moment() {
    let mut client = Client::start(&["--game", "connect4-5x4"]);
    let lines = handshake(&mut client, "ugi");
    assert!(declared(&lines, "Width").contains(" default 5 "));
    assert!(declared(&lines, "Height").contains(" default 4 "));
    client.quietly("setoption name UCI_Variant value cfour");
    let lines = handshake(&mut client, "uci");
    assert!(declared(&lines, "Game").contains(" default cfour "));
    assert!(declared(&lines, "Width").contains(" default 7 "));
}

#[test]
fn every_declared_default_is_accepted() {
    let mut client = Client::start(&[]);
    for line in handshake(&mut client, "uci").iter().filter(|line| line.starts_with("option ")) {
        let name = word_after(line, "name").expect("an option has a name");
        match word_after(line, "default") {
            Some(value) => client.quietly(&format!("setoption name {name} value {value}")),
            None => client.quietly(&format!("setoption name {name}")),
        }
    }
    assert_eq!(client.query("query fen"), "7/7/7/7/7/7 x");
}

#[test]
fn commands_work_without_any_handshake() {
    let mut client = Client::start(&[]);
    assert_eq!(client.query("list"), "1 2 3 4 5 6 7");
    client.send("go depth 2");
    assert_eq!(client.expect_line("bestmove").split(' ').count(), 2);
}

#[test]
fn words_are_read_in_any_case_and_with_any_blanks() {
    let mut client = Client::start(&[]);
    client.send("  UGI\t");
    client.expect_line("ugiok");
    client.quietly("\tPosition   STARTPOS\tMoves 4  4 # two stones");
    client.quietly("SETOPTION NAME hash VALUE 2\n\n   \n# nothing but a remark");
    assert_eq!(client.query("Query FEN"), "7/7/7/7/3o3/3x3 x");
}
