//! Positions with what a search made of them and what became of them, as records of one size in a file.

use super::super::grid::{ANCHORS, CELLS, Cell, Cells, SIDE, Walls, cells};
use super::super::position::{Quoridor, Rules};
use super::point;
use crate::game::{Position as _, Seat};

/// A position of a game, and the first seat's share of the win: as a search expected it, and at the end.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    pub(super) position: Quoridor<2>,
    pub(super) expected: f32,
    pub(super) end: f32,
}

/// What stands for the whole win in a record.
const WHOLE: f32 = 200.0;

impl Sample {
    /// The size of a record.
    pub(super) const BYTES: usize = 23;

    /// The record.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let Quoridor { walls, pawns, hands, .. } = &self.position;
        bytes.extend([walls.horizontal, walls.vertical].into_iter().flat_map(|places| packed(places).to_le_bytes()));
        let small = |number: usize| u8::try_from(number).unwrap_or(0);
        bytes.extend(pawns.map(|pawn| small(pawn.index())));
        bytes.extend(hands);
        bytes.push(small(self.position.turn().index()));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "shares are at most 1")]
        bytes.extend([self.expected, self.end].map(|share| (share * WHOLE).round() as u8));
    }

    /// The sample of a record; `None` if it is none.
    pub(super) fn read(record: &[u8]) -> Option<Self> {
        let (horizontal, rest) = record.split_first_chunk()?;
        let (vertical, rest) = rest.split_first_chunk()?;
        let [horizontal, vertical] = [horizontal, vertical].map(|places| unpacked(u64::from_le_bytes(*places)));
        let &[one, two, hand, other_hand, turn, expected, end] = rest else { return None };
        let [one, two, turn] = [one, two, turn].map(usize::from);
        if one >= CELLS || two >= CELLS || turn >= 2 {
            return None;
        }
        let (walls, pawns) = (Walls { horizontal, vertical }, [Cell::at(one), Cell::at(two)]);
        let position = Quoridor::new(walls, pawns, [hand, other_hand], Seat::new(turn), Rules::default());
        let [expected, end] = [expected, end].map(|share| f32::from(share) / WHOLE);
        Some(Self { position, expected, end })
    }

    /// The same in a mirror: left is right.
    pub(super) fn mirrored(&self) -> Self {
        let Quoridor { walls, pawns, hands, .. } = self.position;
        let flip = |cell: Cell, last: usize| Cell::at(SIDE * cell.row() + last - cell.column());
        // Walls are named after the left one of their columns.
        let flip_all = |places: Cells| cells(places).fold(0, |all, anchor| all | flip(anchor, SIDE - 2).set());
        let walls = Walls { horizontal: flip_all(walls.horizontal), vertical: flip_all(walls.vertical) };
        let pawns = pawns.map(|pawn| flip(pawn, SIDE - 1));
        let position = Quoridor::new(walls, pawns, hands, self.position.turn(), self.position.rules());
        Self { position, ..*self }
    }
}

/// Places of walls without the cells that no wall is named after.
fn packed(places: Cells) -> u64 {
    cells(places).fold(0, |packed, anchor| packed | 1 << point(anchor))
}

fn unpacked(packed: u64) -> Cells {
    cells(ANCHORS).filter(|anchor| packed >> point(*anchor) & 1 == 1).fold(0, |places, anchor| places | anchor.set())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MoveList;
    use crate::random::Rng;

    #[test]
    fn samples_survive_writing_and_mirrors() {
        for seed in 0..30 {
            let mut rng = Rng::new(seed);
            let mut position = Quoridor::<2>::start(&Rules::default());
            for _ in 0..25 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[rng.below(moves.len())]);
                let sample = Sample { position, expected: 0.25, end: 1.0 };
                let mut record = Vec::new();
                sample.write(&mut record);
                assert_eq!(record.len(), Sample::BYTES);
                assert_eq!(Sample::read(&record).as_ref(), Some(&sample));
                assert_eq!(Sample::read(&record[1..]), None);
                let image = sample.mirrored();
                assert_eq!(image.mirrored(), sample);
                assert_eq!(image.position.move_count(), position.move_count());
            }
        }
    }
}
