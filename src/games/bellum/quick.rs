//! The evaluation as the search wants it: the same sum as in `eval`, in far fewer steps.
//!
//! What depends on one unit alone is looked up; what enemies could take from each other is counted for all pairs at once
//! in arrays of bytes, which compilers turn into a few wide instructions. [`Known`] remembers what was worked out lately.

use super::eval::{
    HEALTH, HUNT, LASTING, LIFE, MOBILITY, PERIL, PLACE, READY, SHIELD, SLOW, SPACING, STRIKES, TEMPO, THREAT,
    eccentricity, turns_left,
};
use super::field::{AROUND, CELLS, Cell, Cells};
use super::position::{Bellum, TEAM};
use super::unit::{Class, SPOTS, STATES, Unit};
use super::weights::Weights;
use crate::game::{Position as _, Seat};
use crate::score::Score;

/// All pairs of an own unit and an enemy: rows of own units, columns of enemies.
type Pairs = [u8; TEAM * TEAM];

/// The weights, and what they say about single units.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    weights: Weights,
    /// Life, health and readiness by [`Unit::state`].
    states: [i32; STATES],
    /// The place by [`Unit::spot`].
    spots: [i32; SPOTS],
}

impl Measure {
    pub(super) fn new(weights: Weights) -> Self {
        let mut measure = Self { weights, states: [0; STATES], spots: [0; SPOTS] };
        for class in Class::ALL {
            let of_class = |first: usize| weights[first + class as usize];
            for cell in (0..CELLS).map(Cell::new) {
                let unit = Unit::new(class, cell);
                measure.spots[unit.spot()] = of_class(PLACE) * eccentricity(unit);
            }
            let mut unit = Unit::new(class, Cell::new(0));
            for health in 1..=class.full_health() {
                unit.set_health(health);
                for has_acted in [false, true] {
                    unit.set_acted(has_acted);
                    let ready = if has_acted { 0 } else { of_class(READY) };
                    measure.states[unit.state()] = of_class(LIFE) + of_class(HEALTH) * i32::from(health) + ready;
                }
            }
        }
        measure
    }

    /// The value of an unfinished position for a seat.
    pub(super) fn evaluate(&self, position: &Bellum, seat: Seat) -> Score {
        let teams = [position.team(seat), position.team(seat.next(2))];
        let is_mover = position.turn() == seat;
        let [own, other] = teams.map(|team| self.alone(team));
        let mut lead = own.sum - other.sum + signed(is_mover, self.weights[TEMPO]);
        // The sides alternate as long as both have somebody; who makes the last turn leaves the next round to the other.
        let opens = if is_mover { own.ready <= other.ready } else { own.ready < other.ready };
        lead += signed(opens, self.weights[TEMPO + 1]);
        lead += self.room(teams, position);
        let field = Field::of(teams);
        lead += self.endangered(teams[0], &field, is_mover) - self.endangering(&field, !is_mover);
        if own.strength > other.strength {
            for (unit, steps) in teams[0].iter().zip(field.steps.chunks_exact(TEAM)) {
                lead += self.hunter(*unit, steps.iter().take(teams[1].len()));
            }
        } else if own.strength < other.strength {
            for (column, unit) in teams[1].iter().enumerate() {
                lead -= self.hunter(*unit, field.steps.iter().skip(column).step_by(TEAM).take(teams[0].len()));
            }
        }
        Score::cp(lead * turns_left(position) / LASTING)
    }

    /// What is known about a side without looking at the other.
    #[inline]
    fn alone(&self, team: &[Unit]) -> Alone {
        let mut alone = Alone { sum: 0, ready: 0, strength: 0 };
        for unit in team {
            alone.sum += self.states[unit.state()] + self.spots[unit.spot()];
            alone.ready += u32::from(!unit.has_acted());
            alone.strength += u32::from(unit.health()) + 5;
            if unit.has_effects() {
                let slows = i32::try_from(unit.slows().min(3)).unwrap_or(0);
                let shield = i32::from(unit.shield() > 0);
                alone.sum += self.weights[SLOW + unit.class() as usize] * slows + self.weights[SHIELD] * shield;
            }
        }
        alone
    }

