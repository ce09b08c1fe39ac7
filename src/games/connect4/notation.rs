//! The texts of the game: columns as moves, rows as positions, a board for people.
//!
//! Moves are always counted from 1. The second spelling is that of cutechess, which calls the game `cfour`.

use super::bits::Bits;
use super::grid::Shape;
use super::people;
use super::picture;
use super::position::{Column, Connect4};
use super::setup;
use crate::game::{Notation, Position, Seat, Style, TextError};
use crate::option::{Settings, quoted};
use crate::picture::Picture;
use crate::telling::{Saying, View};

/// The letters for stones of the first and the second seat, and for the seats as the side to move.
pub(super) struct Letters {
    pub(super) stones: [char; 2],
    pub(super) sides: [char; 2],
}

impl Letters {
    pub(super) const OWN: Self = Self { stones: ['x', 'o'], sides: ['x', 'o'] };
    pub(super) const FOREIGN: Self = Self { stones: ['P', 'p'], sides: ['w', 'b'] };
}

impl<B: Bits> Notation for Connect4<B> {
    fn rules(settings: &Settings) -> Result<Shape, TextError> {
        let shape = Shape::new(settings.number("Width"), settings.number("Height"))?;
        if shape.fits::<B>() {
            Ok(shape)
        } else {
            Err(TextError::new(format!("{} columns of {} rows need a wider word", shape.width(), shape.height())))
        }
    }

    fn parse(text: &str, rules: &Shape) -> Result<Self, TextError> {
        setup::parse(text, *rules)
    }

    fn text(&self, style: Style) -> String {
        match style {
            Style::Own => format!("{} {}", self.rows(&Letters::OWN), Letters::OWN.sides[self.turn().index()]),
            Style::Foreign => {
                let hand: String = Seat::all(2)
                    .map(|seat| Letters::FOREIGN.stones[seat.index()].to_string().repeat(self.in_hand(seat)))
                    .collect();
                format!(
                    "{}[{hand}] {} - - 0 {}",
                    self.rows(&Letters::FOREIGN),
                    Letters::FOREIGN.sides[self.turn().index()],
                    self.stone_count() / 2 + 1
                )
            }
        }
    }

    fn parse_move(&self, word: &str) -> Result<Column, TextError> {
        let (column, row) = self.named(word)?;
        if self.outcome().is_some() {
            let text = format!("no move {} is possible: the game is over", quoted(word));
            return Err(TextError::new(text).says(Saying::new("why-over")));
        }
        let Some(landing) = self.landing_row(column) else {
            let text = format!("no move {} is possible: column {} is full", quoted(word), column.number());
            return Err(TextError::new(text).says(Saying::new("why-full").with("n", column.number())));
        };
        if row.is_some_and(|row| row != landing) {
            let (number, cell) = (column.number(), format!("{}{}", column.letter(), landing + 1));
            let text =
                format!("no stone can land on {}: in column {number} the next one lands on {cell}", quoted(word));
            return Err(TextError::new(text).says(Saying::new("why-lands").with("n", number).with("cell", cell)));
        }
        Ok(column)
    }

    fn move_text(&self, mv: Column, style: Style) -> String {
        match (style, self.landing_row(mv)) {
            (Style::Foreign, Some(row)) => format!("P@{}{}", mv.letter(), row + 1),
            _ => mv.number().to_string(),
        }
    }

    fn split_moves(word: &str) -> impl Iterator<Item = &str> {
        let length = if word.bytes().all(|byte| byte.is_ascii_digit()) { 1 } else { word.len().max(1) };
        (0..word.len()).step_by(length).map(move |at| &word[at..at + length])
    }

    fn show(&self, last: Option<Column>, view: &View) -> String {
        people::show(self, last, view)
    }

    fn reasons(&self, mv: Column) -> Vec<Saying> {
        people::reasons(self, mv)
    }

    fn picture(&self, last: Option<Column>) -> Picture {
        picture::picture(self, last)
    }

    fn draw(&self) -> String {
        let mut lines = Vec::new();
        for row in (0..self.shape().height()).rev() {
            let cells = (0..self.shape().width())
                .map(|column| self.seat_at(column, row).map_or('.', |seat| Letters::OWN.stones[seat.index()]));
            lines.push(cells.fold((row + 1).to_string(), |line, cell| format!("{line} {cell}")));
        }
        lines.push((1..=self.shape().width()).fold(" ".to_owned(), |line, number| format!("{line} {number}")));
        lines.join("\n")
    }

    fn facts(&self) -> Vec<(&'static str, i32)> {
        let empty = self.shape().cells() - self.stone_count();
        vec![("empty", i32::try_from(empty).unwrap_or(0))]
    }

    fn holdings(&self, seat: Seat) -> Vec<(&'static str, i32)> {
        vec![("stones", i32::try_from(self.stones()[seat.index()].count()).unwrap_or(0))]
    }

    fn seat_name(&self, seat: Seat) -> String {
        match Letters::OWN.stones.get(seat.index()) {
            Some(stone) => format!("seat {seat} ({stone})"),
            None => format!("seat {seat}"),
        }
    }
}

impl<B: Bits> Connect4<B> {
    /// The seat whose stone lies on a cell; column and row counted from 0.
    pub(super) fn seat_at(&self, column: usize, row: usize) -> Option<Seat> {
        let cell = self.grid().cell(column, row);
        Seat::all(2).find(|seat| (self.stones()[seat.index()] & cell).any())
    }

    /// The stones a seat has yet to play if the board fills up.
    fn in_hand(&self, seat: Seat) -> usize {
        setup::share(self.shape(), seat) - self.stones()[seat.index()].count() as usize
    }

