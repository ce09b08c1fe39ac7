//! Laws of the searches for any number of seats, on random trees and against their plain definitions.

mod plain;
mod tree;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludion::game::{MoveList, Position};
use ludion::games::chicago::{Chicago, Judge, Movement, Rules};
use ludion::random::Rng;
use ludion::score::{Proven, Score};
use ludion::search::{Brs, Control, Info, Limits, Maxn, Mcts, Pvs, Root, Searcher, Setup, Table};

use tree::{Branch, Guess, Soil, Tree};

fn setup() -> Setup {
    Setup::new(Arc::new(Table::new(1).unwrap()))
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
    let mut moves = MoveList::new();
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

/// The value of the whole game for every seat by max^n, the first listed move among equals.
fn whole_game<const BONUS: i32>(root: &Root<Tree<BONUS>>) -> plain::Vector {
    plain::maxn(&root.position, &mut Guess::<false>, u32::MAX, 0)
}

#[test]
fn a_finished_tree_has_the_exact_value() {
    for soil in soils(120) {
        let root = Tree::<0>::root(soil);
        let expected = whole_game(&root);
        let info = found(&mut Mcts::new(&setup(), Guess::<false>), &root, &Limits::default());
        assert_eq!(info.score, expected[0], "{soil:?}");
        assert_eq!(info.exact, Some(expected[0].value() / 100), "{soil:?}");
        if soil.seats > 2 {
            assert_eq!(info.scores, &expected[..soil.seats], "{soil:?}");
        } else {
            let proven = match expected[0].value().signum() {
                1 => Proven::Win,
                0 => Proven::Draw,
                _ => Proven::Loss,
            };
            assert_eq!(info.proven, Some(proven), "{soil:?}");
        }
    }
}

#[test]
fn a_proven_result_is_the_result() {
    for soil in soils(240).filter(|soil| soil.seats == 2) {
        let root = Tree::<-1>::root(soil);
        let expected = whole_game(&root)[0];
        let info = found(&mut Mcts::new(&setup(), Guess::<false>), &root, &Limits::default());
        // The first win found is taken, not the shortest.
        assert_eq!(info.score.is_win(), expected.is_win(), "{soil:?}");
        assert_eq!(info.score.is_loss(), expected.is_loss(), "{soil:?}");
        assert!(info.proven.is_some(), "{soil:?}");
    }
}

/// Every way to play, by name.
fn players<const BONUS: i32>() -> Vec<(&'static str, Box<dyn Searcher<Tree<BONUS>>>)> {
    let judge = Guess::<false>;
    vec![
        ("pvs", Box::new(Pvs::new(&setup(), judge))),
        ("brs", Box::new(Brs::new(&setup(), judge))),
        ("maxn", Box::new(Maxn::new(&setup(), judge))),
        ("mcts", Box::new(Mcts::new(&setup(), judge))),
    ]
}

fn long(soil: Soil) -> Soil {
    Soil { length: 40, ..soil }
}

/// Everything a search reports but the time.
fn transcript<P: Position>(searcher: &mut dyn Searcher<P>, root: &Root<P>, limits: &Limits<P::Move>) -> Vec<String> {
    let mut lines = Vec::new();
    searcher.search(root, limits, &Control::unattended(), &mut |info| {
        lines.push(format!("{:?}", Info { elapsed: Duration::ZERO, ..info.clone() }));
    });
    lines
}

#[test]
fn nodes_are_kept_exactly_and_searches_repeat() {
    for soil in soils(12).map(long) {
        let root = Tree::<700>::root(soil);
        for nodes in [0, 1, 2, 77, 1000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            for ((name, mut one), (_, mut two)) in players::<700>().into_iter().zip(players::<700>()) {
                let info = found(&mut *one, &root, &limits);
                let is_over = info.nodes < nodes && (info.exact.is_some() || info.depth == 40);
                assert!(info.nodes == nodes || is_over, "{name} {soil:?}: {} of {nodes} nodes", info.nodes);
                one = players::<700>().into_iter().find(|(other, _)| *other == name).unwrap().1;
                assert_eq!(transcript(&mut *one, &root, &limits), transcript(&mut *two, &root, &limits), "{name}");
            }
        }
    }
}

#[test]
fn a_full_tree_is_still_searched() {
    for soil in soils(12).map(long) {
        let root = Tree::<0>::root(soil);
        let tiny = Setup::new(Arc::new(Table::new(0).unwrap()));
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let info = found(&mut Mcts::new(&tiny, Guess::<false>), &root, &limits);
        assert!(info.nodes == 500 || info.exact.is_some(), "{soil:?}");
        assert!(info.seldepth <= 1 && info.hashfull == 1000, "{soil:?}");
    }
}

#[test]
fn every_line_is_legal_and_ranked() {
    for soil in soils(24).map(long) {
        let root = Tree::<-1>::root(soil);
        let limits = Limits { nodes: Some(500), multipv: 3, ..Limits::default() };
        let mut legal = MoveList::new();
        root.position.legal_moves(&mut legal);
        for (name, mut player) in players::<-1>() {
            let mut last = Vec::new();
            player.search(&root, &limits, &Control::unattended(), &mut |info| {
                if info.multipv == 1 {
                    last.clear();
                }
                assert_eq!(info.multipv, last.len() + 1, "{name} {soil:?}");
                let mut position = root.position.clone();
                for &mv in &info.pv {
                    let mut moves = MoveList::new();
                    position.legal_moves(&mut moves);
                    assert!(moves.contains(&mv), "{name} {soil:?}");
                    position.play(mv);
                }
                assert!(!last.contains(&info.pv[0]), "{name} {soil:?}");
                last.push(info.pv[0]);
            });
            assert!(last.len() <= legal.len().min(3), "{name} {soil:?}");
        }
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    for soil in soils(24).map(long) {
        let root = Tree::<0>::root(soil);
        let mut legal = MoveList::new();
        root.position.legal_moves(&mut legal);
        let wanted = *legal.last().unwrap();
        let limits = Limits { nodes: Some(300), searchmoves: vec![wanted], multipv: 9, ..Limits::default() };
        for (name, mut player) in players::<0>() {
            assert_eq!(found(&mut *player, &root, &limits).pv[0], wanted, "{name} {soil:?}");
        }
    }
}

#[test]
fn a_stop_and_a_time_limit_end_a_search() {
    let root = Tree::<0>::root(Soil { seed: 5, seats: 3, in_turn: true, length: 60 });
    for (name, mut player) in players::<0>() {
        let control = Control::new(Instant::now(), true, false);
        control.stop();
        assert!(player.search(&root, &Limits::default(), &control, &mut |_| ()).is_some(), "{name}");
        assert!(control.elapsed() < Duration::from_secs(1), "{name}");
        let limits = Limits { movetime: Some(Duration::from_millis(20)), ..Limits::default() };
        let control = Control::unattended();
        assert!(player.search(&root, &limits, &control, &mut |_| ()).is_some(), "{name}");
        assert!(control.elapsed() < Duration::from_secs(1), "{name}");
    }
}

/// Chicago after so many moves taken at random.
fn market(seats: usize, seed: u64, plies: u32) -> Root<Chicago> {
    let mut rng = Rng::new(seed);
    let mut position = Chicago::drawn(&Rules { seats, movement: Movement::Basic }, seed).unwrap();
    for _ in 0..plies {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        position.play(moves[rng.below(moves.len())]);
    }
    Root::new(position, 1)
}

#[test]
fn transpositions_change_nothing() {
    let mut judge = Judge;
    for (seats, seed) in (2..=4).flat_map(|seats| (0..10).map(move |seed| (seats, seed))) {
        for (plies, depth) in [(0, 4), (5, 5), (11, 9)] {
            let root = market(seats, seed, plies);
            let setup = setup();
            let expected = plain::maxn(&root.position, &mut judge, depth, 0);
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            // The second search finds the table full of the first one's work.
            for _ in 0..2 {
                let info = found(&mut Maxn::new(&setup, judge), &root, &limits);
                assert_eq!(info.scores, &expected[..seats], "{seats} seats, deal {seed} after {plies}");
                assert_eq!(info.exact.is_some(), root.position.max_plies() <= depth);
            }
        }
    }
}
