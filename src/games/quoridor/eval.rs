//! Judgement: who is nearer to the goal, and who can still do something about it.
//!
//! Two seats are judged by a sum of terms in steps and walls, fitted to the results of games the engine played against
//! itself, and by a network that corrects the sum. Four are judged by when their pawns would arrive, the walls in hand
//! counting as steps gained: the odds of a seat against the others together double with every so many turns that it is
//! ahead.

use super::grid::Walls;
use super::net::{Net, Scene, Side};
use super::paths::{Maps, Run, Runs};
use super::position::{Action, Quoridor};
use super::race::Races;
use super::view::View;
use crate::game::{MoveList, Position, Seat};
use crate::score::{Bound, Score};
use crate::search::{Evaluate, Hints};
use crate::weights;
use crate::weights::Weights;

weights! {
    /// What the terms of the judgement are worth, in centipoints. Fitted to results of games as `scripts/tune.py` does.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Terms {
        /// A step less to go than the other.
        path = 139,
        /// A wall in hand.
        wall = 35,
        /// The first wall in hand, on top.
        first_wall = -172,
        /// Each of the first three walls in hand, on top.
        few_walls = 81,
        /// Being to move.
        tempo = 69,
        /// Being to move, per wall in either hand, in hundredths.
        tempo_by_walls = -406,
        /// Per step ahead and wall in either hand, in hundredths.
        path_by_walls = -747,
        /// Per wall more and step left for both, in hundredths.
        wall_by_steps = 547,
        /// The other has no wall left and does not arrive before us.
        free_run = 533,
        /// Another step that is as good as the best, for the pawn.
        choice = -43,
        /// Per step that one wall could cost the other, while we have walls.
        detour = 78,
        /// Per such step and wall in hand, in hundredths.
        detour_by_walls = -662,
        /// Four seats: a wall in hand, in hundredths of a turn round the table.
        wall_of_four = 50,
        /// Four seats: a step that one wall of another could cost, in the same.
        detour_of_four = 40,
    }
}

/// The advantage at which a seat wins three times as often as from an even position.
pub(super) const SPREAD: i32 = 300;

/// So many plies before the horizon all walls are searched, for two seats: some that look like nothing prepare the one
/// that decides the game.
const ALL_WALLS_FROM: u32 = 4;
/// What a wall that is not worth a thought nearer to the horizon gets in the order of moves.
const REMOTE: i32 = -2_000;

/// The evaluation of the game, with what it remembers of paths and races.
#[derive(Clone, Debug)]
pub struct Judge<const SEATS: usize> {
    terms: Terms,
    maps: Maps<SEATS>,
    runs: Runs,
    races: Races,
    view: View<SEATS>,
    /// What corrects the terms, for two seats.
    net: Option<&'static Net>,
}

impl<const SEATS: usize> Judge<SEATS> {
    /// A judgement by terms alone that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        let (maps, runs, races, view) = (Maps::default(), Runs::default(), Races::default(), View::default());
        Self { terms: Terms::new(&Weights::from_environment()), maps, runs, races, view, net: None }
    }

    /// The same, corrected by what the network has learnt.
    #[must_use]
    pub fn taught() -> Self {
        Self { net: if SEATS == 2 { Net::chosen() } else { None }, ..Self::new() }
    }
}

impl<const SEATS: usize> Default for Judge<SEATS> {
    fn default() -> Self {
        Self::new()
    }
}

/// What the terms look at, for one of two seats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) steps: i32,
    pub(super) walls: i32,
    /// The steps that lead nearer to the goal.
    pub(super) choices: i32,
    /// How many steps one wall could cost.
    pub(super) detour: i32,
}

impl Standing {
    fn new(run: Run, walls: u8) -> Self {
        let [steps, walls, choices, detour] = [run.steps, walls, run.choices, run.detour].map(i32::from);
        Self { steps, walls, choices, detour }
    }
}

