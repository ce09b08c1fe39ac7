//! A small network that tells what the terms of the judgement overlook, learnt from games of the engine; for two seats.
//!
//! Both sides look at the board as if they sat at the near side of it. What a side sees are numbered facts (a wall here,
//! a pawn there, so many steps left); each adds its row of weights to the hidden units, whose squares are summed up. One
//! set of weights serves both, and the difference of what they make of it counts. Whole numbers only, so that it says
//! the same on every platform.
//!
//! `samples` keeps positions with what became of them, `learn` plays the games they come from, `fit` makes the weights.

mod fit;
mod learn;
mod samples;

use std::array;
use std::sync::OnceLock;

use arrayvec::ArrayVec;

use super::eval::Standing;
use super::grid::{CELLS, Cell, SIDE, Walls, cells};

pub(super) use learn::TOOL;

/// Units between the facts and the answer.
const HIDDEN: usize = 32;
/// What stands for 1 in the hidden units, and in the weights that sum up their squares.
const ONE: i16 = 255;
const ONE_OUT: i16 = 64;
/// What an answer of 1, the logarithm of the odds, is on the scale of the judgement: its spread means three to one.
const CENTIPOINTS: i64 = 273;
/// No weight is larger, so that sums of them stay within 16 bits.
const MOST: f32 = 1.98;

/// How many facts of each sort can be told apart.
const WALLS: usize = 2 * POINTS;
const POINTS: usize = (SIDE - 1) * (SIDE - 1);
const HANDS: usize = 11;
const STEPS: usize = 32;
const DETOURS: usize = 10;
const CHOICES: usize = 5;
const OF_SIDE: usize = CELLS + HANDS + STEPS + DETOURS + CHOICES;
const INPUTS: usize = WALLS + 2 * OF_SIDE + 2;
/// What a side sees at once: twenty walls, five facts of each side, and whose turn it is.
const MOST_FACTS: usize = 20 + 2 * 5 + 1;

/// A pawn with its way and the walls in its owner's hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) pawn: Cell,
    pub(super) standing: Standing,
}

/// What there is to see: the walls, the first seat's side and the second's, and which of them is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    pub(super) walls: Walls,
    pub(super) sides: [Side; 2],
    pub(super) turn: usize,
}

impl Scene {
    /// Tells every fact that a side sees by its number.
    #[inline]
    fn facts(&self, side: usize, mut tell: impl FnMut(usize)) {
        // The far side sees the board after half a turn.
        let [last_point, last_cell] = if side == 0 { [0, 0] } else { [POINTS - 1, CELLS - 1] };
        for anchor in cells(self.walls.horizontal) {
            tell(last_point.abs_diff(point(anchor)));
        }
        for anchor in cells(self.walls.vertical) {
            tell(POINTS + last_point.abs_diff(point(anchor)));
        }
        for later in 0..2 {
            let Side { pawn, standing } = self.sides[(side + later) % 2];
            let mut base = WALLS + later * OF_SIDE;
            tell(base + last_cell.abs_diff(pawn.index()));
            base += CELLS;
            let numbers = [standing.walls, standing.steps, standing.detour, standing.choices];
            for (number, count) in numbers.into_iter().zip([HANDS, STEPS, DETOURS, CHOICES]) {
                tell(base + usize::try_from(number).unwrap_or(0).min(count - 1));
                base += count;
            }
        }
        tell(WALLS + 2 * OF_SIDE + usize::from(self.turn != side));
    }
}

/// The middle of a wall, counted row by row.
const fn point(anchor: Cell) -> usize {
    anchor.index() - anchor.row()
}

/// The weights.
#[derive(Debug)]
pub(super) struct Net {
    /// Where the hidden units start.
    start: Packed,
    /// What every fact adds to them.
    rows: Vec<Packed>,
    /// What their squares add to the answer.
    out: Units,
}

/// A number for every hidden unit.
type Units = [i16; HIDDEN];
/// The same, four to a word: the sum of each times its power of 2^16. Such words can be added up like the numbers
/// themselves, four at a time, as long as the sums stay within 16 bits.
type Packed = [i64; HIDDEN / 4];
/// What the sums start from besides, so that none is negative and a word is simply its four numbers side by side.
const SHIFT: u16 = 1 << 15;

fn packed(units: &Units, shift: u16) -> Packed {
    let shifted = |unit: &i16| i64::from(*unit) + i64::from(shift);
    let pack = |packed: i64, unit: &i16| packed.wrapping_shl(16).wrapping_add(shifted(unit));
    array::from_fn(|word| units[4 * word..][..4].iter().rev().fold(0, pack))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "one number is taken out of four")]
fn unpacked(words: &Packed) -> [u16; HIDDEN] {
    array::from_fn(|unit| (words[unit / 4] >> (16 * (unit % 4))) as u16)
}

/// The sum of the squares of hidden units, which are held between 0 and 1, times their weights. Not inlined: only as a
/// loop over arrays in memory it becomes vector instructions.
#[inline(never)]
fn answer(units: &[u16; HIDDEN], out: &Units) -> i32 {
    let mut sum = 0;
    for unit in 0..HIDDEN {
        let held = units[unit].wrapping_sub(SHIFT).cast_signed().clamp(0, ONE);
        sum += i32::from(held.wrapping_mul(out[unit])) * i32::from(held);
    }
    sum
}

/// The network that comes with the program. `scripts/quoridor_net.sh` makes it.
static SHIPPED: &[u8] = include_bytes!("weights.bin");
/// The name of the environment variable for the file of another network.
const VARIABLE: &str = "LUDION_NET";
/// A file of weights begins with this.
const MAGIC: [u8; 8] = *b"LudionQ2";

