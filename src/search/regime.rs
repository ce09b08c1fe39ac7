//! What a search of two sides lets the other side do.

use crate::game::Seat;

/// Which moves the other side may try. The search asks at every node; the answer depends on the moves that led there.
pub(super) trait Regime: Copy + Default + Send + 'static {
    /// Whether the seats of the other side are ever confined; the search skips all bookkeeping where they are not.
    const CONFINES: bool;

    /// Whether this seat of the other side may only play the move that its own ordering puts first.
    fn confines(self, seat: Seat) -> bool;

    /// The regime after a move of this seat of the other side; `expected` if its own ordering put the move first.
    fn after(self, seat: Seat, expected: bool) -> Self;

    /// Keeps table entries of different regimes apart.
    fn salt(self) -> u64;
}

/// All others conspire against the root seat, every move is open to them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Paranoid;

impl Regime for Paranoid {
    const CONFINES: bool = false;

    fn confines(self, _seat: Seat) -> bool {
        false
    }

    fn after(self, _seat: Seat, _expected: bool) -> Self {
        self
    }

    fn salt(self) -> u64 {
        0
    }
}
