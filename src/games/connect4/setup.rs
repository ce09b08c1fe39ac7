//! Position texts from outside: read, then checked for everything that play could never have led to.

use super::bits::Bits;
use super::grid::{Grid, Shape};
use super::notation::Letters;
use super::position::Connect4;
use crate::game::{Notation, Position, Seat, Style, TextError};
use crate::option::quoted;

/// How many stones a seat plays if the board fills up.
pub(super) const fn share(shape: Shape, seat: Seat) -> usize {
    (shape.cells() as usize + 1 - seat.index()) / 2
}

/// Reads and checks a position text in either spelling; the letter of the side to move tells which it is.
///
/// # Errors
/// If the text is malformed or the position impossible.
pub(super) fn parse<B: Bits>(text: &str, shape: Shape) -> Result<Connect4<B>, TextError> {
    let mut words = text.split_whitespace();
    let (Some(board), Some(side)) = (words.next(), words.next()) else {
        return Err(TextError::new(format!(
            "{} is no position: expected rows from the top and the side to move, such as {}",
            quoted(text),
            Connect4::<B>::start(&shape).text(Style::Own)
        )));
    };
    let (letters, turn) = read_side(side)?;
    let (rows, hand) = match board.split_once('[') {
        Some((rows, hand)) if letters.stones == Letters::FOREIGN.stones => (rows, Some(hand)),
        _ => (board, None),
    };
    let spare_words = if letters.stones == Letters::FOREIGN.stones { 4 } else { 0 };
    if let Some(word) = words.nth(spare_words) {
        return Err(TextError::new(format!("{} is one word too many for a position", quoted(word))));
    }
    let grid = Grid::new(shape);
    let stones = read_rows(rows, &grid, &letters)?;
    check_counts(stones, turn, side)?;
    check_fours(stones, turn, &grid)?;
    if let Some(hand) = hand {
        check_hand(hand, stones, shape, &letters)?;
    }
    Ok(Connect4::from_stones(shape, stones))
}

fn read_side(word: &str) -> Result<(Letters, Seat), TextError> {
    for letters in [Letters::OWN, Letters::FOREIGN] {
        for seat in Seat::all(2) {
            if word.chars().eq([letters.sides[seat.index()]]) {
                return Ok((letters, seat));
            }
        }
    }
    Err(TextError::new(format!("{} is no side to move: expected x or o (or w or b)", quoted(word))))
}

/// The stones per seat of a board written from the top row down.
fn read_rows<B: Bits>(text: &str, grid: &Grid<B>, letters: &Letters) -> Result<[B; 2], TextError> {
    let (width, height) = (grid.shape().width(), grid.shape().height());
    let rows = text.split('/').count();
    if rows != height {
        return Err(TextError::new(format!("{} has {rows} rows: the board has {height}", quoted(text))));
    }
    let mut stones = [B::ZERO; 2];
    for (row, line) in (0..height).rev().zip(text.split('/')) {
        let mut column = 0;
        for letter in line.chars() {
            if let Some(run) = letter.to_digit(10).filter(|run| *run > 0) {
                column += run as usize;
            } else if let Some(seat) = Seat::all(2).find(|seat| letters.stones[seat.index()] == letter) {
                if column < width {
                    stones[seat.index()] |= grid.cell(column, row);
                }
                column += 1;
            } else {
                return Err(TextError::new(format!(
                    "{} in row {} is neither {}, {} nor a number of empty cells",
                    quoted(&letter.to_string()),
                    row + 1,
                    letters.stones[0],
                    letters.stones[1]
                )));
            }
        }
        if column != width {
            return Err(TextError::new(format!(
                "row {} {} has {column} cells: the board has {width} columns",
                row + 1,
                quoted(line)
            )));
        }
    }
    check_support(stones[0] | stones[1], grid)?;
    Ok(stones)
}

fn check_support<B: Bits>(all: B, grid: &Grid<B>) -> Result<(), TextError> {
    for column in 0..grid.shape().width() {
        for row in 1..grid.shape().height() {
            if (all & grid.cell(column, row)).any() && !(all & grid.cell(column, row - 1)).any() {
                return Err(TextError::new(format!(
                    "the stone in column {} row {} has nothing below it",
                    column + 1,
                    row + 1
                )));
            }
        }
    }
    Ok(())
}

fn check_counts<B: Bits>(stones: [B; 2], turn: Seat, side: &str) -> Result<(), TextError> {
    let [first, second] = stones.map(B::count);
    if first != second && first != second + 1 {
        return Err(TextError::new(format!(
            "the first seat has {first} stones and the second {second}: expected as many or one more for the first"
        )));
    }
    if (first == second) != (turn == Seat::FIRST) {
        return Err(TextError::new(format!(
            "{} cannot be to move with {first} stones of the first seat and {second} of the second",
            quoted(side)
        )));
    }
    Ok(())
}

