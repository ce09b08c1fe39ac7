//! Who plays whom, in which order. Everything follows from the event and the results of earlier rounds, so that an
//! interrupted event goes on exactly as it would have.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::event::{Event, EventError, Kind};
use super::journal::Record;
use crate::random::Rng;

/// Engines that meet over some openings, each played in all rotations of the seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// Which of the event's games.
    pub board: usize,
    /// The engines, one for each seat.
    pub group: Vec<usize>,
    /// The openings.
    pub openings: Range<u64>,
}

/// One game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the event, from 1.
    pub number: u64,
    /// The round, from 1.
    pub round: u64,
    /// Games with the same number are rotations of one opening.
    pub set: u64,
    /// How many games belong to that set.
    pub set_size: usize,
    /// Which of the event's games.
    pub board: usize,
    /// The engine on each seat.
    pub seating: Vec<usize>,
    /// The number of the opening.
    pub opening: u64,
    /// Feeds everything random in this game.
    pub seed: u64,
}

/// What earlier rounds have brought, as far as pairings ask.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Per round and engine: points (12 for each game won) and summed margins, `None` for who did not play.
    rounds: Vec<Vec<Option<(i64, i64)>>>,
    /// The first round in which two engines met.
    met: BTreeMap<(usize, usize), usize>,
}

impl History {
    /// Books a game.
    pub fn add(&mut self, record: &Record, engines: usize) {
        const MOST_ROUNDS: u64 = 10_000;
        let round = usize::try_from(record.round.saturating_sub(1).min(MOST_ROUNDS)).unwrap_or(0);
        while self.rounds.len() <= round {
            self.rounds.push(vec![None; engines]);
        }
        for (seat, &engine) in record.seating.iter().enumerate() {
            if let Some(entry) = self.rounds[round].get_mut(engine) {
                let (points, margin) = entry.get_or_insert((0, 0));
                *points += i64::from(record.twelfths(seat));
                *margin += record.margin(seat).unwrap_or(0);
            }
            for &other in record.seating.iter().filter(|&&other| other > engine) {
                let first = self.met.entry((engine, other)).or_insert(round);
                *first = round.min(*first);
            }
        }
    }

    /// How many rounds have begun.
    pub(super) fn rounds(&self) -> u64 {
        self.rounds.len() as u64
    }

    /// Who has met before a round; a journal that is resumed knows of later ones, too.
    fn met_before(&self, round: u64) -> BTreeSet<(usize, usize)> {
        self.met.iter().filter(|(_, first)| (**first as u64) < round).map(|(pair, _)| *pair).collect()
    }

    fn result(&self, round: usize, engine: usize) -> Option<(i64, i64)> {
        *self.rounds.get(round)?.get(engine)?
    }
}

/// The plan of an event.
#[derive(Clone, Debug)]
pub struct Schedule {
    kind: Kind,
    engines: usize,
    /// Seats of each game, and whether they rotate.
    boards: Vec<(usize, bool)>,
    games: u64,
    rounds: u64,
    seed: u64,
}

