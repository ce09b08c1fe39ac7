//! The field as a picture: units with health and effects, who has acted, the last turn marked.

use super::field::Cell;
use super::position::Bellum;
use super::turn::{Deed, Turn};
use super::unit::Unit;
use crate::game::Seat;
use crate::picture::{CELL, FAINT, INK, MARK, Picture, SEATS, SHADE, WOOD};

const EDGE: i32 = 30;
const SIDE: i32 = 6;
/// Wider than other boards' cells: there is much to tell about a unit.
const FIELD: i32 = CELL * 3 / 2;

fn corner(cell: Cell) -> (i32, i32) {
    let number = |count: usize| i32::try_from(count).unwrap_or(0);
    (EDGE + number(cell.column()) * FIELD, EDGE + number(cell.row()) * FIELD)
}

/// Draws a position and the turn that led to it. Row 1 is above.
pub(super) fn picture(position: &Bellum, last: Option<Turn>) -> Picture {
    let mut picture = Picture::new(SIDE * FIELD + 2 * EDGE, SIDE * FIELD + 2 * EDGE + 24);
    picture.rect((EDGE, EDGE), (SIDE * FIELD, SIDE * FIELD), 8, WOOD);
    for (index, letter) in (0..SIDE).zip('a'..='f') {
        let middle = EDGE + index * FIELD + FIELD / 2;
        for at in [EDGE / 2, EDGE + SIDE * FIELD + EDGE / 2] {
            picture.text((middle, at), 18, FAINT, &letter.to_string());
            picture.text((at, middle), 18, FAINT, &(index + 1).to_string());
        }
        for row in 0..SIDE {
            let at = (EDGE + index * FIELD + 2, EDGE + row * FIELD + 2);
            picture.rect(at, (FIELD - 4, FIELD - 4), 6, SHADE);
        }
    }
    if let Some(turn) = last {
        let target = match turn.deed() {
            Deed::Pass => turn.actor(),
            Deed::Cast(_, cell) | Deed::Go(cell) => cell,
        };
        let middle = |cell: Cell| (corner(cell).0 + FIELD / 2, corner(cell).1 + FIELD / 2);
        for cell in [turn.actor(), target] {
            let (x, y) = corner(cell);
            picture.outline((x + 4, y + 4), (FIELD - 8, FIELD - 8), 6, MARK);
        }
        picture.path(&[middle(turn.actor()), middle(target)], MARK);
    }
    for seat in Seat::all(2) {
        position.team(seat).iter().for_each(|&unit| draw_unit(&mut picture, seat, unit));
    }
    let legend = "hollow: has acted · S slow, D shield, with the turns left";
    picture.text((EDGE + SIDE * FIELD / 2, SIDE * FIELD + 2 * EDGE + 10), 14, FAINT, legend);
    picture
}

fn draw_unit(picture: &mut Picture, seat: Seat, unit: Unit) {
    let (x, y) = corner(unit.cell());
    let (centre, radius) = ((x + FIELD / 2, y + FIELD * 2 / 5), FIELD * 3 / 10);
    picture.disc(centre, radius, SEATS[seat.index()]);
    if unit.has_acted() {
        picture.disc(centre, radius - 4, SHADE);
    }
    let letter = if unit.has_acted() { SEATS[seat.index()] } else { "white" };
    picture.text((centre.0, centre.1), 28, letter, &unit.class().letter().to_string());
    let bar = FIELD - 24;
    let health = bar * i32::from(unit.health()) / i32::from(unit.class().full_health());
    picture.rect((x + 12, y + FIELD - 20), (bar, 12), 4, "white");
    picture.rect((x + 12, y + FIELD - 20), (health, 12), 4, SEATS[seat.index()]);
    picture.text((x + FIELD - 14, y + FIELD - 32), 15, INK, &unit.health().to_string());
    let shield = (unit.shield() > 0).then(|| format!("D{}", unit.shield()));
    let slows = [(unit.old_slows(), 1), (unit.fresh_slows(), 2)];
    let slows = slows.into_iter().flat_map(|(count, turns)| (0..count).map(move |_| format!("S{turns}")));
    let effects: Vec<String> = shield.into_iter().chain(slows).collect();
    picture.words((x + 7, y + 14), 14, MARK, &effects.join(" "));
}
