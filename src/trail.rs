//! The way to a position: which positions came before, back to the last irreversible move.
//!
//! Session and search keep one each and ask it for the [`Past`] that rules may want to know.

use crate::game::{Past, Position};

/// The keys of the positions before the current one, as a stack.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    keys: Vec<u64>,
    /// For every ply, where the reversible stretch began before it was played.
    starts: Vec<usize>,
    start: usize,
}

impl Trail {
    /// Remembers `before`, in which `mv` is about to be played.
    pub fn push<P: Position>(&mut self, before: &P, mv: P::Move) {
        self.keys.push(before.key());
        self.starts.push(self.start);
        if before.is_irreversible(mv) {
            self.start = self.keys.len();
        }
    }

    /// Forgets the last ply.
    pub fn pop(&mut self) {
        self.keys.pop();
        self.start = self.starts.pop().unwrap_or(0);
    }

    /// What the rules may know about the way to `now`, the position after the last ply.
    #[must_use]
    pub fn past<P: Position>(&self, now: &P) -> Past {
        let key = now.key();
        let stretch = &self.keys[self.start..];
        Past {
            plies: count(self.keys.len()),
            reversible: count(stretch.len()),
            repeats: count(stretch.iter().filter(|&&earlier| earlier == key).count()),
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
