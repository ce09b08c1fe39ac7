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
#[rustfmt::skip]
pub(super) const WEIGHTS: Weights = [
    // Life.
    500, 450, 300, 350,
    // Health.
    100, 80, 80, 80,
    // Ready.
    60, 60, 30, 40,
    // Tempo: being to move, opening the next round.
    30, 20,
    // Threat per point of health: enemies that act this round and are to move, act this round later, act next round.
    -20, -12, -6,
    // Peril: one enemy of a side to move could kill, one of the other side, several to move, several of the other.
    -200, -200, -150, -150,
    -120, -120, -80, -80,
    -80, -80, -50, -50,
    -40, -40, -30, -30,
    // Slow.
    -12, -12, -12, -12,
    // Shield.
    20,
    // Spacing: ground friends and ground foes around a unit that an enemy Magicien could hit.
    -20, 15,
    // Mobility.
    2, 2, 1, 1,
    // Place.
    -3, -5, -3, -3,
    // Hunt.
    -4, -8, -8, -8,
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
