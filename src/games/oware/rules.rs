//! The rule options: what a capture of all the opponent's seeds does, and what ends a game that would not end.

use crate::game::TextError;
use crate::option::{Kind, Preset, Settings, Spec};

/// What happens when a move would capture all of the opponent's seeds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GrandSlam {
    /// The move is legal and captures nothing.
    NoCapture,
    /// The move is illegal.
    Forbidden,
    /// The move captures everything.
    Capture,
    /// The move captures all but the last house of the chain, the one nearest the opponent's first house.
    LeaveFirst,
    /// The move is illegal, unless all moves are like that; then it captures everything.
    Awari,
}

impl GrandSlam {
    /// All of them, in the order of their words.
    pub const ALL: [Self; 5] = [Self::NoCapture, Self::Forbidden, Self::Capture, Self::LeaveFirst, Self::Awari];

    /// The value of the option.
    #[must_use]
    pub const fn word(self) -> &'static str {
        SLAMS[self as usize]
    }
}

/// What the second occurrence of a position since the last capture does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// It ends the game, and each seat takes the seeds of its own row.
    OwnSide,
    /// It ends the game, and the seats share the seeds alike; an odd one goes to nobody.
    Split,
    /// Nothing.
    Off,
}

impl Repetition {
    /// All of them, in the order of their words.
    pub const ALL: [Self; 3] = [Self::OwnSide, Self::Split, Self::Off];

    /// The value of the option.
    #[must_use]
    pub const fn word(self) -> &'static str {
        REPETITIONS[self as usize]
    }
}

/// The rules in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// What a grand slam does.
    pub grand_slam: GrandSlam,
    /// What a repetition does.
    pub repetition: Repetition,
    /// After so many plies without a capture each seat takes its own row; 0 for never.
    pub no_capture_limit: u16,
    /// After so many plies each seat takes its own row; 0 for never.
    pub max_plies: u16,
}

impl Rules {
    /// The rules of tournaments.
    pub const ABAPA: Self =
        Self { grand_slam: GrandSlam::NoCapture, repetition: Repetition::OwnSide, no_capture_limit: 0, max_plies: 0 };

    /// The rules that the option values make.
    ///
    /// # Errors
    /// Never, if the values were checked against the options of the game.
    pub fn new(settings: &Settings) -> Result<Self, TextError> {
        let grand_slam = GrandSlam::ALL.into_iter().find(|slam| slam.word() == settings.text("GrandSlam"));
        let repetition = Repetition::ALL.into_iter().find(|rule| rule.word() == settings.text("Repetition"));
        let number = |name| u16::try_from(settings.number(name)).ok();
        match (grand_slam, repetition, number("NoCaptureLimit"), number("MaxPlies")) {
            (Some(grand_slam), Some(repetition), Some(no_capture_limit), Some(max_plies)) => {
                Ok(Self { grand_slam, repetition, no_capture_limit, max_plies })
            }
            _ => Err(TextError::new("these rule options make no game")),
        }
    }
}

const SLAMS: &[&str] = &["nocapture", "forbidden", "capture", "leavefirst", "awari"];
const REPETITIONS: &[&str] = &["ownside", "split", "off"];

/// The options, with the rules by name first.
pub(super) static OPTIONS: [Spec; 6] = [
    Spec {
        name: "OwareRules",
        kind: Kind::Preset(&[
            Preset {
                name: "abapa",
                values: &[
                    ("GrandSlam", "nocapture"),
                    ("Repetition", "ownside"),
                    ("NoCaptureLimit", "0"),
                    ("MaxPlies", "0"),
                ],
            },
            Preset {
                name: "ia02",
                values: &[
                    ("GrandSlam", "forbidden"),
                    ("Repetition", "ownside"),
                    ("NoCaptureLimit", "12"),
                    ("MaxPlies", "0"),
                ],
            },
            Preset {
                name: "awari",
                values: &[("GrandSlam", "awari"), ("Repetition", "split"), ("NoCaptureLimit", "0"), ("MaxPlies", "0")],
            },
            Preset { name: "custom", values: &[] },
        ]),
        about: "the rules by name; sets the four options below",
    },
    Spec { name: "GrandSlam", kind: Kind::Combo(SLAMS), about: "what a capture of all the opponent's seeds does" },
    Spec {
        name: "Repetition",
        kind: Kind::Combo(REPETITIONS),
        about: "what a second occurrence since the last capture does",
    },
    Spec {
        name: "NoCaptureLimit",
        kind: Kind::Spin { default: 0, min: 0, max: 500 },
        about: "plies without a capture after which each takes its own row; 0 for never",
    },
    Spec {
        name: "MaxPlies",
        kind: Kind::Spin { default: 0, min: 0, max: 10_000 },
        about: "plies after which each takes its own row; 0 for never",
    },
    Spec {
        name: "TablePath",
        kind: Kind::Text(""),
        about: "folder or file of large endgame tables; empty for the usual folder",
    },
];