/// A four must be the last mover's, and one stone that could have been the last must be in all of them.
fn check_fours<B: Bits>(stones: [B; 2], turn: Seat, grid: &Grid<B>) -> Result<(), TextError> {
    let last = turn.next(2);
    if grid.has_four(stones[turn.index()]) {
        return Err(TextError::new(format!(
            "seat {turn} has four in a row and is to move: the game would have ended before"
        )));
    }
    let all = stones[0] | stones[1];
    let tops = grid.board() & all & !(all >> 1);
    let could_be_last = |stone: B| !grid.has_four(stones[last.index()] & !stone);
    let mut candidates = (0..grid.shape().width()).map(|column| grid.column(column) & tops & stones[last.index()]);
    if grid.has_four(stones[last.index()]) && !candidates.any(could_be_last) {
        return Err(TextError::new(format!("the fours of seat {last} cannot all have been made by one last stone")));
    }
    Ok(())
}

/// The stones in hand, if given, must be those that are not on the board.
fn check_hand<B: Bits>(hand: &str, stones: [B; 2], shape: Shape, letters: &Letters) -> Result<(), TextError> {
    let wrong = |what: String| TextError::new(format!("{} are no stones in hand: {what}", quoted(&format!("[{hand}"))));
    let Some(hand) = hand.strip_suffix(']') else {
        return Err(wrong("expected ] at the end".to_owned()));
    };
    if let Some(letter) = hand.chars().find(|letter| !letters.stones.contains(letter)) {
        return Err(wrong(format!("{} is neither P nor p", quoted(&letter.to_string()))));
    }
    for seat in Seat::all(2) {
        let letter = letters.stones[seat.index()];
        let held = hand.chars().filter(|held| *held == letter).count();
        let expected = share(shape, seat) - stones[seat.index()].count() as usize;
        if held != expected {
            return Err(wrong(format!("{held} of {letter}, expected {expected}")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Connect4<u64>, TextError> {
        parse(text, Shape::new(7, 6).unwrap())
    }

    #[test]
    fn possible_positions_are_read() {
        for text in [
            "7/7/7/7/7/7 x",
            "7/7/7/7/3o3/2xx3 o",
            " 7/7/7/7/3o3/11xx111  o ",
            "7/7/7/7/7/7 w",
            "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1",
            "7/7/7/7/7/7[pPPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w",
            "7/7/7/7/3p3/2PP3 b - - 0 2",
            // Finished: one four, then two fours through the last stone.
            "7/7/7/7/ooo4/xxxx3 o",
            "7/7/x6/ox5/oox4/xxxxooo o",
        ] {
            assert!(read(text).is_ok(), "{text}: {:?}", read(text));
        }
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        for (text, reason) in [
            ("", "'' is no position: expected rows from the top and the side to move, such as 7/7/7/7/7/7 x"),
            ("7/7/7/7/7/7", "is no position"),
            ("7/7/7/7/7/7 y", "'y' is no side to move"),
            ("7/7/7/7/7/7 X", "'X' is no side to move"),
            ("7/7/7/7/7/7 x o", "'o' is one word too many"),
            ("7/7/7/7/7/7 w - - 0 1 2", "'2' is one word too many"),
            ("7/7/7/7/7 x", "has 5 rows: the board has 6"),
            ("7/7/7/7/7/7/ x", "has 7 rows"),
            ("7/7/7/7/7/6 x", "row 1 '6' has 6 cells: the board has 7 columns"),
            ("7/7/8/7/7/7 x", "row 4 '8' has 8 cells"),
            ("7/7/7/7/7/xxxxxxxxoooooooo x", "has 16 cells"),
            ("7/7/7/7/7/ x", "row 1 '' has 0 cells"),
            ("7/7/7/7/7/70 x", "'0' in row 1 is neither x, o nor a number of empty cells"),
            ("7/7/7/7/7/3P3 o", "'P' in row 1 is neither x, o"),
            ("7/7/7/7/7/3x3 b", "'x' in row 1 is neither P, p"),
            ("7/7/7/7/7/7[] x", "'[' in row 1 is neither x, o"),
            ("7/7/7/7/3x3/7 o", "the stone in column 4 row 2 has nothing below it"),
            ("7/7/7/7/7/3xx2 x", "the first seat has 2 stones and the second 0"),
            ("7/7/7/7/7/3o3 x", "the first seat has 0 stones and the second 1"),
            ("7/7/7/7/7/3x3 x", "'x' cannot be to move"),
            ("7/7/7/7/7/3xo2 o", "'o' cannot be to move"),
            ("7/7/7/7/oooo3/xxxxx2 o", "seat 2 has four in a row and is to move"),
            ("7/7/7/oooo3/xxxx3/xoxo3 x", "seat 1 has four in a row and is to move"),
            ("7/7/x5x/x5x/xoo1o1x/xoo1oox o", "the fours of seat 1 cannot all have been made by one last stone"),
            ("7/7/7/2o4/ooxo3/xxxx3 o", "the fours of seat 1 cannot all"),
            ("7/7/7/7/7/7[PPP w", "expected ] at the end"),
            ("7/7/7/7/7/7[] w", "0 of P, expected 21"),
            ("7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w", "20 of p, expected 21"),
            ("7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppppq] w", "'q' is neither P nor p"),
        ] {
            let message = read(text).map_or_else(|error| error.to_string(), |_| "accepted".to_owned());
            assert!(message.contains(reason), "{text}: {message}");
        }
    }
}
