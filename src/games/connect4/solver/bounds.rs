//! What is certain without search on boards with an even number of rows, by rules of play that anybody could follow.
//!
//! *Following up* is to answer every stone with one on top of it (claimeven: Allis, "A Knowledge-based Approach of
//! Connect-Four", 1988). Columns have an even number of cells, so whoever follows up never runs out of answers.
//!
//! **The second player follows up.** The first then gets cells of odd rows only, besides the cells of even rows that
//! can be taken now: of these there is, with the first to move, an even number, so each the first takes is answered by
//! another one: the second may pair them beforehand, so that the first gets only one of each pair. If all that gives the
//! first no four, the first cannot win. If the second has a threat in an even row,
//! above what can be taken now, the second gets that cell sooner or later, and nothing above it is ever reached.
//!
//! **The first player follows up around an odd threat.** Let the first have a threat in an odd row of some column, not
//! to be taken now. Everywhere else the first follows up; the second gets odd rows there, and cells that can be taken
//! now. In the column of the threat the second gets the even rows below it, and at most the cell that can be taken now:
//! the number of other columns filled to an odd height tells who has to begin there, and either way the first can
//! spend one of the cells that can be taken now to make it the second. If all that gives the second no four, the first
//! wins, at the latest when all other columns are full.
//!
//! **Nobody wins who has no room for a four**, on boards of any height.

use super::field::Field;
use super::spot::Spot;

/// A bound for the score of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Certain {
    AtLeast(i32),
    AtMost(i32),
}

/// A rule that answers whether the score of the side to move is above `alpha`, if there is one.
#[inline]
pub(super) fn certain<const H: u32>(field: &Field<H>, spot: &Spot, landing: u64, alpha: i32) -> Option<Certain> {
    let by_following_up = if H.is_multiple_of(2) { by_following_up(field, spot, landing, alpha) } else { None };
    by_following_up.or_else(|| by_room(field, spot, alpha))
}

/// Without room for a four there is no win.
#[inline]
fn by_room<const H: u32>(field: &Field<H>, spot: &Spot, alpha: i32) -> Option<Certain> {
    let empty = field.board ^ spot.all;
    match alpha {
        -1 if !Field::<H>::has_four(spot.other() | empty) => Some(Certain::AtLeast(0)),
        0 if !Field::<H>::has_four(spot.own | empty) => Some(Certain::AtMost(0)),
        _ => None,
    }
}

#[inline]
fn by_following_up<const H: u32>(field: &Field<H>, spot: &Spot, landing: u64, alpha: i32) -> Option<Certain> {
    // The rules speak of the first and the second player.
    let first_moves = spot.stones & 1 == 0;
    let (own, other) = ((spot.own, spot.own_threats), (spot.other(), spot.other_threats));
    let (first, second) = if first_moves { (own, other) } else { (other, own) };
    let by_second = || second_follows_up(field, spot.all, first, second, landing);
    let by_first = || first_follows_up(field, spot.all, first, second, landing);
    // No rule promises more than the win that the lowest threat brings; beyond that no question is worth asking.
    let most = H.cast_signed() / 2;
    let (may_be_low, may_be_high) = (alpha >= -most, alpha < most);
    let low = if !may_be_low {
        None
    } else if first_moves {
        by_second()
    } else {
        by_first()
    };
    if let Some(worth) = low.filter(|worth| -worth <= alpha) {
        return Some(Certain::AtMost(-worth));
    }
    let high = if !may_be_high {
        None
    } else if first_moves {
        by_first()
    } else {
        by_second()
    };
    high.filter(|worth| *worth > alpha).map(Certain::AtLeast)
}

/// A player's stones and threats.
type Side = (u64, u64);

/// The score the second player is sure of by following up; `None` if that is not safe.
#[inline]
fn second_follows_up<const H: u32>(field: &Field<H>, all: u64, first: Side, second: Side, landing: u64) -> Option<i32> {
    let threats = second.1 & !field.odd & !landing;
    let out_of_reach = field.above(threats);
    let reach = first.0 | (field.board ^ all) & field.odd & !out_of_reach;
    if Field::<H>::has_four(reach | landing) && !can_share::<H>(reach, landing & !field.odd) {
        return None;
    }
    // The first chooses which threat comes last.
    let mut latest = None;
    let mut rest = threats & !out_of_reach;
    while rest != 0 {
        let threat = rest & rest.wrapping_neg();
        rest ^= threat;
        let worth = 1 + Field::<H>::rows_above(threat) / 2;
        latest = Some(latest.map_or(worth, |latest: i32| latest.min(worth)));
    }
    Some(latest.unwrap_or(0))
}

/// Whether the second can share these cells, which can all be taken now, in such a way that the first gets no four of its
/// reach and its part of them. Of a pair the first gets one cell; of an odd number the second, who then is to move, takes
/// one before all others are paired.
fn can_share<const H: u32>(reach: u64, cells: u64) -> bool {
    let is_safe = |cells: u64| !Field::<H>::has_four(reach | cells);
    let mut rest = cells;
    let mut next = || {
        let cell = rest & rest.wrapping_neg();
        rest ^= cell;
        cell
    };
    match cells.count_ones() {
        1 => is_safe(0),
        2 => is_safe(next()) && is_safe(next()),
        3 => [next(), next(), next()].into_iter().filter(|cell| is_safe(*cell)).count() >= 2,
        4 => {
            let [a, b, c, d] = [next(), next(), next(), next()];
            // Whatever the first takes of each of two pairs.
            let are_pairs = |[a, b]: [u64; 2], [c, d]: [u64; 2]| {
                is_safe(a | c) && is_safe(a | d) && is_safe(b | c) && is_safe(b | d)
            };
            is_safe(0) && (are_pairs([a, b], [c, d]) || are_pairs([a, c], [b, d]) || are_pairs([a, d], [b, c]))
        }
        _ => false,
    }
}

/// The score the first player is sure of by following up around an odd threat; `None` if there is none or it is not
/// safe.
#[inline]
fn first_follows_up<const H: u32>(field: &Field<H>, all: u64, first: Side, second: Side, landing: u64) -> Option<i32> {
    let mut threats = first.1 & field.odd & !landing;
    if threats == 0 {
        return None;
    }
    let empty = field.board ^ all;
    let out_of_reach = field.above(first.1 & !field.odd & !landing);
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let column = Field::<H>::column(threat);
        let elsewhere = empty & field.odd & !column & !out_of_reach;
        let below = empty & !field.odd & column & (threat - 1);
        if !Field::<H>::has_four(second.0 | elsewhere | landing | below) {
            return Some(1 + Field::<H>::rows_above(threat) / 2);
        }
    }
    None
}
