//! Whole games over the wire, in every game and under every name it has, as a referee without rules would play them.

use super::{expect_silence, refusal, think};
use crate::support::Client;
use ludion::register;

/// No game that is tried here lasts longer than this; one that might is left there.
const MOST_PLIES: usize = 300;

/// Plays the default player against itself; returns the number of plies.
fn play_through(client: &mut Client, name: &str) -> usize {
    let seats: usize = client.query("query players").parse().expect("a number of seats");
    for ply in 0..MOST_PLIES {
        let moves = client.query("list");
        if client.query("query gameover") == "true" {
            check_end(client, name, seats);
            return ply;
        }
        assert_eq!(client.query("query result"), "none", "{name}");
        let turn: usize = client.query("query turn").parse().expect("a seat");
        assert!((1..=seats).contains(&turn), "{name}: seat {turn}");
        assert_eq!(client.query("query p1turn"), (turn == 1).to_string(), "{name}");
        let best = think(client, "go nodes 60").best().to_owned();
        assert!(moves.split(' ').any(|mv| mv == best), "{name} plays {best}, not one of {moves}");
        let fen = client.query("query fen");
        client.quietly(&format!("play {best}"));
        let (after, hash) = (client.query("query fen"), client.query("query hash"));
        client.quietly("undo");
        assert_eq!(client.query("query fen"), fen, "{name}: {best} was not taken back");
        // The text of the position and the move lead to the same place.
        client.quietly(&format!("position fen {fen} moves {best}"));
        assert_eq!((client.query("query fen"), client.query("query hash")), (after, hash), "{name}: {fen} and {best}");
    }
    MOST_PLIES
}

fn check_end(client: &mut Client, name: &str, seats: usize) {
    assert_eq!(client.query("list"), "", "{name}");
    let ranks: Vec<usize> = client.query("query ranks").split(' ').map(|rank| rank.parse().expect("a place")).collect();
    assert_eq!((ranks.len(), client.query("query scores").split(' ').count()), (seats, seats), "{name}");
    let first: Vec<usize> = (1..=seats).filter(|seat| ranks[seat - 1] == 1).collect();
    let result = if first.len() == 1 { format!("p{}win", first[0]) } else { "draw".to_owned() };
    assert_eq!(client.query("query result"), result, "{name}: {ranks:?}");
    assert_eq!(think(client, "go depth 2").answer, "bestmove 0000", "{name}");
    assert_eq!(refusal(client, "play 1").split(':').next(), Some("illegal-move"), "{name}");
    expect_silence(client);
}

#[test]
fn every_game_can_be_played_to_its_end() {
    for name in register::names() {
        let mut client = Client::greeted("ugi", &["--game", name]);
        assert_eq!(client.query("query game"), name);
        // A drawn set-up where the game has one; others have a single start and refuse.
        for start in ["position startpos", "position random 5"] {
            if client.ask(start).is_empty() {
                assert!(play_through(&mut client, name) > 3, "{name}");
            }
        }
    }
}
