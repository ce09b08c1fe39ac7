//! The solver against plain minimax, and its rules against the truth.

use super::super::position::Column;
use super::bounds::{Certain, certain};
use super::*;
use crate::game::{MoveList, Notation as _, Position as _};
use crate::random::Rng;

fn legal_moves(position: &Connect4<u64>) -> MoveList<Column> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(position: &Connect4<u64>, mv: Column) -> Connect4<u64> {
    let mut next = *position;
    next.play(mv);
    next
}

/// The score by trying everything that alpha-beta does not exclude.
fn plain(position: &Connect4<u64>, mut alpha: i32, beta: i32) -> i32 {
    let left = position.max_plies().cast_signed();
    match position.outcome() {
        Some(outcome) if outcome.winner().is_some() => return -(1 + left / 2),
        Some(_) => return 0,
        None => {}
    }
    let mut best = -100;
    for &mv in legal_moves(position).iter() {
        best = best.max(-plain(&after(position, mv), -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Unfinished positions of random games with at most so many empty cells.
fn samples(width: i64, height: i64, most_left: u32, count: usize) -> Vec<Connect4<u64>> {
    let shape = Shape::new(width, height).unwrap();
    let mut rng = Rng::new(u64::from(most_left));
    let mut samples = Vec::new();
    while samples.len() < count {
        let mut position = Connect4::start(&shape);
        while position.outcome().is_none() {
            if position.max_plies() <= most_left && rng.below(3) == 0 {
                samples.push(position);
            }
            let moves = legal_moves(&position);
            position.play(moves[rng.below(moves.len())]);
        }
    }
    samples
}

const BOARDS: [(i64, i64, u32); 9] =
    [(4, 4, 16), (5, 4, 13), (6, 4, 12), (4, 5, 14), (5, 5, 12), (4, 6, 13), (7, 6, 11), (4, 9, 12), (5, 8, 12)];

#[test]
fn scores_are_those_of_plain_search() {
    for (width, height, left) in BOARDS {
        let engine = Engine::new(Shape::new(width, height).unwrap(), 1, 1).unwrap();
        for position in samples(width, height, left, 60) {
            let truth = plain(&position, -100, 100);
            assert_eq!(engine.score(&position).0, truth, "{width}x{height}\n{}", position.draw());
            for (column, score) in engine.scores(&position).0 {
                let next = after(&position, column);
                assert_eq!(score, -plain(&next, -100, 100), "{column:?} in\n{}", position.draw());
            }
        }
    }
}

fn check_rules<const H: u32>(width: i64, left: u32, hits: &mut [u32; 2]) {
    let field = Field::<H>::new(Shape::new(width, i64::from(H)).unwrap());
    for position in samples(width, i64::from(H), left, 1500) {
        let (own, other) = position.sides();
        let spot = Spot::new(&field, own, own | other);
        let landing = field.landing(spot.all);
        // The search never asks where somebody can win at once.
        if (spot.own_threats | spot.other_threats) & landing != 0 {
            continue;
        }
        let mut truth = None;
        for alpha in -4..=4 {
            let Some(rule) = certain(&field, &spot, landing, alpha) else { continue };
            let truth = *truth.get_or_insert_with(|| plain(&position, -100, 100));
            let is_true = match rule {
                Certain::AtMost(score) => truth <= score && score <= alpha,
                Certain::AtLeast(score) => truth >= score && score > alpha,
            };
            assert!(is_true, "{rule:?} above {alpha}? {truth} in\n{}", position.draw());
            hits[usize::from(matches!(rule, Certain::AtLeast(_)))] += 1;
        }
    }
}

#[test]
fn rules_of_play_are_true() {
    let mut hits = [0; 2];
    check_rules::<4>(4, 12, &mut hits);
    check_rules::<4>(5, 12, &mut hits);
    check_rules::<4>(6, 12, &mut hits);
    check_rules::<6>(4, 12, &mut hits);
    check_rules::<6>(5, 12, &mut hits);
    check_rules::<6>(7, 11, &mut hits);
    check_rules::<8>(5, 11, &mut hits);
    assert!(hits.iter().all(|hits| *hits > 200), "{hits:?}");
}

fn at(moves: &str) -> Connect4<u64> {
    let mut position = Connect4::start(&Shape::new(7, 6).unwrap());
    for word in Connect4::<u64>::split_moves(moves) {
        position.play(position.parse_move(word).unwrap());
    }
    position
}

#[test]
fn known_positions_have_their_scores() {
    let engine = Engine::new(Shape::new(7, 6).unwrap(), 16, 1).unwrap();
    assert_eq!(engine.score(&at("4455")).0, 18);
    assert_eq!(engine.score(&at("44455554221")).0, -15);
    let small = [(4, 4, 0), (5, 4, 0), (4, 5, 0), (6, 4, -1), (5, 5, 0), (4, 6, 0)];
    for (width, height, score) in small {
        let shape = Shape::new(width, height).unwrap();
        let engine = Engine::new(shape, 16, 1).unwrap();
        assert_eq!(engine.score(&Connect4::<u64>::start(&shape)).0, score, "{width}x{height}");
    }
}

#[test]
fn what_is_known_beforehand_changes_no_answer() {
    let mut rng = Rng::new(3);
    for (width, height, left) in BOARDS {
        let control = Control::unattended();
        for position in samples(width, height, left, 40) {
            let engine = Engine::new(position.shape(), 1, 1).unwrap();
            let (scores, _) = engine.scores(&position);
            let best = scores.iter().map(|(_, score)| *score).max().unwrap();
            let mut loosely = |score: i32| score + i32::try_from(rng.below(3)).unwrap();
            let known = Known { lower: -loosely(-best), upper: loosely(best) };
            let most = scores.iter().map(|(column, score)| (*column, loosely(*score))).collect();
            let engine = Engine::new(position.shape(), 1, 1).unwrap();
            let task = Task { known: Some(known), most, ..Task::moves(&position, 1, &control) };
            let answer = engine.solve(&task);
            let (column, found) = answer.moves[0];
            assert_eq!((answer.solved, found), (1, Known { lower: best, upper: best }), "{position:?} {task:?}");
            assert!(scores.contains(&(column, best)), "{position:?} {task:?}");
        }
    }
}

#[test]
fn several_threads_find_the_same_scores() {
    let shape = Shape::new(5, 5).unwrap();
    let engine = Engine::new(shape, 4, 3).unwrap();
    assert_eq!(engine.score(&Connect4::<u64>::start(&shape)).0, 0);
    let control = Control::unattended();
    for position in samples(5, 5, 12, 30) {
        let score = plain(&position, -100, 100);
        assert_eq!(engine.score(&position).0, score);
        // All threads from the first node on, though it is a short search.
        let known = engine.solve_with(&Task::score(&position, &control), &engine.near).known;
        assert_eq!(known, Known { lower: score, upper: score });
    }
}

#[test]
fn a_short_search_calls_no_other_threads() {
    let shape = Shape::new(5, 5).unwrap();
    for position in samples(5, 5, 12, 30) {
        let [one, three] = [1, 3].map(|threads| Engine::new(shape, 1, threads).unwrap());
        let (expected, found) = (one.scores(&position), three.scores(&position));
        assert!(expected.1 < NODES_ALONE, "this is no short search");
        assert_eq!(found, expected);
    }
}

#[test]
fn limits_of_nodes_hold_whatever_helpers_did_before() {
    let shape = Shape::new(7, 6).unwrap();
    let engine = Engine::new(shape, 4, 2).unwrap();
    let control = Control::unattended();
    let task = Task::score(&Connect4::<u64>::start(&shape), &control);
    let nodes = |limit: u64| engine.solve(&Task { nodes: Some(limit), ..task.clone() }).nodes;
    assert!(nodes(10 * NODES_ALONE) >= 10 * NODES_ALONE, "given up too soon");
    for limit in [1, 100, NODES_ALONE] {
        assert_eq!(nodes(limit), limit);
    }
}

#[test]
fn workers_share_a_solver_and_can_be_stopped() {
    let shape = Shape::new(5, 5).unwrap();
    let engine = Engine::new(shape, 4, 2).unwrap();
    let control = Control::unattended();
    let positions = samples(5, 5, 12, 30);
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (engine, control, positions) = (&engine, &control, &positions);
            scope.spawn(move || {
                for position in positions {
                    let score = plain(position, -100, 100);
                    for least in [None, Some(score), Some(score - 1)] {
                        assert_eq!(engine.score_alone(position, least, worker, control), Some(score));
                    }
                }
            });
        }
    });
    control.stop();
    assert_eq!(engine.score_alone(&Connect4::<u64>::start(&shape), None, 1, &control), None);
    assert_eq!(engine.score_alone(&positions[0], None, 2, &Control::unattended()), None, "there are two workers only");
}

#[test]
fn distances_follow_from_scores() {
    // Scores and cells left: the loser's last stone is the one before.
    for (score, left, plies) in [(1, 42, 41), (18, 38, 3), (-15, 31, 2), (-1, 24, 24), (0, 25, 25), (1, 1, 1)] {
        assert_eq!(plies_to_end(score, left), plies, "{score} with {left} left");
    }
}

#[test]
fn boards_beyond_a_word_are_refused() {
    assert!(Engine::new(Shape::new(9, 7).unwrap(), 1, 1).is_none());
    assert!(Engine::new(Shape::new(8, 7).unwrap(), 1, 1).is_some());
}
