//! Playing below full strength: what a level may choose, what it must not miss, and that it repeats itself.

use std::sync::Arc;
use std::time::Duration;

use ludion::game::{Notation as _, Position};
use ludion::games::connect4::{Column, Connect4};
use ludion::register;
use ludion::score::{Bound, Score};
use ludion::search::{Control, Held, Info, Level, Limits, Playable as _, Root, Searcher, Setup, Table, allowed_moves};

use crate::support::Client;

type Board = Connect4<u64>;

fn root(moves: &str, seed: u64) -> Root<Board> {
    let choice = register::choose("connect4", &[]).unwrap();
    let mut position = Board::start(&Board::rules(&choice.settings).unwrap());
    for word in Board::split_moves(moves) {
        position.play(position.parse_move(word).unwrap());
    }
    Root::new(position, seed)
}

/// A player that finds the moves from left to right worth these values, best first.
struct Finds([i32; 7]);

impl Searcher<Board> for Finds {
    fn search(
        &mut self,
        root: &Root<Board>,
        limits: &Limits<Column>,
        _: &Control,
        report: &mut dyn FnMut(&Info<Column>),
    ) -> Option<Column> {
        let moves = allowed_moves(root, limits);
        for (rank, (&mv, cp)) in moves.iter().zip(self.0).enumerate().take(limits.multipv) {
            report(&Info {
                depth: 1,
                seldepth: 1,
                multipv: rank + 1,
                score: Score::cp(cp),
                bound: Bound::Exact,
                nodes: 1,
                tbhits: 0,
                hashfull: 0,
                elapsed: Duration::ZERO,
                pv: vec![mv],
                scores: Vec::new(),
                proven: None,
                exact: None,
            });
        }
        moves.first().copied()
    }
}

/// How often each column is played by a level that finds the moves worth so much.
fn picks(level: u8, values: [i32; 7]) -> [usize; 7] {
    let mut counts = [0; 7];
    for seed in 0..500 {
        let mut held = Held::new(Box::new(Finds(values)), Level::new(level));
        let mv = held.search(&root("", seed), &Limits::default(), &Control::unattended(), &mut |_| {}).unwrap();
        counts[mv.number() - 1] += 1;
    }
    counts
}

#[test]
fn the_upper_half_takes_no_bad_move_and_the_lowest_level_any() {
    let values = [100, 90, 0, -300, -310, -320, -330];
    for level in 10..20 {
        assert_eq!(picks(level, values)[2..], [0; 5], "level {level}");
        assert!(picks(level, values)[0] > 200, "level {level}");
    }
    assert!(picks(0, values).iter().all(|&count| count > 5));
    assert_eq!(picks(9, values)[3..], [0; 4]);
}

#[test]
fn higher_levels_choose_the_best_move_more_often() {
    let values = [60, 40, 20, 0, -20, -40, -60];
    let best = |level| picks(level, values)[0];
    assert!(best(0) < best(8) && best(8) < best(14) && best(14) < best(19));
}

fn held(level: u8) -> Held<Board> {
    let setup = Setup::new(Arc::new(Table::new(1).unwrap()));
    Held::new((Board::PLAYERS[0].build)(&setup), Level::new(level))
}

#[test]
fn a_win_with_the_next_move_is_taken_from_level_five_on() {
    for level in 5..16 {
        for seed in 0..5 {
            let root = root("121212", seed);
            let best = held(level).search(&root, &Limits::default(), &Control::unattended(), &mut |_| {}).unwrap();
            assert_eq!(best.number(), 1, "level {level}");
        }
    }
}

#[test]
fn a_level_answers_with_what_it_reports_and_repeats_with_the_seed() {
    for level in [0, 7, 13] {
        let answer = |seed| {
            let mut told = Vec::new();
            let limits = Limits { multipv: 3, ..Limits::default() };
            let control = Control::unattended();
            let best = held(level).search(&root("44", seed), &limits, &control, &mut |info| told.push(info.pv[0]));
            assert_eq!((best, told.len()), (told.first().copied(), 3));
            best
        };
        assert!((0..4).all(|seed| answer(seed) == answer(seed)));
        assert!(level > 0 || (1..40).any(|seed| answer(seed) != answer(0)));
    }
}

#[test]
fn a_rating_sets_the_level_on_the_scale_of_the_game() {
    for game in register::GAMES {
        // Whoever plays below full strength plays by chance, and tells the seed.
        let plays_by_chance = |settings: &[(&str, &str)]| {
            let mut client = Client::start(&["--game", game.name]);
            for (name, value) in settings {
                client.quietly(&format!("setoption name {name} value {value}"));
            }
            client.send("go nodes 50");
            client.lines_until("bestmove").iter().any(|line| line.starts_with("info string seed"))
        };
        let name = game.name;
        assert!(!plays_by_chance(&[("UCI_Elo", "0")]), "{name}: without UCI_LimitStrength");
        assert!(plays_by_chance(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "0")]), "{name}");
        assert!(!plays_by_chance(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "4000")]), "{name}");
        assert!(plays_by_chance(&[("SkillLevel", "expert")]), "{name}");
        assert!(!plays_by_chance(&[("SkillLevel", "master")]), "{name}");
    }
}