impl Schedule {
    /// The plan of an event whose games have so many seats.
    ///
    /// # Errors
    /// If the kind of event does not suit the games.
    pub fn new(event: &Event, seats: &[usize]) -> Result<Self, EventError> {
        let engines = event.engines.len();
        let by_rounds = matches!(event.kind, Kind::Swiss | Kind::Knockout);
        if by_rounds && seats.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(EventError::new("all games of a Swiss or knockout event need the same number of seats"));
        }
        if by_rounds && engines < 2 {
            return Err(EventError(format!("a {} event needs at least two engines", event.kind)));
        }
        if event.kind == Kind::Swiss && seats.iter().any(|&seats| engines < seats) {
            return Err(EventError::new("a Swiss event needs at least as many engines as seats"));
        }
        let log = u64::from(usize::BITS - engines.saturating_sub(1).leading_zeros());
        Ok(Self {
            kind: event.kind,
            engines,
            boards: seats.iter().copied().zip(event.boards.iter().map(|board| board.rotate)).collect(),
            games: event.games,
            rounds: event.rounds.unwrap_or(log + 1),
            seed: event.seed,
        })
    }

    /// Whether a round needs the results of the rounds before.
    #[must_use]
    pub fn is_by_rounds(&self) -> bool {
        matches!(self.kind, Kind::Swiss | Kind::Knockout)
    }

    /// The encounters of a round, counted from 0; `None` when the event is over.
    #[must_use]
    pub fn round(&self, round: u64, history: &History) -> Option<Vec<Encounter>> {
        match self.kind {
            Kind::RoundRobin | Kind::Gauntlet => self.cycle(round),
            Kind::Swiss if round >= self.rounds => None,
            Kind::Swiss => Some(self.meetings(round, self.swiss_groups(round, history))),
            Kind::Knockout => {
                let alive = self.survivors(round, history);
                (alive.len() > 1).then(|| self.meetings(round, self.knockout_groups(&alive)))
            }
        }
    }

    /// How many games the event has, if none of them is cut off.
    #[must_use]
    pub fn total(&self) -> u64 {
        let nothing = History::default();
        let rounds = (0..).map_while(|round| self.round(round, &nothing));
        rounds.flatten().map(|encounter| self.games_of(&encounter)).sum()
    }

    fn games_of(&self, encounter: &Encounter) -> u64 {
        (encounter.openings.end - encounter.openings.start) * self.rotations(encounter.board) as u64
    }

    fn rotations(&self, board: usize) -> usize {
        self.boards.get(board).map_or(1, |&(seats, rotate)| if rotate { seats } else { 1 })
    }

    /// The openings it takes for the wanted number of games.
    fn openings(&self, board: usize) -> u64 {
        self.games.div_ceil(self.rotations(board) as u64)
    }

    /// Every group once over the same opening.
    fn cycle(&self, opening: u64) -> Option<Vec<Encounter>> {
        let mut encounters = Vec::new();
        for (board, &(seats, _)) in self.boards.iter().enumerate() {
            if opening < self.openings(board) {
                let groups = groups(self.engines, seats, self.kind == Kind::Gauntlet);
                let meet = |group| Encounter { board, group, openings: opening..opening + 1 };
                encounters.extend(groups.into_iter().map(meet));
            }
        }
        (!encounters.is_empty()).then_some(encounters)
    }

    /// All games between given groups, with openings no earlier round has used.
    fn meetings(&self, round: u64, groups: Vec<Vec<usize>>) -> Vec<Encounter> {
        let mut encounters = Vec::new();
        for group in groups {
            for board in 0..self.boards.len() {
                let count = self.openings(board);
                encounters.push(Encounter {
                    board,
                    group: group.clone(),
                    openings: round * count..(round + 1) * count,
                });
            }
        }
        encounters
    }

    fn seats(&self) -> usize {
        self.boards.first().map_or(2, |&(seats, _)| seats)
    }

    fn swiss_groups(&self, round: u64, history: &History) -> Vec<Vec<usize>> {
        let total = |engine: usize| self.swiss_total(engine, round, history);
        let mut order: Vec<usize> = (0..self.engines).collect();
        // Who sits out: the last in the standings among those who did so least often.
        order.sort_by_key(|&engine| (std::cmp::Reverse(total(engine).0), engine));
        for _ in 0..self.engines % self.seats() {
            let fewest = order.iter().map(|&engine| total(engine).1).min().unwrap_or(0);
            if let Some(place) = order.iter().rposition(|&engine| total(engine).1 == fewest) {
                order.remove(place);
            }
        }
        if self.seats() == 2 {
            let mut pairs = Vec::new();
            let mut steps = 100_000;
            if pair_up(&order, &history.met_before(round), &mut pairs, &mut steps) {
                return pairs;
            }
        }
        order.chunks(self.seats()).map(<[usize]>::to_vec).collect()
    }

    /// What an engine has made in so many rounds of a Swiss event, in twelfths, and how often it sat out. Who sits out
    /// has won that round.
    pub(super) fn swiss_total(&self, engine: usize, rounds: u64, history: &History) -> (i64, usize) {
        let bye = 12 * (0..self.boards.len()).map(|b| self.openings(b) * self.rotations(b) as u64).sum::<u64>();
        let bye = i64::try_from(bye).unwrap_or(i64::MAX);
        let rounds = usize::try_from(rounds).unwrap_or(usize::MAX);
        let results = (0..rounds).map(|round| history.result(round, engine));
        results.fold((0, 0), |(points, byes), result| match result {
            Some((own, _)) => (points + own, byes),
            None => (points + bye, byes + 1),
        })
    }

    /// Who is still in a knockout event after so many rounds.
    pub(super) fn survivors(&self, round: u64, history: &History) -> Vec<usize> {
        let mut alive: Vec<usize> = (0..self.engines).collect();
        for round in 0..usize::try_from(round).unwrap_or(usize::MAX) {
            if alive.len() <= 1 {
                break;
            }
            let groups = deal(&alive, self.seats());
            let best = |group: &Vec<usize>| {
                // More points, then the better margin, then the better seed.
                let key = |&&engine: &&usize| (history.result(round, engine), std::cmp::Reverse(engine));
                group.iter().max_by_key(key).copied()
            };
            alive = groups.iter().filter_map(best).collect();
            alive.sort_unstable();
        }
        alive
    }

    fn knockout_groups(&self, alive: &[usize]) -> Vec<Vec<usize>> {
        let seats = self.seats();
        deal(alive, seats).into_iter().filter(|group| group.len() > 1).map(|group| fill(group, seats)).collect()
    }

    /// The games of an encounter, numbered onwards.
    #[must_use]
    pub fn fixtures(&self, encounter: &Encounter, round: u64, number: &mut u64, set: &mut u64) -> Vec<Fixture> {
        let mut fixtures = Vec::new();
        let rotations = self.rotations(encounter.board);
        let seats = encounter.group.len();
        for opening in encounter.openings.clone() {
            *set += 1;
            for rotation in 0..rotations {
                *number += 1;
                fixtures.push(Fixture {
                    number: *number,
                    round: round + 1,
                    set: *set,
                    set_size: rotations,
                    board: encounter.board,
                    seating: (0..seats).map(|seat| encounter.group[(seat + rotation) % seats]).collect(),
                    opening,
                    // Easy to copy by hand and exact in every client's numbers.
                    seed: (derive(self.seed, &[1, *number]) >> 16).max(1),
                });
            }
        }
        fixtures
    }
}