    /// Cells to go to, and ground units that stand together where an enemy Magicien could hit them together.
    #[inline]
    fn room(&self, teams: [&[Unit]; 2], position: &Bellum) -> i32 {
        let empty = Cells::ALL.without(position.occupied());
        let grounds = teams.map(ground);
        let mut sums = [0; 2];
        for side in 0..2 {
            let fears_spells = teams[1 - side].first().is_some_and(|unit| unit.class() == Class::Magicien);
            for unit in teams[side] {
                let per_cell = self.weights[MOBILITY + unit.class() as usize];
                if per_cell != 0 {
                    sums[side] += per_cell * count(unit.reach().and(empty));
                }
                if fears_spells && !unit.class().flies() {
                    let around = AROUND[unit.cell().index()];
                    sums[side] += self.weights[SPACING] * (count(around.and(grounds[side])) - 1)
                        + self.weights[SPACING + 1] * count(around.and(grounds[1 - side]));
                }
            }
        }
        sums[0] - sums[1]
    }

    /// What the enemies could do to the own side where everybody stands.
    #[inline]
    fn endangered(&self, own: &[Unit], field: &Field, is_mover: bool) -> i32 {
        let mut soon = [0; TEAM * TEAM];
        let mut later = [0; TEAM * TEAM];
        for pair in 0..TEAM * TEAM {
            let loss = field.taken[pair].saturating_sub(field.own_cover[pair]).min(field.own_health[pair]);
            soon[pair] = loss & field.enemies_ready[pair];
            later[pair] = loss & !field.enemies_ready[pair];
        }
        let mut sum = self.threat(&soon, &later, is_mover);
        for (unit, losses) in own.iter().zip(soon.chunks_exact(TEAM)) {
            if losses.iter().sum::<u8>() >= unit.health() {
                sum += self.peril(unit.class(), losses.contains(&unit.health()), is_mover);
            }
        }
        sum
    }

    /// What the own side could do to the enemies; `is_mover` if they are to move.
    #[inline]
    fn endangering(&self, field: &Field, is_mover: bool) -> i32 {
        let mut soon = [0; TEAM * TEAM];
        let mut later = [0; TEAM * TEAM];
        for pair in 0..TEAM * TEAM {
            let loss = field.given[pair].saturating_sub(field.enemy_cover[pair]).min(field.enemy_health[pair]);
            soon[pair] = loss & field.own_ready[pair];
            later[pair] = loss & !field.own_ready[pair];
        }
        let mut sum = self.threat(&soon, &later, is_mover);
        let mut losses = [0; TEAM];
        for row in soon.chunks_exact(TEAM) {
            losses.iter_mut().zip(row).for_each(|(sum, loss)| *sum += loss);
        }
        for (column, enemy) in field.enemies.iter().enumerate() {
            if losses[column] >= enemy.health && enemy.health > 0 {
                let alone = soon.iter().skip(column).step_by(TEAM).any(|loss| *loss == enemy.health);
                sum += self.peril(enemy.class, alone, is_mover);
            }
        }
        sum
    }

    #[inline]
    fn threat(&self, soon: &Pairs, later: &Pairs, is_mover: bool) -> i32 {
        let total = |losses: &Pairs| i32::from(losses.iter().sum::<u8>());
        self.weights[THREAT + usize::from(is_mover)] * total(soon) + self.weights[THREAT + 2] * total(later)
    }

    #[inline]
    fn peril(&self, class: Class, by_one: bool, is_mover: bool) -> i32 {
        let several = if by_one { 0 } else { 8 };
        self.weights[PERIL + several + 4 * usize::from(is_mover) + class as usize]
    }