    /// The rows from the top, runs of empty cells as digits.
    fn rows(&self, letters: &Letters) -> String {
        let mut text = String::new();
        for row in (0..self.shape().height()).rev() {
            let mut empty = 0;
            for column in 0..self.shape().width() {
                if let Some(seat) = self.seat_at(column, row) {
                    push_run(&mut text, std::mem::take(&mut empty));
                    text.push(letters.stones[seat.index()]);
                } else {
                    empty += 1;
                }
            }
            push_run(&mut text, empty);
            if row > 0 {
                text.push('/');
            }
        }
        text
    }

    /// The column, and the row if the word has one, counted from 0, that a word for a move names.
    fn named(&self, word: &str) -> Result<(Column, Option<usize>), TextError> {
        let width = self.shape().width();
        let unknown = || {
            let last = char::from(b'a' + u8::try_from(width - 1).unwrap_or(0));
            TextError::new(format!(
                "{} is no move: expected a column from 1 to {width}, a letter from a to {last}, or a cell such as a1",
                quoted(word)
            ))
            .says(Saying::new("why-column").with("n", width))
        };
        let cell = word.strip_prefix("P@").or_else(|| word.strip_prefix("p@"));
        let (index, row) = match (cell, cell.unwrap_or(word).as_bytes()) {
            (None, [digit @ b'1'..=b'9']) => (digit - b'1', None),
            (None, [letter]) if letter.is_ascii_alphabetic() => (letter.to_ascii_lowercase() - b'a', None),
            (_, [letter, digit @ b'1'..=b'9']) if letter.is_ascii_alphabetic() => {
                (letter.to_ascii_lowercase() - b'a', Some(usize::from(digit - b'1')))
            }
            _ => return Err(unknown()),
        };
        let column = Column::new(usize::from(index)).filter(|column| column.index() < width).ok_or_else(unknown)?;
        Ok((column, row))
    }
}

fn push_run(text: &mut String, empty: usize) {
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after<B: Bits>(width: i64, height: i64, moves: &str) -> Connect4<B> {
        let mut position = Connect4::start(&Shape::new(width, height).unwrap());
        for word in Connect4::<B>::split_moves(moves) {
            position.play(position.parse_move(word).unwrap());
        }
        position
    }

    #[test]
    fn a_column_has_several_names() {
        let position = after::<u64>(7, 6, "4453");
        for word in ["4", "d", "D", "d3", "D3", "P@d3", "p@d3"] {
            assert_eq!(position.parse_move(word).map(Column::number), Ok(4), "{word}");
        }
        for word in
            ["", "0", "8", "h", "h1", "44", "04", "d0", "d33", "3d", "P@4", "P@d", "N@d3", "d3 ", "é", "4é", "P@"]
        {
            let message = position.parse_move(word).unwrap_err().to_string();
            assert!(
                message.contains("expected a column from 1 to 7") && message.contains(word.trim_end()),
                "{message}"
            );
        }
        assert_eq!(
            position.parse_move("d5").unwrap_err().to_string(),
            "no stone can land on 'd5': in column 4 the next one lands on d3"
        );
    }

    #[test]
    fn full_columns_and_finished_games_take_no_stone() {
        let position = after::<u64>(7, 6, "444444");
        assert!(position.parse_move("4").unwrap_err().to_string().contains("column 4 is full"));
        assert!(position.parse_move("P@d6").unwrap_err().to_string().contains("column 4 is full"));
        let position = after::<u64>(7, 6, "1212121");
        assert!(position.parse_move("3").unwrap_err().to_string().contains("the game is over"));
    }

    #[test]
    fn only_digits_are_split() {
        let split = |word| Connect4::<u64>::split_moves(word).collect::<Vec<_>>();
        assert_eq!(split("4453"), ["4", "4", "5", "3"]);
        assert_eq!(split("44d3"), ["44d3"]);
        assert_eq!(split("P@d1"), ["P@d1"]);
    }

    #[test]
    fn moves_are_printed_in_both_styles() {
        let position = after::<u64>(7, 6, "4453");
        let column = position.parse_move("4").unwrap();
        assert_eq!(position.move_text(column, Style::Own), "4");
        assert_eq!(position.move_text(column, Style::Foreign), "P@d3");
    }

    fn check_round_trip<B: Bits>(position: &Connect4<B>) {
        for style in [Style::Own, Style::Foreign] {
            assert_eq!(Connect4::parse(&position.text(style), &position.shape()).as_ref(), Ok(position));
        }
    }

    #[test]
    fn positions_are_printed_in_both_styles() {
        let position = after::<u64>(7, 6, "343");
        assert_eq!(position.text(Style::Own), "7/7/7/7/2x4/2xo3 o");
        assert_eq!(
            position.text(Style::Foreign),
            "7/7/7/7/2P4/2Pp3[PPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] b - - 0 2"
        );
        let start = after::<u64>(7, 6, "").text(Style::Foreign);
        assert_eq!(start, "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1");
        assert_eq!(after::<u64>(5, 5, "").text(Style::Foreign), "5/5/5/5/5[PPPPPPPPPPPPPpppppppppppp] w - - 0 1");
        for moves in ["", "4", "33363222663366555651154411571177777222444", "1212121"] {
            check_round_trip(&after::<u64>(7, 6, moves));
        }
        for moves in ["", "9", "999999991", "98765432199", "1212121"] {
            check_round_trip(&after::<u128>(9, 9, moves));
        }
    }

    #[test]
    fn the_board_is_drawn_for_people() {
        let position = after::<u64>(5, 4, "3334");
        assert_eq!(position.draw(), "4 . . . . .\n3 . . x . .\n2 . . o . .\n1 . . x o .\n  1 2 3 4 5");
        assert_eq!(position.seat_name(Seat::new(1)), "seat 2 (o)");
    }
}
