//! The board as a picture: pawns, walls, every seat's shortest way, the last move marked.

use super::explain::shortest;
use super::grid::{Cell, SIDE, cells};
use super::paths::Routes;
use super::position::{Action, Quoridor};
use crate::game::Seat;
use crate::picture::{CELL, FAINT, INK, MARK, Picture, SEATS, SHADE, WOOD};

const EDGE: i32 = 30;
/// Half the room between two cells.
const GAP: i32 = 5;

fn number(cells: usize) -> i32 {
    i32::try_from(cells).unwrap_or(0)
}

/// The corner of a cell that is left and above on the picture.
fn corner(column: usize, row: usize) -> (i32, i32) {
    (EDGE + number(column) * CELL, EDGE + number(SIDE - 1 - row) * CELL)
}

fn centre(cell: Cell) -> (i32, i32) {
    let (x, y) = corner(cell.column(), cell.row());
    (x + CELL / 2, y + CELL / 2)
}

/// Draws a position and the move that led to it.
pub(super) fn picture<const SEATS_HERE: usize>(position: &Quoridor<SEATS_HERE>, last: Option<Action>) -> Picture {
    let board = number(SIDE) * CELL;
    let hands = 28 * number(SEATS_HERE / 2);
    let mut picture = Picture::new(board + 2 * EDGE, board + 2 * EDGE + hands);
    picture.rect((EDGE, EDGE), (board, board), 8, WOOD);
    grid(&mut picture);
    for seat in Seat::all(SEATS_HERE) {
        let (pawn, goal) = (position.pawns[seat.index()], Quoridor::<SEATS_HERE>::goal(seat.index()));
        let routes = Routes::new(&position.walls.ways(), pawn, goal);
        // Side by side where ways of several seats run along the same cells.
        let aside = 8 * number(seat.index()) - 4 * number(SEATS_HERE - 1);
        let way: Vec<(i32, i32)> =
            shortest(&routes, pawn).into_iter().map(centre).map(|(x, y)| (x + aside, y + aside)).collect();
        picture.path(&way, SEATS[seat.index()]);
    }
    walls(&mut picture, position, last);
    for seat in Seat::all(SEATS_HERE) {
        let at = centre(position.pawns[seat.index()]);
        picture.disc(at, CELL / 3, SEATS[seat.index()]);
        if last == Some(Action::Step(position.pawns[seat.index()])) {
            picture.ring(at, CELL / 3, MARK);
        }
        let (column, line) = (number(seat.index() % 2), number(seat.index() / 2));
        let from = (EDGE + column * board / 2 + 12, board + 2 * EDGE + 28 * line + 10);
        picture.disc(from, 8, SEATS[seat.index()]);
        let hand = position.hands[seat.index()];
        let plural = if hand == 1 { "wall" } else { "walls" };
        picture.words((from.0 + 18, from.1), 18, INK, &format!("{hand} {plural} in hand"));
    }
    picture
}

/// The cells with the names of columns and rows on both sides.
fn grid(picture: &mut Picture) {
    for column in 0..SIDE {
        for row in 0..SIDE {
            let (x, y) = corner(column, row);
            picture.rect((x + GAP, y + GAP), (CELL - 2 * GAP, CELL - 2 * GAP), 4, SHADE);
        }
    }
    let end = EDGE + number(SIDE) * CELL;
    for (index, letter) in ('a'..='i').enumerate() {
        let middle = EDGE + number(index) * CELL + CELL / 2;
        let row = (SIDE - index).to_string();
        for at in [EDGE / 2, end + EDGE / 2] {
            picture.text((middle, at), 18, FAINT, &letter.to_string());
            picture.text((at, middle), 18, FAINT, &row);
        }
    }
}

fn walls<const SEATS_HERE: usize>(picture: &mut Picture, position: &Quoridor<SEATS_HERE>, last: Option<Action>) {
    let fill = |action: Action| if last == Some(action) { MARK } else { INK };
    for anchor in cells(position.walls.horizontal) {
        let (x, y) = corner(anchor.column(), anchor.row());
        picture.rect((x + GAP, y - GAP), (2 * CELL - 2 * GAP, 2 * GAP), 3, fill(Action::Horizontal(anchor)));
    }
    for anchor in cells(position.walls.vertical) {
        let (x, y) = corner(anchor.column(), anchor.row());
        let from = (x + CELL - GAP, y - CELL + GAP);
        picture.rect(from, (2 * GAP, 2 * CELL - 2 * GAP), 3, fill(Action::Vertical(anchor)));
    }
}
