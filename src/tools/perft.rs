//! Counting move sequences, the usual proof that a move generator is right.
//!
//! The last ply is counted, not played. Counts of positions that come about in several ways are remembered by key.

use crate::game::{MoveList, Notation, Position, Style};
use crate::search::{Control, Stopped};

/// How many counts are remembered, a power of two: 32 MB.
const SLOTS: usize = 1 << 21;

/// The number of move sequences of exactly this length; a finished game has no children.
///
/// # Errors
/// If the control says stop.
pub fn perft<P: Position>(position: &P, depth: u32, control: &Control) -> Result<u64, Stopped> {
    Counter::new::<P>(depth, control).count(position, depth)
}

/// The same, with a line for every first move.
///
/// # Errors
/// If the control says stop.
pub fn divide<P: Notation>(
    position: &P,
    depth: u32,
    style: Style,
    control: &Control,
    emit: &dyn Fn(&str),
) -> Result<u64, Stopped> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut counter = Counter::new::<P>(depth, control);
    let mut nodes = 0;
    for &mv in moves.iter() {
        let mut child = position.clone();
        child.play(mv);
        let count = counter.count(&child, depth - 1)?;
        emit(&format!("{}: {count}", position.move_text(mv, style)));
        nodes += count;
    }
    Ok(nodes)
}

/// A running count and what it remembers: the key of a position, mixed with the depth, beside the count from there.
struct Counter<'a> {
    slots: Vec<(u64, u64)>,
    /// Counts over fewer plies than this are made anew every time.
    least: u32,
    control: &'a Control,
}

impl<'a> Counter<'a> {
    fn new<P: Position>(depth: u32, control: &'a Control) -> Self {
        let least = if P::DEAR_COUNTS { 1 } else { 2 };
        // Nothing comes about in two ways before the third ply.
        let slots = if depth > least + 1 { SLOTS } else { 0 };
        Self { slots: vec![(0, 0); slots], least, control }
    }

    fn count<P: Position>(&mut self, position: &P, depth: u32) -> Result<u64, Stopped> {
        if depth == 0 {
            return Ok(1);
        }
        if depth < self.least || self.slots.is_empty() {
            return self.count_anew(position, depth);
        }
        // Odd, so that an empty slot matches nothing and other depths of the same position differ.
        let key = position.key().wrapping_mul(u64::from(2 * depth + 1)) | 1;
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits count")]
        let slot = (position.key() ^ u64::from(depth) << 7) as usize % SLOTS;
        if self.slots[slot].0 == key {
            return Ok(self.slots[slot].1);
        }
        let count = self.count_anew(position, depth)?;
        self.slots[slot] = (key, count);
        Ok(count)
    }

    fn count_anew<P: Position>(&mut self, position: &P, depth: u32) -> Result<u64, Stopped> {
        if depth == 1 {
            return Ok(position.move_count() as u64);
        }
        if self.control.is_stopped() {
            return Err(Stopped);
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut nodes = 0;
        for &mv in moves.iter() {
            let mut child = position.clone();
            child.play(mv);
            nodes += self.count(&child, depth - 1)?;
        }
        Ok(nodes)
    }
}
