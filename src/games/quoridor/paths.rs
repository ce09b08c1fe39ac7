//! How far it is to the goals: maps of all cells, remembered per layout of walls, and all shortest ways of a pawn.
//!
//! Pawns come and go without changing a map; only a wall makes a new one.

use super::grid::{CELLS, Cell, Cells, SIDE, Walls, Ways, cells};
use super::keys;
use super::position::Quoridor;

/// For every cell the number of steps to a goal; [`FAR`] where no way leads there.
pub(super) type Map = [u8; CELLS];

/// The longest detour that is told from longer ones.
const LONGEST: u32 = 9;

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

    /// The numbers of these routes between walls. Any wall across all of them is taken to cost a step at least; only
    /// those that touch others can cost more.
    fn run(&self, walls: &Walls, from: Cell, to: Cells) -> Run {
        let places = self.cutters.and(&walls.room());
        let shortest = u32::try_from(self.steps).unwrap_or(0);
        let mut detour = u32::from(!places.is_empty());
        for wall in places.and(&walls.touching()).each() {
            // Where it cuts off the pawn it is not allowed.
            if let Some(steps) = walls.or(&wall).ways().distance(from.set(), to) {
                detour = detour.max(steps - shortest);
            }
        }
        let choices = self.ways.around(from.set()).count_ones();
        let [steps, choices, detour] =
            [shortest, choices, detour.min(LONGEST)].map(|number| u8::try_from(number).unwrap_or(FAR));
        Run { steps, choices, detour }
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

/// What the judgement wants to know about the way of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// Steps to the goal.
    pub(super) steps: u8,
    /// How many first steps lead nearer to it.
    pub(super) choices: u8,
    /// How many steps one wall could cost, about.
    pub(super) detour: u8,
}

/// Ways of pawns, remembered per layout of walls and cell. A copy begins empty.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// The upper bits are those of the key, the lower ones hold the numbers.
    slots: Vec<u64>,
}

/// How many ways are remembered, a power of two.
const RUNS: usize = 1 << 15;
/// The bits of a slot that hold numbers.
const NUMBERS: u32 = 16;

impl Clone for Runs {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Runs {
    /// The way of a seat from where its pawn stands.
    pub(super) fn of<const SEATS: usize>(&mut self, position: &Quoridor<SEATS>, seat: usize) -> Run {
        if self.slots.is_empty() {
            self.slots = vec![0; RUNS];
        }
        let pawn = position.pawns[seat];
        let key = position.walls_key ^ keys::pawn(seat, pawn);
        let slot = &mut self.slots[(key >> NUMBERS) as usize % RUNS];
        if (*slot ^ key) >> NUMBERS != 0 {
            let goal = Quoridor::<SEATS>::goal(seat);
            let run = Routes::new(&position.walls.ways(), pawn, goal).run(&position.walls, pawn, goal);
            *slot = key >> NUMBERS << NUMBERS | u64::from(run.packed());
        }
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits hold numbers")]
        Run::unpacked(*slot as u16)
    }
}

impl Run {
    fn packed(self) -> u16 {
        let [steps, choices, detour] = [self.steps, self.choices, self.detour].map(u16::from);
        steps | choices << 7 | detour << 10
    }

    fn unpacked(numbers: u16) -> Self {
        let [steps, choices, detour] =
            [numbers & 127, numbers >> 7 & 7, numbers >> 10 & 15].map(|number| u8::try_from(number).unwrap_or(FAR));
        Self { steps, choices, detour }
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
        let (mut maps, mut runs) = (Maps::<4>::default(), Runs::default());
        let (mut similar, mut all) = (0, 0);
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
                    let run = routes.run(&position.walls, pawn, goal);
                    assert_eq!((runs.of(&position, seat), Run::unpacked(run.packed())), (run, run));
                    let nearer = |cell: &Cell| ways.distance(cell.set(), goal).is_some_and(|left| left < steps);
                    let choices = cells(ways.around(pawn.set())).filter(nearer).count();
                    assert_eq!((u32::from(run.steps), usize::from(run.choices)), (steps, choices));
                    let worst = worst_detour(&position.walls, position.walls.room(), pawn, goal);
                    let worst = worst.map_or(0, |(_, most)| most.min(LONGEST));
                    assert!(u32::from(run.detour) <= worst.max(1), "a detour that no wall makes");
                    similar += u32::from(u32::from(run.detour) == worst);
                    all += 1;
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
        assert!(similar * 10 >= all * 8, "the worst detour was told right {similar} times of {all}");
    }
}
