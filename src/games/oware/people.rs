//! What people see and hear of the game: the board turned to who plays, and what a move captures, saves or threatens.

use super::board::HOUSES;
use super::notation::letter;
use super::position::{House, Oware};
use crate::game::{MoveList, Position, Seat};
use crate::telling::{Saying, View, width};

/// The board with the houses of the seat that looks at it below; the house sown last in brackets.
pub(super) fn show(position: &Oware, last: Option<House>, view: &View) -> String {
    let near = view.seen_from;
    let far = near.next(2);
    let mover = position.turn().next(2);
    let houses = |seat: Seat| {
        let mut houses: Vec<House> = (0..HOUSES).filter_map(House::new).collect();
        if seat == far {
            houses.reverse();
        }
        houses
    };
    let letters = |seat: Seat| {
        let cells = houses(seat).into_iter().map(|house| format!("  {}  ", letter(seat, house)));
        view.faint(&cells.collect::<String>())
    };
    let bar = view.pick("│", "|");
    let seeds = |seat: Seat| {
        let cells = houses(seat).into_iter().map(|house| {
            let seeds = position.rows()[seat.index()][house.index()];
            let cell = if seeds == 0 { view.faint(view.pick(" ·", " .")) } else { format!("{seeds:>2}") };
            if last == Some(house) && seat == mover { format!("[{cell}]{bar}") } else { format!(" {cell} {bar}") }
        });
        format!("{bar}{}", cells.collect::<String>())
    };
    let line = |[left, between, right]: [&str; 3], dash: &str| {
        format!("{left}{}{right}", vec![dash.repeat(4); HOUSES].join(between))
    };
    let dash = view.pick("─", "-");
    let stores = position.stores();
    let store = |seat: Seat| {
        let name = view.book.seats.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
        view.of_seat(seat, &format!("{name} {}", stores[seat.index()]))
    };
    let indent = width(&store(far)) + 3;
    let blank = " ".repeat(indent);
    let rim = |unicode: [&'static str; 3]| if view.unicode { unicode } else { ["+", "+", "+"] };
    [
        format!("{blank} {}", letters(far)),
        format!("{blank}{}", line(rim(["╭", "┬", "╮"]), dash)),
        format!("  {} {}", store(far), seeds(far)),
        format!("{blank}{}", line(rim(["├", "┼", "┤"]), dash)),
        format!("{blank}{}  {}", seeds(near), store(near)),
        format!("{blank}{}", line(rim(["╰", "┴", "╯"]), dash)),
        format!("{blank} {}", letters(near)),
    ]
    .map(|line| line.trim_end().to_owned())
    .join("\n")
}

/// The seeds captured.
pub(super) fn effects(position: &Oware, mv: House) -> Vec<Saying> {
    let captured = position.captured_by(mv);
    if captured == 0 { Vec::new() } else { vec![Saying::new("captures").with("n", captured)] }
}

/// The same, the seeds that would be lost otherwise, and the capture it prepares.
pub(super) fn reasons(position: &Oware, mv: House) -> Vec<Saying> {
    let mut next = *position;
    next.play(mv);
    let mut reasons = effects(position, mv);
    let saved = best_capture(&passed(position)).saturating_sub(best_capture(&next));
    if saved > 0 {
        reasons.push(Saying::new("saves").with("n", saved));
    }
    let threatened = best_capture(&passed(&next));
    if reasons.is_empty() && threatened > best_capture(position) {
        reasons.push(Saying::new("threatens").with("n", threatened));
    }
    reasons
}

/// The same seeds with the other seat to move.
fn passed(position: &Oware) -> Oware {
    Oware::from_parts(position.rows(), position.stores(), position.turn().next(2), position.rules())
}

/// The most that the seat to move can capture at once.
fn best_capture(position: &Oware) -> u8 {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|&mv| position.captured_by(mv)).max().unwrap_or(0)
}