impl Net {
    /// The network in the file that the environment names, or the one that comes with the program.
    pub(super) fn chosen() -> Option<&'static Self> {
        static NET: OnceLock<Option<Net>> = OnceLock::new();
        let named = || {
            let file = std::env::var_os(VARIABLE)?;
            let net = std::fs::read(&file).map_err(|error| error.to_string()).and_then(|bytes| Self::read(&bytes));
            net.inspect_err(|error| log::warn!("{VARIABLE}: {}: {error}", file.display())).ok()
        };
        let shipped = || Self::read(SHIPPED).inspect_err(|error| log::error!("the embedded network: {error}")).ok();
        NET.get_or_init(|| named().or_else(shipped)).as_ref()
    }

    /// Reads a network.
    ///
    /// # Errors
    /// If this is none; the text says why.
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let weights = bytes.strip_prefix(&MAGIC).ok_or("this is no network for Quoridor")?;
        let expected = 2 * HIDDEN * (INPUTS + 2);
        if weights.len() != expected {
            return Err(format!("the network has {} bytes of weights, expected {expected}", weights.len()));
        }
        let mut rows: Vec<Units> = weights
            .chunks_exact(2 * HIDDEN)
            .map(|row| array::from_fn(|unit| i16::from_le_bytes([row[2 * unit], row[2 * unit + 1]])))
            .collect();
        let (Some(out), Some(start)) = (rows.pop(), rows.pop()) else {
            return Err("there is nothing in it".to_owned());
        };
        Ok(Self { start: packed(&start, SHIFT), rows: rows.iter().map(|row| packed(row, 0)).collect(), out })
    }

    /// What the terms overlook in favour of the first seat, in centipoints.
    pub(super) fn correction(&self, scene: &Scene) -> i32 {
        let [first, second] = [0, 1].map(|side| i64::from(self.opinion(scene, side)));
        let one = i64::from(ONE) * i64::from(ONE) * i64::from(ONE_OUT);
        i32::try_from((first - second) * CENTIPOINTS / one).unwrap_or(0)
    }

    /// What a side makes of its prospects.
    fn opinion(&self, scene: &Scene, side: usize) -> i32 {
        let mut facts = ArrayVec::<usize, MOST_FACTS>::new();
        scene.facts(side, |fact| {
            // There is room for all walls of the game.
            let _ = facts.try_push(fact);
        });
        let mut units = self.start;
        for fact in facts {
            let row = &self.rows[fact];
            for word in 0..units.len() {
                units[word] = units[word].wrapping_add(row[word]);
            }
        }
        answer(&unpacked(&units), &self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::eval::{Judge, SPREAD};
    use super::super::position::{Quoridor, Rules};
    use super::*;
    use crate::game::{MoveList, Position as _};
    use crate::random::Rng;

    /// The same without packing.
    fn plain(weights: &[Units], scene: &Scene, side: usize) -> i32 {
        let mut units = weights[INPUTS].map(i32::from);
        scene.facts(side, |fact| units.iter_mut().zip(weights[fact]).for_each(|(unit, more)| *unit += i32::from(more)));
        assert!(units.iter().all(|unit| i16::try_from(*unit).is_ok()), "beyond 16 bits");
        let outs = weights[INPUTS + 1].iter().map(|out| i32::from(*out));
        units.iter().zip(outs).map(|(unit, out)| unit.clamp(&0, &255).pow(2) * out).sum()
    }

    #[test]
    fn packed_sums_are_plain_sums_and_both_sides_see_alike() {
        let mut rng = Rng::new(5);
        let mut any = |most: i16| {
            let span = 2 * usize::try_from(most).unwrap() + 1;
            i16::try_from(rng.below(span)).unwrap() - most
        };
        let mut weights: Vec<Units> = (0..INPUTS + 2).map(|_| array::from_fn(|_| any(505))).collect();
        weights[INPUTS + 1] = array::from_fn(|_| any(127));
        let bytes = weights.as_flattened().iter().flat_map(|weight| weight.to_le_bytes());
        let bytes: Vec<u8> = MAGIC.into_iter().chain(bytes).collect();
        let net = Net::read(&bytes).unwrap();
        let mut judge = Judge::<2>::new();
        for seed in 0..30 {
            let mut rng = Rng::new(seed);
            let mut position = Quoridor::<2>::start(&Rules::default());
            for _ in 0..40 {
                let scene = Judge::scene(&position, &judge.standings(&position));
                for side in 0..2 {
                    assert_eq!(net.opinion(&scene, side), plain(&weights, &scene, side));
                }
                // After half a turn of the board the seats have changed places.
                let [walls, pawns] =
                    [7, 8].map(|last| move |cell: Cell| Cell::new(last - cell.column(), last - cell.row()).unwrap());
                let turned = |places| cells(places).fold(0, |all, anchor| all | walls(anchor).set());
                let other = Scene {
                    walls: Walls { horizontal: turned(scene.walls.horizontal), vertical: turned(scene.walls.vertical) },
                    sides: [1, 0].map(|side| Side { pawn: pawns(scene.sides[side].pawn), ..scene.sides[side] }),
                    turn: 1 - scene.turn,
                };
                assert_eq!(net.correction(&other), -net.correction(&scene));
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[rng.below(moves.len())]);
            }
        }
    }

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "a small number")]
    fn answers_are_on_the_scale_of_the_judgement() {
        assert_eq!((f64::from(SPREAD) / 3_f64.ln()).round() as i64, CENTIPOINTS);
    }

    #[test]
    fn the_shipped_network_is_whole_and_others_are_refused() {
        assert!(Net::read(SHIPPED).is_ok());
        assert!(Net::read(b"LudionC4").is_err());
        assert!((0..SHIPPED.len()).step_by(97).all(|length| Net::read(&SHIPPED[..length]).is_err()));
    }
}
