//! Oware (Awale, Abapa): sow the seeds of a house round the board, capture twos and threes.
//!
//! The rules are in [`position`](Oware) on the packed houses of `board`, their options in `rules`, texts in `notation`,
//! judgement in [`Judge`].

mod board;
mod classic;
mod eval;
mod fit;
mod notation;
mod people;
mod picture;
mod player;
mod position;
mod rules;
mod tables;
mod weights;

pub use classic::Classic;
pub use eval::Judge;
pub use position::{House, Oware};
pub use rules::{GrandSlam, Repetition, Rules};

use crate::assistant::Lore;
use crate::game::{Notation, Position, Style};
use crate::option::Settings;
use crate::register::{Game, Opened, RuleValues};
use crate::score::Score;
use crate::search::{Evaluate, Greedy, Playable, Player, Ratings, Uniform};
use player::{Method, Thinker};

/// The game as the register knows it.
pub static GAME: Game = Game {
    name: "oware",
    aliases: &["awale"],
    foreign: &[],
    about: "Oware: sow the seeds of a house round the board, capture twos and threes",
    seats: 2..=2,
    options: &rules::OPTIONS,
    variant,
    open,
    lore: Lore { english: include_str!("ask.en.toml"), french: include_str!("ask.fr.toml") },
    tools: &[tables::tool::TOOL, fit::TOOL],
};

/// The option values behind a suffix of the game's name: the rules.
fn variant(suffix: &str) -> Option<RuleValues> {
    ["abapa", "ia02", "awari"].contains(&suffix).then(|| vec![("OwareRules", suffix.to_owned())])
}

fn open(settings: &Settings, style: Style) -> Opened {
    crate::session::open::<Oware>(settings, style)
}

impl Playable for Oware {
    const PLAYERS: &'static [Player<Self>] = &[
        Player {
            name: "auto",
            about: "the strongest way there is",
            by_chance: false,
            build: |setup| Box::new(Thinker::new(setup, Method::Pvs)),
        },
        Player {
            name: "pvs",
            about: "principal variation search with endgame tables",
            by_chance: false,
            build: |setup| Box::new(Thinker::new(setup, Method::Pvs)),
        },
        Player {
            name: "mcts",
            about: "Monte Carlo tree search, leaves judged by the evaluation",
            by_chance: false,
            build: |setup| Box::new(Thinker::new(setup, Method::Mcts)),
        },
        Player {
            name: "classic",
            about: "captures as much as it can with the next move, else plays at random",
            by_chance: true,
            build: |_| Box::new(Classic),
        },
        Player {
            name: "greedy",
            about: "the best looking move, one ply deep",
            by_chance: true,
            build: |_| Box::new(Greedy::new(Judge::default())),
        },
        Player {
            name: "random",
            about: "any legal move",
            by_chance: true,
            build: |_| Box::new(Uniform::new(Judge::default())),
        },
    ];

    /// Openings, full and thin middle games, a loaded house, and ends with few seeds.
    const BENCH: &'static [&'static str] = &[
        "startpos",
        "startpos moves F f B e",
        "startpos moves C d E a F b",
        "fen 0-6-6-6-5-5-0-6-6-0-2-6-0-0-S",
        "fen 1-0-2-1-12-3-4-0-5-4-1-6-5-4-N",
        "fen 4-5-8-2-1-1-2-2-1-2-2-0-11-7-S",
        "fen 0-1-3-0-9-1-2-3-1-0-4-1-12-11-S",
        "fen 1-0-0-15-2-0-1-0-0-0-0-0-12-17-S",
        "fen 2-1-0-3-1-1-0-2-4-0-1-1-15-17-N",
        "fen 1-5-0-0-0-4-0-0-0-0-0-0-16-22-S",
        "fen 3-0-0-0-0-2-1-0-0-0-1-2-20-19-S",
        "fen 1-1-1-1-1-2-4-2-3-0-0-0-16-16-S",
    ];
    const BENCH_DEPTH: u32 = 18;
    const RATINGS: Ratings = [0, 496, 1102, 1399, 1850, 2315];

    fn explain(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return vec!["the game is over".to_owned()];
        }
        let terms = eval::Terms::of(self);
        let cp = |value| Score::cp(value).to_string();
        let mover = self.seat_name(self.turn());
        let value = Judge::default().evaluate(self, self.turn());
        vec![
            format!("seeds in store    {:>8}", cp(terms.lead)),
            format!("own houses        {:>8}", cp(terms.own)),
            format!("other houses      {:>8}", cp(terms.other)),
            format!("{mover} to move: {value}"),
        ]
    }
}
