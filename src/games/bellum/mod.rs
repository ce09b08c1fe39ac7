//! Phantasticas Bellum, the tactical battle: four units a side on six by six cells, one action a turn.
//!
//! The board is in `field`, units and spells in `unit` and `spell`, the rules in [`position`](Bellum), texts in
//! `notation` and `setup`, judgement in [`Judge`].

mod aggressive;
mod classic;
mod deal;
mod eval;
mod field;
mod judge;
mod list;
mod notation;
mod options;
mod people;
mod picture;
mod position;
mod quick;
mod setup;
mod spell;
mod turn;
mod unit;
mod weights;

pub use aggressive::Aggressive;
pub use classic::Classic;
pub use judge::{Judge, Tally};
pub use position::Bellum;
pub use turn::Turn;

use quick::Measure;
use weights::Term;

use crate::assistant::Lore;
use crate::game::{Notation as _, Position, Seat, Style};
use crate::option::{Settings, Spec};
use crate::register::{Game, Opened};
use crate::score::Score;
use crate::search::{Greedy, Mcts, Playable, Player, Pvs, Ratings, Uniform};
use crate::weights::Weights;

/// The game as the register knows it.
pub static GAME: Game = Game {
    name: "bellum",
    aliases: &["phantasticas"],
    foreign: &[],
    about: "Phantasticas Bellum: four units a side on six by six cells, one action a turn",
    seats: 2..=2,
    options: &[],
    variant: |_| None,
    open,
    lore: Lore { english: include_str!("ask.en.toml"), french: include_str!("ask.fr.toml") },
    tools: &[],
};

fn open(settings: &Settings, style: Style) -> Opened {
    crate::session::open::<Bellum>(settings, style)
}

impl Playable for Bellum {
    const PLAYERS: &'static [Player<Self>] = &[
        Player {
            name: "auto",
            about: "the strongest way there is",
            by_chance: false,
            build: |setup| Box::new(Pvs::new(setup, Judge::new(&setup.settings))),
        },
        Player {
            name: "pvs",
            about: "principal variation search",
            by_chance: false,
            build: |setup| Box::new(Pvs::new(setup, Judge::new(&setup.settings))),
        },
        Player {
            name: "mcts",
            about: "Monte Carlo tree search, leaves judged by the evaluation",
            by_chance: false,
            build: |setup| Box::new(Mcts::new(setup, Judge::new(&setup.settings))),
        },
        Player {
            name: "classic",
            about: "the students' agent: alpha-beta over the ten turns that look best",
            by_chance: false,
            build: |setup| Box::new(Classic::new(&setup.settings)),
        },
        Player {
            name: "greedy",
            about: "the turn after which health and lives compare best",
            by_chance: true,
            build: |_| Box::new(Greedy::new(Tally)),
        },
        Player {
            name: "aggressive",
            about: "any spell aimed at an enemy, else any legal turn",
            by_chance: true,
            build: |_| Box::new(Aggressive),
        },
        Player { name: "random", about: "any legal turn", by_chance: true, build: |_| Box::new(Uniform::new(Tally)) },
    ];

    const OPTIONS: &'static [Spec] = options::OPTIONS;

    /// Starts, quarrels in the middle game, and ends with few units.
    const BENCH: &'static [&'static str] = &[
        "startpos",
        "random 1",
        "random 2",
        "fen 1 9 Ma5:8,Gc6:12,Va1:8d1,Ca6:6,mf5:5,gd3:9,vc1:8,cd2:10",
        "fen 1 13 Ma6:2!,Ga5:9,Vb2:6!,Cc1:10,mf6:5!,ge3:7,vf2:5!,cd5:10",
        "fen 2 10 Ma6:8,Ga1:9!,Vc6:5,Cc3:10,mf5:8,ge1:3,vf2:5d1,cd5:10",
        "fen 2 12 Ma5:6!,Gb3:9!,Va1:5d1,Cc4:10,mf6:2,gf1:12,vf4:5,cd5:4!",
        "fen 1 17 Ma2:2,Ga3:7,Vd5:6d1,Cc5:10,gf5:6,vd1:8,cd2:10",
        "fen 1 22 Ga2:12,Va5:8!d1,Cd5:6!,gf5:12!,vd3:2!,cd4:6!",
        "fen 1 19 Ma4:5,Gc6:8!,Va1:6,Ca2:10s1,gf1:9,cd1:10!",
        "fen 1 25 Ga4:9,Vd6:8,Ce5:4!,gf6:9!,cf5:10!",
        "fen 1 28 Gc5:10,Va3:5,Cc2:10,gf1:6!",
    ];
    const BENCH_DEPTH: u32 = 9;
    const RATINGS: Ratings = [0, 332, 747, 936, 1120, 1282];

    fn explain(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return vec!["the game is over".to_owned()];
        }
        let weights = weights::tried(&Weights::from_environment());
        let rows = eval::breakdown(self, &weights);
        let heads = Term::ALL.iter().fold(String::new(), |line, term| format!("{line}{:>9}", term.name()));
        let mut lines = vec![format!("{:<10}{heads}{:>9}", "", "sum")];
        for seat in Seat::all(2) {
            let rows = &rows[seat.index()];
            for (unit, row) in self.team(seat).iter().zip(rows) {
                let name = format!("{}{}:{}", notation::unit_letter(seat, *unit), unit.cell(), unit.health());
                lines.push(explained(&name, row));
            }
            let total: [i32; Term::COUNT] = std::array::from_fn(|term| rows.iter().map(|row| row[term]).sum());
            lines.push(explained(&format!("seat {seat}"), &total));
        }
        let value = Measure::new(weights).evaluate(self, self.turn());
        let part = 100 * eval::turns_left(self) / eval::LASTING;
        lines.push(format!("a lead counts {part} % at turn {}", self.number()));
        lines.push(format!("{} to move: {value}", self.seat_name(self.turn())));
        lines
    }
}

/// One line of the explanation: every term and the sum.
fn explained(name: &str, row: &[i32; Term::COUNT]) -> String {
    let worth = |worth: i32| format!("{:>9}", if worth == 0 { ".".to_owned() } else { Score::cp(worth).to_string() });
    let terms: String = row.iter().map(|term| worth(*term)).collect();
    format!("{name:<10}{terms}{}", worth(row.iter().sum()))
}
