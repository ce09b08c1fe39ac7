//! What the terms of the evaluation are worth, in hundredths of a point of health, and which terms there are.

use crate::weights::Weights as Numbers;

/// A term of the evaluation: a group of weights that is switched on and off together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Term {
    /// A unit that lives.
    Life,
    /// Every point of its health.
    Health,
    /// A unit that can still act this round: killing it takes its turn too.
    Ready,
    /// Being to move, and opening the next round.
    Tempo,
    /// What enemies could take from a unit where both stand.
    Threat,
    /// A unit that enemies could kill where it stands.
    Peril,
    /// Slows on a unit.
    Slow,
    /// A shield on a unit.
    Shield,
    /// Units that one spell of three by three cells would hit together.
    Spacing,
    /// The cells a unit can go to.
    Mobility,
    /// How far from the middle of the board a unit stands.
    Place,
    /// How far from the nearest enemy a unit of the stronger side stands.
    Hunt,
}

impl Term {
    /// How many terms there are.
    pub(super) const COUNT: usize = 12;

    pub(super) const ALL: [Self; Self::COUNT] = [
        Self::Life,
        Self::Health,
        Self::Ready,
        Self::Tempo,
        Self::Threat,
        Self::Peril,
        Self::Slow,
        Self::Shield,
        Self::Spacing,
        Self::Mobility,
        Self::Place,
        Self::Hunt,
    ];

    /// The name for people.
    pub(super) const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    const NAMES: [&'static str; Self::COUNT] = [
        "life", "health", "ready", "tempo", "threat", "peril", "slow", "shield", "spacing", "mobility", "place", "hunt",
    ];

    /// How many weights it has.
    const fn len(self) -> usize {
        match self {
            Self::Tempo | Self::Spacing => 2,
            Self::Threat => 3,
            Self::Peril => 16,
            Self::Shield => 1,
            _ => 4,
        }
    }

    /// Its first weight.
    pub(super) const fn first(self) -> usize {
        let mut first = 0;
        let mut term = 0;
        while term < self as usize {
            first += Self::ALL[term].len();
            term += 1;
        }
        first
    }
}

/// The number of weights.
pub(super) const COUNT: usize = Term::Hunt.first() + Term::Hunt.len();

/// One number per weight, grouped by terms.
pub(super) type Weights = [i32; COUNT];

/// The weights in use, by class where there are four: Magicien, Guerrier, Voleur, Cavalier.
///
/// Fitted by `scripts/tune.py` to 1086 games of the engine against itself (`ludion match --game bellum -e "self name=a"
/// -e "self name=b" --openings setup --plies 3 --nodes 1500`), but for slows on a Voleur and shields, which are too rare
/// there to be fitted well.
#[rustfmt::skip]
pub(super) const WEIGHTS: Weights = [
    // Life.
    458, 414, 322, 333,
    // Health.
    164, 75, 68, 90,
    // Ready.
    51, 101, -9, 53,
    // Tempo: being to move, opening the next round.
    8, 44,
    // Threat per point of health: enemies that act this round and are to move, act this round later, act next round.
    -48, -44, -15,
    // Peril: one enemy of a side to move could kill, one of the other side, several to move, several of the other.
    -233, -205, -153, -165,
    -142, -156, -74, -96,
    -111, -84, -28, -62,
    -53, -53, -7, -27,
    // Slow, for every one up to three.
    -59, -48, -10, -17,
    // Shield: protects, but took a turn.
    -20,
    // Spacing: ground friends and ground foes around a unit that an enemy Magicien could hit.
    -64, 12,
    // Mobility, for every cell: who can go far stands in the open.
    -60, -11, 0, 2,
    // Place, for every step from the middle.
    -3, -79, -6, -15,
    // Hunt, for every step to the nearest enemy: Magicien and Guerrier win from afar.
    23, 46, -47, -26,
];

/// The weights in use, but for those that are replaced: `life0` is the first of the term `life`.
pub(super) fn tried(numbers: &Numbers) -> Weights {
    let mut weights = WEIGHTS;
    for term in Term::ALL {
        for (index, weight) in weights[term.first()..][..term.len()].iter_mut().enumerate() {
            *weight = numbers.get(&format!("{}{index}", term.name()), *weight);
        }
    }
    weights
}

/// The weights with these terms at nothing.
pub(super) fn without(mut weights: Weights, is_off: impl Fn(Term) -> bool) -> Weights {
    for term in Term::ALL.into_iter().filter(|term| is_off(*term)) {
        weights[term.first()..][..term.len()].fill(0);
    }
    weights
}

/// The term a weight belongs to.
pub(super) fn term_of(weight: usize) -> Term {
    Term::ALL.into_iter().rev().find(|term| term.first() <= weight).unwrap_or(Term::Life)
}
