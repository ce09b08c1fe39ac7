//! The board as a picture: houses with their seeds and numbers, stores at the ends, the last house played marked.

use super::board::HOUSES;
use super::notation::letter;
use super::position::{House, Oware};
use crate::game::{Position, Seat};
use crate::picture::{FAINT, INK, MARK, Picture, SEATS, SHADE, WOOD};

const HOUSE: i32 = 96;
const STORE: i32 = 110;
const EDGE: i32 = 30;
/// Seeds that are drawn; beyond, the number alone tells.
const MOST_SEEDS: usize = 24;

fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(0)
}

/// Draws a position and the move that led to it. South is below; seeds go counter-clockwise.
pub(super) fn picture(position: &Oware, last: Option<House>) -> Picture {
    let board = (2 * STORE + number(HOUSES) * HOUSE, 2 * HOUSE);
    let mut picture = Picture::new(board.0, board.1 + 2 * EDGE);
    picture.rect((0, EDGE), board, 30, WOOD);
    // The seat that is not to move has moved last.
    let mover = position.turn().next(2);
    for seat in Seat::all(2) {
        for house in (0..HOUSES).filter_map(House::new) {
            let centre = centre(seat, house);
            let seeds = usize::from(position.rows()[seat.index()][house.index()]);
            hollow(&mut picture, centre, HOUSE * 9 / 20, seeds, SEATS[seat.index()]);
            if last == Some(house) && seat == mover {
                picture.ring(centre, HOUSE * 9 / 20, MARK);
            }
            let y = if seat == Seat::FIRST { board.1 + EDGE + EDGE / 2 } else { EDGE / 2 };
            picture.text((centre.0, y), 18, FAINT, &letter(seat, house).to_string());
        }
    }
    let stores = position.stores();
    for (x, store, name) in [(STORE / 2, stores[1], "North"), (board.0 - STORE / 2, stores[0], "South")] {
        picture.rect((x - 42, EDGE + 20), (84, board.1 - 40), 40, SHADE);
        picture.text((x, EDGE + board.1 / 2), 34, INK, &store.to_string());
        picture.text((x, EDGE + board.1 / 2 + 34), 16, FAINT, name);
    }
    picture
}

fn centre(seat: Seat, house: House) -> (i32, i32) {
    let place = if seat == Seat::FIRST { house.index() } else { HOUSES - 1 - house.index() };
    let row = i32::from(seat == Seat::FIRST);
    (STORE + number(place) * HOUSE + HOUSE / 2, EDGE + row * HOUSE + HOUSE / 2)
}

/// A house with its seeds in rows and their number below.
fn hollow(picture: &mut Picture, (x, y): (i32, i32), radius: i32, seeds: usize, fill: &str) {
    picture.disc((x, y), radius, SHADE);
    let drawn = seeds.min(MOST_SEEDS);
    for seed in 0..drawn {
        let (line, place) = (seed / 6, seed % 6);
        let in_line = (drawn - line * 6).min(6);
        let dx = 11 * (2 * number(place) - number(in_line) + 1) / 2;
        let dy = 11 * (2 * number(line) - number(drawn.div_ceil(6)) + 1) / 2;
        picture.disc((x + dx, y + dy - 8), 5, fill);
    }
    picture.text((x, y + radius * 13 / 20), 16, INK, &seeds.to_string());
}
