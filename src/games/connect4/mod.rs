//! Connect Four on boards from 4x4 to 9x9.
//!
//! The rules are in [`position`](Connect4), their texts in `notation` and `setup`, judgement in [`Judge`]. Boards up to
//! 64 bits with their spare row live in a `u64`, the few larger ones in a `u128`; the code is the same.

mod bits;
pub mod book;
mod classic;
mod eval;
mod grid;
mod notation;
mod people;
mod picture;
mod position;
mod setup;
mod solver;
mod tools;

pub use bits::Bits;
pub use classic::Classic;
pub use eval::Judge;
pub use grid::Shape;
pub use position::{Column, Connect4};
pub use solver::{Engine, Solver};

use crate::assistant::Lore;
use crate::game::{Notation, Position, Seat, Style};
use crate::option::{Kind, Settings, Spec};
use crate::register::{Game, Opened, RuleValues};
use crate::score::Score;
use crate::search::{Evaluate, Greedy, Playable, Player, Pvs, Ratings, Uniform};

/// The game as the register knows it.
pub static GAME: Game = Game {
    name: "connect4",
    aliases: &[],
    foreign: &["cfour"],
    about: "Connect Four: drop stones into columns, four in a row wins",
    seats: 2..=2,
    options: &OPTIONS,
    variant,
    open,
    lore: Lore { english: include_str!("ask.en.toml"), french: include_str!("ask.fr.toml") },
    tools: tools::TOOLS,
};

/// The rule options: the size of the board.
static OPTIONS: [Spec; 2] = [
    Spec { name: "Width", kind: Kind::Spin { default: 7, min: 4, max: 9 }, about: "number of columns" },
    Spec { name: "Height", kind: Kind::Spin { default: 6, min: 4, max: 9 }, about: "number of rows" },
];

/// The option values behind a suffix of the game's name such as `5x5`: columns, then rows.
fn variant(suffix: &str) -> Option<RuleValues> {
    let (width, height) = suffix.split_once('x')?;
    let is_number = |side: &str| (1..=3).contains(&side.len()) && side.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(width) && is_number(height)).then(|| vec![("Width", width.to_owned()), ("Height", height.to_owned())])
}

/// Opens a board of the chosen size in the smallest word that holds it.
fn open(settings: &Settings, style: Style) -> Opened {
    if Shape::new(settings.number("Width"), settings.number("Height"))?.fits::<u64>() {
        crate::session::open::<Connect4<u64>>(settings, style)
    } else {
        crate::session::open::<Connect4<u128>>(settings, style)
    }
}

impl<B: Bits> Playable for Connect4<B> {
    const PLAYERS: &'static [Player<Self>] = &[
        Player {
            name: "auto",
            about: "the strongest way there is for this board",
            by_chance: false,
            build: |setup| Box::new(Solver::new(setup, Box::new(Pvs::new(setup, Judge)))),
        },
        Player {
            name: "solver",
            about: "exact play on boards that fit 64 bits; where limits or size forbid it, principal variation search",
            by_chance: false,
            build: |setup| Box::new(Solver::new(setup, Box::new(Pvs::new(setup, Judge)))),
        },
        Player {
            name: "pvs",
            about: "principal variation search",
            by_chance: false,
            build: |setup| Box::new(Pvs::new(setup, Judge)),
        },
        Player {
            name: "classic",
            about: "wins at once or avoids losing at once, else plays at random",
            by_chance: true,
            build: |_| Box::new(Classic),
        },
        Player {
            name: "greedy",
            about: "the best looking move, one ply deep",
            by_chance: true,
            build: |_| Box::new(Greedy::new(Judge)),
        },
        Player { name: "random", about: "any legal move", by_chance: true, build: |_| Box::new(Uniform::new(Judge)) },
    ];

    /// Openings, quarrels in the middle game, and ends in which the last free columns decide.
    const BENCH: &'static [&'static str] = &[
        "startpos",
        "startpos moves 4 4 4 4",
        "startpos moves 1 7",
        "startpos moves 4 3 4 5 4 4 2",
        "startpos moves 3 6 5 2 4",
        "startpos moves 5 3 4 5 5 3 4 3 3 5 4 4",
        "startpos moves 3 2 6 3 4 5 5 5 5 6 7 4",
        "startpos moves 2 5 2 3 4 2 4 5 5 5 2 2 4 4",
        "startpos moves 6 3 6 4 2 4 4 4 6 6 3 4 4 6 6 5",
        "startpos moves 2 3 6 5 5 5 5 3 3 3 3 6 7 5 7 3",
        "fen 1ox1o2/1xx1o2/1oo1x2/1xx1o2/1oo1xx1/xxo1xo1 o",
        "fen 2o1o2/2x1o2/1oo1x2/1xx1o2/1xo1xo1/xxoxxox o",
        "fen 2o2o1/2x1oo1/2x1xx1/1ox1xo1/xxo1ox1/ooxxxo1 o",
    ];
    const BENCH_DEPTH: u32 = 14;
    const RATINGS: Ratings = [0, 162, 459, 737, 1021, 1331];

    fn explain(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return vec!["the game is over".to_owned()];
        }
        let [first, second] = eval::terms(self);
        let names = Seat::all(2).map(|seat| format!("{:>14}", self.seat_name(seat)));
        let mut lines = vec![format!("{:<22}{}", "", names.collect::<String>())];
        for ((name, own, worth), (_, other, other_worth)) in first.table().into_iter().zip(second.table()) {
            let (worth, other_worth) = (Score::cp(worth).to_string(), Score::cp(other_worth).to_string());
            lines.push(format!("{name:<22}{own:>6}{worth:>8}{other:>6}{other_worth:>8}"));
        }
        let totals = [first, second].map(|terms| Score::cp(terms.total()).to_string());
        lines.push(format!("{:<22}{:>14}{:>14}", "sum", totals[0], totals[1]));
        lines.push(format!("{} to move: {}", self.seat_name(self.turn()), Judge.evaluate(self, self.turn())));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_columns_by_rows() {
        let pair = |width: &str, height: &str| Some(vec![("Width", width.to_owned()), ("Height", height.to_owned())]);
        assert_eq!(variant("5x5"), pair("5", "5"));
        assert_eq!(variant("9x7"), pair("9", "7"));
        for suffix in ["", "5", "x", "5x", "x5", "5x5x5", "+5x5", "5 x5", "5x5555", "5X"] {
            assert_eq!(variant(suffix), None, "{suffix}");
        }
    }

    #[test]
    fn the_explanation_adds_up() {
        let mut position = Connect4::<u64>::start(&Shape::new(7, 6).unwrap());
        for index in [3, 3, 2] {
            position.play(Column::new(index).unwrap());
        }
        let lines = position.explain();
        assert_eq!(lines.len(), 9);
        assert!(lines.iter().all(|line| !line.trim().is_empty() && line.trim_end() == line), "{lines:#?}");
        let value = Judge.evaluate(&position, position.turn());
        assert_eq!(lines[8], format!("seat 2 (o) to move: {value}"));
    }
}
