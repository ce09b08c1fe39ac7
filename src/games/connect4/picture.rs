//! The board as a picture: stones with the colours and letters of their seats, the last one marked.

use super::bits::Bits;
use super::notation::Letters;
use super::position::{Column, Connect4};
use crate::picture::{CELL, FAINT, MARK, Picture, SEATS, SHADE, WOOD};

const EDGE: i32 = 30;

/// Draws a position and the move that led to it.
pub(super) fn picture<B: Bits>(position: &Connect4<B>, last: Option<Column>) -> Picture {
    let (width, height) = (position.shape().width(), position.shape().height());
    let side = |cells: usize| i32::try_from(cells).unwrap_or(0) * CELL;
    let mut picture = Picture::new(side(width) + 2 * EDGE, side(height) + 2 * EDGE);
    picture.rect((EDGE, 0), (side(width), side(height)), 10, WOOD);
    let centre = |column: usize, row: usize| (EDGE + side(column) + CELL / 2, side(height - 1 - row) + CELL / 2);
    for column in 0..width {
        for row in 0..height {
            let seat = position.seat_at(column, row);
            picture.disc(centre(column, row), CELL * 2 / 5, seat.map_or(SHADE, |seat| SEATS[[1, 3][seat.index()]]));
            if let Some(seat) = seat {
                picture.text(centre(column, row), 24, "white", &Letters::OWN.stones[seat.index()].to_string());
            }
        }
        let (x, y) = centre(column, 0);
        picture.text((x, y + CELL / 2 + EDGE / 2 + 2), 18, FAINT, &(column + 1).to_string());
    }
    for row in 0..height {
        let (_, y) = centre(0, row);
        picture.text((EDGE / 2, y), 18, FAINT, &(row + 1).to_string());
    }
    let top = |column: usize| (0..height).rev().find(|&row| position.seat_at(column, row).is_some());
    if let Some((column, row)) = last.and_then(|last| top(last.index()).map(|row| (last.index(), row))) {
        picture.ring(centre(column, row), CELL * 2 / 5, MARK);
    }
    picture
}
