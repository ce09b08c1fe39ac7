//! Laws of the searches for any number of seats, on random trees and against their plain definitions.

mod plain;
mod tree;

use std::sync::Arc;

use ludion::game::Position;
use ludion::score::Score;
use ludion::search::{Brs, Control, Info, Limits, Maxn, Pvs, Root, Searcher, Setup, Table};

use tree::{Branch, Guess, Soil, Tree};

fn setup() -> Setup {
    Setup { table: Arc::new(Table::new(1).unwrap()) }
}

fn soils(trees: u64) -> impl Iterator<Item = Soil> {
    (0..trees).map(|seed| Soil {
        seed,
        seats: 2 + usize::try_from(seed % 3).unwrap(),
        in_turn: seed / 3 % 2 == 0,
        length: 6,
    })
}

/// The last report of a search for the best line.
fn found<P: Position>(searcher: &mut dyn Searcher<P>, root: &Root<P>, limits: &Limits<P::Move>) -> Info<P::Move> {
    let mut last = None;
    let best = searcher.search(root, limits, &Control::unattended(), &mut |info| {
        if info.multipv == 1 {
            last = Some(info.clone());
        }
    });
    let last = last.expect("a report");
    assert_eq!(best, last.pv.first().copied(), "the answer is the first move of the last line");
    last
}

fn to_depth(depth: u32) -> Limits<Branch> {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn maxn_is_plain_maxn<const BONUS: i32, const OPPOSED: bool>() {
    let mut judge = Guess::<OPPOSED>;
    for soil in soils(120) {
        let root = Tree::<BONUS>::root(soil);
        for depth in 1..=6 {
            let expected = plain::maxn(&root.position, &mut judge, depth, 0);
            let info = found(&mut Maxn::new(&setup(), judge), &root, &to_depth(depth));
            let expected_scores = &expected[..soil.seats];
            if soil.seats > 2 || info.depth == depth {
                assert_eq!(info.scores, expected_scores, "{soil:?} depth {depth}");
            }
            assert_eq!(info.score, expected[0], "{soil:?} depth {depth}");
            // The chosen move is the first listed one with the best value.
            let best = best_listed(&root, |child| plain::maxn(child, &mut judge, depth - 1, 1)[0]);
            assert_eq!(info.pv[0], best, "{soil:?} depth {depth}");
        }
    }
}

fn best_listed<P: Position>(root: &Root<P>, mut value: impl FnMut(&P) -> Score) -> P::Move {
    let mut moves = ludion::game::MoveList::new();
    root.position.legal_moves(&mut moves);
    let mut best = (moves[0], -Score::INFINITE);
    for &mv in moves.iter() {
        let mut child = root.position.clone();
        child.play(mv);
        let score = value(&child);
        if score > best.1 {
            best = (mv, score);
        }
    }
    best.0
}

#[test]
fn maxn_prunes_nothing_that_matters() {
    maxn_is_plain_maxn::<-1, true>();
    maxn_is_plain_maxn::<-1, false>();
    maxn_is_plain_maxn::<0, true>();
    maxn_is_plain_maxn::<0, false>();
    maxn_is_plain_maxn::<700, false>();
}

#[test]
fn pruning_saves_nodes() {
    fn nodes<const OPPOSED: bool>() -> u64 {
        let trees = soils(60).map(Tree::<0>::root);
        trees.map(|root| found(&mut Maxn::new(&setup(), Guess::<OPPOSED>), &root, &to_depth(6)).nodes).sum()
    }
    let (with, without) = (nodes::<true>(), nodes::<false>());
    assert!(with * 10 < without * 9, "{with} nodes with, {without} without");
}

fn two_sided_searches_are_plain<const BONUS: i32>() {
    let mut judge = Guess::<false>;
    for soil in soils(120) {
        let root = Tree::<BONUS>::root(soil);
        let us = root.position.turn();
        for depth in 1..=6 {
            let paranoid = plain::paranoid(&root.position, &mut judge, us, depth, 0);
            let best_reply = plain::best_reply(&root.position, &mut judge, us, None, depth, 0);
            let pvs = found(&mut Pvs::new(&setup(), judge), &root, &to_depth(depth));
            let brs = found(&mut Brs::new(&setup(), judge), &root, &to_depth(depth));
            assert_eq!(pvs.score, paranoid, "pvs {soil:?} depth {depth}");
            assert_eq!(brs.score, best_reply, "brs {soil:?} depth {depth}");
            assert!(best_reply >= paranoid, "opponents can do no better with fewer choices");
            if soil.seats == 2 {
                let maxn = found(&mut Maxn::new(&setup(), judge), &root, &to_depth(depth));
                assert_eq!(maxn.score, paranoid, "maxn {soil:?} depth {depth}");
                assert_eq!((brs.score, brs.nodes, brs.pv), (pvs.score, pvs.nodes, pvs.pv), "{soil:?} depth {depth}");
            }
        }
    }
}

#[test]
fn two_sided_searches_keep_to_their_definitions() {
    two_sided_searches_are_plain::<-1>();
    two_sided_searches_are_plain::<0>();
    two_sided_searches_are_plain::<700>();
}