/// A number that belongs to a seed and some indices, unrelated to those of other indices.
pub(super) fn derive(seed: u64, indices: &[u64]) -> u64 {
    indices
        .iter()
        .fold(seed, |seed, &index| Rng::new(seed.rotate_left(17) ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15)).bits())
}

/// All groups of engines that fill the seats; the last engine fills the seats that are left over.
fn groups(engines: usize, seats: usize, first_in_all: bool) -> Vec<Vec<usize>> {
    if engines <= seats {
        return vec![fill((0..engines).collect(), seats)];
    }
    let mut groups = Vec::new();
    let mut group: Vec<usize> = (0..seats).collect();
    loop {
        if !first_in_all || group[0] == 0 {
            groups.push(group.clone());
        }
        let Some(last) = (0..seats).rfind(|&i| group[i] < engines - seats + i) else { return groups };
        group[last] += 1;
        for i in last + 1..seats {
            group[i] = group[i - 1] + 1;
        }
    }
}

fn fill(mut group: Vec<usize>, seats: usize) -> Vec<usize> {
    if let Some(&last) = group.last() {
        group.resize(seats.max(group.len()), last);
    }
    group
}

/// Deals engines into groups like cards, there and back, so that the best meet the weakest.
fn deal(alive: &[usize], seats: usize) -> Vec<Vec<usize>> {
    let count = alive.len().div_ceil(seats);
    let mut groups = vec![Vec::new(); count];
    for (index, &engine) in alive.iter().enumerate() {
        let (lap, step) = (index / count, index % count);
        groups[if lap % 2 == 0 { step } else { count - 1 - step }].push(engine);
    }
    groups
}

