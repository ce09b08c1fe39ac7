//! Chicago Stock Exchange for two to four seats: a trader walks round stacks of goods, one token is kept, one sold.
//!
//! The rules are in [`position`](Chicago), the tokens in `goods`, texts in `notation` and `setup`, judgement in
//! [`Judge`].

mod classic;
mod eval;
mod goods;
mod notation;
mod position;
mod setup;

pub use classic::Classic;
pub use eval::Judge;
pub use goods::Good;
pub use position::{Chicago, Movement, Rules, Trade};

use crate::game::{Notation, Position, Seat, Style};
use crate::option::{Kind, Settings, Spec};
use crate::register::{Game, Opened, RuleValues};
use crate::score::Score;
use crate::search::{Evaluate, Greedy, Playable, Player, Pvs, Uniform};

/// The game as the register knows it.
pub static GAME: Game = Game {
    name: "chicago",
    aliases: &["cse"],
    foreign: &[],
    about: "Chicago Stock Exchange: walk round the stacks, keep one token, sell another",
    seats: 2..=4,
    options: &OPTIONS,
    variant,
    open,
};

/// The rule options: how many play, and how far the trader may go.
static OPTIONS: [Spec; 2] = [
    Spec { name: "Players", kind: Kind::Spin { default: 2, min: 2, max: 4 }, about: "number of seats in a new game" },
    Spec { name: "Movement", kind: Kind::Combo(&["basic", "expert"]), about: "how far the trader may go" },
];

/// The option values behind a suffix of the game's name: `expert`, or the number of players.
fn variant(suffix: &str) -> Option<RuleValues> {
    match suffix {
        "basic" | "expert" => Some(vec![("Movement", suffix.to_owned())]),
        "2" | "3" | "4" => Some(vec![("Players", suffix.to_owned())]),
        _ => None,
    }
}

fn open(settings: &Settings, style: Style) -> Opened {
    crate::session::open::<Chicago>(settings, style)
}

impl Playable for Chicago {
    const PLAYERS: &'static [Player<Self>] = &[
        Player {
            name: "auto",
            about: "the strongest way there is for this number of seats",
            by_chance: false,
            build: |setup| Box::new(Pvs::new(setup, Judge)),
        },
        Player {
            name: "pvs",
            about: "principal variation search; paranoid with more than two seats",
            by_chance: false,
            build: |setup| Box::new(Pvs::new(setup, Judge)),
        },
        Player {
            name: "classic",
            about: "minimax over two plies on the first seat's reserve alone",
            by_chance: false,
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

    const BENCH: &'static [&'static str] = &["startpos"];
    const BENCH_DEPTH: u32 = 6;

    fn explain(&self) -> Vec<String> {
        let terms = eval::terms(self);
        let mut lines =
            vec![format!("{:<16}{:>10}{:>16}{:>10}{:>10}", "", "reserve", "expected fall", "to move", "sum")];
        for seat in Seat::all(self.seats()) {
            let terms = terms[seat.index()];
            let [reserve, fall, tempo, sum] =
                [terms.reserve, -terms.fall, terms.tempo, terms.total()].map(|worth| Score::cp(worth).to_string());
            lines.push(format!("{:<16}{reserve:>10}{fall:>16}{tempo:>10}{sum:>10}", self.seat_name(seat)));
        }
        let lead = Judge.evaluate(self, self.turn());
        lines.push(format!("{} to move: {lead} against the best other", self.seat_name(self.turn())));
        lines
    }
}
