//! Pictures of positions, for every game: well-formed from the start to the end, with the last move marked.

use ludion::game::Style;
use ludion::option::Settings;
use ludion::protocol::Base;
use ludion::register::GAMES;
use ludion::session::Board;

/// Enough turns for every kind of thing to be on the board.
const TURNS: usize = 60;

fn check(name: &str, svg: &str) {
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{name}: {svg}");
    let count = |what: &str| svg.matches(what).count();
    assert_eq!(count("<"), count(">"), "{name}: {svg}");
    let (opened, closed) = (count("<svg") + count("<g ") + count("<text"), count("</"));
    assert_eq!(opened, closed, "{name}: {svg}");
}

fn set_up_again(board: &mut dyn Board) -> String {
    let text = board.text();
    board.set(&Base::Text(text), 0, "").unwrap();
    board.svg()
}

#[test]
fn every_game_is_drawn_with_the_last_move_marked() {
    for game in GAMES {
        let settings = Settings::new(game.options);
        let mut board = (game.open)(&settings, Style::Own).unwrap();
        check(game.name, &board.svg());
        for turn in 0..TURNS {
            let moves = board.moves();
            // Not always the first move: a game should get somewhere.
            let Some(mv) = moves.get((turn * 7 + 3) % moves.len().max(1)) else { break };
            board.play(mv).unwrap();
            let svg = board.svg();
            check(game.name, &svg);
            if board.outcome().is_none() && turn % 10 == 0 {
                assert_ne!(svg, set_up_again(board.as_mut()), "{}: {mv} is not marked", game.name);
            }
        }
    }
}
