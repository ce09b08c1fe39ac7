//! Which moves are being searched right now, so that threads which meet at a node share its moves out.
//!
//! A thread puts a move off that another one is searching, and comes back to it when all others are done; by then the
//! answer is usually in the table. This is the simplified form of ABDADA that Tom Kerrigan described. The marks are
//! hints only: a lost or stale one costs time, never a wrong value.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::Move;

/// Few moves are searched at a time: one per thread and ply.
const SLOTS: usize = 1 << 12;
/// Nodes nearer to the horizon are not worth sharing out.
const LEAST_DEPTH: u32 = 3;

/// The moves being searched by a group of threads; a single thread keeps no account.
#[derive(Debug)]
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    /// What to do about the moves of the node with this key, `depth` plies before the horizon.
    pub(super) fn node(&self, key: u64, depth: u32) -> Node<'_> {
        Node { slots: if depth < LEAST_DEPTH { &[] } else { &self.0 }, key }
    }
}

/// The moves of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    slots: &'a [AtomicU64],
    key: u64,
}

impl Node<'_> {
    /// Whether the node is shared out at all.
    pub(super) fn is_shared(self) -> bool {
        !self.slots.is_empty()
    }

    /// Whether a thread is searching this move.
    pub(super) fn is_busy_with(self, mv: impl Move) -> bool {
        self.is_shared() && self.slot(mv).load(Relaxed) == self.mark(mv)
    }

    /// Marks a move while it is being searched.
    pub(super) fn during<R>(self, mv: impl Move, search: impl FnOnce() -> R) -> R {
        if self.is_shared() {
            self.slot(mv).store(self.mark(mv), Relaxed);
        }
        let result = search();
        if self.is_busy_with(mv) {
            self.slot(mv).store(0, Relaxed);
        }
        result
    }

    fn mark(self, mv: impl Move) -> u64 {
        (self.key ^ u64::from(mv.pack()).wrapping_mul(0x9e37_79b9_7f4a_7c15)).max(1)
    }

    fn slot(&self, mv: impl Move) -> &AtomicU64 {
        &self.slots[(self.mark(mv) >> 32) as usize % SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Number(u32);

    impl Move for Number {
        fn pack(self) -> u32 {
            self.0
        }
    }

    #[test]
    fn a_move_is_marked_while_it_is_searched() {
        let busy = Busy::new(2);
        let node = busy.node(5, LEAST_DEPTH);
        assert!(node.during(Number(1), || node.is_busy_with(Number(1)) && !node.is_busy_with(Number(2))));
        assert!(!node.is_busy_with(Number(1)));
    }

    #[test]
    fn one_thread_and_small_nodes_keep_no_account() {
        for node in [Busy::new(1).node(5, 10), Busy::new(2).node(5, LEAST_DEPTH - 1)] {
            assert!(node.during(Number(1), || !node.is_busy_with(Number(1))));
        }
    }
}