impl Terms {
    /// The parts of the value for `own` against `other`, `own` being to move or not.
    pub(super) fn of_two(&self, own: Standing, other: Standing, to_move: bool) -> [(&'static str, i32); 6] {
        let lead = other.steps - own.steps;
        let walls = own.walls + other.walls;
        let tempo = self.tempo + self.tempo_by_walls * walls / 100;
        let hand = |standing: Standing| {
            self.wall * standing.walls
                + self.first_wall * standing.walls.min(1)
                + self.few_walls * standing.walls.min(3)
        };
        let is_free = |own: Standing, other: Standing, moves: bool| {
            other.walls == 0 && own.steps < other.steps + i32::from(moves)
        };
        let free = i32::from(is_free(own, other, to_move)) - i32::from(is_free(other, own, !to_move));
        let products = self.path_by_walls * lead * walls
            + self.wall_by_steps * (own.walls - other.walls) * (own.steps + other.steps);
        // What the walls of one can do to the other.
        let threat = |own: Standing, other: Standing| match own.walls {
            0 => 0,
            walls => other.detour * (self.detour + self.detour_by_walls * walls / 100),
        };
        [
            ("path", self.path * lead + self.choice * (own.choices - other.choices)),
            ("walls", hand(own) - hand(other)),
            ("tempo", if to_move { tempo } else { -tempo }),
            ("path and walls", products / 100),
            ("detours", threat(own, other) - threat(other, own)),
            ("free run", self.free_run * free),
        ]
    }
}

/// The value for one seat, given how often the odds of each are halved, in hundredths: its odds against all others
/// together, so that shares of the win taken from the values add up to one.
fn value_among(lateness: &[i32], own: usize) -> i32 {
    let first = lateness.iter().copied().min().unwrap_or(0);
    let weight = |late: &i32| halved(late - first);
    let all: i64 = lateness.iter().map(weight).sum();
    let mine = weight(&lateness[own]);
    let rivals = i64::try_from(lateness.len() - 1).unwrap_or(1);
    let (even, rest) = (rivals * mine, all - mine);
    let value = if even >= rest {
        i64::from(SPREAD) * (even - rest) / (2 * rest).max(1)
    } else {
        -i64::from(SPREAD) * (rest - even) / (2 * even).max(1)
    };
    i32::try_from(value.clamp(-20_000, 20_000)).unwrap_or(0)
}

/// A large number halved so many hundredths of times, linear between powers of two, never 0.
fn halved(hundredths: i32) -> i64 {
    let (whole, part) = (hundredths.div_euclid(100), i64::from(hundredths.rem_euclid(100)));
    (((1_i64 << 40) * (200 - part) / 200) >> whole.clamp(0, 30)).max(1)
}

impl<const SEATS: usize> Judge<SEATS> {
    /// The standings of all seats.
    pub(super) fn standings(&mut self, position: &Quoridor<SEATS>) -> [Standing; SEATS] {
        std::array::from_fn(|seat| Standing::new(self.runs.of(position, seat), position.hands[seat]))
    }

    /// What the network sees of a position of two seats.
    pub(super) fn scene(position: &Quoridor<SEATS>, standings: &[Standing; SEATS]) -> Scene {
        let sides = [0, 1].map(|seat| Side { pawn: position.pawns[seat], standing: standings[seat] });
        Scene { walls: position.walls, sides, turn: position.turn().index() }
    }

    /// What the network adds to the terms for a seat; nothing without a network.
    pub(super) fn correction(&self, position: &Quoridor<SEATS>, standings: &[Standing; SEATS], seat: Seat) -> i32 {
        let correction = self.net.map_or(0, |net| net.correction(&Self::scene(position, standings)));
        if seat == Seat::FIRST { correction } else { -correction }
    }

    /// What the terms are worth.
    pub(super) const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How many hundredths of a turn round the table every seat is from its goal, taking into account the walls in hand
    /// and what one wall of another could do.
    pub(super) fn arrivals(&mut self, position: &Quoridor<SEATS>) -> [i32; SEATS] {
        let standings = self.standings(position);
        let walls: i32 = standings.iter().map(|standing| standing.walls).sum();
        std::array::from_fn(|seat| {
            let Standing { steps, walls: own, detour, .. } = standings[seat];
            let threat = if walls > own { self.terms.detour_of_four * detour } else { 0 };
            let wait = (seat + SEATS - position.turn().index()) % SEATS;
            let wait = 100 * i32::try_from(wait).unwrap_or(0) / i32::try_from(SEATS).unwrap_or(1);
            100 * steps + wait + threat - self.terms.wall_of_four * own
        })
    }
}

impl<const SEATS: usize> Evaluate<Quoridor<SEATS>> for Judge<SEATS> {
    const COMPLETE: bool = false;
    // With four seats two can both be likelier to win than a fourth.
    const OPPOSED: bool = SEATS == 2;
    const PRUNES: bool = true;
    const SPREAD: i32 = SPREAD;

    fn evaluate(&mut self, position: &Quoridor<SEATS>, seat: Seat) -> Score {
        let own = seat.index();
        if SEATS == 2 {
            let standings = self.standings(position);
            let parts = self.terms.of_two(standings[own], standings[1 - own], position.turn() == seat);
            let terms: i32 = parts.iter().map(|(_, worth)| worth).sum();
            return Score::cp(terms + self.correction(position, &standings, seat));
        }
        // The odds double with every turn round the table.
        Score::cp(value_among(&self.arrivals(position), own))
    }

    fn known(&mut self, position: &Quoridor<SEATS>) -> Option<(Bound, Score)> {
        self.races.known(position).map(|score| (Bound::Exact, score))
    }

    fn is_complete(&self, position: &Quoridor<SEATS>) -> bool {
        // Without walls the filter drops nothing.
        position.hands == [0; SEATS]
    }