    #[inline]
    fn hunter<'a>(&self, unit: Unit, steps: impl Iterator<Item = &'a u8>) -> i32 {
        let nearest = steps.fold(10, |nearest, &steps| nearest.min(steps));
        self.weights[HUNT + unit.class() as usize] * i32::from(nearest)
    }
}

/// Values that were worked out lately: searches come to the same positions again and again, in other orders of turns and
/// one ply deeper.
#[derive(Clone, Debug)]
pub(super) struct Known(Box<[u64]>);

/// Small enough to stay near the processor.
const KNOWN: usize = 1 << 14;
/// The low end of an entry is the value for the first seat, the rest is that of the key.
const VALUE: u64 = 0xffff;

impl Known {
    pub(super) fn new() -> Self {
        Self(vec![0; KNOWN].into())
    }

    /// The value of an unfinished position for a seat.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &Bellum, seat: Seat, measure: &Measure) -> Score {
        let key = position.key();
        #[expect(clippy::cast_possible_truncation, reason = "only some bits of the key are wanted")]
        let entry = &mut self.0[key as usize % KNOWN];
        if *entry & !VALUE != key & !VALUE {
            let value = i16::try_from(measure.evaluate(position, Seat::FIRST).value()).unwrap_or(0);
            *entry = key & !VALUE | u64::from(value.cast_unsigned());
        }
        #[expect(clippy::cast_possible_truncation, reason = "that is where the value is")]
        let score = Score::from_value(i32::from((*entry as u16).cast_signed()));
        if seat == Seat::FIRST { score } else { -score }
    }
}

/// What is known about a side without looking at the other.
struct Alone {
    sum: i32,
    /// How many can still act this round.
    ready: u32,
    /// Health and lives.
    strength: u32,
}

#[inline]
fn signed(is_ours: bool, weight: i32) -> i32 {
    if is_ours { weight } else { -weight }
}

#[inline]
fn count(cells: Cells) -> i32 {
    cells.count().cast_signed()
}

#[inline]
fn ground(team: &[Unit]) -> Cells {
    let walkers = team.iter().filter(|unit| !unit.class().flies());
    walkers.fold(Cells::NONE, |cells, unit| cells.or(Cells::only(unit.cell())))
}

/// The strikes of a class by distance: on the ground in the lower half of a byte, in the air in the upper.
static BLOWS: [[u8; 16]; 4] = {
    let mut blows = [[0; 16]; 4];
    let mut class = 0;
    while class < blows.len() {
        let mut steps = 0;
        while steps < STRIKES[class][0].len() {
            blows[class][steps] = STRIKES[class][0][steps] | STRIKES[class][1][steps] << 4;
            steps += 1;
        }
        class += 1;
    }
    blows
};

/// A unit unpacked.
#[derive(Clone, Copy)]
struct Fighter {
    cell: Cell,
    class: Class,
    blows: &'static [u8; 16],
    /// Where in a byte of blows those on it are.
    shift: u8,
    health: u8,
}

impl Fighter {
    const NOBODY: Self = Self { cell: Cell::new(0), class: Class::Magicien, blows: &BLOWS[0], shift: 0, health: 0 };

    #[inline]
    fn of(unit: Unit) -> Self {
        Self {
            cell: unit.cell(),
            class: unit.class(),
            blows: &BLOWS[unit.class() as usize],
            shift: if unit.class().flies() { 4 } else { 0 },
            health: unit.health(),
        }
    }
}

/// What the units of both sides could do to each other; nothing where there is nobody.
struct Field {
    enemies: [Fighter; TEAM],
    /// The own side's strikes, and the enemies'.
    given: Pairs,
    taken: Pairs,
    /// How far apart.
    steps: Pairs,
    own_health: Pairs,
    own_cover: Pairs,
    /// All bits where the own unit can still act this round.
    own_ready: Pairs,
    enemy_health: Pairs,
    enemy_cover: Pairs,
    enemies_ready: Pairs,
}

