//! The texts of the game: turns, positions, and the battlefield for people.

use super::field::{Cell, SIDE};
use super::people;
use super::picture;
use super::position::Bellum;
use super::setup;
use super::spell::Spell;
use super::turn::{Deed, Turn};
use super::unit::Unit;
use crate::game::{Notation, Position, Seat, Style, TextError};
use crate::option::{Settings, quoted};
use crate::picture::Picture;
use crate::telling::{Saying, Value, View};

impl Notation for Bellum {
    fn rules(_: &Settings) -> Result<(), TextError> {
        Ok(())
    }

    fn parse(text: &str, (): &()) -> Result<Self, TextError> {
        setup::parse(text)
    }

    fn text(&self, _: Style) -> String {
        let units: Vec<String> =
            Seat::all(2).flat_map(|seat| self.team(seat).iter().map(move |unit| unit_text(seat, *unit))).collect();
        let units = if units.is_empty() { "-".to_owned() } else { units.join(",") };
        format!("{} {} {units}", self.turn(), self.number())
    }

    fn parse_move(&self, word: &str) -> Result<Turn, TextError> {
        let turn = read_turn(word)?;
        match self.objection(turn) {
            None => Ok(turn),
            Some(reason) => Err(reason.within(|reason| format!("no turn {} is possible: {reason}", quoted(word)))),
        }
    }

    fn move_text(&self, mv: Turn, _: Style) -> String {
        match mv.deed() {
            Deed::Pass => format!("{}-", mv.actor()),
            Deed::Cast(spell, epicentre) => format!("{}{}{epicentre}", mv.actor(), spell.facts().letter),
            Deed::Go(cell) => format!("{}{cell}", mv.actor()),
        }
    }

    fn show(&self, last: Option<Turn>, view: &View) -> String {
        people::show(self, last, view)
    }

    fn effects(&self, mv: Turn) -> Vec<Saying> {
        people::effects(self, mv)
    }

    fn picture(&self, last: Option<Turn>) -> Picture {
        picture::picture(self, last)
    }

    fn draw(&self) -> String {
        let mut lines =
            vec![(0..SIDE).fold("  ".to_owned(), |line, column| format!("{line} {:<4}", letter_of(column)))];
        for row in 0..SIDE {
            let cells = (0..SIDE).map(|column| Cell::at(column, row).and_then(|cell| self.unit_at(cell)));
            let line = cells.fold(format!("{} ", row + 1), |line, unit| {
                let text = unit.map_or(".".to_owned(), |(seat, unit)| marked(seat, unit));
                format!("{line} {text:<4}")
            });
            lines.push(line);
        }
        for seat in Seat::all(2) {
            lines.extend(self.team(seat).iter().map(|unit| roster_line(seat, *unit)));
        }
        lines.push(format!("turn {}, ! has acted this round", self.number()));
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }

    fn facts(&self) -> Vec<(&'static str, i32)> {
        vec![("turn", i32::from(self.number()))]
    }

    fn holdings(&self, seat: Seat) -> Vec<(&'static str, i32)> {
        let team = self.team(seat);
        let health = team.iter().map(|unit| i32::from(unit.health())).sum();
        vec![("units", i32::try_from(team.len()).unwrap_or(0)), ("health", health)]
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("seat {seat} ({})", if seat == Seat::FIRST { "MGVC" } else { "mgvc" })
    }
}

impl Bellum {
    /// Why a turn is not legal here; `None` if it is.
    fn objection(&self, turn: Turn) -> Option<TextError> {
        let why = |text: String, saying: Saying| Some(TextError::new(text).says(saying));
        let actor = turn.actor();
        let at = |id: &'static str, cell: Cell| Saying::new(id).with("cell", cell.to_string());
        if self.is_over() {
            return why("the game is over".to_owned(), Saying::new("why-over"));
        }
        let Some((seat, unit)) = self.unit_at(actor) else {
            return why(format!("nobody stands on {actor}"), at("why-nobody", actor));
        };
        let who = unit.class().name();
        let of_unit = |id: &'static str, cell: Cell| at(id, cell).with("who", Value::Word(who));
        if seat != self.turn() {
            let text = format!("the {who} on {actor} belongs to seat {seat}, but seat {} is to move", self.turn());
            return why(text, of_unit("why-turn", actor).with("owner", seat).with("seat", self.turn()));
        }
        if unit.has_acted() {
            return why(format!("the {who} on {actor} has already acted this round"), of_unit("why-acted", actor));
        }
        match turn.deed() {
            Deed::Go(cell) if self.unit_at(cell).is_some() => {
                why(format!("{cell} is occupied"), at("why-occupied", cell))
            }
            Deed::Go(cell) if !self.destinations(unit).has(cell) => {
                let slowed = if unit.slows() > 0 { ", slowed as it is" } else { "" };
                why(format!("the {who} cannot go from {actor} to {cell}{slowed}"), of_unit("why-far", cell))
            }
            Deed::Cast(spell, _) if !unit.class().spells().contains(&spell) => {
                let known: String = unit.class().spells().iter().map(|spell| spell.facts().letter).collect();
                why(format!("the {who} casts only {known}"), of_unit("why-spell", actor).with("known", known))
            }
            Deed::Cast(_, cell) if self.unit_at(cell).is_none() => {
                why(format!("nobody stands on {cell}"), at("why-nobody", cell))
            }
            Deed::Cast(spell, cell) if !self.epicentres(unit, spell).has(cell) => {
                let (distance, letter) = (actor.distance(cell), spell.facts().letter);
                let saying = at("why-range", cell).with("n", distance).with("spell", letter.to_string());
                why(format!("{cell} is {distance} away, out of range of {letter}"), saying)
            }
            _ => None,
        }
    }
}

