//! Questions about the position, and the commands that change it by hand.

use super::refusal;
use crate::support::Client;

#[test]
fn every_question_has_its_answer() {
    let mut client = Client::start(&[]);
    client.quietly("position startpos moves 4 4 3");
    for (question, answer) in [
        ("moves", "1 2 3 4 5 6 7"),
        ("p1turn", "false"),
        ("gameover", "false"),
        ("result", "none"),
        ("islegal 4", "true"),
        ("islegal d3", "true"),
        ("islegal d4", "false"),
        ("islegal 8", "false"),
        ("islegal nonsense", "false"),
        ("fen", "7/7/7/7/3o3/2xx3 o"),
        ("players", "2"),
        ("turn", "2"),
        ("scores", "0 0"),
        ("ranks", "none"),
        ("game", "connect4"),
        ("games", "connect4 chicago"),
    ] {
        assert_eq!(client.query(&format!("query {question}")), answer, "{question}");
    }
    let hash = client.query("query hash");
    assert!(hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{hash}");
}

#[test]
fn a_finished_game_is_told_in_full() {
    let mut client = Client::start(&["--game", "connect4-4x4"]);
    for (position, result, scores, ranks, first_to_move) in [
        ("position moves 1212121", "p1win", "1 0", "1 2", false),
        ("position moves 41212121", "p2win", "0 1", "2 1", true),
        ("position fen xxo1/ooxx/xxoo/ooxx o moves 4", "draw", "0 0", "1 1", true),
    ] {
        client.quietly(position);
        assert_eq!(client.query("query gameover"), "true");
        assert_eq!(client.query("query result"), result);
        assert_eq!(client.query("query scores"), scores);
        assert_eq!(client.query("query ranks"), ranks);
        assert_eq!(client.query("query p1turn"), first_to_move.to_string());
        assert_eq!(client.query("list"), "");
        assert_eq!(client.query("query islegal 3"), "false");
        assert_eq!(refusal(&mut client, "play 3").split(':').next(), Some("illegal-move"));
        client.quietly("undo");
        assert_eq!(client.query("query gameover"), "false");
    }
}

#[test]
fn moves_are_listed_from_left_to_right_without_full_columns() {
    let mut client = Client::start(&[]);
    assert_eq!(client.query("list"), "1 2 3 4 5 6 7");
    client.quietly("position moves 444444 11");
    assert_eq!(client.query("list"), "1 2 3 5 6 7");
    assert_eq!(client.query("list"), client.query("query moves"));
    client.quietly("setoption name Width value 9");
    assert_eq!(client.query("list"), "1 2 3 4 5 6 7 8 9");
}

#[test]
fn moves_are_played_and_taken_back() {
    let mut client = Client::start(&[]);
    let empty = client.query("query hash");
    client.quietly("play 4 d2 P@c1");
    client.quietly("moves 3");
    assert_eq!(client.query("query fen"), "7/7/7/7/2oo3/2xx3 x");
    let four = client.query("query hash");
    client.quietly("undo\nundo 2\nplay 4 3 3");
    assert_eq!(client.query("query hash"), four, "the order of the same stones matters to the key");
    client.quietly("undo 4");
    assert_eq!(client.query("query hash"), empty);
    assert_eq!(refusal(&mut client, "undo").split(':').next(), Some("bad-argument"));
    // What was set up cannot be taken back.
    client.quietly("position fen 7/7/7/7/3o3/3x3 x moves 4 4");
    assert_eq!(refusal(&mut client, "undo 3").split(':').next(), Some("bad-argument"));
    client.quietly("undo 2");
    assert_eq!(client.query("query fen"), "7/7/7/7/3o3/3x3 x");
}

#[test]
fn a_list_of_moves_is_played_as_a_whole_or_not_at_all() {
    let mut client = Client::start(&[]);
    client.quietly("position moves 4 4");
    let (fen, hash) = (client.query("query fen"), client.query("query hash"));
    for command in
        ["play 1 2 8", "play 4 4 4 4 4", "moves 3 x", "position startpos moves 1 2 0", "position moves 11111111"]
    {
        assert_eq!(refusal(&mut client, command).split(':').next(), Some("illegal-move"), "{command}");
        assert_eq!((client.query("query fen"), client.query("query hash")), (fen.clone(), hash.clone()), "{command}");
    }
    assert!(refusal(&mut client, "play 1 2 8").contains("move 3: '8'"));
    client.quietly("undo 2");
    assert_eq!(refusal(&mut client, "undo").split(':').next(), Some("bad-argument"), "a refused move was kept");
}

#[test]
fn positions_are_written_in_several_ways() {
    let mut client = Client::start(&[]);
    for (position, fen) in [
        ("startpos", "7/7/7/7/7/7 x"),
        ("startpos moves", "7/7/7/7/7/7 x"),
        ("startpos moves 4 4 5 3", "7/7/7/7/3o3/2oxx2 x"),
        ("moves 4453", "7/7/7/7/3o3/2oxx2 x"),
        ("moves d1 D e c1", "7/7/7/7/3o3/2oxx2 x"),
        ("fen 7/7/7/7/3o3/2oxx2 x", "7/7/7/7/3o3/2oxx2 x"),
        ("fen 7/7/7/7/7/3x3 o moves 4 5 3", "7/7/7/7/3o3/2oxx2 x"),
        ("fen 7/7/7/7/3p3/2pPP2 w - - 0 3", "7/7/7/7/3o3/2oxx2 x"),
    ] {
        client.quietly(&format!("position moves 7\nposition {position}"));
        assert_eq!(client.query("query fen"), fen, "{position}");
    }
}

#[test]
fn what_is_for_people_is_complete() {
    let mut client = Client::start(&[]);
    client.quietly("position moves 4 4 3");
    let drawn = client.ask("d");
    assert!(drawn.contains(&"1 . . x x . . .".to_owned()), "{drawn:?}");
    assert!(drawn.contains(&"position: 7/7/7/7/3o3/2xx3 o".to_owned()), "{drawn:?}");
    assert!(drawn.contains(&format!("key: {}", client.query("query hash"))), "{drawn:?}");
    assert!(drawn.contains(&"legal moves: 7".to_owned()), "{drawn:?}");
    assert!(client.ask("eval").len() > 3);
    let commands = client.ask("help");
    for command in ["ugi", "go", "position", "query", "perft", "quit"] {
        assert!(commands.iter().any(|line| line.split(' ').next() == Some(command)), "help does not tell {command}");
        assert!(client.ask(&format!("help {command}"))[0].starts_with(command));
    }
    client.send("divide 3\nwait\nperft 3\nwait\nisready");
    let counts = client.lines_until("readyok");
    assert_eq!(counts.iter().filter(|line| line.ends_with(": 49")).count(), 7);
    assert_eq!(counts.iter().filter(|line| *line == "nodes 343").count(), 2);
}
