//! The rules: what a unit may do, what that does to everybody, and whose turn is next.

use arrayvec::ArrayVec;

use super::field::{Cell, Cells, SIDE};
use super::spell::{Effect, Spell};
use super::turn::{Deed, Turn};
use super::unit::{Class, Unit};
use crate::game::{MoveList, Outcome, Position, Seat};
use crate::random::Rng;

/// The most units a side can have.
pub(super) const TEAM: usize = 4;
/// The last turn of a game; it is a draw if nobody has won by then.
pub(super) const LAST_TURN: u8 = 99;

/// Both teams, whose turn it is and how many turns were begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bellum {
    /// The living in their order, then nobody.
    teams: [[Unit; TEAM]; 2],
    sizes: [u8; 2],
    mover: u8,
    /// Counted from 1; one more than the last turn when the game ended without a winner.
    number: u8,
    /// Where each side's units stand.
    standing: [Cells; 2],
}

const _: () = assert!(size_of::<Bellum>() <= 64);

impl Bellum {
    /// A position of these units; each side has at most four.
    pub(super) fn new(teams: [ArrayVec<Unit, TEAM>; 2], mover: Seat, number: u8) -> Self {
        let mut position = Self {
            teams: [[Unit::NOBODY; TEAM]; 2],
            sizes: [0; 2],
            mover: u8::from(mover != Seat::FIRST),
            number,
            standing: [Cells::NONE; 2],
        };
        for (side, mut team) in teams.into_iter().enumerate() {
            team.sort_unstable();
            position.teams[side][..team.len()].copy_from_slice(&team);
            position.sizes[side] = u8::try_from(team.len()).unwrap_or(0);
            position.standing[side] = team.iter().fold(Cells::NONE, |all, unit| all.or(Cells::only(unit.cell())));
        }
        position
    }

    /// The start with the units of both sides in these rows, counted from 0, in the order of the classes.
    pub(super) fn lined_up(rows: [[usize; TEAM]; 2]) -> Self {
        let team = |column: usize, rows: [usize; TEAM]| {
            let cells = rows.map(|row| Cell::at(column, row).unwrap_or(Cell::new(0)));
            Class::ALL.iter().zip(cells).map(|(&class, cell)| Unit::new(class, cell)).collect()
        };
        Self::new([team(0, rows[0]), team(SIDE - 1, rows[1])], Seat::FIRST, 1)
    }

    /// The living units of a side in the order of texts.
    #[inline]
    pub(super) fn team(&self, seat: Seat) -> &[Unit] {
        &self.teams[seat.index()][..usize::from(self.sizes[seat.index()])]
    }

    /// The cells of a side.
    #[inline]
    pub(super) const fn standing(&self, seat: Seat) -> Cells {
        self.standing[seat.index()]
    }

    /// The cells of both sides.
    #[inline]
    pub(super) const fn occupied(&self) -> Cells {
        self.standing[0].or(self.standing[1])
    }

    /// The number of the turn, counted from 1.
    #[inline]
    pub(super) const fn number(&self) -> u8 {
        self.number
    }

    /// The side and unit at a cell.
    pub(super) fn unit_at(&self, cell: Cell) -> Option<(Seat, Unit)> {
        let find = |seat: Seat| self.team(seat).iter().find(|unit| unit.cell() == cell).map(|unit| (seat, *unit));
        Seat::all(2).find_map(find)
    }

    /// Whether a side has a unit that has not acted this round.
    #[inline]
    pub(super) fn is_ready(&self, seat: Seat) -> bool {
        self.team(seat).iter().any(|unit| !unit.has_acted())
    }

    /// Whether one side, or both, have nobody left.
    #[inline]
    const fn is_decided(&self) -> bool {
        self.sizes[0] == 0 || self.sizes[1] == 0
    }

    /// Whether the game is over.
    #[inline]
    pub(super) const fn is_over(&self) -> bool {
        self.is_decided() || self.number > LAST_TURN
    }

    /// The epicentres a unit can choose for a spell.
    #[inline]
    pub(super) fn epicentres(&self, caster: Unit, spell: Spell) -> Cells {
        spell.range(caster.cell()).and(self.occupied())
    }

    /// Where a unit can go.
    #[inline]
    pub(super) fn destinations(&self, unit: Unit) -> Cells {
        unit.reach().without(self.occupied())
    }

    /// Casts a spell on everybody in its zone, friends and caster included.
    fn cast(&mut self, spell: Spell, epicentre: Cell) {
        let facts = spell.facts();
        let zone = spell.zone(epicentre);
        for side in 0..2 {
            if zone.and(self.standing[side]).is_empty() {
                continue;
            }
            for unit in &mut self.teams[side][..usize::from(self.sizes[side])] {
                if zone.has(unit.cell()) && facts.hits(unit.class()) {
                    unit.suffer(facts.damage);
                    match facts.effect {
                        Effect::Nothing => {}
                        Effect::Slow => unit.slow_down(),
                        Effect::Shield => unit.raise_shield(),
                    }
                }
            }
        }
    }

