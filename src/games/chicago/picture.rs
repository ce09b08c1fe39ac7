//! The exchange as a picture: the ring of stacks with all tokens, the trader, prices and reserves, the last trade told.

use super::goods::Good;
use super::position::{Chicago, Trade};
use crate::game::{Notation, Position, Seat};
use crate::picture::{FAINT, INK, MARK, Picture, SEATS, SHADE, WOOD};

/// The colours of the goods in their fixed order.
const COLOURS: [&str; 6] = ["#e0b83c", "#b9c4c9", "#7a4a2b", "#3f2a1d", "#d98fb0", "#e88b2e"];
/// Where the nine places of the ring are, clockwise from the top, in percent of the radius.
const RING: [(i32, i32); 9] =
    [(0, -100), (64, -77), (98, -17), (87, 50), (34, 94), (-34, 94), (-87, 50), (-98, -17), (-64, -77)];
const RADIUS: i32 = 200;
const CENTRE: (i32, i32) = (270, 265);
const WIDTH: i32 = 540;
const TOKEN: i32 = 17;

fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(0)
}

/// Draws a position and the trade that led to it.
pub(super) fn picture(position: &Chicago, last: Option<Trade>) -> Picture {
    let rows = number(position.seats()) + 2;
    let table = CENTRE.1 + RADIUS + 80;
    let mut picture = Picture::new(WIDTH, table + rows * 28);
    picture.disc(CENTRE, RADIUS + 62, WOOD);
    for (y, words) in [(-34, "clockwise ↻"), (-16, "top token outside")] {
        picture.text((CENTRE.0, CENTRE.1 + y), 14, FAINT, words);
    }
    for (index, stack) in position.stacks().iter().enumerate() {
        let (dx, dy) = RING[index % RING.len()];
        let at = |percent: i32| (CENTRE.0 + dx * RADIUS * percent / 10_000, CENTRE.1 + dy * RADIUS * percent / 10_000);
        if index == usize::from(position.trader) {
            picture.ring(at(100), TOKEN + 10, MARK);
            picture.disc(at(100), TOKEN + 8, "white");
        }
        // From the bottom, so that the top token lies over the others.
        let tokens: Vec<Good> = stack.tokens().collect();
        for (depth, good) in tokens.iter().enumerate().rev() {
            token(&mut picture, at(100 - 17 * number(depth)), *good);
        }
        picture.text(at(123), 16, FAINT, &(index + 1).to_string());
    }
    if let Some(trade) = last {
        let lines = [
            format!("went {}", trade.distance()),
            format!("kept {}", trade.kept().name()),
            format!("sold {}", trade.sold().name()),
        ];
        for (y, words) in [10, 27, 44].into_iter().zip(lines) {
            picture.text((CENTRE.0, CENTRE.1 + y), 14, INK, &words);
        }
    }
    ledger(&mut picture, position, table);
    picture
}

fn token(picture: &mut Picture, at: (i32, i32), good: Good) {
    picture.disc(at, TOKEN, "white");
    picture.disc(at, TOKEN - 1, COLOURS[good.index()]);
    picture.text(at, 18, "white", &good.letter().to_string());
}

/// Prices and what each seat keeps, below the ring.
fn ledger(picture: &mut Picture, position: &Chicago, top: i32) {
    let column = |index: usize| 150 + 58 * number(index);
    picture.rect((0, top - 18), (WIDTH, 28 * (number(position.seats()) + 2)), 8, SHADE);
    picture.words((12, top + 24), 16, INK, "price");
    for good in Good::all() {
        token(picture, (column(good.index()), top), good);
        picture.text((column(good.index()), top + 26), 16, INK, &position.prices[good.index()].to_string());
    }
    picture.text((column(6), top), 16, INK, "points");
    for seat in Seat::all(position.seats()) {
        let y = top + 26 * (number(seat.index()) + 2);
        picture.disc((20, y), 7, SEATS[seat.index()]);
        picture.words((36, y), 16, INK, &position.seat_name(seat));
        for good in Good::all() {
            let kept = position.reserves[seat.index()][good.index()];
            picture.text((column(good.index()), y), 16, INK, &kept.to_string());
        }
        picture.text((column(6), y), 16, INK, &position.points()[seat.index()].to_string());
    }
}
