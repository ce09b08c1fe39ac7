//! Every form of `go`: one `bestmove` each, a score before it, the limits kept.

use super::{Thought, expect_silence, read_thought, refusal, think};
use crate::support::{Client, number_after, word_after};

/// A search that must end by itself, and leave nothing behind.
fn check(client: &mut Client, go: &str) -> Thought {
    let thought = think(client, go);
    expect_silence(client);
    assert_eq!(client.query(&format!("query islegal {}", thought.best())), "true", "{go}");
    assert_eq!(word_after(thought.last(), "pv"), Some(thought.best()), "{go}");
    thought
}

#[test]
fn every_form_gives_one_bestmove() {
    for dialect in ["ugi", "uci"] {
        let mut client = Client::greeted(dialect, &[]);
        client.quietly("position startpos moves 4 4");
        for go in [
            "go depth 3",
            "GO Depth 1",
            "go nodes 500",
            "go movetime 20",
            "go movetime 0",
            "go p1time 200 p2time 300",
            "go p1time 100 p2time 100 p1inc 5 p2inc 5 movestogo 3",
            "go wtime 200 btime 200 winc 5 binc 5",
            "go wtime -50 btime 10",
            "go p1time 0 p2time 0 p3time 5 p4time 5 p3inc 1 p4inc 1",
            "go mate 1 nodes 1000",
            "go searchmoves 1 7 depth 3",
            "go depth 3 searchmoves a g1",
            "go depth 4 nodes 100000 movetime 10000 p1time 60000 mate 3",
            "go nodes 50 depth 9999",
        ] {
            check(&mut client, go);
        }
    }
}

#[test]
fn a_bare_go_ends_by_itself() {
    let mut client = Client::start(&[]);
    let thought = check(&mut client, "go");
    assert!(thought.infos.len() > 1);
}

#[test]
fn limits_are_kept() {
    let mut client = Client::greeted("ugi", &[]);
    for depth in [1, 2, 5] {
        let thought = check(&mut client, &format!("go depth {depth}"));
        let depths: Vec<i64> = thought.infos.iter().map(|line| number_after(line, "depth")).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
    }
    for nodes in [1, 2, 3, 7, 100, 4321] {
        let thought = check(&mut client, &format!("go nodes {nodes}"));
        assert_eq!(number_after(thought.last(), "nodes"), nodes);
    }
    for _ in 0..3 {
        let thought = check(&mut client, "go depth 5 searchmoves 1 7");
        let first = |line: &String| word_after(line, "pv").map(str::to_owned);
        assert!(thought.infos.iter().filter_map(first).all(|mv| mv == "1" || mv == "7"), "{:?}", thought.infos);
    }
}

#[test]
fn a_win_is_told_in_plies_or_in_moves() {
    for (dialect, distance, search) in [("ugi", 3, "go mate 3"), ("uci", 2, "go mate 2")] {
        let mut client = Client::greeted(dialect, &[]);
        client.quietly("position startpos moves 3 3 4 4");
        for go in [search, "go depth 8"] {
            let thought = check(&mut client, go);
            assert!(thought.last().contains(&format!(" score mate {distance} ")), "{}", thought.last());
            assert!(thought.remarks.contains(&"info string proven win in 3 plies".to_owned()), "{:?}", thought.remarks);
        }
        client.quietly("play 5");
        let thought = check(&mut client, "go depth 8");
        assert!(thought.last().contains(&format!(" score mate -{} ", distance - 1)), "{}", thought.last());
    }
}

#[test]
fn an_infinite_search_waits_for_stop() {
    let mut client = Client::greeted("ugi", &[]);
    for position in ["position startpos", "position startpos moves 3 3 4 4", "position moves 1212121"] {
        client.quietly(position);
        client.send("go infinite");
        let last = if position.ends_with('1') { "info string game over" } else { "info depth" };
        let mut lines = client.lines_until(last);
        // Whatever has been found by now, nothing ends the search but a stop.
        for _ in 0..20 {
            lines.extend(client.ask("debug off"));
        }
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        client.send("stop");
        let answer = client.lines_until("bestmove").pop().unwrap_or_default();
        assert_eq!(answer == "bestmove 0000", position.ends_with('1'), "{answer}");
        expect_silence(&mut client);
    }
}

