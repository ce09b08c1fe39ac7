//! Reading position texts, and refusing those that cannot be.

use super::grid::{ANCHORS, Cell, Cells, Walls};
use super::position::{Quoridor, Rules};
use crate::game::{Position, Seat, TextError};
use crate::option::quoted;
use crate::telling::Saying;

/// Walls on the board and in hand together, at most.
const ALL_WALLS: u32 = 20;

/// Reads and validates a position text.
pub(super) fn parse<const SEATS: usize>(text: &str, rules: Rules) -> Result<Quoridor<SEATS>, TextError> {
    let fields: Vec<&str> = text.split('/').map(str::trim).collect();
    let [horizontal, vertical, pawns, hands, turn] = fields[..] else {
        return Err(TextError::new(format!(
            "{} has {} fields: expected 'horizontal walls / vertical walls / pawns / walls in hand / seat to move'",
            quoted(text.trim()),
            fields.len()
        )));
    };
    let walls = walls(horizontal, vertical)?;
    let pawns = pawns_of::<SEATS>(pawns)?;
    let hands = hands_of::<SEATS>(hands)?;
    let in_hand: u32 = hands.iter().map(|&hand| u32::from(hand)).sum();
    if walls.count() + in_hand > ALL_WALLS {
        return Err(TextError::new(format!(
            "{} walls on the board and {in_hand} in hand are more than the {ALL_WALLS} of the game",
            walls.count()
        )));
    }
    let turn = match turn.parse::<usize>() {
        Ok(number) if (1..=SEATS).contains(&number) => Seat::new(number - 1),
        _ => return Err(TextError::new(format!("the seat to move is 1 to {SEATS}, not {}", quoted(turn)))),
    };
    checked(Quoridor::new(walls, pawns, hands, turn, rules))
}

/// The position if it can come about.
fn checked<const SEATS: usize>(position: Quoridor<SEATS>) -> Result<Quoridor<SEATS>, TextError> {
    let ways = position.walls.ways();
    for seat in Seat::all(SEATS) {
        let (pawn, goal) = (position.pawns[seat.index()], Quoridor::<SEATS>::goal(seat.index()));
        if !ways.connect(pawn.set(), goal) {
            return Err(TextError::new(format!("seat {seat} on {pawn} is blocked: it has no way to its goal")));
        }
        if pawn.set() & goal != 0 && position.winner() != Some(seat) {
            return Err(TextError::new(format!(
                "seat {seat} on {pawn} has reached its goal, but seat {} is to move: the game ended before",
                position.turn()
            )));
        }
    }
    Ok(position)
}

fn walls(horizontal: &str, vertical: &str) -> Result<Walls, TextError> {
    let mut walls = Walls::default();
    for anchor in squares(horizontal)? {
        walls = with(walls, Walls { horizontal: anchor.set(), vertical: 0 }, anchor, 'h')?;
    }
    for anchor in squares(vertical)? {
        walls = with(walls, Walls { horizontal: 0, vertical: anchor.set() }, anchor, 'v')?;
    }
    Ok(walls)
}

/// The walls with one more, if there is room.
fn with(walls: Walls, wall: Walls, anchor: Cell, letter: char) -> Result<Walls, TextError> {
    if let Some(reason) = why_no_room(&walls, anchor, letter) {
        return Err(TextError::new(format!("the wall {anchor}{letter} is impossible: {reason}")));
    }
    Ok(walls.or(&wall))
}

/// Why a wall cannot stand beside those that are there, as far as only room counts.
pub(super) fn why_no_room(walls: &Walls, anchor: Cell, letter: char) -> Option<TextError> {
    let is_horizontal = letter == 'h';
    let (along, across) =
        if is_horizontal { (walls.horizontal, walls.vertical) } else { (walls.vertical, walls.horizontal) };
    let step = if is_horizontal { 1 } else { super::grid::SIDE };
    let at = anchor.set();
    let crossing = if is_horizontal { 'v' } else { 'h' };
    if at & ANCHORS == 0 {
        Some(TextError::new("walls are named after the cells a1 to h8").says(Saying::new("why-anchor")))
    } else if at & across != 0 {
        let wall = format!("{anchor}{crossing}");
        Some(TextError::new(format!("it crosses {wall}")).says(Saying::new("why-crosses").with("wall", wall)))
    } else {
        let others: Cells = (at | at << step | at >> step) & along;
        (others != 0).then(|| {
            let other = Cell::at(others.trailing_zeros() as usize);
            let wall = format!("{other}{letter}");
            TextError::new(format!("it overlaps {wall}")).says(Saying::new("why-overlaps").with("wall", wall))
        })
    }
}

/// The squares of a list without separators, or with blanks; `-` for none.
fn squares(list: &str) -> Result<Vec<Cell>, TextError> {
    if list == "-" {
        return Ok(Vec::new());
    }
    let letters: Vec<char> = list.chars().filter(|letter| !letter.is_whitespace()).collect();
    let unknown =
        |word: &str| TextError::new(format!("{} is no list of wall squares such as d2e5, or - for none", quoted(word)));
    if letters.is_empty() || !letters.len().is_multiple_of(2) {
        return Err(unknown(list));
    }
    letters.chunks(2).map(|pair| square(pair).ok_or_else(|| unknown(list))).collect()
}

/// A column letter and a row digit.
pub(super) fn square(letters: &[char]) -> Option<Cell> {
    let [column, row] = letters else { return None };
    let column = u32::from(column.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
    let row = row.to_digit(10)?.checked_sub(1)?;
    Cell::new(usize::try_from(column).ok()?, usize::try_from(row).ok()?)
}

fn pawns_of<const SEATS: usize>(list: &str) -> Result<[Cell; SEATS], TextError> {
    let words: Vec<&str> = list.split_whitespace().collect();
    let pawns: [&str; SEATS] = words.as_slice().try_into().map_err(|_| {
        TextError::new(format!("{} pawns in {}: expected {SEATS}, one for each seat", words.len(), quoted(list)))
    })?;
    let mut found = [Cell::at(0); SEATS];
    for (index, word) in pawns.into_iter().enumerate() {
        let cell = square(&word.chars().collect::<Vec<_>>())
            .ok_or_else(|| TextError::new(format!("{} is no square: expected a1 to i9", quoted(word))))?;
        if found[..index].contains(&cell) {
            return Err(TextError::new(format!("two pawns stand on {cell}")));
        }
        found[index] = cell;
    }
    Ok(found)
}

fn hands_of<const SEATS: usize>(list: &str) -> Result<[u8; SEATS], TextError> {
    let words: Vec<&str> = list.split_whitespace().collect();
    let hands: [&str; SEATS] = words.as_slice().try_into().map_err(|_| {
        TextError::new(format!("{} wall counts in {}: expected {SEATS}, one for each seat", words.len(), quoted(list)))
    })?;
    let most = Quoridor::<SEATS>::HAND;
    let mut found = [0; SEATS];
    for (hand, word) in found.iter_mut().zip(hands) {
        let is_plain = !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        *hand = match word.parse() {
            Ok(count) if is_plain && count <= most => count,
            _ => return Err(TextError::new(format!("a seat has 0 to {most} walls in hand, not {}", quoted(word)))),
        };
    }
    Ok(found)
}
