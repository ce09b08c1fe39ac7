//! Principal variation search finds the very value of plain minimax, whatever the judgement, the table and the seats.

use super::{Noise, after, board, legal_moves, minimax, root, search, search_with, setup, wandered};
use crate::support::wander::{Graph, Wander};
use ludion::game::{Position, Seat};
use ludion::games::connect4::{Column, Connect4};
use ludion::score::{Bound, Proven, Score};
use ludion::search::{Evaluate, Limits, Pvs};

/// Narrow noise makes many equal values, wide noise throws every aspiration window.
const SPREADS: [i32; 3] = [2, 150, 25_000];

/// Compares all iterations up to `depth` from one position; returns how many there were.
fn check<P: Position>(position: &P, spread: i32, depth: u32, megabytes: usize) -> usize {
    let mut judge = Noise { spread };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let found = search(|setup| Pvs::new(setup, judge), position, &limits, megabytes);
    for info in &found.reports {
        let value = minimax(position, &mut judge, position.turn(), info.depth, 0);
        assert_eq!(info.score, value, "depth {} of {position:?} with {judge:?}", info.depth);
        assert_eq!(info.bound, Bound::Exact);
        check_line(position, judge, &info.pv, value, info.depth);
    }
    // Iterations end early only where the value is final.
    let value = minimax(position, &mut judge, position.turn(), depth, 0);
    assert_eq!(found.last().score, value, "depth {depth} of {position:?}");
    let child = after(position, found.mv);
    assert_eq!(minimax(&child, &mut judge, position.turn(), depth - 1, 1), value, "{:?} is not best", found.mv);
    found.reports.len()
}

/// The reported line leads to the reported value.
fn check_line<P: Position>(position: &P, mut judge: Noise, line: &[P::Move], value: Score, depth: u32) {
    let mut end = position.clone();
    for &mv in line {
        assert!(legal_moves(&end).contains(&mv), "{line:?} cannot be played");
        end.play(mv);
    }
    let plies = u32::try_from(line.len()).unwrap_or(u32::MAX);
    let reached = match end.outcome() {
        Some(outcome) => outcome.score(position.turn(), P::SCORING, plies),
        None => {
            assert_eq!(plies, depth, "{line:?} stops halfway");
            judge.evaluate(&end, position.turn())
        }
    };
    assert_eq!(reached, value, "{line:?} leads elsewhere");
}

/// Many positions of one start, all spreads, two tiny tables; returns the number of iterations compared.
fn check_many<P: Position>(start: &P, positions: u64, plies: u64, depth: u32) -> usize {
    let mut compared = 0;
    for seed in 0..positions {
        let position = wandered(start.clone(), seed, usize::try_from(seed % plies).unwrap_or(0));
        let spread = SPREADS[usize::try_from(seed % 3).unwrap_or(0)];
        compared += check(&position, spread, depth, usize::from(seed % 2 == 0));
    }
    compared
}

#[test]
fn on_boards_of_many_sizes() {
    for (width, height) in [(7, 6), (4, 4), (5, 5), (6, 4), (5, 7)] {
        assert!(check_many(&board::<u64>(width, height, ""), 60, 14, 5) > 200, "{width}x{height}");
    }
    assert!(check_many(&board::<u128>(9, 8, ""), 24, 12, 4) > 80);
}

#[test]
fn near_the_end_of_the_game() {
    // Late positions of small boards: full boards and counted ends are everywhere.
    assert!(check_many(&board::<u64>(4, 4, "1122"), 60, 10, 8) > 200);
    assert!(check_many(&board::<u64>(5, 4, "12213443"), 60, 9, 8) > 200);
}

#[test]
fn with_more_seats_that_do_not_alternate() {
    let mut compared = 0;
    for seats in [2, 3, 4] {
        for seed in 0..25 {
            let graph = Graph { seed, seats };
            compared += check_many(&Wander::<false>::start(&graph), 4, 4, 5);
            compared += check_many(&Wander::<true>::start(&graph), 4, 4, 5);
        }
    }
    assert!(compared > 1500, "{compared}");
}

/// Searches `later`, which is `plies` after `before`, then `before` so deep that both reach the same horizon, with one
/// table. What the first search leaves behind must not change the value of the second.
fn check_after_earlier(before: &Connect4<u64>, later: &Connect4<u64>, plies: u32, limits: &Limits<Column>) {
    let mut judge = Noise { spread: 150 };
    let mut player = Pvs::new(&setup(1), judge);
    search_with(&mut player, &root(later, 1), &Limits { depth: Some(3), ..limits.clone() });
    let limits_before = Limits { depth: Some(3 + plies), ..Limits::default() };
    let found = search_with(&mut player, &root(before, 1), &limits_before);
    let value = minimax(before, &mut judge, before.turn(), 3 + plies, 0);
    assert_eq!(found.last().score, value, "{before:?} after {later:?} with {limits:?}");
}

