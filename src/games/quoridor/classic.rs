//! The player `classic`: minimax over vectors of utilities, every other seat taken for an enemy, no pruning.
//!
//! A seat's utility counts its ways that have no cell in common, how long they are, and its walls. Vectors are compared
//! by three rules: further one's own lead, else hold back the seat that runs away, else hold back all. That is no total
//! order, so lists are folded in a fixed direction, from the last move to the first.

use std::cmp::Ordering;

use super::eval::Judge;
use super::grid::{CELLS, Cell, Cells, Direction, cells};
use super::position::{Action, Quoridor, ThirdPawn};
use crate::game::{MoveList, Position};
use crate::option::{Kind, Settings, Spec};
use crate::score::Bound;
use crate::search::{Control, Evaluate, Info, Limits, Meter, Root, Searcher, Stopped, allowed_moves, budget};

/// The constants of the utility.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Constants {
    /// For many ways that are about as short as the shortest.
    c1: f64,
    /// For short ways.
    c2: f64,
    /// For walls in hand.
    c3: f64,
    /// Keeps the second term positive.
    w: f64,
    /// A way so many steps longer than the shortest is a bad one.
    l: f64,
}

/// The options, in the order of the constants.
pub(super) static OPTIONS: &[Spec] = &[
    constant("ClassicC1", "11.38", "classic: the worth of many ways that are about as short as the shortest"),
    constant("ClassicC2", "1.54", "classic: the worth of short ways"),
    constant("ClassicC3", "2.45", "classic: the worth of walls in hand"),
    constant("ClassicW", "48", "classic: what is added to the worth of ways"),
    constant("ClassicL", "6", "classic: a way so many steps longer than the shortest is a bad one"),
];

const fn constant(name: &'static str, default: &'static str, about: &'static str) -> Spec {
    Spec { name, kind: Kind::Decimal(default), about }
}

impl Constants {
    /// Reads the constants from the options; those that are not there have their defaults.
    fn new(settings: &Settings) -> Self {
        let read = |spec: &Spec| {
            let value = settings.text(spec.name).parse().or_else(|_| spec.default_value().parse());
            value.unwrap_or_default()
        };
        let [c1, c2, c3, w, l] = std::array::from_fn(|index| read(&OPTIONS[index]));
        Self { c1, c2, c3, w, l }
    }
}

/// The player that looks two plies ahead, or as many as `go depth` says.
#[derive(Clone, Debug)]
pub struct Classic {
    constants: Constants,
}

impl Classic {
    /// A player with the constants of these options.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self { constants: Constants::new(settings) }
    }
}

/// The depth without a limit.
const DEPTH: u32 = 2;

impl<const SEATS: usize> Searcher<Quoridor<SEATS>> for Classic {
    fn search(
        &mut self,
        root: &Root<Quoridor<SEATS>>,
        limits: &Limits<Action>,
        control: &Control,
        report: &mut dyn FnMut(&Info<Action>),
    ) -> Option<Action> {
        let position = &root.position;
        let moves = allowed_moves(root, limits);
        let meter = Meter::new(control, limits.nodes, budget(root, limits));
        let mut thought = Thought { constants: self.constants, seat: position.turn().index(), meter };
        let mut best = *moves.first()?;
        let mut reached = 0;
        for depth in 1..=limits.depth.unwrap_or(DEPTH).max(1) {
            let Ok((mv, _)) = thought.choose(position, &moves, depth) else { break };
            best = mv;
            reached = depth;
            thought.meter.arm();
        }
        report(&Info {
            depth: reached.max(1),
            seldepth: reached.max(1),
            multipv: 1,
            score: Judge::new().evaluate(position, position.turn()),
            bound: Bound::Exact,
            nodes: thought.meter.nodes().max(1),
            tbhits: 0,
            hashfull: 0,
            elapsed: control.elapsed(),
            pv: vec![best],
            scores: Vec::new(),
            proven: None,
            exact: None,
        });
        Some(best)
    }
}

/// A running minimax.
struct Thought<'a> {
    constants: Constants,
    /// The seat that thinks.
    seat: usize,
    meter: Meter<'a>,
}

impl Thought<'_> {
    /// The move that the seat to move takes, with what it leads to: the best for the thinking seat, or the worst if
    /// another one is to move.
    fn choose<const SEATS: usize>(
        &mut self,
        position: &Quoridor<SEATS>,
        moves: &[Action],
        depth: u32,
    ) -> Result<(Action, [f64; SEATS]), Stopped> {
        let wanted = if position.turn().index() == self.seat { Ordering::Greater } else { Ordering::Less };
        let mut chosen: Option<(Action, [f64; SEATS])> = None;
        for &mv in moves.iter().rev() {
            let vector = self.value(&position.after(mv), depth - 1)?;
            let order = chosen.map_or(wanted, |(_, other)| compare(&vector, &other, self.seat));
            // Of equals the earlier move.
            if order == wanted || order == Ordering::Equal {
                chosen = Some((mv, vector));
            }
        }
        chosen.ok_or(Stopped)
    }

    fn value<const SEATS: usize>(&mut self, position: &Quoridor<SEATS>, depth: u32) -> Result<[f64; SEATS], Stopped> {
        self.meter.tick()?;
        let mut moves = MoveList::new();
        if depth > 0 {
            position.legal_moves(&mut moves);
        }
        if moves.is_empty() {
            return Ok(std::array::from_fn(|seat| utility(&self.constants, position, seat)));
        }
        self.choose(position, &moves, depth).map(|(_, vector)| vector)
    }
}

