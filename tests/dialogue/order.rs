//! What happens while a search runs, and when the conversation ends.

use super::{expect_silence, read_thought};
use crate::support::{Client, number_after, run};
use ludion::random::Rng;

/// Starts a search that goes on until it is stopped, and waits until it has begun.
fn search_on(client: &mut Client) {
    client.send("go infinite");
    client.lines_until("info depth 3");
}

fn bestmoves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn a_burst_of_stop_position_and_go_is_understood() {
    let mut client = Client::greeted("ugi", &[]);
    for round in 0..40 {
        client.send("position startpos\ngo infinite");
        if round % 2 == 0 {
            client.lines_until("info depth 2");
        }
        client.send("stop\nposition startpos moves 4 4\ngo depth 2");
        client.expect_line("bestmove");
        let second = read_thought(&mut client);
        assert_eq!(number_after(second.last(), "depth"), 2);
        expect_silence(&mut client);
        assert_eq!(client.query("query fen"), "7/7/7/7/3o3/3x3 x");
    }
}

#[test]
fn a_ponderhit_counts_for_the_search_sent_before_it() {
    let mut client = Client::greeted("uci", &[]);
    search_on(&mut client);
    client.send("stop\nposition startpos moves 4\ngo ponder depth 2\nponderhit");
    client.expect_line("bestmove");
    read_thought(&mut client);
    expect_silence(&mut client);
}

#[test]
fn searches_queue_up_in_order() {
    let mut client = Client::greeted("ugi", &[]);
    client.send("go depth 7\nposition startpos moves 4\ngo depth 2\nundo\ngo depth 4\nquery turn");
    for depth in [7, 2, 4] {
        assert_eq!(number_after(read_thought(&mut client).last(), "depth"), depth);
    }
    assert_eq!(client.line().as_deref(), Some("response 1"));
}

#[test]
fn a_stop_ends_every_search_sent_before_it() {
    let mut client = Client::greeted("ugi", &[]);
    client.send("go infinite\ngo infinite\nposition moves 4\ngo ponder\ngo depth 60\nstop\ngo depth 2");
    for _ in 0..5 {
        read_thought(&mut client);
    }
    expect_silence(&mut client);
    assert_eq!(client.query("query turn"), "2");
    // A stop with nothing to stop means nothing, and does not touch the next search.
    client.send("stop\nstop\ngo depth 3");
    assert_eq!(number_after(read_thought(&mut client).last(), "depth"), 3);
}

#[test]
fn a_search_does_not_keep_the_engine_from_being_ready() {
    let mut client = Client::greeted("ugi", &[]);
    search_on(&mut client);
    for _ in 0..20 {
        let lines = client.ask("debug off");
        assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    }
    // Questions wait for the search to end.
    let lines = client.ask("query turn\nlist");
    assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    client.send("stop");
    client.expect_line("bestmove");
    assert_eq!(client.line().as_deref(), Some("response 1"));
    assert_eq!(client.line().as_deref(), Some("response 1 2 3 4 5 6 7"));
}

#[test]
fn wait_holds_everything_but_stop() {
    let mut client = Client::greeted("ugi", &[]);
    client.send("go depth 8\nwait\nisready\nquery turn");
    read_thought(&mut client);
    assert_eq!(client.line().as_deref(), Some("readyok"));
    assert_eq!(client.line().as_deref(), Some("response 1"));
    client.send("go infinite\nwait\nisready\nstop");
    read_thought(&mut client);
    assert_eq!(client.line().as_deref(), Some("readyok"));
    client.send("go depth 6\ngo depth 7\nwait\nisready");
    read_thought(&mut client);
    read_thought(&mut client);
    assert_eq!(client.line().as_deref(), Some("readyok"));
    // Without a search there is nothing to wait for.
    client.quietly("wait");
    client.send("go depth 8\nwait\nquit");
    assert_eq!(number_after(read_thought(&mut client).last(), "depth"), 8);
    assert_eq!(client.finish().code, Some(0));
}