    /// Takes the dead off the board.
    fn bury(&mut self) {
        for side in 0..2 {
            let mut alive = 0;
            for place in 0..usize::from(self.sizes[side]) {
                let unit = self.teams[side][place];
                if unit.is_alive() {
                    self.teams[side][alive] = unit;
                    alive += 1;
                } else {
                    self.standing[side] = self.standing[side].without(Cells::only(unit.cell()));
                }
            }
            for place in alive..usize::from(self.sizes[side]) {
                self.teams[side][place] = Unit::NOBODY;
            }
            self.sizes[side] = u8::try_from(alive).unwrap_or(0);
        }
    }

    /// Passes the turn on: to the other side, back to the same one, or into a new round.
    fn hand_over(&mut self) {
        let mover = self.turn();
        let other = mover.next(2);
        if self.is_ready(other) {
            self.mover ^= 1;
        } else if !self.is_ready(mover) {
            for side in 0..2 {
                self.teams[side][..usize::from(self.sizes[side])].iter_mut().for_each(|unit| unit.set_acted(false));
            }
            self.mover ^= 1;
        }
        self.number += 1;
    }
}

impl Position for Bellum {
    type Move = Turn;
    type Rules = ();

    fn start((): &()) -> Self {
        Self::lined_up([[1, 2, 3, 4]; 2])
    }

    fn drawn((): &(), seed: u64) -> Option<Self> {
        let mut rng = Rng::new(seed);
        Some(Self::lined_up([(); 2].map(|()| {
            let mut rows = [0, 1, 2, 3, 4, 5];
            rng.shuffle(&mut rows);
            [rows[0], rows[1], rows[2], rows[3]]
        })))
    }

    fn turn(&self) -> Seat {
        Seat::new(usize::from(self.mover))
    }

    fn legal_moves(&self, out: &mut MoveList<Turn>) {
        if self.is_over() {
            return;
        }
        let team = self.team(self.turn());
        let ready = team.iter().filter(|unit| !unit.has_acted());
        let mut units: ArrayVec<Unit, TEAM> = ready.copied().collect();
        units.sort_unstable_by_key(|unit| unit.cell());
        for unit in units {
            let actor = unit.cell();
            out.push(Turn::new(actor, Deed::Pass));
            for &spell in unit.class().spells() {
                for epicentre in self.epicentres(unit, spell) {
                    out.push(Turn::new(actor, Deed::Cast(spell, epicentre)));
                }
            }
            for cell in self.destinations(unit) {
                out.push(Turn::new(actor, Deed::Go(cell)));
            }
        }
    }

    fn unpacked(&self, packed: u32) -> Option<Turn> {
        let turn = Turn::unpacked(packed)?;
        let unit = *self.team(self.turn()).iter().find(|unit| unit.cell() == turn.actor())?;
        let can = match turn.deed() {
            Deed::Pass => true,
            Deed::Cast(spell, epicentre) => {
                unit.class().spells().contains(&spell) && self.epicentres(unit, spell).has(epicentre)
            }
            Deed::Go(cell) => self.destinations(unit).has(cell),
        };
        (can && !unit.has_acted() && !self.is_over()).then_some(turn)
    }

    fn play(&mut self, turn: Turn) {
        let side = usize::from(self.mover);
        let deed = turn.deed();
        if let Deed::Cast(spell, epicentre) = deed {
            self.cast(spell, epicentre);
        }
        let team = &mut self.teams[side][..usize::from(self.sizes[side])];
        if let Some(unit) = team.iter_mut().find(|unit| unit.cell() == turn.actor()) {
            unit.finish_turn();
            if let Deed::Go(cell) = deed {
                unit.set_cell(cell);
                let left = self.standing[side].without(Cells::only(turn.actor()));
                self.standing[side] = left.or(Cells::only(cell));
                // Only units of the same class can have changed places in the order.
                if !team.is_sorted() {
                    team.sort_unstable();
                }
            }
        }
        if matches!(deed, Deed::Cast(..)) {
            self.bury();
            if self.is_decided() {
                return;
            }
        }
        self.hand_over();
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.sizes {
            [0, 0] => Some(Outcome::draw(&[0, 0])),
            [0, _] => Some(Outcome::win(Seat::new(1), 2)),
            [_, 0] => Some(Outcome::win(Seat::FIRST, 2)),
            _ => (self.number > LAST_TURN).then(|| Outcome::draw(&[0, 0])),
        }
    }

    fn key(&self) -> u64 {
        let pair = |side: usize, place: usize| {
            u64::from(self.teams[side][place].word()) << 32 | u64::from(self.teams[side][place + 1].word())
        };
        let clock = u64::from(self.number) << 1 | u64::from(self.mover);
        let first = folded(pair(0, 0) ^ 0x9e37_79b9_7f4a_7c15, pair(0, 2) ^ 0xbf58_476d_1ce4_e5b9);
        let second = folded(pair(1, 0) ^ 0x94d0_49bb_1331_11eb, pair(1, 2) ^ 0xd6e8_feb8_6659_fd93);
        folded(first ^ 0xa076_1d64_78bd_642f ^ clock << 20, second ^ 0xe703_7ed1_a0b4_28db)
    }

    fn max_plies(&self) -> u32 {
        u32::from(LAST_TURN + 1 - self.number)
    }
}

/// Multiplies two words and folds the halves of the product together, which mixes them well.
#[inline]
fn folded(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
    {
        (product >> 64) as u64 ^ product as u64
    }
}
