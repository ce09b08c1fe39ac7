//! The texts of the game: letters as moves, fifteen numbers as positions, a board for people.
//!
//! They are those of the Aualé program, so there is no second spelling.

use super::board::{HOUSES, SEEDS};
use super::people;
use super::picture;
use super::position::{House, Oware};
use super::rules::Rules;
use crate::game::{MoveList, Notation, Position, Seat, Style, TextError};
use crate::option::{Settings, quoted};
use crate::picture::Picture;
use crate::telling::{Saying, View};

/// The letters of the seats as the side to move.
const SIDES: [char; 2] = ['S', 'N'];
const NAMES: [&str; 2] = ["South", "North"];

/// The letter of a seat's house.
pub(super) fn letter(seat: Seat, house: House) -> char {
    let first = if seat == Seat::FIRST { b'A' } else { b'a' };
    char::from(first + u8::try_from(house.index()).unwrap_or(0))
}

/// The seat and the house that a word names.
fn named(word: &str) -> Option<(Seat, House)> {
    let [byte] = word.as_bytes() else { return None };
    let (seat, first) = if byte.is_ascii_uppercase() { (Seat::FIRST, b'A') } else { (Seat::new(1), b'a') };
    Some((seat, House::new(usize::from(byte.checked_sub(first)?))?))
}

impl Notation for Oware {
    fn rules(settings: &Settings) -> Result<Rules, TextError> {
        Rules::new(settings)
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, TextError> {
        let fields: Vec<&str> = text.trim().split('-').collect();
        let Some((&turn, numbers)) = fields.split_last().filter(|(_, numbers)| numbers.len() == 2 * HOUSES + 2) else {
            let start = Self::start(rules).text(Style::Own);
            return Err(TextError::new(format!("{} is no position: expected 15 fields such as {start}", quoted(text))));
        };
        let side = SIDES.iter().position(|side| turn.chars().eq([*side]));
        let turn = side.map(Seat::new).ok_or_else(|| {
            TextError::new(format!("{} is no side to move: expected S for South or N for North", quoted(turn)))
        })?;
        let seeds =
            numbers.iter().enumerate().map(|(at, word)| read_seeds(at, word)).collect::<Result<Vec<u8>, _>>()?;
        let all: u16 = seeds.iter().map(|&seeds| u16::from(seeds)).sum();
        if all != u16::from(SEEDS) {
            return Err(TextError::new(format!("{} has {all} seeds in all: expected {SEEDS}", quoted(text))));
        }
        let row = |seat: usize| std::array::from_fn(|house| seeds[HOUSES * seat + house]);
        let stores = [seeds[2 * HOUSES], seeds[2 * HOUSES + 1]];
        Ok(Self::from_parts([row(0), row(1)], stores, turn, *rules))
    }

    fn text(&self, _style: Style) -> String {
        let numbers = self.rows().concat().into_iter().chain(self.stores());
        let words: Vec<String> = numbers.map(|seeds| seeds.to_string()).collect();
        format!("{}-{}", words.join("-"), SIDES[self.turn().index()])
    }

    fn parse_move(&self, word: &str) -> Result<House, TextError> {
        let turn = self.turn();
        let letters = if turn == Seat::FIRST { "A to F" } else { "a to f" };
        let Some((seat, house)) = named(word) else {
            let text = format!("{} is no move: expected a house from {letters}", quoted(word));
            return Err(TextError::new(text).says(Saying::new("why-house")));
        };
        let refused = |reason: &str, id: &'static str| {
            let text = format!("{} cannot be played: {reason}", quoted(word));
            Err(TextError::new(text).says(Saying::new(id).with("seat", turn)))
        };
        if self.outcome().is_some() {
            return refused("the game is over", "why-over");
        }
        if seat != turn {
            let reason = format!("{} is to move, with the houses {letters}", NAMES[turn.index()]);
            return refused(&reason, "why-turn");
        }
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if moves.contains(&house) {
            return Ok(house);
        }
        let rows = self.rows();
        if rows[turn.index()][house.index()] == 0 {
            refused("the house is empty", "why-empty")
        } else if rows[turn.next(2).index()] == [0; HOUSES] {
            refused("the opponent has no seeds and must get some", "why-feed")
        } else {
            refused("it would capture all of the opponent's seeds, which these rules forbid", "why-slam")
        }
    }

    fn move_text(&self, mv: House, _style: Style) -> String {
        letter(self.turn(), mv).to_string()
    }

    fn split_moves(word: &str) -> impl Iterator<Item = &str> {
        let is_house = |byte: u8| (b'a'..=b'f').contains(&byte.to_ascii_lowercase());
        let length = if word.bytes().all(is_house) { 1 } else { word.len() };
        (0..word.len()).step_by(length.max(1)).map(move |at| &word[at..at + length])
    }

    const UCI_MOVE_SEPARATOR: &'static str = "";

    fn show(&self, last: Option<House>, view: &View) -> String {
        people::show(self, last, view)
    }

    fn effects(&self, mv: House) -> Vec<Saying> {
        people::effects(self, mv)
    }

    fn reasons(&self, mv: House) -> Vec<Saying> {
        people::reasons(self, mv)
    }

    fn picture(&self, last: Option<House>) -> Picture {
        picture::picture(self, last)
    }

    /// North above, from right to left as the seeds go round.
    fn draw(&self) -> String {
        let cells = |cell: &dyn Fn(House) -> String| {
            (0..HOUSES).filter_map(House::new).map(|house| format!("{:>4}", cell(house))).collect::<Vec<_>>()
        };
        let [south, north] = Seat::all(2).collect::<Vec<_>>()[..] else { return String::new() };
        let line = |mut cells: Vec<String>, seat: Seat| {
            if seat == north {
                cells.reverse();
            }
            cells.concat()
        };
        let (rows, stores) = (self.rows(), self.stores());
        let letters = |seat: Seat| line(cells(&|house| letter(seat, house).to_string()), seat);
        let seeds = |seat: Seat| {
            let row = line(cells(&|house| rows[seat.index()][house.index()].to_string()), seat);
            format!("{row}   {}: {}", NAMES[seat.index()], stores[seat.index()])
        };
        [letters(north), seeds(north), seeds(south), letters(south)].join("\n")
    }

    /// Captured seeds, and those in the seat's own row.
    fn holdings(&self, seat: Seat) -> Vec<(&'static str, i32)> {
        let row = self.rows()[seat.index()].iter().map(|&seeds| i32::from(seeds)).sum();
        vec![("captured", i32::from(self.stores()[seat.index()])), ("row", row)]
    }

    fn seat_name(&self, seat: Seat) -> String {
        NAMES.get(seat.index()).map_or_else(|| format!("seat {seat}"), |name| (*name).to_owned())
    }
}

/// The seeds in one field of a position text.
fn read_seeds(at: usize, word: &str) -> Result<u8, TextError> {
    let is_number = (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    let seeds = word.parse().ok().filter(|seeds| is_number && (0..=SEEDS).contains(seeds));
    seeds.ok_or_else(|| {
        let place = match at {
            0..HOUSES => format!("house {}", ['A', 'B', 'C', 'D', 'E', 'F'][at]),
            _ if at < 2 * HOUSES => format!("house {}", ['a', 'b', 'c', 'd', 'e', 'f'][at - HOUSES]),
            _ => format!("{}'s store", NAMES[at - 2 * HOUSES]),
        };
        TextError::new(format!("{} in {place} is no number of seeds: expected 0 to {SEEDS}", quoted(word)))
    })
}