#[test]
fn a_pondering_search_waits_for_the_move_or_for_stop() {
    let mut client = Client::greeted("uci", &[]);
    client.quietly("position startpos moves 4 4");
    for (go, word) in [
        ("go ponder depth 2", "ponderhit"),
        ("go ponder depth 2", "stop"),
        ("go ponder movetime 10", "ponderhit"),
        ("go ponder wtime 100 btime 100", "ponderhit"),
        ("go ponder infinite", "stop"),
        ("go ponder", "stop"),
        ("go ponder", "ponderhit"),
    ] {
        client.send(go);
        let mut lines = client.lines_until("info depth 2");
        for _ in 0..10 {
            lines.extend(client.ask("debug off"));
        }
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{go}: {lines:?}");
        client.send(word);
        client.expect_line("bestmove");
        expect_silence(&mut client);
    }
    // A ponderhit where nobody ponders means nothing.
    client.quietly("ponderhit\nstop");
    check(&mut client, "go depth 2");
}

#[test]
fn a_ponder_move_is_named_under_uci_if_wanted() {
    for (dialect, ponder, words) in [("uci", true, 4), ("uci", false, 2), ("ugi", true, 2)] {
        let mut client = Client::greeted(dialect, &[]);
        client.quietly(&format!("setoption name Ponder value {ponder}\nposition startpos moves 4"));
        let thought = check(&mut client, "go depth 4");
        assert_eq!(thought.answer.split(' ').count(), words, "{}", thought.answer);
        if let Some(reply) = word_after(&thought.answer, "ponder") {
            client.quietly(&format!("play {}", thought.best()));
            assert_eq!(client.query(&format!("query islegal {reply}")), "true");
        }
    }
}

#[test]
fn a_finished_game_is_answered_too() {
    for dialect in ["ugi", "uci"] {
        let mut client = Client::greeted(dialect, &[]);
        for (position, score) in
            [("position startpos moves 1212121", "score mate 0"), ("position fen xxoo/ooxx/xxoo/ooxx x", "score cp 0")]
        {
            client.quietly(&format!("setoption name Game value connect4-4x4\n{position}"));
            for go in ["go depth 3", "go nodes 5", "go movetime 5", "go"] {
                let thought = think(&mut client, go);
                assert_eq!(thought.answer, "bestmove 0000");
                assert!(thought.last().contains(score), "{}", thought.last());
                expect_silence(&mut client);
            }
        }
    }
}

#[test]
fn a_refused_go_is_answered_by_an_error_and_no_move() {
    let mut client = Client::greeted("ugi", &[]);
    client.quietly("position startpos moves 4");
    for (go, code) in [
        ("go depth", "bad-argument"),
        ("go depth 0", "bad-argument"),
        ("go depth -1", "bad-argument"),
        ("go nodes many", "bad-argument"),
        ("go nodes 18446744073709551616", "bad-argument"),
        ("go fast", "bad-argument"),
        ("go searchmoves", "bad-argument"),
        ("go searchmoves depth 3", "bad-argument"),
        ("go searchmoves 8 depth 3", "illegal-move"),
        ("go depth 3 searchmoves 4 zz", "illegal-move"),
        ("go movetime -5", "bad-argument"),
        ("GO movetime soon", "bad-argument"),
    ] {
        let lines = client.ask(go);
        assert_eq!(lines.len(), 2, "{go}: {lines:?}");
        assert!(lines[0].starts_with(&format!("info string error {code}: ")), "{go}: {lines:?}");
        assert_eq!(lines[1], "bestmove 0000", "{go}");
    }
    assert_eq!(refusal(&mut client, "goo").split(':').next(), Some("unknown-command"));
    check(&mut client, "go depth 2");
    // While a search runs, a refusal waits for its turn like everything else.
    client.send("go infinite\ngo depth x\nstop");
    read_thought(&mut client);
    assert!(client.expect_line("info string error").contains("'x'"));
    assert_eq!(client.line().as_deref(), Some("bestmove 0000"));
}
