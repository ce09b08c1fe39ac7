//! The evaluation for people: every seat's way, what it depends on, what a wall could do to it, and what all is worth.

use super::eval::Judge;
use super::grid::{Cell, Cells, cells};
use super::paths::{Routes, worst_detour};
use super::position::{Action, Quoridor};
use crate::game::{Notation, Position, Seat, Style};
use crate::score::Score;
use crate::search::Evaluate;

/// The lines of the explanation.
pub(super) fn lines<const SEATS: usize>(position: &Quoridor<SEATS>) -> Vec<String> {
    let mut lines: Vec<String> = Seat::all(SEATS).flat_map(|seat| of_seat(position, seat)).collect();
    let mut judge = Judge::taught();
    let turn = position.turn();
    if SEATS == 2 {
        let standings = judge.standings(position);
        let (own, other) = (standings[turn.index()], standings[1 - turn.index()]);
        for (name, worth) in judge.terms().of_two(own, other, true) {
            lines.push(format!("{name:<16}{:>8}", Score::cp(worth).to_string()));
        }
        let correction = Score::cp(judge.correction(position, &standings, turn));
        lines.push(format!("{:<16}{:>8}", "network", correction.to_string()));
    } else {
        for (seat, arrival) in Seat::all(SEATS).zip(judge.arrivals(position)) {
            let turns = f64::from(arrival) / 100.0;
            lines.push(format!("{:<16}{turns:>8.2} turns to go, walls in hand taken off", position.seat_name(seat)));
        }
    }
    lines.push(format!("{} to move: {}", position.seat_name(turn), judge.evaluate(position, turn)));
    lines
}

fn of_seat<const SEATS: usize>(position: &Quoridor<SEATS>, seat: Seat) -> [String; 3] {
    let ways = position.walls.ways();
    let (pawn, goal) = (position.pawns[seat.index()], Quoridor::<SEATS>::goal(seat.index()));
    let routes = Routes::new(&ways, pawn, goal);
    let path: Vec<String> = shortest(&routes, pawn).iter().map(ToString::to_string).collect();
    let shared: Vec<String> = in_order(&routes, pawn).iter().map(ToString::to_string).collect();
    let has_walls = position.hands.iter().any(|&hand| hand > 0);
    let places = position.lawful(position.walls.room());
    let worst = worst_detour(&position.walls, places, pawn, goal).filter(|_| has_walls);
    let worst = worst.map_or_else(
        || "none".to_owned(),
        |(wall, steps)| {
            let anchor = cells(wall.horizontal | wall.vertical).next().unwrap_or(pawn);
            let mv = if wall.horizontal == 0 { Action::Vertical(anchor) } else { Action::Horizontal(anchor) };
            format!("{steps} by {}", position.move_text(mv, Style::Own))
        },
    );
    [
        format!("{}: path length {}: {}", position.seat_name(seat), routes.steps, path.join(" ")),
        format!("  shared by all shortest paths: {}", shared.join(" ")),
        format!("  worst detour by one legal wall: {worst}"),
    ]
}

/// The cells of some shortest way, start and end included.
pub(super) fn shortest(routes: &Routes, from: Cell) -> Vec<Cell> {
    let mut path = vec![from];
    let mut seen = from.set();
    while path.len() <= routes.steps {
        let last = path[path.len() - 1];
        // The routes hold no steps back, so any new neighbour along them leads on.
        let Some(next) = cells(routes.ways.around(last.set()) & !seen).next() else { break };
        seen |= around(routes, last);
        path.push(next);
    }
    path
}

fn around(routes: &Routes, cell: Cell) -> Cells {
    routes.ways.around(cell.set())
}

/// The shared cells in the order in which they are passed.
fn in_order(routes: &Routes, from: Cell) -> Vec<Cell> {
    let mut found = Vec::new();
    let (mut front, mut seen) = (from.set(), from.set());
    while front != 0 {
        found.extend(cells(front & routes.shared));
        front = routes.ways.around(front) & !seen;
        seen |= front;
    }
    found
}
