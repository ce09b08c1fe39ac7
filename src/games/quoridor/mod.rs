//! Quoridor for two and for four: bring the pawn across the board, or hold up the others with walls.
//!
//! The board and its floods are in `grid`, the rules in [`position`](Quoridor), texts in `notation` and `setup`.
//! Judgement is in [`Judge`]: distances come from `paths`, walls worth a thought from `view`, what its terms overlook from
//! `net`; races without walls are solved exactly in `race`.

mod classic;
mod eval;
mod explain;
mod grid;
mod keys;
mod net;
mod notation;
mod paths;
mod people;
mod picture;
mod position;
mod race;
mod setup;
mod view;

pub use classic::Classic;
pub use eval::{Judge, Plain};
pub use grid::Cell;
pub use position::{Action, Quoridor, Rules, ThirdPawn};

use crate::assistant::Lore;
use crate::game::Style;
use crate::option::{Kind, Settings, Spec};
use crate::register::{Game, Opened};
use crate::search::{Brs, Greedy, Maxn, Mcts, Playable, Player, Pvs, Ratings, Searcher, Uniform};

/// The game for two as the register knows it.
pub static GAME: Game = Game {
    name: "quoridor",
    aliases: &[],
    foreign: &[],
    about: "Quoridor: cross the board first, or hold up the other with walls",
    seats: 2..=2,
    options: &OPTIONS_OF_TWO,
    variant: |_| None,
    open: open::<2>,
    lore: Lore { english: include_str!("ask.en.toml"), french: include_str!("ask.fr.toml") },
    tools: &[net::TOOL],
};

/// The game for four as the register knows it.
pub static GAME_OF_FOUR: Game = Game {
    name: "quoridor4",
    about: "Quoridor for four: every pawn to the opposite side, five walls each",
    seats: 4..=4,
    options: &OPTIONS_OF_FOUR,
    open: open::<4>,
    tools: &[],
    ..GAME
};

static OPTIONS_OF_TWO: [Spec; 1] = [MAX_PLIES];
static OPTIONS_OF_FOUR: [Spec; 2] = [MAX_PLIES, THIRD_PAWN];

const MAX_PLIES: Spec = Spec {
    name: "MaxPlies",
    kind: Kind::Spin { default: 324, min: 1, max: 9_999 },
    about: "a game of so many plies is drawn",
};

const THIRD_PAWN: Spec = Spec {
    name: "ThirdPawn",
    kind: Kind::Combo(&["blocks", "sidestep"]),
    about: "whether a pawn behind the one to be jumped bars the way or is passed like a wall",
};

fn open<const SEATS: usize>(settings: &Settings, style: Style) -> Opened {
    crate::session::open::<Quoridor<SEATS>>(settings, style)
}

impl<const SEATS: usize> Playable for Quoridor<SEATS> {
    const PLAYERS: &'static [Player<Self>] = &[
        Player {
            name: "auto",
            about: "the strongest way there is for this number of seats",
            by_chance: false,
            build: |setup| -> Box<dyn Searcher<Self>> {
                if SEATS == 2 {
                    Box::new(Pvs::new(setup, Judge::taught()))
                } else {
                    Box::new(Mcts::new(setup, Judge::new()).watching())
                }
            },
        },
        Player {
            name: "pvs",
            about: "principal variation search without the network; paranoid with more than two seats",
            by_chance: false,
            build: |setup| Box::new(Pvs::new(setup, Judge::new())),
        },
        Player {
            name: "paranoid",
            about: "the same under the name it has with more than two seats",
            by_chance: false,
            build: |setup| Box::new(Pvs::new(setup, Judge::new())),
        },
        Player {
            name: "brs",
            about: "best-reply search: one opponent a round chooses freely, the others step along their shortest way",
            by_chance: false,
            build: |setup| Box::new(Brs::new(setup, Judge::new())),
        },
        Player {
            name: "maxn",
            about: "every seat for itself",
            by_chance: false,
            build: |setup| Box::new(Maxn::new(setup, Judge::new())),
        },
        Player {
            name: "mcts",
            about: "Monte Carlo tree search, leaves judged by the evaluation",
            by_chance: false,
            build: |setup| Box::new(Mcts::new(setup, Judge::new())),
        },
        Player {
            name: "plainmcts",
            about: "the same over all legal moves, without hints",
            by_chance: false,
            build: |setup| Box::new(Mcts::new(setup, Plain::new())),
        },
        Player {
            name: "classic",
            about: "minimax over two plies on disjoint ways and walls, all others taken for enemies",
            by_chance: false,
            build: |setup| Box::new(Classic::new(&setup.settings)),
        },
        Player {
            name: "greedy",
            about: "the best looking move, one ply deep",
            by_chance: true,
            build: |_| Box::new(Greedy::new(Judge::new())),
        },
        Player {
            name: "random",
            about: "any legal move",
            by_chance: true,
            build: |_| Box::new(Uniform::new(Judge::new())),
        },
    ];

    const OPTIONS: &'static [Spec] = classic::OPTIONS;

    const BENCH: &'static [&'static str] = if SEATS == 2 { BENCH_OF_TWO } else { BENCH_OF_FOUR };
    // For four seats a depth is a doubling of the visits.
    const BENCH_DEPTH: u32 = if SEATS == 2 { 8 } else { 12 };
    const RATINGS: Ratings = [0, 384, 768, 1183, 1480, 1790];

    fn explain(&self) -> Vec<String> {
        explain::lines(self)
    }
}

/// Openings, middle games with walls in hand, ends of games with few walls or none.
const BENCH_OF_TWO: &[&str] = &[
    "startpos",
    "startpos moves e2 e8 e3 e7",
    "startpos moves e2 e8 e3 e7 e4 e6 e3h d6v",
    "fen d2e5 / c3 / e4 e6 / 9 8 / 1",
    "fen a5c5e5 / f5g7 / d4 e7 / 7 8 / 2",
    "fen b3d3f3c6e6g6 / a4h4 / e3 e7 / 6 6 / 1",
    "fen a2c2e2g2a7c7 / h3 / f4 d6 / 6 7 / 2",
    "fen d4f4b6d7 / c4e5g3 / g5 c6 / 3 2 / 1",
    "fen a3c3e3b5d5f5h5 / h2d7 / c4 g5 / 1 2 / 1",
    "fen - / - / e1 e9 / 0 0 / 1",
];

/// The same; the last ones can be proven, so that the visits do not depend on the depth alone.
const BENCH_OF_FOUR: &[&str] = &[
    "startpos",
    "startpos moves e2 b5 e8 h5",
    "fen e2e7 / b4g4 / e3 c5 e7 g5 / 4 4 4 4 / 1",
    "fen d3f3c6 / e4b2g6 / e4 d6 f6 h3 / 3 3 4 4 / 2",
    "fen a5c5e5 / f5g7b2 / d4 e7 c6 h6 / 2 3 2 3 / 4",
    "fen b3d3f3 / a4h4c6e6 / e3 e7 c3 g6 / 0 1 0 1 / 3",
    "fen - / - / e7 c5 e3 g5 / 0 0 0 0 / 1",
    "fen d7 / f4 / d7 g3 f3 c6 / 0 0 0 0 / 2",
    "fen d7 / f4 / d7 g3 f3 c6 / 0 1 0 0 / 4",
];
