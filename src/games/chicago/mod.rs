//! Chicago Stock Exchange for two to four seats: a trader walks round stacks of goods, one token is kept, one sold.
//!
//! The rules are in [`position`](Chicago), the tokens in `goods`, texts in `notation` and `setup`, judgement in
//! [`Judge`].

mod classic;
mod eval;
mod goods;
mod notation;
mod people;
mod picture;
mod position;
mod setup;
mod solver;

pub use classic::Classic;
pub use eval::Judge;
pub use goods::Good;
pub use position::{Chicago, Movement, Rules, Trade};
pub use solver::Solver;

use crate::assistant::Lore;
use crate::game::{Notation, Position, Seat, Style};
use crate::option::{Kind, Settings, Spec};
use crate::register::{Game, Opened, RuleValues};
use crate::score::Score;
use crate::search::{Brs, Evaluate, Greedy, Maxn, Mcts, Playable, Player, Pvs, Ratings, Uniform};

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
    lore: Lore { english: include_str!("ask.en.toml"), french: include_str!("ask.fr.toml") },
    tools: &[],
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
            build: |setup| Box::new(Solver::new(Box::new(Mcts::new(setup, Judge).following_lines()))),
        },
        Player {
            name: "solver",
            about: "exact play for two seats; with more, principal variation search",
            by_chance: false,
            build: |setup| Box::new(Solver::new(Box::new(Pvs::new(setup, Judge)))),
        },
        Player {
            name: "pvs",
            about: "principal variation search; paranoid with more than two seats",
            by_chance: false,
            build: |setup| Box::new(Pvs::new(setup, Judge)),
        },
        Player {
            name: "paranoid",
            about: "the same under the name it has with more than two seats",
            by_chance: false,
            build: |setup| Box::new(Pvs::new(setup, Judge)),
        },
        Player {
            name: "maxn",
            about: "every seat for itself, to the end of the game when that is near",
            by_chance: false,
            build: |setup| Box::new(Maxn::new(setup, Judge)),
        },
        Player {
            name: "brs",
            about: "best-reply search: one opponent a round chooses freely",
            by_chance: false,
            build: |setup| Box::new(Brs::new(setup, Judge)),
        },
        Player {
            name: "mcts",
            about: "Monte Carlo tree search, leaves judged by the evaluation and a greedy line to the end",
            by_chance: false,
            build: |setup| Box::new(Mcts::new(setup, Judge).following_lines()),
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

    const BENCH: &'static [&'static str] = &[
        "fen MRWW/WMSR/FSCR/FMSM/CMWS/RFSW/FWSC/MCCF/RRFC 2 766666 -/- 1",
        "fen RRM/RCS/SSW/C/CW/CM 1 654254 WWFSSM/WRRFM 2",
        "fen MSSC/MMSF/SFFC/RRCW/RRWW/MRWC/FCMW/CWFS/FMRS 7 766666 -/- 1",
        "fen WRFC/CFCS/MFRC/MSFW/CMR/MSRW/FMW/CMFW/SWSS 6 756666 R/- 2",
        "fen WSFC/RM/WSWW/MRS/WWRR/MSFC/CMMC/FRFC/FFS 3 755666 S/M 1",
        "fen RCS/FMWC/RC/SFFM/CSM/MRR/WCWC/WWF/SSFW 7 746665 FS/M 2",
        "fen CSWW/FCS/RMWS/SRR/MRFM/WCC/MWR/SFMW/FS 8 754666 FF/M 2 movement=expert",
        "fen FWWS/RFC/RWCW/MR/SCC/MS/SFS/CMC/WWFR 7 746565 FM/SM 1 movement=expert",
        "fen WR/RC/CF/W/SMS/R/WMS 7 565244 RCSM/WRCF/RCM 3",
        "fen F/C/MS/W/SC/MS/M/RW 4 744235 WWRF/WRCM/WRCM 1 movement=expert",
        "fen RRS/RCF/SW/FWS/S/SC/MC 1 444555 RFF/CMM/WM/FM 3",
        "fen MF/S/FM/R/SR/SFF/WW/F 3 443654 CCM/RCM/WFS/RS 4",
    ];
    // To the end of every game, so that the solver solves.
    const BENCH_DEPTH: u32 = 17;
    const RATINGS: Ratings = [0, 278, 495, 554, 610, 645];

    fn explain(&self) -> Vec<String> {
        let terms = eval::terms(self);
        let heads = ["reserve", "expected fall", "turns", "to move", "sum"].map(|head| format!("{head:>14}"));
        let mut lines = vec![format!("{:<8}{}", "", heads.concat())];
        for seat in Seat::all(self.seats()) {
            let terms = terms[seat.index()];
            let worth = [terms.reserve, -terms.fall, terms.turns, terms.tempo, terms.total()];
            let worth = worth.map(|worth| format!("{:>14}", Score::cp(worth).to_string()));
            lines.push(format!("{:<8}{}", self.seat_name(seat), worth.concat()));
        }
        let lead = Judge.evaluate(self, self.turn());
        lines.push(format!("{} to move: {lead} against the best other", self.seat_name(self.turn())));
        lines
    }
}
