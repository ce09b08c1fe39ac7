//! What the seat to move sees on the board: whose way to hold up, which walls are worth a thought, how much they cost.

use super::grid::{ANCHORS, Cells, SIDE, Walls};
use super::paths::Routes;
use super::position::Quoridor;
use crate::game::Position as _;

/// The shortest ways of the seat to move and of its rival, the other seat that is nearest to its goal.
#[derive(Clone, Debug)]
pub(super) struct View<const SEATS: usize> {
    /// The position it belongs to.
    key: u64,
    rival: usize,
    /// Whether the own ways have been looked at as well.
    is_close: bool,
    own: Routes,
    other: Routes,
    /// Places across a shortest way of any other seat.
    crossing: Walls,
    /// Places that touch a wall or the border.
    touching: Walls,
}

impl<const SEATS: usize> Default for View<SEATS> {
    fn default() -> Self {
        let (own, other) = (Routes::default(), Routes::default());
        let (crossing, touching) = (Walls::default(), Walls::default());
        Self { key: 0, rival: 0, is_close: false, own, other, crossing, touching }
    }
}

/// What a step nearer to the goal is worth in the order of moves.
const STEP: i32 = 900;
/// What a wall is worth in the order of moves for every step that it costs the rival more than its owner.
const GAIN: i32 = 700;
/// A wall costs a turn, too.
const TURN: i32 = 300;

impl<const SEATS: usize> View<SEATS> {
    /// Looks at a position, unless it is the one seen last.
    pub(super) fn look(&mut self, position: &Quoridor<SEATS>) {
        if self.key == position.key() {
            return;
        }
        let ways = position.walls.ways();
        let own = position.turn().index();
        let routes = |seat: usize| Routes::new(&ways, position.pawns[seat], Quoridor::<SEATS>::goal(seat));
        // In turn order, so that of two equally near ones the earlier to move is the rival.
        let others = (1..SEATS).map(|later| (own + later) % SEATS).map(|seat| (seat, routes(seat)));
        let mut crossing = Walls::default();
        let others = others.inspect(|(_, routes)| crossing = crossing.or(&routes.ways.crossed_by()));
        let (rival, other) = others.min_by_key(|(_, routes)| routes.steps).unwrap_or_default();
        let touching = position.walls.touching();
        *self = Self { key: position.key(), rival, is_close: false, own: Routes::default(), other, crossing, touching };
    }

    /// Looks at the own ways as well.
    pub(super) fn look_closely(&mut self, position: &Quoridor<SEATS>) {
        self.look(position);
        if !self.is_close {
            let own = position.turn().index();
            self.own = Routes::new(&position.walls.ways(), position.pawns[own], Quoridor::<SEATS>::goal(own));
            self.is_close = true;
        }
    }

    /// What a step is worth in the order of moves, given how much nearer it leads.
    pub(super) const fn worth_of_step(nearer: i32) -> i32 {
        // With more than two seats a step comes first: it is what the others are expected to do.
        if SEATS > 2 && nearer > 0 { 10 * STEP * nearer } else { STEP * nearer }
    }

    /// What a wall is worth in the order of moves.
    pub(super) fn worth_of_wall(&self, position: &Quoridor<SEATS>, wall: Walls) -> i32 {
        let own = position.turn().index();
        let gain = self.cost(position, wall, &self.other, self.rival) - self.cost(position, wall, &self.own, own);
        GAIN * gain - TURN
    }

    /// By how many steps a wall lengthens a seat's way; of those that touch nothing one step is taken for granted.
    fn cost(&self, position: &Quoridor<SEATS>, wall: Walls, routes: &Routes, seat: usize) -> i32 {
        if routes.cutters.and(&wall).is_empty() {
            return 0;
        }
        if self.touching.and(&wall).is_empty() {
            return 1;
        }
        let longer = position.walls.or(&wall).ways();
        let steps = longer.distance(position.pawns[seat].set(), Quoridor::<SEATS>::goal(seat));
        let steps = usize::try_from(steps.unwrap_or(99)).unwrap_or(99);
        i32::try_from(steps - routes.steps).unwrap_or(0)
    }

    /// The walls worth searching everywhere: across the others' shortest ways, about the pawns, and those that continue
    /// others near a shortest way.
    pub(super) fn candidates(&self, position: &Quoridor<SEATS>) -> Walls {
        let own = position.turn().index();
        let pawns = position.pawns[own].set() | position.pawns[self.rival].set();
        let about = around_corners(pawns);
        let linked = linked(&position.walls);
        let near = widened(&self.crossing).or(&widened(&self.own.ways.crossed_by()));
        self.crossing.or(&Walls { horizontal: about, vertical: about }).or(&linked.and(&near))
    }

    /// The walls that cost the rival at least two steps more than their owner.
    pub(super) fn strong_walls(&mut self, position: &Quoridor<SEATS>) -> Walls {
        let own = position.turn().index();
        let places = self.other.cutters.and(&self.touching).and(&position.walls.room());
        let mut strong = Walls::default();
        for wall in places.each() {
            let gain = self.cost(position, wall, &self.other, self.rival);
            // More than any detour: it would cut off the rival, which is not allowed.
            if (2..50).contains(&gain) {
                self.look_closely(position);
                if gain - self.cost(position, wall, &self.own, own) >= 2 {
                    strong = strong.or(&wall);
                }
            }
        }
        strong
    }
}

/// Places that touch another wall.
fn linked(walls: &Walls) -> Walls {
    let (h, v) = (walls.horizontal, walls.vertical);
    let touched = (h | h << 1 | h >> 1 | v | v << SIDE | v >> SIDE) & ANCHORS;
    Walls {
        horizontal: (touched | touched << 1 | touched >> 1) & ANCHORS,
        vertical: (touched | touched << SIDE | touched >> SIDE) & ANCHORS,
    }
}

/// The same places and their neighbours.
fn widened(places: &Walls) -> Walls {
    let wide = |set: Cells| (set | set << 1 | set >> 1 | set << SIDE | set >> SIDE) & ANCHORS;
    Walls { horizontal: wide(places.horizontal), vertical: wide(places.vertical) }
}

/// The names of the walls that have a point on a corner of these cells.
fn around_corners(cells: Cells) -> Cells {
    (cells | cells >> 1 | cells >> SIDE | cells >> (SIDE + 1)) & ANCHORS
}