    fn hints(&mut self, position: &Quoridor<SEATS>, moves: &[Action], hints: &mut [i32]) {
        self.view.look_closely(position);
        let maps = self.maps.of(position);
        let seat = position.turn().index();
        let steps = i32::from(maps[seat][position.pawns[seat].index()]);
        for (hint, &mv) in hints.iter_mut().zip(moves) {
            *hint += match mv {
                Action::Step(cell) => View::<SEATS>::worth_of_step(steps - i32::from(maps[seat][cell.index()])),
                Action::Horizontal(_) | Action::Vertical(_) => self.view.worth_of_wall(position, mv.wall()),
                Action::Pass => 0,
            };
        }
    }

    fn filter(&mut self, position: &Quoridor<SEATS>, moves: &mut MoveList<Action>) {
        if position.hands[position.turn().index()] == 0 {
            return;
        }
        self.view.look_closely(position);
        let worthy = self.view.candidates(position);
        moves.retain(|mv| !mv.is_wall() || !mv.wall().and(&worthy).is_empty());
    }

    fn list(&mut self, position: &Quoridor<SEATS>, depth: u32, moves: &mut MoveList<Action>, hints: &mut Hints) {
        position.legal_moves(moves);
        if SEATS == 2 && depth >= ALL_WALLS_FROM {
            self.view.look_closely(position);
            let worthy = self.view.candidates(position);
            let is_remote = |mv: &Action| mv.is_wall() && mv.wall().and(&worthy).is_empty();
            hints.extend(moves.iter().map(|mv| if is_remote(mv) { REMOTE } else { 0 }));
        } else {
            self.filter(position, moves);
            hints.extend(moves.iter().map(|_| 0));
        }
        self.hints(position, moves, hints);
    }

    fn noisy(&mut self, position: &Quoridor<SEATS>, out: &mut MoveList<Action>) {
        if position.hands[position.turn().index()] == 0 {
            return;
        }
        self.view.look(position);
        let strong = self.view.strong_walls(position);
        let strong = if strong.is_empty() { Walls::default() } else { position.lawful(strong) };
        super::grid::cells(strong.horizontal).for_each(|anchor| out.push(Action::Horizontal(anchor)));
        super::grid::cells(strong.vertical).for_each(|anchor| out.push(Action::Vertical(anchor)));
    }

    fn reduction(&self, depth: u32, index: usize, worth: i32) -> u32 {
        if depth < 3 || index < 2 || worth >= 1_000 {
            return 0;
        }
        let late = u32::from(index >= 5) + u32::from(index >= 14);
        let cold = u32::from(worth < 0);
        let remote = if worth < REMOTE / 2 { 2 } else { 0 };
        (1 + late + cold).min(depth / 2 + 1) + remote
    }

    fn lasting_lead(&self, depth: u32) -> Option<i32> {
        (depth <= 4).then(|| 70 + 90 * depth.cast_signed())
    }

    fn leaves_out(&self, depth: u32, index: usize, worth: i32, gap: i32) -> bool {
        let enough = [0, 8, 14, 22];
        (depth as usize) < enough.len() && index >= enough[depth as usize] && worth < 1_000
            || depth <= 2 && index > 0 && worth < 500 && gap > 120 * depth.cast_signed()
    }
}

/// The same judgement without any help for the search: no hints, no filter, nothing known.
#[derive(Clone, Debug, Default)]
pub struct Plain<const SEATS: usize>(Judge<SEATS>);

impl<const SEATS: usize> Plain<SEATS> {
    /// A judgement that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self(Judge::new())
    }
}

impl<const SEATS: usize> Evaluate<Quoridor<SEATS>> for Plain<SEATS> {
    const SPREAD: i32 = SPREAD;

    fn evaluate(&mut self, position: &Quoridor<SEATS>, seat: Seat) -> Score {
        self.0.evaluate(position, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::quoridor::Rules;
    use crate::random::Rng;

    #[test]
    fn what_one_of_two_gains_the_other_loses() {
        let mut judge = Judge::<2>::taught();
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut position = Quoridor::<2>::start(&Rules::default());
            for _ in 0..40 {
                let values = [0, 1].map(|seat| judge.evaluate(&position, Seat::new(seat)));
                assert_eq!(values[0], -values[1], "{position:?}");
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let kept = moves.clone();
                judge.filter(&position, &mut moves);
                assert!(!moves.is_empty() && moves.iter().all(|mv| kept.contains(mv)));
                position.play(kept[rng.below(kept.len())]);
            }
        }
    }

    #[test]
    fn four_are_even_when_they_arrive_together_and_the_first_is_ahead() {
        assert_eq!(value_among(&[500; 4], 2), 0);
        let arrivals = [500, 600, 700, 650];
        let values: Vec<i32> = (0..4).map(|own| value_among(&arrivals, own)).collect();
        assert!(values[0] > 0 && values[0] > values[1] && values[1] > values[3] && values[3] > values[2], "{values:?}");
        assert!((0..3_000).all(|hundredths| halved(hundredths) >= halved(hundredths + 1)));
        assert_eq!(halved(0), 2 * halved(100));
    }
}