/// Reads the form of a turn; whether it is legal is another question.
fn read_turn(word: &str) -> Result<Turn, TextError> {
    let unknown = || {
        TextError::new(format!(
            "{} is no turn: expected a pass such as a1-, a move such as a1a3 or a spell such as a1Ff2",
            quoted(word)
        ))
        .says(Saying::new("why-form"))
    };
    let bytes = word.as_bytes();
    let actor = bytes.get(..2).and_then(Cell::from_name).ok_or_else(unknown)?;
    let target = |name: &[u8]| Cell::from_name(name).ok_or_else(unknown);
    let deed = match &bytes[2..] {
        b"-" => Deed::Pass,
        name @ [_, _] => Deed::Go(target(name)?),
        [letter @ b'A'..=b'Z', name @ ..] => {
            let target = target(name)?;
            let spell = Spell::from_letter(char::from(*letter)).ok_or_else(|| {
                let known: String = Spell::ALL.iter().map(|spell| spell.facts().letter).collect();
                TextError::new(format!(
                    "{} is no turn: {} is no spell, one of {known}",
                    quoted(word),
                    char::from(*letter)
                ))
                .says(Saying::new("why-letter").with("known", known))
            })?;
            Deed::Cast(spell, target)
        }
        _ => return Err(unknown()),
    };
    Ok(Turn::new(actor, deed))
}

/// The letter of a unit in its side's case.
pub(super) fn unit_letter(seat: Seat, unit: Unit) -> char {
    let letter = unit.class().letter();
    if seat == Seat::FIRST { letter } else { letter.to_ascii_lowercase() }
}

fn unit_text(seat: Seat, unit: Unit) -> String {
    let acted = if unit.has_acted() { "!" } else { "" };
    let shield = if unit.shield() > 0 { format!("d{}", unit.shield()) } else { String::new() };
    let slows = "s1".repeat(usize::from(unit.old_slows())) + &"s2".repeat(usize::from(unit.fresh_slows()));
    format!("{}{}:{}{acted}{shield}{slows}", unit_letter(seat, unit), unit.cell(), unit.health())
}

/// A unit on the drawn board: letter, health, and whether it has acted.
fn marked(seat: Seat, unit: Unit) -> String {
    format!("{}{}{}", unit_letter(seat, unit), unit.health(), if unit.has_acted() { "!" } else { "" })
}

/// A unit in the list under the drawn board.
fn roster_line(seat: Seat, unit: Unit) -> String {
    let line = format!(
        "seat {seat}  {} {:<9} {}  {:>2} of {:>2} HP",
        unit_letter(seat, unit),
        unit.class().name(),
        unit.cell(),
        unit.health(),
        unit.class().full_health()
    );
    let turns = |count: u8| if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") };
    let mut marks = vec![String::new()];
    if unit.has_acted() {
        marks.push("acted".to_owned());
    }
    if unit.shield() > 0 {
        marks.push(format!("shield for {}", turns(unit.shield())));
    }
    for (count, left) in [(unit.old_slows(), 1), (unit.fresh_slows(), 2)] {
        match count {
            0 => {}
            1 => marks.push(format!("slow for {}", turns(left))),
            _ => marks.push(format!("{count} x slow for {}", turns(left))),
        }
    }
    line + &marks.join("  ")
}

fn letter_of(column: usize) -> char {
    ['a', 'b', 'c', 'd', 'e', 'f'][column]
}