/// Pairs neighbours in the standings who have not met, going back where that leaves nobody.
fn pair_up(order: &[usize], met: &BTreeSet<(usize, usize)>, pairs: &mut Vec<Vec<usize>>, steps: &mut u32) -> bool {
    let Some((&first, rest)) = order.split_first() else { return true };
    for (index, &second) in rest.iter().enumerate() {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        if met.contains(&(first.min(second), first.max(second))) {
            continue;
        }
        let left: Vec<usize> = rest.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, &e)| e).collect();
        pairs.push(vec![first, second]);
        if pair_up(&left, met, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(kind: Kind, engines: usize, seats: usize, games: u64) -> Schedule {
        Schedule { kind, engines, boards: vec![(seats, true)], games, rounds: 3, seed: 1 }
    }

    #[test]
    fn everybody_meets_everybody_in_all_rotations() {
        let plan = schedule(Kind::RoundRobin, 4, 2, 3);
        assert_eq!(plan.total(), 6 * 4);
        let plan = schedule(Kind::RoundRobin, 5, 3, 3);
        assert_eq!(plan.total(), 10 * 3);
        let encounter = &plan.round(0, &History::default()).unwrap()[0];
        let (mut number, mut set) = (0, 0);
        let fixtures = plan.fixtures(encounter, 0, &mut number, &mut set);
        let seatings: Vec<_> = fixtures.iter().map(|f| f.seating.clone()).collect();
        assert_eq!(seatings, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        assert_eq!((number, set), (3, 1));
        assert_ne!(fixtures[0].seed, fixtures[1].seed);
    }

    #[test]
    fn few_engines_fill_many_seats() {
        assert_eq!(groups(2, 4, false), [[0, 1, 1, 1]]);
        assert_eq!(groups(4, 2, true), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(groups(1, 2, false), [[0, 0]]);
    }

    #[test]
    fn a_knockout_halves_the_field() {
        let plan = schedule(Kind::Knockout, 6, 2, 2);
        let first = plan.round(0, &History::default()).unwrap();
        let groups: Vec<_> = first.iter().map(|e| e.group.clone()).collect();
        assert_eq!(groups, [[0, 5], [1, 4], [2, 3]]);
        assert_eq!(plan.total(), 2 * (3 + 1 + 1));
        assert_eq!(deal(&[0, 1, 2, 3, 4], 4), [vec![0, 3, 4], vec![1, 2]]);
    }

    #[test]
    fn a_swiss_event_pairs_nobody_twice() {
        let plan = schedule(Kind::Swiss, 5, 2, 2);
        let mut history = History::default();
        let mut met = BTreeSet::new();
        let mut plans = Vec::new();
        for round in 0..3 {
            let encounters = plan.round(round, &history).unwrap();
            plans.push(encounters.clone());
            assert_eq!(encounters.len(), 2);
            let mut results = vec![None; 5];
            for encounter in encounters {
                let pair = (encounter.group[0].min(encounter.group[1]), encounter.group[0].max(encounter.group[1]));
                assert!(met.insert(pair), "{pair:?} meet twice");
                history.met.insert(pair, usize::try_from(round).unwrap());
                results[pair.0] = Some((24, 2));
                results[pair.1] = Some((0, -2));
            }
            history.rounds.push(results);
        }
        let byes: Vec<usize> =
            (0..5).map(|engine| (0..3).filter(|&round| history.result(round, engine).is_none()).count()).collect();
        assert!(byes.iter().all(|&byes| byes <= 1), "{byes:?}");
        assert_eq!(plan.round(3, &history), None);
        // Planned again with all results known, every round is the same.
        let again: Vec<_> = (0..3).map(|round| plan.round(round, &history).unwrap()).collect();
        assert_eq!(again, plans);
    }
}
