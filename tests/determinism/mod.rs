//! The same input gives the same output, byte for byte but for the time it took.

use crate::support::{Client, run, word_after};
use ludion::register::GAMES;

/// A transcript without what depends on time.
fn timeless(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| timeless_line(line)).collect()
}

fn timeless_line(line: &str) -> String {
    let mut words = Vec::new();
    let mut rest = line.split_whitespace();
    while let Some(word) = rest.next() {
        words.push(word);
        if word == "nps" || word == "time" {
            rest.next();
            words.push("*");
        }
    }
    words.join(" ")
}

#[test]
fn a_bench_visits_the_same_nodes_every_time() {
    for game in GAMES {
        let mut counts = Vec::new();
        for _ in 0..3 {
            let ended = run(&["--game", game.name, "bench", "5"], "");
            assert_eq!(ended.code, Some(0));
            let last = ended.lines.last().and_then(|line| word_after(line, "nodes")).map(str::to_owned);
            counts.push(last.expect("the last line is the node count"));
        }
        // A second bench in the same session finds nothing of the first.
        let both = run(&["--game", game.name, "-c", "bench 5", "-c", "bench 5"], "");
        let found = both.lines.iter().filter_map(|line| line.strip_prefix("nodes ")).map(str::to_owned);
        counts.extend(found);
        assert_eq!(counts.len(), 5, "{}", game.name);
        assert!(counts.iter().all(|count| *count == counts[0]), "{}: {counts:?}", game.name);
        assert!(counts[0].parse::<u64>().is_ok_and(|nodes| nodes > 100), "{}: {}", game.name, counts[0]);
    }
}

#[test]
fn the_signatures_name_every_game() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/signatures.txt");
    let text = std::fs::read_to_string(path).expect("the signatures are there");
    let signed: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    let games: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    assert_eq!(signed, games, "one line for every game, in the order of the register");
    for line in text.lines() {
        let nodes = line.split_once(' ').and_then(|(_, nodes)| nodes.parse::<u64>().ok());
        assert!(nodes.is_some_and(|nodes| nodes > 0), "{line:?} is not a game and a node count");
    }
}

/// A session with a bit of everything that does not depend on time.
const SCRIPT: &str = "\
ugi
setoption name Seed value 7
position startpos moves 4 4
go depth 8
wait
setoption name MultiPV value 3
go nodes 5000
wait
setoption name Search value random
go depth 1
wait
play 4
go depth 1
wait
setoption name Search value greedy
go depth 1
wait
uginewgame
setoption name Search value auto
game connect4 Width=5 Height=5
go nodes 3000 searchmoves 2 3
wait
d
eval
divide 4
wait
query hash
undo
bench 4
wait
quit
";

#[test]
fn a_session_repeats_itself_byte_for_byte() {
    let first = run(&[], SCRIPT);
    assert_eq!(first.lines.iter().filter(|line| line.starts_with("bestmove")).count(), 6);
    let again = run(&[], SCRIPT);
    for (one, other) in timeless(&first.lines).iter().zip(timeless(&again.lines)) {
        assert_eq!(*one, other);
    }
    assert_eq!(first.lines.len(), again.lines.len());
    assert!(first.lines.iter().any(|line| timeless_line(line) != *line), "nothing was left out");
}

#[test]
fn a_new_game_forgets_everything() {
    let mut client = Client::greeted("ugi", &[]);
    client.quietly("setoption name Seed value 9");
    let mut answers = Vec::new();
    for _ in 0..3 {
        client.quietly("uginewgame\nposition startpos moves 4 4 4");
        client.send("go nodes 20000");
        answers.push(timeless(&client.lines_until("bestmove")));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
    // Without it the table remembers, which shows that there was something to forget.
    client.send("go nodes 20000");
    assert_ne!(timeless(&client.lines_until("bestmove")), answers[0]);
}
