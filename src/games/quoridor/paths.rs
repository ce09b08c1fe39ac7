//! How far it is to the goals: maps of all cells, remembered per layout of walls, and all shortest ways of a pawn.
//!
//! Pawns come and go without changing a map; only a wall makes a new one.

use super::grid::{CELLS, Cell, Cells, SIDE, Walls, Ways, cells};
use super::position::Quoridor;

/// For every cell the number of steps to a goal; [`FAR`] where no way leads there.
pub(super) type Map = [u8; CELLS];

/// More than any number of steps.
pub(super) const FAR: u8 = u8::MAX;

/// The maps of one layout of walls, one for every seat.
#[derive(Clone, Debug)]
struct Layout<const SEATS: usize> {
    /// The complement of the walls' key, so that a slot of zeros holds nothing.
    tag: u64,
    maps: [Map; SEATS],
}

/// Maps of the layouts met lately. A copy begins empty.
#[derive(Debug, Default)]
pub(super) struct Maps<const SEATS: usize> {
    slots: Vec<Layout<SEATS>>,
}

/// How many layouts are remembered, a power of two.
const SLOTS: usize = 1 << 13;

impl<const SEATS: usize> Clone for Maps<SEATS> {
    fn clone(&self) -> Self {
        Self { slots: Vec::new() }
    }
}

impl<const SEATS: usize> Maps<SEATS> {
    /// The maps for the walls of a position.
    pub(super) fn of(&mut self, position: &Quoridor<SEATS>) -> &[Map; SEATS] {
        self.of_walls(&position.walls, position.walls_key)
    }

    /// The maps for walls with this key.
    pub(super) fn of_walls(&mut self, walls: &Walls, key: u64) -> &[Map; SEATS] {
        if self.slots.is_empty() {
            self.slots = vec![Layout { tag: 0, maps: [[0; CELLS]; SEATS] }; SLOTS];
        }
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits count")]
        let slot = &mut self.slots[key as usize % SLOTS];
        if slot.tag != !key {
            slot.tag = !key;
            let ways = walls.ways();
            for seat in 0..SEATS {
                fill(&mut slot.maps[seat], &ways, Quoridor::<SEATS>::goal(seat));
            }
        }
        &slot.maps
    }
}

/// Draws the map of the distances to a goal.
fn fill(map: &mut Map, ways: &Ways, goal: Cells) {
    *map = [FAR; CELLS];
    let mut front = goal;
    let mut reached = goal;
    let mut steps = 0;
    while front != 0 {
        for cell in cells(front) {
            map[cell.index()] = steps;
        }
        front = ways.around(front) & !reached;
        reached |= front;
        steps += 1;
    }
}

/// All shortest ways of a pawn to its goal together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Routes {
    /// The ways that at least one of them takes.
    pub(super) ways: Ways,
    /// Places where a wall is sure to lengthen them all.
    pub(super) cutters: Walls,
    /// The cells that all of them pass, the first and perhaps the last among them.
    pub(super) shared: Cells,
    /// How many steps they take.
    pub(super) steps: usize,
}

impl Routes {
    /// The shortest ways from a cell to a set; empty if there are none.
    pub(super) fn new(ways: &Ways, from: Cell, to: Cells) -> Self {
        let mut fronts = [0; CELLS];
        let mut reached = to;
        let mut steps = 0;
        while reached & from.set() == 0 {
            fronts[steps] = reached;
            let next = reached | ways.around(reached);
            if next == reached {
                return Self::default();
            }
            reached = next;
            steps += 1;
        }
        let mut routes = Self { shared: from.set(), steps, ..Self::default() };
        let mut at = from.set();
        for &nearer in fronts[..steps].iter().rev() {
            at = routes.advance(ways, at, nearer);
        }
        routes
    }

    /// Adds all steps from these cells into a set that is one step nearer; returns where they lead.
    fn advance(&mut self, ways: &Ways, at: Cells, nearer: Cells) -> Cells {
        let north = at & ways.north & nearer >> SIDE;
        let south = at >> SIDE & ways.north & nearer;
        let east = at & ways.east & nearer >> 1;
        let west = at >> 1 & ways.east & nearer;
        let taken = Ways { north: north | south, east: east | west };
        self.ways = Ways { north: self.ways.north | taken.north, east: self.ways.east | taken.east };
        let cutters = match taken.north.count_ones() + taken.east.count_ones() {
            1 => taken.crossed_by(),
            // Two ways beside each other are closed by one wall.
            2 => Walls { horizontal: taken.north & taken.north >> 1, vertical: taken.east & taken.east >> SIDE },
            _ => Walls::default(),
        };
        self.cutters = self.cutters.or(&cutters);
        let next = north << SIDE | south | east << 1 | west;
        if next.is_power_of_two() {
            self.shared |= next;
        }
        next
    }
}

/// The wall of these that costs a pawn the most steps, with their number; `None` if none costs any.
pub(super) fn worst_detour(walls: &Walls, places: Walls, from: Cell, to: Cells) -> Option<(Walls, u32)> {
    let ways = walls.ways();
    let shortest = ways.distance(from.set(), to)?;
    let path = ways.path(from, to)?;
    let mut worst: Option<(Walls, u32)> = None;
    // A wall that leaves one shortest way alone costs nothing.
    for wall in places.and(&path.crossed_by()).each() {
        let Some(steps) = walls.or(&wall).ways().distance(from.set(), to) else { continue };
        if steps - shortest > worst.map_or(0, |(_, most)| most) {
            worst = Some((wall, steps - shortest));
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveList, Position};
    use crate::games::quoridor::Rules;
    use crate::random::Rng;

    #[test]
    fn maps_and_routes_agree_with_floods() {
        let mut maps = Maps::<4>::default();
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut position = Quoridor::<4>::start(&Rules::default());
            for _ in 0..60 {
                let ways = position.walls.ways();
                for seat in 0..4 {
                    let (pawn, goal) = (position.pawns[seat], Quoridor::<4>::goal(seat));
                    let routes = Routes::new(&ways, pawn, goal);
                    let steps = ways.distance(pawn.set(), goal).unwrap();
                    assert_eq!(routes.steps, steps as usize);
                    assert_eq!(u32::from(maps.of(&position)[seat][pawn.index()]), steps);
                    assert_eq!(routes.ways.distance(pawn.set(), goal), Some(steps), "the routes lead there");
                    for wall in routes.cutters.and(&position.walls.room()).each() {
                        let longer = position.walls.or(&wall).ways().distance(pawn.set(), goal);
                        assert!(longer.is_none_or(|longer| longer > steps), "a cutter that cuts nothing");
                    }
                }
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[rng.below(moves.len())]);
            }
        }
    }
}
