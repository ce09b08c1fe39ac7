//! The opening book: exact scores of the first plies on the standard board, found by the solver.
//!
//! The file holds one byte per position, ply after ply, within a ply in the order of the keys; a position and its mirror
//! image are one. The keys are not stored: whoever reads the book lists the positions again.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::bits::Bits;
use super::grid::Shape;
use super::position::{Column, Connect4};
use crate::game::{MoveList, Position as _};

/// The book that comes with the program.
static EMBEDDED: &[u8] = include_bytes!("book.bin");

/// What a book file begins with: what it is, and the version of its form.
const MAGIC: [u8; 8] = *b"LudionC4";
const VERSION: u8 = 1;
/// In place of a score that is not known yet.
const UNKNOWN: u8 = 0x80;
/// Head: magic, version, columns, rows, last ply; tail: checksum.
const HEAD: usize = 12;
const TAIL: usize = 8;

/// Exact scores of the positions of the first plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// Per ply the positions in the order of their keys, with scores for the side to move as far as they are known.
    layers: Vec<Vec<(Key, Option<i8>)>>,
}

/// A number that a position shares with its mirror image alone.
type Key = u64;

impl Book {
    /// A book of the first plies without any score.
    #[must_use]
    pub fn empty(plies: usize) -> Self {
        let layers = positions(plies).into_iter();
        Self { layers: layers.map(|layer| layer.into_iter().map(|(key, _)| (key, None)).collect()).collect() }
    }

    /// Reads a book.
    ///
    /// # Errors
    /// If this is no book, or not a whole one; the text says why.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() < HEAD + TAIL || bytes[..8] != MAGIC {
            return Err("this is no Connect Four book".to_owned());
        }
        if bytes[8] != VERSION {
            return Err(format!("the book has version {}, expected {VERSION}", bytes[8]));
        }
        if bytes[9..11] != [7, 6] {
            return Err(format!("the book is for boards of {}x{}, expected 7x6", bytes[9], bytes[10]));
        }
        let (content, sum) = bytes.split_at(bytes.len() - TAIL);
        if checksum(content).to_le_bytes() != sum {
            return Err("the book is damaged: the checksum is wrong".to_owned());
        }
        let mut book = Self::empty(usize::from(bytes[11]).min(MOST_PLIES));
        let scores = &content[HEAD..];
        if scores.len() != book.layers.iter().map(Vec::len).sum::<usize>() {
            return Err(format!("the book has {} scores, which is not as many as positions", scores.len()));
        }
        for ((_, score), byte) in book.layers.iter_mut().flatten().zip(scores) {
            *score = (*byte != UNKNOWN).then_some(byte.cast_signed());
        }
        Ok(book)
    }

    /// The book as bytes.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, 7, 6, u8::try_from(self.plies()).unwrap_or(u8::MAX)]);
        let entries = self.layers.iter().flatten();
        bytes.extend(entries.map(|(_, score)| score.map_or(UNKNOWN, i8::cast_unsigned)));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Makes room for the positions of more plies.
    pub fn extend(&mut self, plies: usize) {
        for layer in Self::empty(plies).layers.into_iter().skip(self.layers.len()) {
            self.layers.push(layer);
        }
    }

    /// The last ply of the book.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.layers.len() - 1
    }

    /// How many scores of a ply are known, and how many there could be.
    #[must_use]
    pub fn progress(&self, ply: usize) -> (usize, usize) {
        let layer = &self.layers[ply];
        (layer.iter().filter(|(_, score)| score.is_some()).count(), layer.len())
    }

    /// The last ply up to which every score is known; `None` if there is none.
    #[must_use]
    pub fn complete_to(&self) -> Option<usize> {
        (0..self.layers.len()).take_while(|ply| self.progress(*ply).0 == self.progress(*ply).1).last()
    }

    /// The score of a position of the standard board, if the book has it.
    #[must_use]
    pub fn score<B: Bits>(&self, position: &Connect4<B>) -> Option<i32> {
        let layer = self.layers.get(position.stone_count() as usize).filter(|_| is_standard(position))?;
        let index = layer.binary_search_by_key(&key(position), |(key, _)| *key).ok()?;
        layer[index].1.map(i32::from)
    }

    /// The least a position of the standard board can be worth, if the book has a position before it: a move that leads
    /// there is worth no more to who made it than the best one.
    #[must_use]
    pub fn least<B: Bits>(&self, position: &Connect4<B>) -> Option<i32> {
        let stones = position.stones().map(Bits::low);
        let last = position.stone_count().checked_sub(1).filter(|_| is_standard(position))? as usize % 2;
        let mut tops = stones[last] & !((stones[0] | stones[1]) >> 1);
        let mut bound = None;
        while tops != 0 {
            let mut before = stones;
            before[last] ^= tops & tops.wrapping_neg();
            tops &= tops - 1;
            bound = bound.max(self.score(&Connect4::from_stones(position.shape(), before)).map(|score: i32| -score));
        }
        bound
    }

    /// Enters the score of a position that belongs to the book.
    pub fn enter(&mut self, position: &Connect4<u64>, score: i32) {
        let Some(layer) = self.layers.get_mut(position.stone_count() as usize) else { return };
        if let Ok(index) = layer.binary_search_by_key(&key(position), |(key, _)| *key) {
            layer[index].1 = i8::try_from(score).ok();
        }
    }

    /// The positions of a ply whose scores are not known; neighbours have much in common.
    #[must_use]
    pub fn missing(&self, ply: usize) -> Vec<Connect4<u64>> {
        let known: HashMap<Key, bool> = self.layers[ply].iter().map(|(key, score)| (*key, score.is_some())).collect();
        let layer = positions(ply).pop().unwrap_or_default().into_iter();
        layer.filter(|(key, _)| !known.get(key).copied().unwrap_or(true)).map(|(_, position)| position).collect()
    }

    /// Fills in what follows from later plies: a score is the best that a move leads to.
    pub fn deduce(&mut self) {
        let all = positions(self.plies());
        for ply in (0..self.plies()).rev() {
            for (_, position) in &all[ply] {
                if self.score(position).is_none()
                    && let Some(score) = self.best_of_moves(position)
                {
                    self.enter(position, score);
                }
            }
        }
    }

    /// The best score that a move leads to, if all are known.
    fn best_of_moves(&self, position: &Connect4<u64>) -> Option<i32> {
        let left = position.max_plies().cast_signed();
        let scores = children(position).map(|child| match child.outcome() {
            Some(_) => Some((left + 1) / 2),
            None => self.score(&child).map(|score| -score),
        });
        scores.collect::<Option<Vec<i32>>>()?.into_iter().max()
    }
}

