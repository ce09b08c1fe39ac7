//! The options of the players: every term of the evaluation and every habit of `classic` can be switched off, so that
//! its worth can be measured.

use super::weights::Term;
use crate::option::{Kind, Settings, Spec};

const fn switch(name: &'static str, about: &'static str) -> Spec {
    Spec { name, kind: Kind::Check(true), about }
}

/// The options of the players: terms of the evaluation, search, `classic`.
pub(super) static OPTIONS: &[Spec] = &[
    switch("EvalLife", "evaluation: units that live"),
    switch("EvalHealth", "evaluation: their health"),
    switch("EvalReady", "evaluation: units that can still act this round"),
    switch("EvalTempo", "evaluation: being to move, opening the next round"),
    switch("EvalThreat", "evaluation: what enemies could take from units where they stand"),
    switch("EvalPeril", "evaluation: units that could be killed where they stand"),
    switch("EvalSlow", "evaluation: slows"),
    switch("EvalShield", "evaluation: shields"),
    switch("EvalSpacing", "evaluation: units that one wide spell would hit together"),
    switch("EvalMobility", "evaluation: cells to go to"),
    switch("EvalPlace", "evaluation: distance from the middle of the board"),
    switch("EvalHunt", "evaluation: distance of the stronger side's units from the nearest enemy"),
    switch("PruneCasts", "search: leave out casts that cost more than they bring"),
    Spec {
        name: "ClassicBeam",
        kind: Kind::Spin { default: 10, min: 1, max: 256 },
        about: "classic: how many turns it considers in a position",
    },
    switch("ClassicFilter", "classic: no casts on own units and no passes"),
    switch("ClassicSlow", "classic: bonus for targets that are slowed"),
    switch("ClassicZone", "classic: bonus for spells with a zone"),
    switch("ClassicKillReady", "classic: bonus for killing who has not acted"),
    switch("ClassicKillActed", "classic: bonus for killing who has acted"),
    switch("ClassicHit", "classic: bonus for targets of the right type"),
    switch("ClassicMiss", "classic: malus for targets of the wrong type"),
    switch("ClassicMagicien", "classic: bonus for a Magicien as target"),
    switch("ClassicGuerrier", "classic: bonus for a Guerrier as target"),
    switch("ClassicAllies", "classic: malus for moving beside allies"),
    switch("ClassicApproach", "classic: bonus for moving towards enemies"),
    switch("ClassicFear", "classic: malus for moving towards a Guerrier"),
    switch("ClassicCharge", "classic: bonus for a Guerrier that moves"),
];

/// Whether a switch is on; one that is missing is.
pub(super) fn is_on(settings: &Settings, name: &str) -> bool {
    settings.text(name) != "false"
}

/// Whether a term of the evaluation is switched on.
pub(super) fn is_term_on(settings: &Settings, term: Term) -> bool {
    is_on(settings, OPTIONS[term as usize].name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_come_first_and_in_their_order() {
        for term in Term::ALL {
            let name = OPTIONS[term as usize].name.to_ascii_lowercase();
            assert_eq!(name.strip_prefix("eval"), Some(term.name()));
        }
    }

    #[test]
    fn a_missing_switch_is_on() {
        assert!(is_on(&Settings::new(&[]), "ClassicFear"));
        let mut settings = Settings::new(OPTIONS);
        assert!(is_term_on(&settings, Term::Peril));
        assert_eq!(settings.set("EvalPeril", "false"), Ok(true));
        assert!(!is_term_on(&settings, Term::Peril) && is_term_on(&settings, Term::Threat));
    }
}
