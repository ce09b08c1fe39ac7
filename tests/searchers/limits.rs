//! Limits are kept to the node, a stop is felt at once, and the same question gets the same answer.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::{Noise, board, legal_moves, root, search, setup, wandered};
use crate::support::wander::{Graph, Wander};
use ludion::game::Position;
use ludion::games::connect4::{Column, Judge};
use ludion::search::{Clock, Control, Evaluate, Info, Limits, Pvs, Searcher};

/// No more nodes than this are visited between a stop and the end.
const REACTION: u64 = 600;

/// A search that nothing else ends; the nodes only keep a broken one from running for ever.
fn endless() -> Limits<Column> {
    Limits { nodes: Some(20_000_000), ..Limits::default() }
}

fn check_nodes<P: Position, E: Evaluate<P> + Copy>(position: &P, judge: E, depth: u32, multipv: usize) {
    let whole = Limits { depth: Some(depth), multipv, ..Limits::default() };
    let all = search(|setup| Pvs::new(setup, judge), position, &whole, 1).last().nodes;
    let budgets = (1..=40).chain([64, 100, 333, 511, 512, 513, 1000, 2047, 5000, all - 1, all, all + 1]);
    for nodes in budgets.filter(|&nodes| nodes > 0) {
        let limits = Limits { nodes: Some(nodes), ..whole.clone() };
        let found = search(|setup| Pvs::new(setup, judge), position, &limits, 1);
        assert_eq!(found.last().nodes, nodes.min(all), "{nodes} nodes of {position:?}, {multipv} lines");
        assert!(legal_moves(position).contains(&found.mv));
        assert_eq!(found.last().pv.first(), Some(&found.mv));
        assert!(found.reports.iter().all(|info| info.nodes <= nodes));
        let again = search(|setup| Pvs::new(setup, judge), position, &limits, 1);
        assert_eq!(found.essence(), again.essence(), "the same {nodes} nodes differ");
    }
}

#[test]
fn nodes_are_counted_exactly_and_repeat_themselves() {
    for seed in 0..4 {
        let position = wandered(board::<u64>(7, 6, ""), seed, 4 * usize::try_from(seed).unwrap_or(0));
        check_nodes(&position, Judge, 7, 1);
        check_nodes(&position, Noise { spread: 300 }, 4, 1);
        check_nodes(&position, Judge, 5, 3);
        check_nodes(&Wander::<true>::start(&Graph { seed, seats: 3 }), Noise { spread: 300 }, 6, 1);
    }
}

/// Searches without any limit and stops from another thread at the report number `at`.
fn stopped_at(at: usize) -> (u64, Vec<Info<Column>>) {
    let position = board::<u64>(7, 6, "");
    let control = Arc::new(Control::new(Instant::now(), true, false));
    let mut reports: Vec<Info<_>> = Vec::new();
    let mut nodes_at_stop = 0;
    let mv = Pvs::new(&setup(1), Judge).search(&root(&position, 1), &endless(), &control, &mut |info| {
        reports.push(info.clone());
        if reports.len() == at {
            nodes_at_stop = info.nodes;
            let control = Arc::clone(&control);
            thread::spawn(move || control.stop()).join().expect("a stop never fails");
        }
    });
    assert!(legal_moves(&position).contains(&mv.expect("there are legal moves")));
    (nodes_at_stop, reports)
}

#[test]
fn a_stop_from_another_thread_ends_the_search() {
    for at in [1, 2, 5, 9] {
        let (nodes, reports) = stopped_at(at);
        let last = reports.last().expect("every search reports");
        assert!(last.nodes <= nodes + REACTION, "{} nodes after the stop", last.nodes - nodes);
        assert!(reports.len() <= at + 1, "the search went on for {} more reports", reports.len() - at);
    }
}

#[test]
fn a_search_stopped_before_it_begins_still_answers() {
    let position = board::<u64>(7, 6, "4444");
    let control = Control::new(Instant::now(), true, true);
    control.stop();
    let mut reports = Vec::new();
    let mut player = Pvs::new(&setup(1), Judge);
    let mv = player.search(&root(&position, 1), &endless(), &control, &mut |info| reports.push(info.clone()));
    assert!(legal_moves(&position).contains(&mv.expect("there are legal moves")));
    let last = reports.last().expect("every search reports");
    assert!(last.depth == 1 && last.nodes <= REACTION, "depth {} after {} nodes", last.depth, last.nodes);
}

#[test]
fn an_empty_clock_leaves_time_for_one_ply() {
    let position = board::<u64>(7, 6, "");
    let empty = Clock { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
    for limits in [
        Limits { movetime: Some(Duration::ZERO), ..Limits::default() },
        Limits { clock: Some(empty), ..Limits::default() },
        Limits { clock: Some(empty), depth: Some(30), overhead: Duration::from_secs(1), ..Limits::default() },
    ] {
        let found = search(|setup| Pvs::new(setup, Judge), &position, &limits, 1);
        assert_eq!(found.last().depth, 1, "{limits:?}");
        assert!(found.last().nodes <= REACTION, "{limits:?}");
    }
}

#[test]
fn the_first_limit_reached_counts() {
    let position = board::<u64>(7, 6, "44");
    let search = |depth, nodes| {
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() };
        search(|setup| Pvs::new(setup, Judge), &position, &limits, 1)
    };
    let shallow = search(3, 1_000_000);
    assert!(shallow.last().depth == 3 && shallow.last().nodes < 1_000_000);
    let short = search(30, 777);
    assert!(short.last().nodes == 777 && short.last().depth < 30);
}

#[test]
fn a_win_near_enough_ends_a_search_for_it() {
    // Seat 1 wins in three plies; two lines are wanted, so that nothing but the limit itself can end the search.
    let position = board::<u64>(7, 6, "3344");
    let most = 60_000;
    let search = |mate| {
        let limits = Limits { mate, nodes: Some(most), multipv: 3, ..Limits::default() };
        search(|setup| Pvs::new(setup, Judge), &position, &limits, 1)
    };
    let found = search(Some(3));
    assert_eq!(found.last().score.plies_to_end(), Some(3));
    assert!(found.last().nodes < most && found.last().depth <= 4, "{} nodes", found.last().nodes);
    for limit in [None, Some(2)] {
        let endless = search(limit).last().nodes;
        assert_eq!(endless, most, "{limit:?} ends the search by itself");
    }
}