/// Which of two vectors is better for a seat: `Greater` if the first, which belongs to the earlier move.
fn compare<const SEATS: usize>(one: &[f64; SEATS], two: &[f64; SEATS], seat: usize) -> Ordering {
    let leads = |vector: &[f64; SEATS]| vector[seat] > mean(vector.iter().copied());
    if leads(one) || leads(two) {
        return one[seat].total_cmp(&two[seat]);
    }
    let others = |vector: &[f64; SEATS]| {
        let others = (0..SEATS).filter(move |&other| other != seat);
        others.map(|other| vector[other]).collect::<Vec<f64>>()
    };
    let (others_one, others_two) = (others(one), others(two));
    let best = |others: &[f64]| others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let by_best = best(&others_two).total_cmp(&best(&others_one));
    let lower = if by_best == Ordering::Less { &others_two } else { &others_one };
    let middle = mean(lower.iter().copied());
    if best(lower) - middle >= mean(lower.iter().map(|other| (other - middle).abs())) {
        return by_best;
    }
    mean(others_two.iter().copied()).total_cmp(&mean(others_one.iter().copied()))
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    sum / count
}

/// A seat's utility, between 0 and 1 or thereabouts.
fn utility<const SEATS: usize>(constants: &Constants, position: &Quoridor<SEATS>, seat: usize) -> f64 {
    if position.pawns[seat].set() & Quoridor::<SEATS>::goal(seat) != 0 {
        return 1.0;
    }
    let lengths: Vec<f64> = disjoint_paths(position, seat);
    let Constants { c1, c2, c3, w, l } = *constants;
    // With two seats there are twice as many walls.
    let c3 = if SEATS == 2 { c3 / 2.0 } else { c3 };
    let walls = c3 * f64::from(position.hands[seat]);
    let Some(&shortest) = lengths.first() else { return walls / 100.0 };
    let count = |paths: usize| f64::from(u32::try_from(paths).unwrap_or(0));
    let bad = lengths.iter().filter(|&&length| length > shortest + l).count();
    let ratio = count(lengths.len() - bad) / count(lengths.len() + bad);
    let excess: f64 = lengths.iter().map(|length| length - shortest).sum();
    (c1 * ratio + c2 * (excess / count(lengths.len()) - shortest + w) + walls) / 100.0
}

/// The lengths of ways to the goal, in cells: a shortest one, then a shortest one without any cell of the first but the
/// start, and so on. Other pawns stay where they are and are jumped by the rules.
fn disjoint_paths<const SEATS: usize>(position: &Quoridor<SEATS>, seat: usize) -> Vec<f64> {
    let field = Field::new(position, seat);
    let mut allowed = !(position.crowd() & !position.pawns[seat].set());
    let mut lengths = Vec::new();
    while let Some(path) = field.shortest(allowed) {
        lengths.push(f64::from(path.count_ones()));
        allowed &= !path | position.pawns[seat].set();
    }
    lengths
}

/// The board as one pawn sees it while all others stand still.
struct Field {
    ways: super::grid::Ways,
    start: Cells,
    goal: Cells,
    /// The cells beside another pawn, with where one gets past it.
    jumps: Vec<(Cells, Cells)>,
}

impl Field {
    fn new<const SEATS: usize>(position: &Quoridor<SEATS>, seat: usize) -> Self {
        let ways = position.walls.ways();
        let crowd = position.crowd() & !position.pawns[seat].set();
        let mut jumps = Vec::new();
        for pawn in cells(crowd) {
            for direction in Direction::ALL {
                // Whoever comes in this direction stands on the cell before the pawn.
                let before = ways.step(pawn.set(), direction.reverse());
                let behind = ways.step(pawn.set(), direction);
                let [one, two] = direction.sides();
                let aside = ways.step(pawn.set(), one) | ways.step(pawn.set(), two);
                let is_barred =
                    behind == 0 || behind & crowd != 0 && position.rules().third_pawn == ThirdPawn::Sidestep;
                let targets = if is_barred { aside } else { behind } & !crowd;
                if before & !crowd != 0 && targets != 0 {
                    jumps.push((before, targets));
                }
            }
        }
        Self { ways, start: position.pawns[seat].set(), goal: Quoridor::<SEATS>::goal(seat), jumps }
    }

