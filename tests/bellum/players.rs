//! The players: what each of them wants, and that the options change it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::at;
use ludion::game::{Notation as _, Style};
use ludion::games::bellum::Bellum;
use ludion::option::Settings;
use ludion::search::{Control, Info, Limits, Playable, Root, Setup, Table};

/// The answer of a player with these options, and its last report.
fn answer(name: &str, options: &[(&str, &str)], position: &str, depth: u32, seed: u64) -> (String, i32) {
    let mut settings = Settings::new(Bellum::OPTIONS);
    for (name, value) in options {
        assert_eq!(settings.set(name, value), Ok(true), "{name}");
    }
    let setup = Setup { settings, ..Setup::new(Arc::new(Table::new(1).unwrap())) };
    let player = Bellum::PLAYERS.iter().find(|player| player.name == name).expect("there is such a player");
    let root = Root::new(at(position), seed);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut score = 0;
    let mut report = |info: &Info<_>| score = info.score.value();
    let turn = player.make(&setup).search(&root, &limits, &Control::unattended(), &mut report);
    (root.position.move_text(turn.expect("there is a turn"), Style::Own), score)
}

/// Everything a player answers over many seeds.
fn answers(name: &str, position: &str) -> BTreeSet<String> {
    (0..300).map(|seed| answer(name, &[], position, 1, seed).0).collect()
}

fn classic(options: &[(&str, &str)], position: &str) -> String {
    answer("classic", options, position, 1, 0).0
}

#[test]
fn greedy_takes_what_counts_most_and_guesses_between_equals() {
    // A life is worth five points of health: two from the weak Magicien beat three from the Guerrier.
    assert_eq!(answers("greedy", "1 1 Cc3:10,md3:2,gc4:12"), ["c3Jd3", "c3Nd3"].map(str::to_owned).into());
    assert_eq!(answers("greedy", "1 1 Cc3:10,md3:8,gc4:12"), ["c3Nc4", "c3Nd3"].map(str::to_owned).into());
}

#[test]
fn aggressive_casts_on_enemies_if_it_can() {
    let on_enemy = ["c3Jd3", "c3Pd3"].map(str::to_owned).into();
    assert_eq!(answers("aggressive", "1 1 Vc3:8,gd3:12"), on_enemy);
    assert_eq!(answers("aggressive", "1 1 Ga1:12,gf6:12").len(), 7, "nobody is in range, so anything goes");
}

#[test]
fn random_plays_everything() {
    assert_eq!(answers("random", "1 1 Ga1:12,gf6:12").len(), 7);
}

#[test]
fn classic_looks_at_no_more_than_its_beam() {
    // The bonus for the Magicien puts a spell without damage first; one ply of utility prefers damage.
    let position = "1 1 Ca1:10,mc3:8,gd2:12";
    assert_eq!(classic(&[("ClassicBeam", "1")], position), "a1Rc3");
    assert_eq!(classic(&[("ClassicBeam", "1"), ("ClassicMagicien", "off")], position), "a1Rd2");
    assert_eq!(classic(&[], position).get(..3), Some("a1J"));
}

#[test]
fn classic_passes_and_aims_at_its_own_only_if_it_must() {
    let trapped = "1 1 Ga1:12s1s1,gf6:12";
    assert_eq!(classic(&[], trapped), "a1Ca1", "with nothing else left it looks at everything");
    let (filtered, free) = ("1 1 Gc3:12,gd3:4,gf6:12", [("ClassicFilter", "off"), ("ClassicBeam", "256")]);
    assert_eq!(classic(&free, filtered), "c3Cc3", "a cleave is aimed at oneself");
    assert_eq!(classic(&[], filtered), "c3Jd3");
}

#[test]
fn classic_sees_as_deep_as_it_is_told() {
    // The Voleur can be killed in two turns of the same side, because the enemy has but one unit that has acted.
    let (_, score) = answer("classic", &[], "1 2 Ma1:8,Va2:8,va4:6!", 2, 0);
    assert!(score >= 20_000, "{score}");
    assert!(answer("classic", &[], "1 2 Ma1:8,Va2:8,va4:6!", 1, 0).1 < 20_000);
}

#[test]
fn the_search_finds_kills_that_take_a_turn() {
    for player in ["auto", "pvs"] {
        // Either Voleur can be killed; only the one that has not acted could kill the Magicien in its turn.
        let (turn, _) = answer(player, &[], "1 1 Ma1:2,Ga6:12!,va4:3,vf1:3!,gf6:12!", 3, 0);
        assert!(turn.ends_with("a4"), "{player}: {turn}");
    }
}

#[test]
fn the_ballista_is_feared_at_four_steps_only() {
    // In one ply the Magicien has to leave the distance of four from a Guerrier that has not acted.
    let (turn, _) = answer("auto", &[], "1 1 Mc3:6,gf2:12,va6:8!", 2, 0);
    assert_ne!(turn, "c3-");
}

#[test]
fn terms_can_be_switched_off() {
    let position = "1 9 Mc3:5s1s2,Ga6:3,Vb2:3d1,Ca4:3,me4:8,gd2:4!s1,vb5:8,cf6:3!";
    let value = |options: &[(&str, &str)]| answer("greedy", options, position, 1, 0).1;
    assert_eq!(value(&[]), value(&[("EvalPeril", "off")]), "the yardsticks do not use the evaluation");
    let value = |options: &[(&str, &str)]| answer("pvs", options, position, 1, 0).1;
    let terms = Bellum::OPTIONS.iter().filter(|spec| spec.name.starts_with("Eval"));
    let unchanged: Vec<&str> =
        terms.map(|spec| spec.name).filter(|name| value(&[(name, "off")]) == value(&[])).collect();
    assert!(unchanged.is_empty(), "no difference by {unchanged:?}");
}
