//! Every game beside its slow twin from `reference`: the same moves, texts and ends in every position of random games.

use crate::reference;
use ludion::game::{MoveList, Notation, Outcome, Position, Seat, Style};
use ludion::games::connect4::{Connect4, Shape};
use ludion::random::Rng;

/// Plays random games on both boards; returns how many were won by each seat and how many drawn.
fn compare_connect4<B>(width: usize, height: usize, games: u64) -> [usize; 3]
where
    Connect4<B>: Notation<Rules = Shape>,
{
    let side = |side: usize| i64::try_from(side).expect("a side is small");
    let shape = Shape::new(side(width), side(height)).expect("the size is played");
    let mut ends = [0; 3];
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = Connect4::<B>::start(&shape);
        let mut twin = reference::connect4::Twin::new(width, height);
        loop {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let columns = twin.legal();
            let words: Vec<String> = moves.iter().map(|&mv| position.move_text(mv, Style::Own)).collect();
            assert_eq!(words, columns.iter().map(ToString::to_string).collect::<Vec<_>>(), "{position:?}");
            assert_eq!(position.text(Style::Own), twin.text());
            let outcome = position.outcome();
            assert_eq!(outcome.as_ref().map(winner), twin.outcome(), "{}", twin.text());
            if let Some(outcome) = outcome {
                ends[winner(&outcome).unwrap_or(2)] += 1;
                break;
            }
            let choice = rng.below(columns.len());
            position.play(moves[choice]);
            twin.play(columns[choice]);
        }
    }
    ends
}

fn winner(outcome: &Outcome) -> Option<usize> {
    outcome.winner().map(Seat::index)
}

#[test]
fn connect4_agrees_on_all_sizes() {
    let mut ends = [0; 3];
    for width in 4..=9 {
        for height in 4..=9 {
            let fits = Shape::new(i64::try_from(width).unwrap_or(0), i64::try_from(height).unwrap_or(0))
                .expect("the size is played")
                .fits::<u64>();
            let wide = compare_connect4::<u128>(width, height, 12);
            let found = if fits { compare_connect4::<u64>(width, height, 12) } else { wide };
            assert_eq!(found, wide, "the two words disagree on {width}x{height}");
            ends.iter_mut().zip(found).for_each(|(sum, count)| *sum += count);
        }
    }
    assert!(ends.iter().all(|&count| count >= 5), "some way to end is missing: {ends:?}");
}

#[test]
fn connect4_agrees_in_many_games_of_the_usual_sizes() {
    assert_eq!(compare_connect4::<u64>(7, 6, 300).iter().sum::<usize>(), 300);
    assert_eq!(compare_connect4::<u64>(5, 5, 300).iter().sum::<usize>(), 300);
    let small = compare_connect4::<u64>(4, 4, 300);
    assert!(small[2] > 20, "hardly a draw on the smallest board: {small:?}");
}
