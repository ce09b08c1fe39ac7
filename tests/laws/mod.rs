//! The laws every game obeys, tried in random play. A new game adds one line per variant to [`law_suite`] below.

mod players;
mod rules;

use ludion::game::{MoveList, Position};
use ludion::games::bellum::Bellum;
use ludion::games::chicago::Chicago;
use ludion::games::connect4::Connect4;
use ludion::games::oware::Oware;
use ludion::games::quoridor::Quoridor;
use ludion::random::Rng;
use ludion::register;
use ludion::search::Playable;
use ludion::trail::Trail;

/// Makes one module of tests for every game type and variant, and the list of all variants.
macro_rules! law_suite {
    ($($name:ident: $game:ty, $variant:literal;)*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn rules() {
                rules::laws::<$game>($variant);
            }

            #[test]
            fn players() {
                players::laws::<$game>($variant);
            }
        })*

        const VARIANTS: &[&str] = &[$($variant),*];
    };
}

law_suite! {
    connect4_7x6: Connect4<u64>, "connect4";
    connect4_4x4: Connect4<u64>, "connect4-4x4";
    connect4_5x5: Connect4<u64>, "connect4-5x5";
    connect4_9x6: Connect4<u64>, "connect4-9x6";
    connect4_7x8: Connect4<u64>, "connect4-7x8";
    connect4_6x9: Connect4<u64>, "connect4-6x9";
    connect4_9x7: Connect4<u128>, "connect4-9x7";
    connect4_9x9: Connect4<u128>, "connect4-9x9";
    connect4_5x5_wide: Connect4<u128>, "connect4-5x5";
    chicago_2: Chicago, "chicago";
    chicago_3: Chicago, "chicago-3";
    chicago_4: Chicago, "chicago-4";
    chicago_expert: Chicago, "chicago-expert";
    oware_abapa: Oware, "oware";
    oware_ia02: Oware, "oware-ia02";
    oware_awari: Oware, "oware-awari";
    quoridor_2: Quoridor<2>, "quoridor";
    quoridor_4: Quoridor<4>, "quoridor4";
    bellum: Bellum, "bellum";
}

#[test]
fn every_game_is_held_to_the_laws() {
    for game in register::GAMES {
        let covered = VARIANTS.iter().any(|variant| variant.split('-').next() == Some(game.name));
        assert!(covered, "{} has no line in the law suite", game.name);
    }
}

/// The rules of a variant as the program would read them.
fn rules_of<P: Playable>(variant: &str) -> P::Rules {
    let choice = register::choose(variant, &[]).expect("the variant exists");
    P::rules(&choice.settings).expect("the variant can be played")
}

/// Where a game begins: one of a few set-ups drawn from the seed, so that games meet again, or the fixed one.
fn beginning<P: Playable>(rules: &P::Rules, seed: u64) -> P {
    P::drawn(rules, seed % 8).unwrap_or_else(|| P::start(rules))
}

/// The legal moves of a position.
fn legal_moves<P: Position>(position: &P) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

/// Whether the game is over, be it by what happened before.
fn is_over<P: Position>(position: &P, trail: &Trail) -> bool {
    position.outcome().is_some() || position.outcome_by_past(&trail.past(position)).is_some()
}

/// A position after so many random plies, or the last one before the end; with the way to it.
fn somewhere<P: Playable>(rules: &P::Rules, seed: u64, plies: usize) -> (P, Trail) {
    let mut rng = Rng::new(seed);
    let mut position: P = beginning(rules, seed);
    let mut trail = Trail::default();
    for _ in 0..plies {
        let moves = legal_moves(&position);
        let (mut next, mut longer) = (position.clone(), trail.clone());
        let mv = moves[rng.below(moves.len())];
        longer.push(&next, mv);
        next.play(mv);
        if is_over(&next, &longer) {
            break;
        }
        (position, trail) = (next, longer);
    }
    (position, trail)
}
