//! Position texts from outside: read, then checked. Start codes such as `2345-2345` are read in their place.

use arrayvec::ArrayVec;

use super::field::{Cell, SIDE};
use super::position::{Bellum, LAST_TURN, TEAM};
use super::unit::{Class, SLOW_LIMIT, Unit};
use crate::game::{Notation, Position, Seat, Style, TextError};
use crate::option::quoted;

/// Reads and checks a position text or a start code.
///
/// # Errors
/// If the text is malformed or the position impossible.
pub(super) fn parse(text: &str) -> Result<Bellum, TextError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match &words[..] {
        [code] if code.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => read_code(code),
        [size, rest @ ..] if size.contains('x') && rest.len() == 3 => {
            if *size == format!("{SIDE}x{SIDE}") {
                read_fields(rest)
            } else {
                Err(TextError::new(format!("{} is no size of the board: expected {SIDE}x{SIDE}", quoted(size))))
            }
        }
        fields => read_fields(fields),
    }
}

fn read_fields(fields: &[&str]) -> Result<Bellum, TextError> {
    let &[side, number, units] = fields else {
        let example = Bellum::start(&()).text(Style::Own);
        return Err(TextError::new(format!(
            "{} is no position: expected side, turn and units such as {example}, or a start code such as 2345-2345",
            quoted(&fields.join(" "))
        )));
    };
    let mover = match side {
        "1" => Seat::FIRST,
        "2" => Seat::new(1),
        _ => return Err(TextError::new(format!("{} is no side to move: expected 1 or 2", quoted(side)))),
    };
    let number = read_number(number).filter(|number| (1..=LAST_TURN).contains(number)).ok_or_else(|| {
        TextError::new(format!("{} is no turn: expected a number from 1 to {LAST_TURN}", quoted(number)))
    })?;
    let position = Bellum::new(read_units(units)?, mover, number);
    if !position.is_ready(mover) {
        return Err(TextError::new(format!("seat {mover} cannot be to move: all its units have acted this round")));
    }
    Ok(position)
}

/// A whole number written in digits only.
fn read_number(word: &str) -> Option<u8> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}

fn read_units(text: &str) -> Result<[ArrayVec<Unit, TEAM>; 2], TextError> {
    let mut teams = [ArrayVec::<Unit, TEAM>::new(), ArrayVec::new()];
    for word in text.split(',') {
        let (seat, unit) = read_unit(word)?;
        if teams.iter().flatten().any(|other| other.cell() == unit.cell()) {
            return Err(TextError::new(format!("two units stand on {}: {} is the second", unit.cell(), quoted(word))));
        }
        let team = &mut teams[seat.index()];
        if team.try_push(unit).is_err() {
            return Err(TextError::new(format!(
                "seat {seat} has more than {TEAM} units: {} is one too many",
                quoted(word)
            )));
        }
    }
    for seat in Seat::all(2) {
        if teams[seat.index()].is_empty() {
            return Err(TextError::new(format!("seat {seat} has no unit: the game would be over")));
        }
    }
    Ok(teams)
}

/// Reads one unit: letter, cell, health, then what has happened to it in any order.
fn read_unit(word: &str) -> Result<(Seat, Unit), TextError> {
    let wrong = |what: String| TextError::new(format!("{} is no unit: {what}", quoted(word)));
    let (place, state) = word.split_once(':').ok_or_else(|| wrong("expected one such as Ma2:8".to_owned()))?;
    let mut letters = place.chars();
    let letter = letters.next().ok_or_else(|| wrong("expected a letter of MGVCmgvc".to_owned()))?;
    let class = Class::ALL.into_iter().find(|class| class.letter() == letter.to_ascii_uppercase());
    let class = class.ok_or_else(|| wrong(format!("{} is no letter of MGVCmgvc", quoted(&letter.to_string()))))?;
    let seat = if letter.is_ascii_uppercase() { Seat::FIRST } else { Seat::new(1) };
    let cell = Cell::from_name(letters.as_str().as_bytes())
        .ok_or_else(|| wrong(format!("{} is no cell from a1 to f6", quoted(letters.as_str()))))?;
    let digits = state.bytes().take_while(u8::is_ascii_digit).count();
    let (health, marks) = state.split_at(digits);
    let most = class.full_health();
    let health = read_number(health)
        .filter(|health| (1..=most).contains(health))
        .ok_or_else(|| wrong(format!("{} is no health from 1 to {most}", quoted(health))))?;
    let mut unit = Unit::new(class, cell);
    unit.set_health(health);
    read_marks(&mut unit, marks).map_err(wrong)?;
    Ok((seat, unit))
}

/// Reads what has happened to a unit: `!` for acted, `s` and `d` with a counter for slows and a shield.
fn read_marks(unit: &mut Unit, marks: &str) -> Result<(), String> {
    let mut rest = marks.chars();
    while let Some(mark) = rest.next() {
        if mark == '!' {
            if unit.has_acted() {
                return Err("! stands there twice".to_owned());
            }
            unit.set_acted(true);
            continue;
        }
        if !matches!(mark, 's' | 'd') {
            return Err(format!("{} is none of !, s1, s2, d1 and d2", quoted(&mark.to_string())));
        }
        let turns = match rest.next() {
            Some('1') => 1,
            Some('2') => 2,
            other => {
                let found: String = [mark].into_iter().chain(other).collect();
                return Err(format!("{} does not last 1 or 2 turns", quoted(&found)));
            }
        };
        if mark == 'd' {
            if unit.shield() > 0 {
                return Err("it has more than one shield".to_owned());
            }
            unit.set_shield(turns);
        } else {
            let (fresh, old) = (unit.fresh_slows(), unit.old_slows());
            if (if turns == 2 { fresh } else { old }) == SLOW_LIMIT {
                return Err(format!("nobody can cast more than {SLOW_LIMIT} slows s{turns} on one unit"));
            }
            unit.set_slows(fresh + u8::from(turns == 2), old + u8::from(turns == 1));
        }
    }
    Ok(())
}

/// Reads a start code: for each side the rows of its units in the order of the classes.
fn read_code(code: &str) -> Result<Bellum, TextError> {
    let wrong = |what: &str| TextError::new(format!("{} is no start code: {what}", quoted(code)));
    let (first, second) = code.split_once('-').ok_or_else(|| wrong("expected rows such as 2345-2345"))?;
    let mut rows = [[0; TEAM]; 2];
    for (rows, digits) in rows.iter_mut().zip([first, second]) {
        let read: Vec<usize> = digits.bytes().map(|digit| usize::from(digit.wrapping_sub(b'1'))).collect();
        *rows = read.try_into().map_err(|_| wrong("expected four digits, a hyphen, four digits"))?;
        if rows.iter().any(|row| *row >= SIDE) {
            return Err(wrong("rows go from 1 to 6"));
        }
        if (1..TEAM).any(|place| rows[..place].contains(&rows[place])) {
            return Err(wrong("two units of one side stand in the same row"));
        }
    }
    Ok(Bellum::lined_up(rows))
}
