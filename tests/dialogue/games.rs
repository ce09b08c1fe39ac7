//! Choosing a game: by name, by variant, by option, and in the notation of another program.

use super::{refusal, think};
use crate::support::{Client, number_after};

#[test]
fn a_game_is_chosen_in_many_ways() {
    for (choice, answer, fen) in [
        ("game connect4-5x5", "info string game connect4 startpos 5/5/5/5/5 x", "5/5/5/5/5 x"),
        ("game connect4 Width=5 height=4", "info string game connect4 startpos 5/5/5/5 x", "5/5/5/5 x"),
        ("game CONNECT4-4x9 Height=4", "info string game connect4 startpos 4/4/4/4 x", "4/4/4/4 x"),
        ("setoption name Game value connect4-9x9", "", "9/9/9/9/9/9/9/9/9 x"),
        ("setoption name UCI_Variant value connect4-6x4", "", "6/6/6/6 x"),
        ("setoption name uci variant value Connect4", "", "7/7/7/7/7/7 x"),
        ("setoption name Width value 8", "", "8/8/8/8/8/8 x"),
        ("setoption name Height value 7", "", "7/7/7/7/7/7/7 x"),
    ] {
        let mut client = Client::start(&[]);
        client.quietly("position moves 4 4");
        let lines = client.ask(choice);
        assert_eq!(lines.join("\n"), answer, "{choice}");
        assert_eq!(client.query("query fen"), fen, "{choice}");
        assert_eq!(client.query("query game"), "connect4", "{choice}");
        // What was played before belongs to the old board.
        assert_eq!(refusal(&mut client, "undo").split(':').next(), Some("bad-argument"), "{choice}");
        think(&mut client, "go depth 2");
    }
}

#[test]
fn a_choice_that_is_refused_changes_nothing() {
    let mut client = Client::start(&[]);
    client.quietly("setoption name Width value 5");
    client.quietly("position moves 3 3");
    let hash = client.query("query hash");
    for (command, code, part) in [
        ("game conect4", "bad-argument", "did you mean connect4?"),
        ("game connect4-3x3", "bad-option", "Width"),
        ("game connect4-axb", "bad-argument", "connect4-axb"),
        ("game connect4-5", "bad-argument", "connect4-5"),
        ("game connect4 Width=40", "bad-option", "'40'"),
        ("game connect4 Depth=5", "bad-option", "'Depth'"),
        ("game connect4 Width", "bad-argument", "'Width'"),
        ("setoption name Game value chess", "bad-option", "'chess'"),
        ("setoption name UCI_Variant value", "bad-option", "''"),
        ("setoption name Width value wide", "bad-option", "'wide'"),
        ("setoption name Height value 99", "bad-option", "'99'"),
    ] {
        let words = refusal(&mut client, command);
        assert!(words.starts_with(&format!("{code}: ")) && words.contains(part), "{command}: {words}");
        assert_eq!(client.query("query hash"), hash, "{command}");
        assert_eq!(client.query("list"), "1 2 3 4 5", "{command}");
    }
}

#[test]
fn a_new_choice_keeps_the_engine_but_not_the_rules() {
    let mut client = Client::start(&[]);
    client.quietly("setoption name MultiPV value 2\nsetoption name Search value random\nsetoption name Width value 5");
    assert_eq!(number_after(think(&mut client, "go depth 3").last(), "depth"), 1, "random does not search");
    client.quietly("setoption name Game value connect4");
    assert_eq!(client.query("query fen"), "7/7/7/7/7/7 x");
    let thought = think(&mut client, "go depth 3");
    assert_eq!((number_after(thought.last(), "depth"), number_after(thought.last(), "multipv")), (3, 2));
}

#[test]
fn the_notation_of_cutechess_is_spoken_and_read() {
    for choice in ["setoption name UCI_Variant value cfour", "setoption name Game value CFour"] {
        let mut client = Client::greeted("uci", &[]);
        client.quietly(choice);
        assert_eq!(client.query("query game"), "cfour");
        let start = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";
        assert_eq!(client.query("query fen"), start);
        client.quietly(&format!("position fen {start} moves P@d1 P@d2 P@c1 4"));
        assert_eq!(client.query("list"), "P@a1 P@b1 P@c2 P@d4 P@e1 P@f1 P@g1");
        assert_eq!(client.query("query fen"), "7/7/7/3p3/3p3/2PP3[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] w - - 0 3");
        let thought = think(&mut client, "go depth 4 searchmoves P@a1 P@e1");
        assert!(["P@a1", "P@e1"].contains(&thought.best()), "{}", thought.answer);
        let line = thought.last().split(" pv ").nth(1).expect("there is a line of moves");
        assert!(line.split(' ').all(|mv| mv.starts_with("P@")), "{line}");
        assert_eq!(client.query("query islegal P@d3"), "false");
    }
    // Under its own name the game reads all of that and prints its own.
    let mut client = Client::start(&[]);
    client.quietly("position fen 7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2 moves P@d3");
    assert_eq!(client.query("query fen"), "7/7/7/3x3/3o3/3x3 o");
}

#[test]
fn the_keys_of_both_notations_agree() {
    let mut client = Client::start(&[]);
    client.quietly("position moves 4 4 3");
    let hash = client.query("query hash");
    client.quietly("setoption name Game value cfour\nposition moves 4 4 3");
    assert_eq!(client.query("query hash"), hash);
}

#[test]
fn keys_are_the_same_on_every_machine() {
    let mut client = Client::start(&[]);
    let mut keys = vec![client.query("query hash")];
    client.quietly("position moves 4 4 3");
    keys.push(client.query("query hash"));
    client.quietly("setoption name Game value connect4-9x9\nposition moves 1 9 5");
    keys.push(client.query("query hash"));
    assert_eq!(keys, KEYS);
}

/// Keys written down once; a client may have stored them.
const KEYS: [&str; 3] = ["30716dc6fe31b7e0", "b45045c7aba4c369", "814c31883ab2d04e"];
