//! The players of Oware: what they claim to be proven is, scores stay where they belong, and `classic` is as described.

use std::sync::Arc;

use super::{legal, position, sparse};
use ludion::game::{MoveList, Notation, Position, Style};
use ludion::games::oware::{GrandSlam, House, Oware, Repetition, Rules};
use ludion::random::Rng;
use ludion::score::{Proven, Score};
use ludion::search::{Control, Info, Limits, Playable, Root, Setup, Table};
use ludion::trail::Trail;

/// A player's last word about a position.
fn asked(player: &str, position: Oware, limits: &Limits<House>) -> Info<House> {
    let player = Oware::PLAYERS.iter().find(|known| known.name == player).unwrap();
    let root = Root::new(position, 1);
    let mut last = None;
    let mut report = |info: &Info<House>| last = Some(info.clone());
    let setup = Setup::new(Arc::new(Table::new(1).unwrap()));
    (player.build)(&setup).search(&root, limits, &Control::unattended(), &mut report);
    last.unwrap()
}

/// Who wins with best play, by trying every way on with all that happened before; `None` if that takes too long.
struct Trial {
    trail: Trail,
    nodes: u32,
}

impl Trial {
    fn value(&mut self, position: &Oware, alpha: i32, beta: i32) -> Option<i32> {
        let outcome = position.outcome().or_else(|| position.outcome_by_past(&self.trail.past(position)));
        if let Some(outcome) = outcome {
            return Some(outcome.payoff(position.turn()).signum());
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut best = -1;
        for &mv in moves.iter() {
            let mut next = *position;
            next.play(mv);
            self.trail.push(position, mv);
            let value = self.value(&next, -beta, -alpha.max(best));
            self.trail.pop();
            best = best.max(-value?);
            if best >= beta {
                break;
            }
        }
        Some(best)
    }
}

#[test]
fn what_is_proven_is_true() {
    let mut rng = Rng::new(5);
    let mut proven = [0; 3];
    let variants = [
        Rules::ABAPA,
        Rules { grand_slam: GrandSlam::Forbidden, no_capture_limit: 12, ..Rules::ABAPA },
        Rules { grand_slam: GrandSlam::Awari, repetition: Repetition::Split, ..Rules::ABAPA },
        Rules { repetition: Repetition::OwnSide, max_plies: 30, ..Rules::ABAPA },
    ];
    for round in 0..1_200 {
        let rules = variants[round % variants.len()];
        let position = Oware::parse(&sparse(&mut rng), &rules).unwrap();
        let seeds: i32 = 48 - position.points().iter().sum::<i32>();
        if position.outcome().is_some() || seeds > 7 {
            continue;
        }
        let info = asked("pvs", position, &Limits { depth: Some(9), ..Limits::default() });
        assert_eq!(info.proven.is_some_and(|it| it != Proven::Draw), info.score.value().abs() >= 2_500, "{info:?}");
        let mut trial = Trial { trail: Trail::default(), nodes: 100_000 };
        let (Some(claim), Some(value)) = (info.proven, trial.value(&position, -1, 1)) else { continue };
        let claim = [Proven::Loss, Proven::Draw, Proven::Win].iter().position(|&it| it == claim).unwrap();
        assert_eq!(i32::try_from(claim).unwrap() - 1, value, "{} under {rules:?}", position.text(Style::Own));
        proven[claim] += 1;
    }
    assert!(proven[0] > 20 && proven[2] > 20, "too little was proven: {proven:?}");
}

#[test]
fn unproven_scores_stay_inside_and_proven_ones_outside() {
    let mut rng = Rng::new(9);
    for round in 0..120 {
        let position = position(&sparse(&mut rng));
        if position.outcome().is_some() {
            continue;
        }
        for player in ["auto", "mcts"] {
            let info = asked(player, position, &Limits { nodes: Some(500 + 40 * round), ..Limits::default() });
            let is_proven = info.proven.is_some_and(|proven| proven != Proven::Draw);
            assert_eq!(
                info.score.value().abs() >= 2_500,
                is_proven,
                "{player} in {}: {info:?}",
                position.text(Style::Own)
            );
            assert_eq!(info.score.plies_to_end(), None);
        }
    }
}

#[test]
fn a_win_at_once_is_found_and_proven() {
    let info =
        asked("auto", position("0-0-0-0-3-1-1-2-4-4-4-4-21-4-S"), &Limits { depth: Some(3), ..Limits::default() });
    assert_eq!((info.proven, info.pv[0].index()), (Some(Proven::Win), 4));
    assert!(info.score >= Score::cp(2_500));
}

#[test]
fn classic_takes_most_and_greedy_judges() {
    // Two captures of five and one of two.
    let position = position("0-0-0-4-3-1-1-2-1-5-5-5-11-10-S");
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let player = Oware::PLAYERS.iter().find(|known| known.name == "classic").unwrap();
        let root = Root::new(position, seed);
        let setup = Setup::new(Arc::new(Table::new(1).unwrap()));
        let mut reports = 0;
        let best = (player.build)(&setup)
            .search(&root, &Limits::default(), &Control::unattended(), &mut |info| {
                assert_eq!(info.depth, 1);
                reports += 1;
            })
            .unwrap();
        assert_eq!(reports, 1);
        seen.insert(position.move_text(best, Style::Own));
    }
    let most: Vec<String> = legal(&position)
        .into_iter()
        .filter(|word| position.captured_by(position.parse_move(word).unwrap()) == 5)
        .collect();
    assert!(!most.is_empty());
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), most);
}
