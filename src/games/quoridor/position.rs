//! The rules: where pawns go, which walls may stand, who has won.

use super::grid::{Cell, Cells, Direction, RIGHT, ROW, TOP, Walls, Ways, cells};
use super::keys;
use crate::game::{Move, MoveList, Outcome, Past, Position, Seat};

/// What happens to a pawn whose straight jump is barred by a third pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ThirdPawn {
    /// There is no way past: it is not a wall.
    #[default]
    Blocks,
    /// As behind a wall: one may step to the side of the pawn in front.
    Sidestep,
}

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How a third pawn behind the one to be jumped is read.
    pub third_pawn: ThirdPawn,
    /// The game is drawn after so many plies.
    pub max_plies: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Self { third_pawn: ThirdPawn::Blocks, max_plies: 324 }
    }
}

/// A turn: a step or jump of the own pawn, a new wall, or nothing if nothing else is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The pawn goes to this cell.
    Step(Cell),
    /// A wall between the row of this cell and the next, over its column and the next.
    Horizontal(Cell),
    /// A wall between the column of this cell and the next, over its row and the next.
    Vertical(Cell),
    /// Hemmed in and without walls.
    Pass,
}

impl Action {
    /// Whether a wall is placed.
    #[inline]
    pub(super) const fn is_wall(self) -> bool {
        matches!(self, Self::Horizontal(_) | Self::Vertical(_))
    }

    /// The wall that is placed; none if it is no such turn.
    #[inline]
    pub(super) const fn wall(self) -> Walls {
        match self {
            Self::Horizontal(anchor) => Walls { horizontal: anchor.set(), vertical: 0 },
            Self::Vertical(anchor) => Walls { horizontal: 0, vertical: anchor.set() },
            Self::Step(_) | Self::Pass => Walls { horizontal: 0, vertical: 0 },
        }
    }
}

impl Move for Action {
    fn pack(self) -> u32 {
        let number = |cell: Cell| u32::try_from(cell.index()).unwrap_or(0);
        match self {
            Self::Step(cell) => 1 + number(cell),
            Self::Horizontal(anchor) => 128 + number(anchor),
            Self::Vertical(anchor) => 256 + number(anchor),
            Self::Pass => 512,
        }
    }
}

/// A position of the game for two or four seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quoridor<const SEATS: usize> {
    pub(super) walls: Walls,
    /// The key of the walls alone, under which paths can be remembered.
    pub(super) walls_key: u64,
    key: u64,
    pub(super) pawns: [Cell; SEATS],
    /// How many walls each seat has in hand.
    pub(super) hands: [u8; SEATS],
    turn: Seat,
    rules: Rules,
}

const _: () = assert!(size_of::<Quoridor<2>>() <= 64 && size_of::<Quoridor<4>>() <= 64);

/// The borders where seats start, in turn order of four: near, left, far, right.
const BORDERS: [Cells; 4] = [ROW, RIGHT >> 8, TOP, RIGHT];
const STARTS: [Cell; 4] = [Cell::at(4), Cell::at(36), Cell::at(76), Cell::at(44)];

impl<const SEATS: usize> Quoridor<SEATS> {
    /// How many walls a seat has at the start.
    pub(super) const HAND: u8 = if SEATS == 2 { 10 } else { 5 };

    /// The border a seat starts from, as an index in turn order of four.
    const fn border(seat: usize) -> usize {
        if SEATS == 2 { 2 * seat } else { seat }
    }

    /// The cells a seat wants to reach.
    pub(super) const fn goal(seat: usize) -> Cells {
        BORDERS[(Self::border(seat) + 2) % 4]
    }

    /// The position with these walls, pawns and hands; they must have been checked.
    pub(super) fn new(walls: Walls, pawns: [Cell; SEATS], hands: [u8; SEATS], turn: Seat, rules: Rules) -> Self {
        let walls_key = cells(walls.horizontal).fold(0, |key, anchor| key ^ keys::horizontal(anchor));
        let walls_key = cells(walls.vertical).fold(walls_key, |key, anchor| key ^ keys::vertical(anchor));
        let of_rules = u64::from(rules.max_plies) << 1 | u64::from(rules.third_pawn == ThirdPawn::Sidestep);
        let mut key = walls_key ^ keys::turn(turn) ^ keys::mixed(of_rules << 3 | SEATS as u64);
        for seat in 0..SEATS {
            key ^= keys::pawn(seat, pawns[seat]) ^ keys::hand(seat, hands[seat]);
        }
        Self { walls, walls_key, key, pawns, hands, turn, rules }
    }

    /// The rule options in force.
    pub(super) const fn rules(&self) -> Rules {
        self.rules
    }

    /// All pawns.
    pub(super) fn crowd(&self) -> Cells {
        self.pawns.iter().fold(0, |crowd, pawn| crowd | pawn.set())
    }

    /// The seat that has reached its goal; only the last to move can have.
    pub(super) fn winner(&self) -> Option<Seat> {
        let last = (self.turn.index() + SEATS - 1) % SEATS;
        (self.pawns[last].set() & Self::goal(last) != 0).then(|| Seat::new(last))
    }

