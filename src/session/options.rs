//! The options of the engine itself; every game adds its rule options to these.

use crate::option::{Kind, Spec};
use crate::search::Level;

/// The general options, apart from the choice of game and player, whose values depend on what there is.
pub(super) static GENERAL: [Spec; 11] = [
    Spec {
        name: "Hash",
        kind: Kind::Spin { default: 16, min: 1, max: 1 << 20 },
        about: "size of the transposition table in MB",
    },
    Spec { name: "Threads", kind: Kind::Spin { default: 1, min: 1, max: 1024 }, about: "search threads" },
    Spec {
        name: "MultiPV",
        kind: Kind::Spin { default: 1, min: 1, max: 256 },
        about: "how many of the best moves to report",
    },
    Spec { name: "Ponder", kind: Kind::Check(false), about: "whether bestmove names a move to ponder on (UCI)" },
    Spec {
        name: "MoveOverhead",
        kind: Kind::Spin { default: 10, min: 0, max: 5_000 },
        about: "milliseconds kept aside from the clock for every move",
    },
    Spec {
        name: "SkillLevel",
        kind: Kind::Scale { default: 20, min: 0, max: 20, names: &Level::NAMED },
        about: "how strong to play, by number or name; 20 is everything the player can do",
    },
    Spec { name: "UCI_LimitStrength", kind: Kind::Check(false), about: "whether UCI_Elo sets the level" },
    Spec {
        name: "UCI_Elo",
        kind: Kind::Spin { default: 500, min: 0, max: 4_000 },
        about: "how strong to play on the game's own scale, where level 0 is 0",
    },
    Spec { name: "OwnBook", kind: Kind::Check(false), about: "whether to use the opening book of a game that has one" },
    Spec {
        name: "Seed",
        kind: Kind::Spin { default: 0, min: 0, max: i64::MAX },
        about: "seed of everything random; 0 draws a fresh one for every game",
    },
    Spec { name: "LogFile", kind: Kind::Text(""), about: "file that gets every line in and out" },
];
