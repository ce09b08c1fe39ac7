//! Table values that others have published or that plain reasoning gives.

use super::*;
use crate::games::oware::board::houses;

const OPEN: Kind = Kind { grand_slam: GrandSlam::NoCapture, cycles: Cycles::Open };

fn split(grand_slam: GrandSlam) -> Kind {
    Kind { grand_slam, cycles: Cycles::Split }
}

fn exact(tables: &Tables, houses: [u8; 12]) -> i8 {
    let (least, most) = tables.probe(Board::new(houses)).unwrap();
    assert_eq!(least, most);
    least
}

/// Every move without capture is undone to where it began, and nothing else is.
#[test]
fn moves_are_undone_to_where_they_began() {
    for slam in GrandSlam::ALL {
        for seeds in [3, 6, 13] {
            let step = index::count(seeds) / 4_000 + 1;
            let mut undone = 0;
            for number in (0..index::count(seeds)).step_by(step) {
                let board = index::unrank(number, seeds);
                let quiet = |from: Board, to: Board| {
                    let moves = houses(from.legal(slam)).map(|house| from.played(house, slam));
                    moves.filter(|sown| sown.captured == 0 && sown.board.turned() == to).count()
                };
                for house in houses(board.legal(slam)) {
                    let sown = board.played(house, slam);
                    let mut found = 0;
                    sown.board.turned().before(slam, |earlier| found += usize::from(earlier == board));
                    assert_eq!(found, usize::from(sown.captured == 0), "{board:?} {house} {slam:?}");
                }
                board.before(slam, |earlier| {
                    assert_eq!(quiet(earlier, board), 1, "{earlier:?} {slam:?}");
                    undone += 1;
                });
            }
            assert!(undone > 100);
        }
    }
}

#[test]
fn shared_cycles_give_the_known_values() {
    let tables = Tables::build(split(GrandSlam::NoCapture), 12, 2);
    for (houses, value) in [
        ([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 0),
        ([3, 0, 0, 0, 0, 2, 1, 0, 0, 0, 1, 2], 5),
        ([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], -2),
        ([0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0], -4),
    ] {
        assert_eq!(exact(&tables, houses), value, "{houses:?}");
    }
    assert_eq!(tables.probe(Board::new([2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 0])), None);
    for (slam, value) in [(GrandSlam::Forbidden, 2), (GrandSlam::Awari, 4)] {
        assert_eq!(exact(&Tables::build(split(slam), 4, 1), [0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0]), value);
    }
}

#[test]
#[ignore = "builds tables of 17 and 19 seeds, which takes a minute"]
fn larger_tables_give_the_published_values() {
    let awari = Tables::build(split(GrandSlam::Awari), 16, 2);
    let sample = Board::new([1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0]);
    assert_eq!(awari.probe(sample), Some((0, 0)));
    let values: Vec<i8> = houses(sample.legal(GrandSlam::Awari))
        .map(|house| {
            let sown = sample.played(house, GrandSlam::Awari);
            sown.captured.cast_signed() - awari.probe(sown.board.turned()).unwrap().0
        })
        .collect();
    assert_eq!(values, [-1, -1, -2, -2, -2, 0]);
    let plain = Tables::build(split(GrandSlam::NoCapture), 19, 2);
    assert_eq!(exact(&plain, [2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 0]), 7);
    assert_eq!(exact(&plain, [1, 0, 0, 15, 2, 0, 1, 0, 0, 0, 0, 0]), 7);
    assert_eq!(exact(&plain, [1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0]), 0);
}

#[test]
fn open_cycles_give_bounds_around_every_way_to_end_them() {
    let open = Tables::build(OPEN, 8, 2);
    let shared = Tables::build(split(GrandSlam::NoCapture), 8, 2);
    let mut met = [0; 9];
    for seeds in 1..=8 {
        for number in 0..index::count(seeds) {
            let board = index::unrank(number, seeds);
            let (least, most) = open.levels.worth(board);
            let (value, _) = shared.levels.worth(board);
            assert!(least <= value && value <= most, "{board:?}");
            met[usize::from(seeds)] += usize::from(least == most);
        }
    }
    let permill = |seeds: u8| met[usize::from(seeds)] * 1000 / index::count(seeds);
    assert_eq!((permill(1), permill(2), permill(5), permill(8)), (1000, 833, 936, 610));
}

/// What a game of at most so many plies without a capture is worth, by trying everything.
fn played_out(board: Board, slam: GrandSlam, limit: u16, left: u16) -> i8 {
    let own_side =
        super::super::board::sum(board.own).cast_signed() - super::super::board::sum(board.other).cast_signed();
    if left == 0 {
        return own_side;
    }
    let value = |house| {
        let sown = board.played(house, slam);
        let left = if sown.captured > 0 { limit } else { left - 1 };
        sown.captured.cast_signed() - played_out(sown.board.turned(), slam, limit, left)
    };
    houses(board.legal(slam)).map(value).max().unwrap_or(own_side)
}

#[test]
fn limited_games_are_worth_what_playing_them_out_gives() {
    let (slam, limit) = (GrandSlam::Forbidden, 5);
    let tables = Tables::build(Kind { grand_slam: slam, cycles: Cycles::Limited(limit) }, 6, 1);
    for seeds in 1..=6 {
        for number in (0..index::count(seeds)).step_by(if seeds < 5 { 1 } else { 37 }) {
            let board = index::unrank(number, seeds);
            assert_eq!(tables.levels.worth(board).0, played_out(board, slam, limit, limit), "{board:?}");
        }
    }
}
