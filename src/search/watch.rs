//! What the other seats have shown of how they play.

use super::Evaluate;
use super::simple::look;
use crate::game::{MAX_SEATS, MoveList, Position};

/// So many of the last moves of the game are looked at.
const REMEMBERED: usize = 120;
/// Besides a first one, which may belong to the opening, one move in so many is forgiven.
const FORGIVEN: u32 = 12;

/// Per seat, whether it has been playing what looks best to it one ply deep.
pub(super) fn lookers<P: Position, E: Evaluate<P>>(judge: &mut E, story: &[(P, P::Move)]) -> [bool; MAX_SEATS] {
    let (mut moves, mut misses) = ([0_u32; MAX_SEATS], [0_u32; MAX_SEATS]);
    for (position, mv) in story.iter().rev().take(REMEMBERED) {
        let seat = position.turn().index();
        moves[seat] += 1;
        misses[seat] += u32::from(!looked_best(judge, position, *mv));
    }
    std::array::from_fn(|seat| moves[seat] > 0 && misses[seat] <= 1 + moves[seat] / FORGIVEN)
}

/// Whether no move worth a thought looked better than this one.
fn looked_best<P: Position, E: Evaluate<P>>(judge: &mut E, position: &P, mv: P::Move) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    judge.filter(position, &mut moves);
    let worth = look(judge, position, mv).0;
    moves.iter().all(|&other| look(judge, position, other).0 <= worth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;
    use crate::games::quoridor::{Judge, Quoridor, Rules};
    use crate::random::Rng;

    /// A game in which the last seat plays anything, the first nothing that looks best, the others only that.
    fn story(plies: usize) -> Vec<(Quoridor<4>, <Quoridor<4> as Position>::Move)> {
        let (mut judge, mut rng) = (Judge::<4>::new(), Rng::new(7));
        let mut position = Quoridor::<4>::start(&Rules::default());
        let mut story = Vec::new();
        for _ in 0..plies {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let worth = |judge: &mut Judge<4>, mv| look(judge, &position, mv).0;
            let mv = match position.turn().index() {
                0 => moves.iter().copied().min_by_key(|&mv| worth(&mut judge, mv)),
                3 => Some(moves[rng.below(moves.len())]),
                _ => moves.iter().copied().max_by_key(|&mv| worth(&mut judge, mv)),
            };
            let Some(mv) = mv else { break };
            story.push((position, mv));
            position.play(mv);
        }
        story
    }

    #[test]
    fn who_plays_what_looks_best_is_found_out() {
        let story = story(24);
        assert_eq!(lookers(&mut Judge::new(), &story), [false, true, true, false]);
        assert_eq!(lookers(&mut Judge::<4>::new(), &[]), [false; MAX_SEATS], "nothing is known of who has not moved");
    }

    #[test]
    fn one_slip_is_forgiven_and_two_are_not() {
        let mut story = story(24);
        let second = |(position, _): &&mut (Quoridor<4>, _)| position.turn() == Seat::new(1);
        for (slips, is_looker) in [(1, true), (2, false)] {
            let slip = story.iter_mut().filter(second).nth(slips).expect("six moves of each seat");
            let mut moves = MoveList::new();
            slip.0.legal_moves(&mut moves);
            slip.1 = moves.iter().copied().min_by_key(|&mv| look(&mut Judge::new(), &slip.0, mv).0).expect("a move");
            assert_eq!(lookers(&mut Judge::new(), &story)[1], is_looker, "{slips} slips");
        }
    }
}
