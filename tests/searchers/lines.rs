//! Several lines at once, and only the moves asked for.

use std::collections::HashSet;

use super::{Noise, after, board, legal_moves, minimax, search, wandered};
use ludion::game::{Move, Position};
use ludion::games::connect4::Judge;
use ludion::random::Rng;
use ludion::score::Score;
use ludion::search::{Evaluate, Info, Limits, Pvs};

/// The reports of the last iteration, one per line.
fn last_lines<M: Copy>(reports: &[Info<M>]) -> &[Info<M>] {
    let from = reports.iter().rposition(|info| info.multipv == 1).expect("every search reports");
    &reports[from..]
}

/// The true values of all moves at this depth, best first.
fn true_values<P: Position>(position: &P, mut judge: impl Evaluate<P>, depth: u32) -> Vec<Score> {
    let seat = position.turn();
    let moves = legal_moves(position);
    let values = moves.iter().map(|&mv| minimax(&after(position, mv), &mut judge, seat, depth - 1, 1));
    let mut values: Vec<Score> = values.collect();
    values.sort_by_key(|value| -*value);
    values
}

fn check_lines(lines: &[Info<impl Move>]) {
    let ranks: Vec<usize> = lines.iter().map(|info| info.multipv).collect();
    assert_eq!(ranks, (1..=lines.len()).collect::<Vec<_>>());
    let moves: HashSet<u32> = lines.iter().map(|info| info.pv[0].pack()).collect();
    assert_eq!(moves.len(), lines.len(), "two lines begin alike");
    // Values of different depths, as a search that was cut off leaves them, do not compare.
    let in_order = |one: &Info<_>, next: &Info<_>| one.depth > next.depth || one.score >= next.score;
    assert!(lines.is_sorted_by(in_order), "{lines:?}");
}

#[test]
fn every_line_has_the_value_of_plain_minimax() {
    for seed in 0..40 {
        let position = wandered(board::<u64>(6, 5, ""), seed, usize::try_from(seed % 16).unwrap_or(0));
        let judge = Noise { spread: [3, 400][usize::try_from(seed % 2).unwrap_or(0)] };
        let truth = true_values(&position, judge, 4);
        for multipv in [1, 2, 4, 256] {
            let limits = Limits { depth: Some(4), multipv, ..Limits::default() };
            let found = search(|setup| Pvs::new(setup, judge), &position, &limits, 1);
            let lines = last_lines(&found.reports);
            assert_eq!(lines.len(), multipv.min(truth.len()));
            check_lines(lines);
            let scores: Vec<Score> = lines.iter().map(|info| info.score).collect();
            // A search may end as soon as all its lines are decided; then they are as good as deeper ones.
            assert_eq!(scores, truth[..lines.len()], "{multipv} lines of {position:?}");
        }
    }
}

#[test]
fn lines_stay_distinct_and_sorted_when_the_search_is_cut_off() {
    for seed in 0..6 {
        let position = wandered(board::<u64>(7, 6, ""), seed, 2 * usize::try_from(seed).unwrap_or(0));
        for nodes in (1..60).chain((100..4000).step_by(97)) {
            let limits = Limits { nodes: Some(nodes), multipv: 3, ..Limits::default() };
            check_lines(last_lines(&search(|setup| Pvs::new(setup, Judge), &position, &limits, 1).reports));
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    for seed in 0..30 {
        let position = wandered(board::<u64>(7, 6, ""), seed, usize::try_from(seed % 20).unwrap_or(0));
        let mut wanted = legal_moves(&position).to_vec();
        Rng::new(seed).shuffle(&mut wanted);
        wanted.truncate(2);
        let mut judge = Noise { spread: 100 };
        let limits = Limits { depth: Some(4), multipv: 3, searchmoves: wanted.clone(), ..Limits::default() };
        let found = search(|setup| Pvs::new(setup, judge), &position, &limits, 1);
        assert!(found.reports.iter().all(|info| wanted.contains(&info.pv[0])));
        let values = wanted.iter().map(|&mv| minimax(&after(&position, mv), &mut judge, position.turn(), 3, 1));
        assert_eq!(Some(found.last().score), values.max(), "{wanted:?} in {position:?}");
    }
}
