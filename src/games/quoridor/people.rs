//! What people see and hear of the game: the board with what everybody has beside it, and what a move does to the ways.

use super::grid::{Cell, Direction, SIDE};
use super::position::{Action, Quoridor};
use crate::game::{Position, Seat};
use crate::telling::{Saying, View, beside};

/// Where the notes beside the board begin.
const NOTES: usize = 44;

/// The board, the last move marked, and the seats beside it.
pub(super) fn show<const SEATS: usize>(position: &Quoridor<SEATS>, last: Option<Action>, view: &View) -> String {
    let edge = view.pick("─", "-").repeat(4 * SIDE - 1);
    let [above, below] = if view.unicode { [["┌", "┐"], ["└", "┘"]] } else { [["+", "+"]; 2] };
    let mut lines = vec![format!("  {}{edge}{}", above[0], above[1])];
    for row in (0..SIDE).rev() {
        lines.push(drawn_row(position, row, last, view));
        if row > 0 {
            lines.push(drawn_gap(position, row - 1, last, view));
        }
    }
    lines.push(format!("  {}{edge}{}", below[0], below[1]));
    lines.push(('a'..='i').fold("  ".to_owned(), |line, column| format!("{line}  {column} ")));
    let mut notes = vec![String::new()];
    for seat in Seat::all(SEATS) {
        let mark = if seat == position.turn() && position.winner().is_none() { view.pick(" ◀", " <") } else { "" };
        let arrows = if view.unicode { ["↑", "→", "↓", "←"] } else { ["^", ">", "v", "<"] };
        let way = arrows[if SEATS == 2 { 2 * seat.index() } else { seat.index() }];
        let name = view.of_seat(seat, &format!("{} {}", view.book.seat_letter(seat), view.book.seat(seat)));
        notes.push(format!("{name} {way}{mark}"));
        let saying = Saying::new("hand").with("walls", position.hands[seat.index()]);
        notes.push(format!("  {}", view.book.say(&saying.with("steps", position.path_length(seat)))));
        notes.push(String::new());
    }
    beside(&lines, &notes, NOTES)
}

fn drawn_row<const SEATS: usize>(position: &Quoridor<SEATS>, row: usize, last: Option<Action>, view: &View) -> String {
    let ways = position.walls.ways();
    let rim = view.pick("│", "|");
    let mut line = format!("{} {rim}", row + 1);
    for column in 0..SIDE {
        let Some(cell) = Cell::new(column, row) else { continue };
        let pawn = Seat::all(SEATS).find(|seat| position.pawns[seat.index()] == cell);
        let [open, close] = if pawn.is_some() && last == Some(Action::Step(cell)) { ["(", ")"] } else { [" ", " "] };
        let sign = pawn
            .map_or_else(|| view.faint(view.pick("·", ".")), |seat| view.of_seat(seat, &view.book.seat_letter(seat)));
        line.extend([open, sign.as_str(), close]);
        let is_open = column == SIDE - 1 || ways.step(cell.set(), Direction::East) != 0;
        line.push_str(&match (column == SIDE - 1, is_open) {
            (true, _) => rim.to_owned(),
            (false, true) => " ".to_owned(),
            (false, false) => upright(cell, last, view),
        });
    }
    line
}

/// The piece of a vertical wall east of a cell.
fn upright(cell: Cell, last: Option<Action>, view: &View) -> String {
    let is_last = matches!(last, Some(Action::Vertical(anchor))
        if anchor.column() == cell.column() && (anchor.row() == cell.row() || anchor.row() + 1 == cell.row()));
    wall(is_last, ["║", "┃"], ["#", "!"], view)
}

/// A piece of a wall, another sign for the one placed last.
fn wall(is_last: bool, unicode: [&'static str; 2], ascii: [&'static str; 2], view: &View) -> String {
    let sign = view.pick(unicode[usize::from(is_last)], ascii[usize::from(is_last)]);
    if is_last { view.marked(sign) } else { sign.to_owned() }
}

/// The line between a row and the one above.
fn drawn_gap<const SEATS: usize>(position: &Quoridor<SEATS>, row: usize, last: Option<Action>, view: &View) -> String {
    let ways = position.walls.ways();
    let rim = view.pick("│", "|");
    let mut line = format!("  {rim}");
    for column in 0..SIDE {
        let Some(cell) = Cell::new(column, row) else { continue };
        let is_last = matches!(last, Some(Action::Horizontal(anchor))
            if anchor.row() == row && (anchor.column() == column || anchor.column() + 1 == column));
        let level = |count: usize| wall(is_last, ["═", "━"], ["=", "~"], view).repeat(count);
        line.push_str(&if ways.step(cell.set(), Direction::North) != 0 { "   ".to_owned() } else { level(3) });
        let is_here = |action: Action| last == Some(action);
        line.push_str(&if column == SIDE - 1 {
            rim.to_owned()
        } else if position.walls.horizontal & cell.set() != 0 {
            wall(is_here(Action::Horizontal(cell)), ["═", "━"], ["=", "~"], view)
        } else if position.walls.vertical & cell.set() != 0 {
            wall(is_here(Action::Vertical(cell)), ["║", "┃"], ["#", "!"], view)
        } else {
            view.faint(view.pick("┼", "+"))
        });
    }
    line
}

/// What a move does to the ways of all seats, the mover's own last.
pub(super) fn effects<const SEATS: usize>(position: &Quoridor<SEATS>, mv: Action) -> Vec<Saying> {
    let next = position.after(mv);
    let own = position.turn();
    let mut effects = Vec::new();
    let others = Seat::all(SEATS).filter(|&seat| seat != own);
    for seat in others.chain([own]) {
        let (before, after) = (position.path_length(seat), next.path_length(seat));
        if seat == own && after < before {
            effects.push(Saying::new("comes-nearer").with("n", after));
        } else if seat == own && after > before {
            effects.push(Saying::new("own-detour").with("n", after - before));
        } else if after > before {
            effects.push(Saying::new("lengthens").with("seat", seat).with("n", after - before));
        }
    }
    effects
}