#[test]
fn quit_ends_a_search_with_its_bestmove() {
    for dialect in ["ugi", "uci"] {
        let mut client = Client::greeted(dialect, &[]);
        search_on(&mut client);
        client.send("quit");
        client.expect_line("bestmove");
        let ended = client.finish();
        assert_eq!((ended.code, ended.lines.len()), (Some(0), 0), "{:?}", ended.lines);
    }
    let ended = run(&[], "go infinite\ngo infinite\nexit\nquery turn\n");
    assert_eq!((ended.code, bestmoves(&ended.lines)), (Some(0), 2));
    assert!(!ended.lines.contains(&"response 1".to_owned()), "something was done after the end");
}

#[test]
fn the_end_of_input_after_a_handshake_is_quit() {
    for go in ["go infinite", "go ponder", "go depth 60", "go infinite\ngo infinite"] {
        let ended = run(&[], format!("ugi\n{go}\n"));
        assert_eq!(ended.code, Some(0), "{go}");
        assert_eq!(bestmoves(&ended.lines), go.lines().count(), "{go}");
        assert!(ended.stderr.is_empty(), "{}", ended.stderr);
    }
}

#[test]
fn the_end_of_a_script_lets_its_searches_finish() {
    let ended = run(&[], "go depth 7\nposition moves 4\ngo depth 6\nquery turn\ngo infinite");
    assert_eq!((ended.code, bestmoves(&ended.lines)), (Some(0), 3));
    for depth in [7, 6] {
        let reported = ended.lines.iter().any(|line| line.starts_with(&format!("info depth {depth} ")));
        assert!(reported, "depth {depth} was not finished");
    }
    assert!(ended.lines.contains(&"response 2".to_owned()));
    let ended = run(&[], "go ponder depth 3\nperft 4\n");
    assert_eq!((ended.code, bestmoves(&ended.lines)), (Some(0), 1));
    assert_eq!(ended.lines.last().map(String::as_str), Some("nodes 2401"));
}

#[test]
fn a_full_queue_drops_commands_but_owes_no_bestmove() {
    let mut client = Client::greeted("ugi", &[]);
    search_on(&mut client);
    client.send(&"query turn\n".repeat(1000));
    client.send("query turn\ngo depth 1\ngo depth 1\nposition moves 4");
    let refused = client.ask("stop");
    let is_full = |line: &&String| line.starts_with("info string error queue-full: ");
    let mut lines = refused.clone();
    // The searches that were dropped are answered at the end of the queue.
    while bestmoves(&lines) < 3 {
        lines.extend(client.line());
    }
    assert_eq!(lines.iter().filter(is_full).count(), 4);
    assert_eq!(lines.iter().filter(|line| *line == "response 1").count(), 1000);
    assert_eq!(lines.iter().filter(|line| *line == "bestmove 0000").count(), 2);
    expect_silence(&mut client);
    assert_eq!(client.query("query turn"), "1");
}

#[test]
fn there_is_one_bestmove_per_go_in_any_order_of_commands() {
    let words = ["go infinite", "go ponder depth 2", "go depth 2", "go nodes 40", "go depth x", "go movetime 1"];
    let others = ["stop", "ponderhit", "position moves 4", "isready", "stop", "position startpos", "query turn"];
    for seed in 0..25 {
        let mut rng = Rng::new(seed);
        let mut client = Client::greeted(["ugi", "uci"][rng.below(2)], &[]);
        let mut searches = 0;
        for _ in 0..8 {
            let mut burst = Vec::new();
            for _ in 0..rng.below(12) {
                let go = rng.below(2) == 0;
                searches += usize::from(go);
                burst.push(if go { words[rng.below(words.len())] } else { others[rng.below(others.len())] });
            }
            if !burst.is_empty() {
                client.send(&burst.join("\n"));
            }
        }
        client.send("stop\nwait\nquery game");
        let lines = client.lines_until("response connect4");
        assert_eq!(bestmoves(&lines), searches, "seed {seed}");
    }
}

#[test]
fn counting_and_measuring_can_be_stopped() {
    let mut client = Client::greeted("ugi", &[]);
    for tool in ["perft 40", "divide 40", "bench 60"] {
        client.send(tool);
        expect_silence(&mut client);
        client.send("stop\nwait\nquery turn");
        assert_eq!(client.expect_line("response"), "response 1", "{tool}");
    }
}
