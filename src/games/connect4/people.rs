//! What people see and hear of the game: the board at a terminal, and what speaks for a move.

use super::bits::Bits;
use super::position::{Column, Connect4};
use crate::game::{Position, Seat};
use crate::telling::{Saying, View, beside};

/// The board, the last stone in brackets.
pub(super) fn show<B: Bits>(position: &Connect4<B>, last: Option<Column>, view: &View) -> String {
    let (width, height) = (position.shape().width(), position.shape().height());
    let top = |column: usize| (0..height).rev().find(|&row| position.seat_at(column, row).is_some());
    let last = last.and_then(|last| top(last.index()).map(|row| (last.index(), row)));
    let mut lines = Vec::new();
    for row in (0..height).rev() {
        let cells = (0..width).map(|column| match position.seat_at(column, row) {
            Some(seat) if last == Some((column, row)) => format!("({})", stone(seat, view)),
            Some(seat) => format!(" {} ", stone(seat, view)),
            None => view.faint(view.pick(" · ", " . ")),
        });
        lines.push(format!("{:>3} {}", row + 1, cells.collect::<String>()));
    }
    lines.push((1..=width).fold("    ".to_owned(), |line, number| format!("{line} {number} ")));
    let legend: Vec<String> =
        Seat::all(2).map(|seat| format!("{} {}", stone(seat, view), view.book.seat(seat))).collect();
    beside(&lines, &legend, 3 * width + 8)
}

fn stone(seat: Seat, view: &View) -> String {
    let sign = [view.pick("●", "x"), view.pick("○", "o")][seat.index()];
    view.of_seat(seat, sign)
}

/// Fours that the move prevents and fours it prepares.
pub(super) fn reasons<B: Bits>(position: &Connect4<B>, mv: Column) -> Vec<Saying> {
    let grid = position.grid();
    let (own, other) = position.sides();
    let cell = position.landing_in(mv);
    let mut reasons = Vec::new();
    if (grid.threats(other, position.empty()) & cell).any() {
        reasons.push(Saying::new("stops-four").with("cell", named(position, cell)));
    }
    let mut next = *position;
    next.play(mv);
    if next.outcome().is_some() {
        return reasons;
    }
    let before = grid.threats(own, position.empty());
    let after = grid.threats(own | cell, next.empty());
    let at_once = after & next.landing();
    let new = after & !before;
    if at_once.any() {
        reasons.push(Saying::new("threatens-four").with("cell", named(position, at_once)));
    } else if new.any() {
        reasons.push(Saying::new("prepares-four").with("cell", named(position, new)));
    }
    reasons
}

/// The names of cells.
fn named<B: Bits>(position: &Connect4<B>, cells: B) -> String {
    let shape = position.shape();
    let columns = (0..shape.width()).filter_map(Column::new);
    let named = columns.flat_map(|column| {
        (0..shape.height())
            .filter(move |&row| (position.grid().cell(column.index(), row) & cells).any())
            .map(move |row| format!("{}{}", column.letter(), row + 1))
    });
    named.collect::<Vec<_>>().join(" ")
}