/// More plies would be more positions than anybody can wait for.
pub const MOST_PLIES: usize = 12;

/// The score of a position by the book that comes with the program.
pub(super) fn score<B: Bits>(position: &Connect4<B>) -> Option<i32> {
    shipped(position, 0)?.score(position)
}

/// The least a position can be worth by the book that comes with the program.
pub(super) fn least<B: Bits>(position: &Connect4<B>) -> Option<i32> {
    shipped(position, 1)?.least(position)
}

/// The book that comes with the program, if a position is at most so many plies beyond it.
fn shipped<B: Bits>(position: &Connect4<B>, beyond: u32) -> Option<&'static Book> {
    static BOOK: OnceLock<Option<Book>> = OnceLock::new();
    if !is_standard(position) || position.stone_count() > u32::from(EMBEDDED[HEAD - 1]) + beyond {
        return None;
    }
    let read = || Book::read(EMBEDDED).inspect_err(|error| log::error!("the embedded book: {error}")).ok();
    BOOK.get_or_init(read).as_ref()
}

/// The book that comes with the program, as a file.
#[must_use]
pub fn embedded() -> &'static [u8] {
    EMBEDDED
}

fn is_standard<B: Bits>(position: &Connect4<B>) -> bool {
    (position.shape().width(), position.shape().height()) == (7, 6)
}

fn key<B: Bits>(position: &Connect4<B>) -> Key {
    let [first, second] = position.stones().map(Bits::low);
    // The stones of one side and of both determine the key of the mirror image, too.
    let code = |first: u64, second: u64| first + (first | second);
    code(first, second).min(code(mirrored(first), mirrored(second)))
}

/// The cells of the standard board in a mirror.
fn mirrored(cells: u64) -> u64 {
    (0..7).fold(0, |mirrored, column| mirrored | (cells >> (7 * column) & 0x7f) << (7 * (6 - column)))
}

/// The unfinished positions of every ply up to this one by key, mirror images left out.
fn positions(plies: usize) -> Vec<Vec<(Key, Connect4<u64>)>> {
    let Ok(shape) = Shape::new(7, 6) else { return Vec::new() };
    let start = Connect4::from_stones(shape, [0, 0]);
    let mut layers = vec![vec![(key(&start), start)]];
    for ply in 0..plies {
        let next = layers[ply].iter().flat_map(|(_, position)| children(position));
        let mut next: Vec<_> =
            next.filter(|child| child.outcome().is_none()).map(|child| (key(&child), child)).collect();
        next.sort_unstable_by_key(|(key, _)| *key);
        next.dedup_by_key(|(key, _)| *key);
        layers.push(next);
    }
    layers
}