    /// The cells the pawn of the seat to move can go to.
    pub(super) fn steps(&self) -> Cells {
        let ways = self.walls.ways();
        let pawn = self.pawns[self.turn.index()].set();
        let crowd = self.crowd();
        let around = ways.around(pawn);
        let mut steps = around & !crowd;
        if around & crowd == 0 {
            return steps;
        }
        for direction in Direction::ALL {
            let other = ways.step(pawn, direction) & crowd;
            if other != 0 {
                steps |= self.past(&ways, other, direction) & !crowd;
            }
        }
        steps
    }

    /// Where one can get past another pawn in this direction, as far as the places are not taken.
    fn past(&self, ways: &Ways, other: Cells, direction: Direction) -> Cells {
        let behind = ways.step(other, direction);
        let barred_by_pawn = behind & self.crowd() != 0;
        if behind != 0 && !(barred_by_pawn && self.rules.third_pawn == ThirdPawn::Sidestep) {
            return behind;
        }
        let [one, two] = direction.sides();
        ways.step(other, one) | ways.step(other, two)
    }

    /// The places where the seat to move may put a wall.
    pub(super) fn legal_walls(&self) -> Walls {
        if self.hands[self.turn.index()] == 0 { Walls::default() } else { self.lawful(self.walls.room()) }
    }

    /// Those of the free places where a wall leaves everybody a way to the goal.
    pub(super) fn lawful(&self, places: Walls) -> Walls {
        let joints = places.and(&self.walls.joints());
        if joints.is_empty() {
            return places;
        }
        let ways = self.walls.ways();
        let mut barred = Walls::default();
        for seat in 0..SEATS {
            // What leaves one shortest way alone cannot cut a seat off.
            let Some(path) = ways.path(self.pawns[seat], Self::goal(seat)) else { return Walls::default() };
            let doubtful = joints.and(&path.crossed_by()).without(&barred);
            for wall in doubtful.each() {
                if !self.walls.or(&wall).ways().connect(self.pawns[seat].set(), Self::goal(seat)) {
                    barred = barred.or(&wall);
                }
            }
        }
        places.without(&barred)
    }

    /// The length of a shortest way of a seat to its goal, other pawns disregarded.
    #[must_use]
    pub fn path_length(&self, seat: Seat) -> u32 {
        let (pawn, goal) = (self.pawns[seat.index()].set(), Self::goal(seat.index()));
        // Every position leaves every seat a way.
        self.walls.ways().distance(pawn, goal).unwrap_or(0)
    }

    /// The position after a turn.
    pub(super) fn after(&self, mv: Action) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }
}

impl<const SEATS: usize> Position for Quoridor<SEATS> {
    type Move = Action;
    type Rules = Rules;
    const PAST_MATTERS: bool = true;
    const SEARCH_DRAWS_REPETITION: bool = true;
    const DEAR_COUNTS: bool = true;

    fn start(rules: &Rules) -> Self {
        let pawns = std::array::from_fn(|seat| STARTS[Self::border(seat)]);
        Self::new(Walls::default(), pawns, [Self::HAND; SEATS], Seat::FIRST, *rules)
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn legal_moves(&self, out: &mut MoveList<Action>) {
        if self.winner().is_some() {
            return;
        }
        cells(self.steps()).for_each(|cell| out.push(Action::Step(cell)));
        let walls = self.legal_walls();
        cells(walls.horizontal).for_each(|anchor| out.push(Action::Horizontal(anchor)));
        cells(walls.vertical).for_each(|anchor| out.push(Action::Vertical(anchor)));
        if out.is_empty() {
            out.push(Action::Pass);
        }
    }

    fn move_count(&self) -> usize {
        if self.winner().is_some() {
            return 0;
        }
        ((self.steps().count_ones() + self.legal_walls().count()) as usize).max(1)
    }

    fn play(&mut self, mv: Action) {
        let seat = self.turn.index();
        match mv {
            Action::Step(cell) => {
                self.key ^= keys::pawn(seat, self.pawns[seat]) ^ keys::pawn(seat, cell);
                self.pawns[seat] = cell;
            }
            Action::Horizontal(_) | Action::Vertical(_) => {
                self.walls = self.walls.or(&mv.wall());
                let key = match mv {
                    Action::Horizontal(anchor) => keys::horizontal(anchor),
                    Action::Vertical(anchor) => keys::vertical(anchor),
                    Action::Step(_) | Action::Pass => 0,
                };
                self.walls_key ^= key;
                self.key ^= key ^ keys::hand(seat, self.hands[seat]) ^ keys::hand(seat, self.hands[seat] - 1);
                self.hands[seat] -= 1;
            }
            Action::Pass => {}
        }
        let next = self.turn.next(SEATS);
        self.key ^= keys::turn(self.turn) ^ keys::turn(next);
        self.turn = next;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(|winner| Outcome::win(winner, SEATS))
    }

    fn outcome_by_past(&self, past: &Past) -> Option<Outcome> {
        (past.plies >= u32::from(self.rules.max_plies)).then(|| Outcome::draw(&[0; SEATS]))
    }

    fn is_irreversible(&self, mv: Action) -> bool {
        mv.is_wall()
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn max_plies(&self) -> u32 {
        u32::from(self.rules.max_plies)
    }
}
