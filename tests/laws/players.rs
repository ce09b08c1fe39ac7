//! The laws of the players a game offers: they answer, legally, with a report, and the same whenever asked the same.

use std::collections::HashSet;
use std::sync::Arc;

use super::{legal_moves, rules_of, somewhere};
use ludion::game::Move as _;
use ludion::random::Rng;
use ludion::search::{Control, Info, Limits, Playable, Player, Root, Setup, Table};

/// Lets every player of a game think about positions of all phases.
pub(super) fn laws<P: Playable>(variant: &str) {
    let rules = rules_of::<P>(variant);
    let names: HashSet<&str> = P::PLAYERS.iter().map(|player| player.name).collect();
    assert_eq!(P::PLAYERS[0].name, "auto");
    assert_eq!(names.len(), P::PLAYERS.len(), "two players share a name");
    for player in P::PLAYERS {
        assert!(player.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()), "{}", player.name);
        for seed in 0..24 {
            let (position, trail) = somewhere::<P>(&rules, seed, 2 * usize::try_from(seed).unwrap_or(0));
            let root = Root { trail, ..Root::new(position, seed) };
            check_player(player, &root);
            check_searchmoves(player, &root);
        }
    }
}

/// A player's answer with its reports, from an empty table.
fn answer<P: Playable>(player: &Player<P>, root: &Root<P>, limits: &Limits<P::Move>) -> (P::Move, Vec<Info<P::Move>>) {
    let table = Arc::new(Table::new(1).expect("there is memory for a small table"));
    let mut reports = Vec::new();
    let mut searcher = (player.build)(&Setup::new(table));
    let mv = searcher.search(root, limits, &Control::unattended(), &mut |info| reports.push(info.clone()));
    (mv.expect("there are legal moves"), reports)
}

fn check_player<P: Playable>(player: &Player<P>, root: &Root<P>) {
    let name = player.name;
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let (mv, reports) = answer(player, root, &limits);
    assert!(legal_moves(&root.position).contains(&mv), "{name} plays {mv:?} in {:?}", root.position);
    let last = reports.iter().rev().find(|info| info.multipv == 1).expect("every player reports");
    assert_eq!(last.pv.first(), Some(&mv), "{name} plays something else than it reports");
    for info in &reports {
        assert!(info.nodes >= 1 && info.nodes <= 300, "{name} visits {} nodes", info.nodes);
        check_line(root, &info.pv, name);
    }
    // The same question again gets the same answer; only chance may look at the seed.
    assert_eq!(answer(player, root, &limits).0, mv, "{name} changes its mind");
    if !player.by_chance {
        let other = Root { seed: root.seed ^ 0x5555, ..root.clone() };
        assert_eq!(answer(player, &other, &limits).0, mv, "{name} plays by chance without saying so");
    }
}

/// A reported line can be played.
fn check_line<P: Playable>(root: &Root<P>, line: &[P::Move], name: &str) {
    let mut position = root.position.clone();
    for &mv in line {
        assert!(legal_moves(&position).contains(&mv), "{name} expects {line:?} in {:?}", root.position);
        position.play(mv);
    }
}

/// Only the moves asked for are considered.
fn check_searchmoves<P: Playable>(player: &Player<P>, root: &Root<P>) {
    let mut moves = legal_moves(&root.position).to_vec();
    Rng::new(root.seed).shuffle(&mut moves);
    moves.truncate(moves.len().div_ceil(3));
    let limits = Limits { nodes: Some(300), searchmoves: moves.clone(), ..Limits::default() };
    let (mv, reports) = answer(player, root, &limits);
    assert!(moves.contains(&mv), "{} was not asked for {mv:?}", player.name);
    let reported: HashSet<u32> = reports.iter().filter_map(|info| info.pv.first()).map(|mv| mv.pack()).collect();
    assert!(reported.iter().all(|packed| moves.iter().any(|mv| mv.pack() == *packed)), "{}", player.name);
}