fn children(position: &Connect4<u64>) -> impl Iterator<Item = Connect4<u64>> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let position = *position;
    let moves: Vec<Column> = moves.to_vec();
    moves.into_iter().map(move |mv| {
        let mut child = position;
        child.play(mv);
        child
    })
}

/// FNV-1a (Fowler, Noll, Vo): enough to notice damage.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::super::solver::Engine;
    use super::*;
    use crate::random::Rng;

    #[test]
    fn every_position_has_one_place_for_itself_and_its_mirror_image() {
        let layers = positions(6);
        let images = |position: &Connect4<u64>| {
            let [first, second] = position.stones();
            if (mirrored(first), mirrored(second)) == (first, second) { 1 } else { 2 }
        };
        let count = |layer: &Vec<(Key, Connect4<u64>)>| layer.iter().map(|(_, position)| images(position)).sum();
        let counts: Vec<usize> = layers.iter().map(count).collect();
        assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422]);
        for (key_there, position) in layers.iter().flatten() {
            let [first, second] = position.stones();
            let image = Connect4::from_stones(position.shape(), [mirrored(first), mirrored(second)]);
            assert_eq!((key(position), key(&image)), (*key_there, *key_there));
        }
    }

    #[test]
    fn books_survive_writing_and_damage_is_noticed() {
        let mut book = Book::empty(3);
        for (index, position) in book.missing(3).iter().enumerate().skip(5) {
            book.enter(position, i32::try_from(index % 7).unwrap() - 3);
        }
        let (known, all) = book.progress(3);
        assert_eq!(known + 5, all);
        let bytes = book.write();
        assert_eq!(Book::read(&bytes).as_ref(), Ok(&book));
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            damaged[rng.below(bytes.len())] ^= 1 << rng.below(8);
            assert!(Book::read(&damaged).is_err());
        }
        assert!((0..bytes.len()).all(|length| Book::read(&bytes[..length]).is_err()));
        book.extend(4);
        assert_eq!((book.plies(), book.progress(3), book.progress(4).0), (4, (known, all), 0));
    }

    #[test]
    fn earlier_plies_follow_from_later_ones() {
        let mut book = Book::empty(2);
        // By column of the first stone: the value of the start position and of its moves, with true scores in ply 1.
        for position in book.missing(2) {
            book.enter(&position, 0);
        }
        book.deduce();
        assert_eq!(book.complete_to(), Some(2));
        assert!(book.layers.iter().flatten().all(|(_, score)| *score == Some(0)));
    }

    #[test]
    fn the_embedded_book_can_be_read_and_is_true() {
        let book = Book::read(embedded()).unwrap();
        let start = Connect4::<u64>::from_stones(Shape::new(7, 6).unwrap(), [0, 0]);
        assert_eq!(book.complete_to(), Some(8));
        let after = |column: usize| {
            let mut next = start;
            next.play(Column::new(column).unwrap());
            score(&next)
        };
        assert_eq!(score(&start), Some(1));
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(after), [2, 1, 0, -1, 0, 1, 2].map(Some));
        // What it says of neighbouring plies agrees, and of the last ply with the solver where that is quick.
        let all = positions(book.plies());
        for (_, position) in all[..book.plies()].iter().flatten() {
            let deduced = book.best_of_moves(position);
            assert!(deduced.is_some() && deduced == book.score(position));
        }
        // Whoever took the best way to a position gets from it what the book promised.
        let (mut tight, mut loose) = (0, 0);
        for (_, position) in all[1..].iter().flatten() {
            let (least, score) = (book.least(position).unwrap(), book.score(position).unwrap());
            assert!(least <= score, "{position:?}");
            *(if least == score { &mut tight } else { &mut loose }) += 1;
        }
        assert!(tight > 0 && loose > 0, "{tight} {loose}");
        let engine = Engine::new(start.shape(), 1, 1).unwrap();
        let mut end = start;
        for index in [3, 3, 4, 4] {
            end.play(Column::new(index).unwrap());
        }
        if let Some(score) = book.score(&end) {
            assert_eq!(score, engine.score(&end).0);
        }
    }
}
