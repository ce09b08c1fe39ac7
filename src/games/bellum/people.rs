//! What people see and hear of the game: the field with the roster beside it, and what a turn does to whom.

use super::field::{Cell, SIDE};
use super::notation::unit_letter;
use super::position::Bellum;
use super::spell::{Effect, Spell};
use super::turn::{Deed, Turn};
use super::unit::Unit;
use crate::game::{Position, Seat};
use crate::telling::{Saying, Value, View, beside, width};

/// The width of a cell, enough for two brackets, a letter, two digits and a mark; and where the roster begins.
const CELL: usize = 6;
const ROSTER: usize = 42;

/// The field, the cells of the last turn in brackets, and all units beside it.
pub(super) fn show(position: &Bellum, last: Option<Turn>, view: &View) -> String {
    let touched = last.map(|turn| match turn.deed() {
        Deed::Pass => [turn.actor(); 2],
        Deed::Cast(_, cell) | Deed::Go(cell) => [turn.actor(), cell],
    });
    let mut lines = vec![('a'..='z').take(SIDE).fold("   ".to_owned(), |line, column| format!("{line} {column:<5}"))];
    for row in 0..SIDE {
        let cells = (0..SIDE).filter_map(|column| Cell::at(column, row)).map(|cell| {
            let (text, seat) = match position.unit_at(cell) {
                Some((seat, unit)) => {
                    let acted = if unit.has_acted() { "!" } else { "" };
                    (format!("{}{}{acted}", unit_letter(seat, unit), unit.health()), Some(seat))
                }
                None => (view.pick("·", ".").to_owned(), None),
            };
            let text = seat.map_or_else(|| view.faint(&text), |seat| view.of_seat(seat, &text));
            let is_touched = touched.is_some_and(|cells| cells.contains(&cell));
            let text = if is_touched { format!("[{text}]") } else { format!(" {text}") };
            format!("{text}{}", " ".repeat(CELL.saturating_sub(width(&text))))
        });
        lines.push(format!("{:>2} {}", row + 1, cells.collect::<String>()));
        if row + 1 < SIDE {
            lines.push(String::new());
        }
    }
    let mut notes = Vec::new();
    for seat in Seat::all(2) {
        let mark = if seat == position.turn() && !position.is_over() { view.pick(" ◀", " <") } else { "" };
        notes.push(view.of_seat(seat, &format!("{}{mark}", view.book.seat(seat))));
        notes.extend(position.team(seat).iter().map(|unit| roster_line(seat, *unit, view)));
    }
    notes.push(view.faint(&view.book.say(&Saying::new("turn-line").with("n", position.number()))));
    beside(&lines, &notes, ROSTER)
}

/// A unit in the list beside the field.
fn roster_line(seat: Seat, unit: Unit, view: &View) -> String {
    let class = unit.class();
    let mut line = format!(
        " {} {:<9} {} {:>2}/{}",
        unit_letter(seat, unit),
        class.name(),
        unit.cell(),
        unit.health(),
        class.full_health()
    );
    let marks = [("acted", u8::from(unit.has_acted())), ("shield", unit.shield()), ("slow", slows(unit))];
    for (id, number) in marks.into_iter().filter(|(_, number)| *number > 0) {
        line = format!("{line} {}", view.book.say(&Saying::new(id).with("n", number)));
    }
    line
}

fn slows(unit: Unit) -> u8 {
    unit.old_slows() + unit.fresh_slows()
}

/// What a turn does: where a unit goes, whom a spell hits and how.
pub(super) fn effects(position: &Bellum, turn: Turn) -> Vec<Saying> {
    let Some((_, actor)) = position.unit_at(turn.actor()) else { return Vec::new() };
    let who = |saying: Saying, unit: Unit| {
        saying.with("who", Value::Word(unit.class().name())).with("cell", unit.cell().to_string())
    };
    match turn.deed() {
        Deed::Pass => vec![who(Saying::new("passes"), actor)],
        Deed::Go(cell) => {
            let saying = Saying::new("goes").with("who", Value::Word(actor.class().name()));
            vec![saying.with("cell", cell.to_string())]
        }
        Deed::Cast(spell, epicentre) => {
            let cast = Saying::new("casts").with("who", Value::Word(actor.class().name()));
            let mut effects = vec![cast.with("spell", Value::Word(name(spell)))];
            let zone = spell.zone(epicentre);
            let everybody = Seat::all(2).flat_map(|seat| position.team(seat).iter().map(move |unit| (seat, *unit)));
            for (seat, unit) in everybody {
                if !zone.has(unit.cell()) || !spell.facts().hits(unit.class()) {
                    continue;
                }
                let loss = unit.loss(spell.facts().damage);
                let is_friend = seat == position.turn();
                let id = match (loss, spell.facts().effect) {
                    (0, Effect::Slow) => "slows",
                    (0, Effect::Shield) => "shields",
                    (0, Effect::Nothing) => continue,
                    _ if loss == unit.health() => "kills",
                    _ => "hurts",
                };
                let id = match (id, is_friend) {
                    ("kills", true) => "kills-friend",
                    ("hurts", true) => "hurts-friend",
                    ("slows", true) => "slows-friend",
                    (id, _) => id,
                };
                effects.push(who(Saying::new(id), unit).with("n", loss));
            }
            effects
        }
    }
}

/// The name of a spell, as the rules have it.
const fn name(spell: Spell) -> &'static str {
    match spell {
        Spell::Ballista => "Baliste de feu",
        Spell::Cleave => "Coup de taille",
        Spell::Earthquake => "Tremblement de terre",
        Spell::Fireball => "Boule de feu",
        Spell::Instinct => "Instinct d'esquive",
        Spell::Jarnac => "Coup de jarnac",
        Spell::Marsh => "Terre marécageuse",
        Spell::Cloud => "Nuage maléfique",
        Spell::Poison => "Fiole de poison",
        Spell::Brambles => "Enchevêtrement de ronces",
        Spell::Storm => "Tempête",
    }
}
