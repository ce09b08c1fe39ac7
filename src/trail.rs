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
        self.push_key(before.key(), before.is_irreversible(mv));
    }

    /// The same for a position whose key is known, and of whose move is known whether it is irreversible.
    #[inline]
    pub fn push_key(&mut self, before: u64, irreversible: bool) {
        self.keys.push(before);
        self.starts.push(self.start);
        if irreversible {
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
        self.past_of_key::<P>(now.key())
    }

    /// The same for a position whose key is known.
    #[inline]
    #[must_use]
    pub fn past_of_key<P: Position>(&self, now: u64) -> Past {
        let stretch = &self.keys[self.start..];
        let possible = &stretch[..(stretch.len() + 1).saturating_sub(P::SHORTEST_CYCLE)];
        Past {
            plies: count(self.keys.len()),
            reversible: count(stretch.len()),
            repeats: count(possible.iter().filter(|&&earlier| earlier == now).count()),
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