impl Field {
    #[inline]
    fn of([own, others]: [&[Unit]; 2]) -> Self {
        const NONE: Pairs = [0; TEAM * TEAM];
        let mut enemies = [Fighter::NOBODY; TEAM];
        let mut health = [0; TEAM];
        let mut cover = [0; TEAM];
        let mut ready = [0; TEAM];
        for (column, unit) in others.iter().take(TEAM).enumerate() {
            enemies[column] = Fighter::of(*unit);
            health[column] = unit.health();
            cover[column] = unit.cover();
            ready[column] = if unit.has_acted() { 0 } else { 0xff };
        }
        let mut field = Self {
            enemies,
            given: NONE,
            taken: NONE,
            steps: NONE,
            own_health: NONE,
            own_cover: NONE,
            own_ready: NONE,
            enemy_health: in_rows([health; TEAM]),
            enemy_cover: in_rows([cover; TEAM]),
            enemies_ready: in_rows([ready; TEAM]),
        };
        let (mut healths, mut covers, mut readies) = ([[0; TEAM]; TEAM], [[0; TEAM]; TEAM], [[0; TEAM]; TEAM]);
        for (row, &unit) in own.iter().take(TEAM).enumerate() {
            let fighter = Fighter::of(unit);
            healths[row] = [fighter.health; TEAM];
            covers[row] = [unit.cover(); TEAM];
            readies[row] = [if unit.has_acted() { 0 } else { 0xff }; TEAM];
            for (column, enemy) in enemies[..others.len().min(TEAM)].iter().enumerate() {
                let steps = fighter.cell.distance(enemy.cell) & 15;
                let pair = TEAM * row + column;
                field.given[pair] = fighter.blows[steps] >> enemy.shift & 15;
                field.taken[pair] = enemy.blows[steps] >> fighter.shift & 15;
                #[expect(clippy::cast_possible_truncation, reason = "at most 10")]
                {
                    field.steps[pair] = steps as u8;
                }
            }
        }
        field.own_health = in_rows(healths);
        field.own_cover = in_rows(covers);
        field.own_ready = in_rows(readies);
        field
    }
}

#[inline]
fn in_rows(rows: [[u8; TEAM]; TEAM]) -> Pairs {
    let mut pairs = [0; TEAM * TEAM];
    pairs.copy_from_slice(rows.as_flattened());
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::eval::breakdown;
    use super::super::weights::WEIGHTS;
    use super::*;
    use crate::game::MoveList;
    use crate::random::Rng;

    /// The sum is the same as that of the explanation, whatever the weights.
    #[test]
    fn the_quick_way_comes_to_the_same() {
        let odd: Weights = std::array::from_fn(|weight| i32::try_from(3 * weight * weight % 101).unwrap() - 50);
        for weights in [WEIGHTS, odd] {
            let (measure, mut known) = (Measure::new(weights), Known::new());
            for seed in 0..60 {
                let mut rng = Rng::new(seed);
                let mut position = Bellum::drawn(&(), seed).unwrap();
                while !position.is_over() {
                    let sums = breakdown(&position, &weights).map(|rows| rows.iter().flatten().sum::<i32>());
                    let lead = (sums[0] - sums[1]) * turns_left(&position) / LASTING;
                    for seat in [Seat::new(1), Seat::FIRST, Seat::new(1)] {
                        let lead = if seat == Seat::FIRST { lead } else { -lead };
                        assert_eq!(measure.evaluate(&position, seat), Score::cp(lead), "{position:?}");
                        assert_eq!(known.evaluate(&position, seat, &measure), Score::cp(lead), "{position:?}");
                    }
                    let mut moves = MoveList::new();
                    position.legal_moves(&mut moves);
                    position.play(moves[rng.below(moves.len())]);
                }
            }
        }
    }
}