#[test]
fn what_an_earlier_search_has_learnt_stays_true() {
    for seed in 0..60 {
        let before = wandered(board::<u64>(5, 4, ""), seed, usize::try_from(seed % 14).unwrap_or(0));
        for (plies, wander) in (1..).zip([1, 2, 2, 2]) {
            let later = wandered(before, seed ^ plies << 32, wander);
            if later.max_plies() == before.max_plies() {
                continue;
            }
            let plies = before.max_plies() - later.max_plies();
            let replies = legal_moves(&later);
            for only in replies.iter().copied().take(3) {
                let limits = Limits { searchmoves: vec![only], ..Limits::default() };
                check_after_earlier(&before, &later, plies, &limits);
            }
            check_after_earlier(&before, &later, plies, &Limits::default());
            check_after_earlier(&before, &later, plies, &Limits { multipv: 3, ..Limits::default() });
        }
    }
}

#[test]
fn distances_to_the_end_survive_in_the_table() {
    // Games are searched backwards with one table: what is found early lies one ply deeper each time.
    let mut decided = 0;
    for seed in 0..150 {
        let mut judge = Noise { spread: 0 };
        let mut player = Pvs::new(&setup(1), judge);
        for plies in (12..20).rev() {
            let position = wandered(board::<u64>(5, 4, ""), seed, plies);
            // A game that ended sooner leaves too much for plain minimax.
            if position.max_plies() > 8 {
                continue;
            }
            let found = search_with(&mut player, &root(&position, 1), &Limits::default());
            let value = minimax(&position, &mut judge, position.turn(), position.max_plies(), 0);
            assert_eq!(found.last().score, value, "{position:?}");
            decided += usize::from(value != Score::ZERO);
        }
    }
    assert!(decided > 80, "{decided}");
}

#[test]
fn seats_that_share_a_table_keep_their_values_apart() {
    let mut compared = 0;
    for seed in 0..60 {
        let seats = 3 + usize::try_from(seed % 2).unwrap_or(0);
        let mut judge = Noise { spread: 150 };
        let mut player = Pvs::new(&setup(1), judge);
        let mut asked = Vec::new();
        // Each seat is asked once, so that it finds nothing but the values of others.
        for plies in 0..8 {
            let position = wandered(Wander::<false>::start(&Graph { seed, seats }), seed, plies);
            let seat = position.turn();
            if !asked.contains(&seat) {
                asked.push(seat);
                let limits = Limits { depth: Some(4), ..Limits::default() };
                let found = search_with(&mut player, &root(&position, 1), &limits);
                let value = minimax(&position, &mut judge, seat, 4, 0);
                assert_eq!(found.last().score, value, "seat {seat} of {position:?}");
                compared += usize::from(asked.len() > 1);
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn the_artificial_game_has_what_it_is_for() {
    let mut twice_running = 0;
    let mut met = std::collections::HashMap::new();
    for seed in 0..400 {
        let position = wandered(Wander::<false>::start(&Graph { seed: 1, seats: 4 }), seed, 6);
        let seats: Vec<Seat> =
            legal_moves(&position).iter().map(|&mv| after(&position, mv).turn()).chain([position.turn()]).collect();
        twice_running += usize::from(seats[..seats.len() - 1].contains(&position.turn()));
        *met.entry(position.key()).or_insert(0) += 1;
    }
    assert!(twice_running > 50, "seats hardly ever move twice running");
    assert!(met.len() < 200, "there are hardly any transpositions");
}

#[test]
fn a_proof_is_claimed_only_where_there_is_one() {
    // The whole game is searched, so that plain minimax to the end tells the truth.
    let mut claims = [0; 3];
    for seed in 0..300 {
        let position = wandered(board::<u64>(4, 4, ""), seed, 6 + usize::try_from(seed % 10).unwrap_or(0));
        let mut judge = Noise { spread: [0, 5][usize::try_from(seed / 10 % 2).unwrap_or(0)] };
        let truth = minimax(&position, &mut judge, position.turn(), position.max_plies(), 0);
        for nodes in [1, 2, 5, 20, 1_000_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let found = search(|setup| Pvs::new(setup, judge), &position, &limits, 1);
            for info in &found.reports {
                let (index, holds) = match info.proven {
                    None => continue,
                    Some(Proven::Win) => (0, truth.is_win()),
                    Some(Proven::Draw) => (1, truth == Score::ZERO),
                    Some(Proven::Loss) => (2, truth.is_loss()),
                };
                assert!(holds, "{:?} is claimed after {nodes} nodes of {position:?}, in truth {truth}", info.proven);
                claims[index] += 1;
            }
        }
    }
    assert!(claims.iter().all(|&count| count > 20), "{claims:?}");
}