    /// The cells of a shortest way over allowed cells, start and end included.
    fn shortest(&self, allowed: Cells) -> Option<Cells> {
        let mut fronts = [0; CELLS];
        let (mut front, mut reached, mut steps) = (self.start, self.start, 0);
        while front & self.goal == 0 {
            fronts[steps] = front;
            front = self.moves(front) & allowed & !reached;
            if front == 0 {
                return None;
            }
            reached |= front;
            steps += 1;
        }
        let end = front & self.goal;
        let mut at = end & end.wrapping_neg();
        let mut path = at;
        for &earlier in fronts[..steps].iter().rev() {
            let before = cells(earlier).map(Cell::set).find(|&cell| self.moves(cell) & at != 0)?;
            path |= before;
            at = before;
        }
        Some(path)
    }

    /// Where one gets from these cells in one move, other pawns' cells not yet taken out.
    fn moves(&self, from: Cells) -> Cells {
        let beside = |reach: Cells, jump: &(Cells, Cells)| if jump.0 & from == 0 { reach } else { reach | jump.1 };
        self.jumps.iter().fold(self.ways.around(from), beside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation as _, Seat};
    use crate::games::quoridor::Rules;

    fn constants() -> Constants {
        Constants::new(&Settings::new(&[]))
    }

    fn close(one: f64, two: f64) -> bool {
        (one - two).abs() < 1e-9
    }

    #[test]
    fn utility_at_the_start_follows_the_formula() {
        let position = Quoridor::<4>::start(&Rules::default());
        // From e1: straight up is barred by the pawn on e9 only at its end. Every column gives a way of its own.
        let lengths = disjoint_paths(&position, 0);
        let shortest = lengths[0];
        let bad = lengths.iter().filter(|&&length| length > shortest + 6.0).count();
        let excess: f64 = lengths.iter().map(|length| length - shortest).sum();
        let number = |count: usize| f64::from(u32::try_from(count).unwrap());
        let expected = (11.38 * number(lengths.len() - bad) / number(lengths.len() + bad)
            + 1.54 * (excess / number(lengths.len()) - shortest + 48.0)
            + 2.45 * 5.0)
            / 100.0;
        assert!(close(utility(&constants(), &position, 0), expected));
        assert!(lengths.len() == 3, "the start has three neighbours: {lengths:?}");
        assert!(lengths.is_sorted());
    }

    #[test]
    fn a_pawn_in_the_way_is_jumped() {
        let position = Quoridor::<2>::parse("- / - / e5 e6 / 10 10 / 1", &Rules::default()).unwrap();
        // e5 e7 e8 e9: four cells, one step less than walking.
        assert!(close(disjoint_paths(&position, 0)[0], 4.0));
        let walled = Quoridor::<2>::parse("e6 / - / e5 e6 / 9 10 / 1", &Rules::default()).unwrap();
        assert!(close(disjoint_paths(&walled, 0)[0], 5.0));
    }

    #[test]
    fn the_goal_is_worth_everything() {
        let position = Quoridor::<2>::parse("- / - / e9 e6 / 10 10 / 2", &Rules::default()).unwrap();
        assert!(close(utility(&constants(), &position, 0), 1.0));
    }

    #[test]
    fn vectors_are_compared_by_three_rules() {
        // One's own lead first.
        assert_eq!(compare(&[0.9, 0.1, 0.1, 0.1], &[0.8, 0.0, 0.0, 0.0], 0), Ordering::Greater);
        // Behind in both: the lower best opponent, if somebody runs away there.
        assert_eq!(compare(&[0.1, 0.8, 0.2, 0.2], &[0.1, 0.7, 0.2, 0.2], 0), Ordering::Less);
        assert_eq!(compare(&[0.1, 0.6, 0.2, 0.2], &[0.1, 0.7, 0.2, 0.2], 0), Ordering::Greater);
        assert_eq!(compare(&[0.1, 0.5, 0.5, 0.5], &[0.1, 0.5, 0.5, 0.5], 0), Ordering::Equal);
    }

    #[test]
    fn constants_come_from_the_options() {
        assert!(close(constants().c1, 11.38) && close(constants().l, 6.0));
        let mut settings = Settings::new(OPTIONS);
        assert_eq!(settings.set("ClassicC1", "20.5"), Ok(true));
        assert!(settings.set("ClassicW", "inf").is_err() && settings.set("ClassicL", "much").is_err());
        let changed = Constants::new(&settings);
        assert!(close(changed.c1, 20.5) && close(changed.w, 48.0) && close(changed.l, 6.0));
    }

    #[test]
    fn a_win_is_taken() {
        let position = Quoridor::<2>::parse("- / - / e8 a5 / 0 0 / 1", &Rules::default()).unwrap();
        let control = Control::unattended();
        let root = Root::new(position, 1);
        let best = Classic::new(&Settings::new(&[])).search(&root, &Limits::default(), &control, &mut |_| {});
        assert_eq!(best, position.parse_move("e9").ok());
        assert_eq!(position.turn(), Seat::FIRST);
    }
}
