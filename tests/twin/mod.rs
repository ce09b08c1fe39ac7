//! Every game beside its slow twin from `reference`: the same moves, texts and ends in every position of random games.

use crate::reference;
use ludion::game::{MoveList, Notation, Outcome, Position, Seat, Style};
use ludion::games::bellum::Bellum;
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

/// Plays random games on both boards from this position; returns how many were won by each seat and how many drawn.
fn compare_bellum(start: &Bellum, games: std::ops::Range<u64>) -> [usize; 3] {
    let mut ends = [0; 3];
    for seed in games {
        let mut rng = Rng::new(seed);
        let mut position = *start;
        let mut twin = reference::bellum::Twin::new(&position.text(Style::Own));
        loop {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let turns = twin.legal();
            let words: Vec<String> = moves.iter().map(|&mv| position.move_text(mv, Style::Own)).collect();
            assert_eq!(words, turns, "{}", twin.text());
            assert_eq!(position.text(Style::Own), twin.text());
            let outcome = position.outcome();
            assert_eq!(outcome.as_ref().map(winner), twin.outcome(), "{}", twin.text());
            if let Some(outcome) = outcome {
                ends[winner(&outcome).unwrap_or(2)] += 1;
                break;
            }
            // Every other turn is a spell, so that games are decided and units die in all ways.
            let casts: Vec<usize> = (0..turns.len()).filter(|&turn| turns[turn].len() == 5).collect();
            let choice = if casts.is_empty() || rng.below(2) == 0 {
                rng.below(turns.len())
            } else {
                casts[rng.below(casts.len())]
            };
            position.play(moves[choice]);
            twin.play(&turns[choice]);
        }
    }
    ends
}

#[test]
fn bellum_agrees_in_a_thousand_games() {
    let mut ends = [0; 3];
    for seed in 0..1000 {
        let start = Bellum::drawn(&(), seed).expect("starts are drawn");
        ends.iter_mut().zip(compare_bellum(&start, seed..seed + 1)).for_each(|(sum, count)| *sum += count);
    }
    assert!(ends.iter().all(|&count| count >= 5), "some way to end is missing: {ends:?}");
}

#[test]
fn bellum_agrees_where_classes_repeat() {
    for text in [
        "1 1 Mc3:8,Ma1:8,Mb5:8,Ma6:8,mf1:8,me3:8,mf6:8,md5:8",
        "2 60 Cc3:10,Ca1:3s1,Vb5:8d1,Va6:8s2s2,gf1:12,ge3:2!,cf6:10,cd5:8",
        "1 90 Gc3:12,Gc4:12,vd3:8d1,vd4:8",
    ] {
        let start = Bellum::parse(text, &()).expect("the position is possible");
        compare_bellum(&start, 0..60);
    }
}
