//! What an event has brought so far: counts, from which every figure is computed when it is asked for.
//!
//! All sums are whole numbers, and ratings are learnt in the order of the plan, so that the order in which games end
//! never shows.

use std::collections::{BTreeMap, HashMap};

use super::engine::FaultKind;
use super::event::{Event, Kind};
use super::journal::{Cause, Record};
use super::rating::{self, Rating};
use super::schedule::History;
use super::stats::{Estimate, Spread, Z95, real};

/// The results of one engine, or of one engine against another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games, counted once for each seat held.
    pub games: u64,
    /// First places.
    pub wins: u64,
    /// Shared first places.
    pub draws: u64,
    /// All other places.
    pub losses: u64,
    /// Points, 12 for a place before all others.
    pub twelfths: u64,
    /// Games lost by each kind of fault.
    pub faults: BTreeMap<FaultKind, u64>,
    /// Moves that came too late and were replaced.
    pub late: u64,
    margins: (i64, i64, u64),
    /// Single results between two: losses, draws, wins.
    single: [u64; 3],
    /// Results of pairs, from none to both won.
    pairs: [u64; 5],
}

impl Tally {
    /// Points, 1 for a place before all others.
    #[must_use]
    pub fn points(&self) -> f64 {
        real(self.twelfths) / 12.0
    }

    /// Points for each game.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.points() / real(self.games) }
    }

    /// The mean margin in points of the game, over games that no fault ended.
    #[must_use]
    pub fn margin(&self) -> Option<Estimate> {
        #[expect(clippy::cast_precision_loss, reason = "sums of points are small")]
        let (sum, squares) = (self.margins.0 as f64, self.margins.1 as f64);
        let count = real(self.margins.2);
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0);
        (self.margins.2 > 0).then(|| Estimate { value: mean, error: Z95 * (variance / count).sqrt() })
    }

    /// The counts that tests and errors are computed from: pairs where the games came in pairs, else single games.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        if self.pairs.iter().any(|&count| count > 0) { &self.pairs } else { &self.single }
    }

    /// The spread of the results between two; `None` without any.
    #[must_use]
    pub fn spread(&self) -> Option<Spread> {
        Spread::of(self.counts())
    }

    fn add(&mut self, record: &Record, seat: usize) {
        self.games += 1;
        let first = record.ranks[seat] == 1;
        let shared = record.ranks.iter().filter(|rank| **rank == 1).count() > 1;
        self.wins += u64::from(first && !shared);
        self.draws += u64::from(first && shared);
        self.losses += u64::from(!first);
        self.twelfths += u64::from(record.twelfths(seat));
        if let Some(margin) = record.margin(seat) {
            self.margins.0 += margin;
            self.margins.1 += margin * margin;
            self.margins.2 += 1;
        }
        if let (Cause::Fault(kind), Some(guilty)) = (record.ending.by, record.ending.seat)
            && guilty == seat + 1
        {
            *self.faults.entry(kind).or_default() += 1;
        }
    }
}

/// One side of a set of two games that is not complete yet: the engine, and the twelfths it made.
type Half = (usize, u8);

/// The results of an event.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Per engine.
    pub engines: Vec<Tally>,
    /// Points in twelfths of the first against the second, and games.
    cross: Vec<Vec<(u64, u64)>>,
    halves: HashMap<u64, Half>,
    /// Seatings and places of games with more than two seats, by number.
    crowds: BTreeMap<u64, (Vec<usize>, Vec<u8>)>,
    /// Games.
    pub games: u64,
    /// Plies.
    pub plies: u64,
    /// The number of results by what ended the game.
    pub endings: BTreeMap<Cause, u64>,
    /// What pairings ask for, in events whose rounds depend on results.
    history: Option<History>,
    /// Seats of the games, by their number in the event.
    seats: BTreeMap<usize, usize>,
    /// The same for each game of an event that has several.
    boards: Vec<Self>,
}

impl Standings {
    /// Nothing played yet.
    #[must_use]
    pub fn new(event: &Event) -> Self {
        let by_rounds = matches!(event.kind, Kind::Swiss | Kind::Knockout);
        let mut standings = Self { history: by_rounds.then(History::default), ..Self::empty(event.engines.len()) };
        if event.boards.len() > 1 {
            standings.boards = vec![Self::empty(event.engines.len()); event.boards.len()];
        }
        standings
    }

    fn empty(count: usize) -> Self {
        Self {
            engines: vec![Tally::default(); count],
            cross: vec![vec![(0, 0); count]; count],
            halves: HashMap::new(),
            crowds: BTreeMap::new(),
            games: 0,
            plies: 0,
            endings: BTreeMap::new(),
            history: None,
            seats: BTreeMap::new(),
            boards: Vec::new(),
        }
    }

    /// Books a game.
    pub fn add(&mut self, record: &Record) {
        if record.ending.by == Cause::Unfinished {
            return;
        }
        self.games += 1;
        self.plies += record.moves.len() as u64;
        *self.endings.entry(record.ending.by).or_default() += 1;
        self.seats.insert(record.board, record.seating.len());
        if let Some(board) = self.boards.get_mut(record.board) {
            board.add(record);
        }
        if let Some(history) = &mut self.history {
            history.add(record, self.engines.len());
        }
        for (seat, &engine) in record.seating.iter().enumerate() {
            self.engines[engine].add(record, seat);
            for (other, &opponent) in record.seating.iter().enumerate().filter(|(_, other)| **other != engine) {
                let (points, games) = &mut self.cross[engine][opponent];
                let halves = u64::from(record.ranks[seat] < record.ranks[other])
                    + u64::from(record.ranks[seat] <= record.ranks[other]);
                *points += 6 * halves;
                *games += 1;
            }
        }
        for ply in record.moves.iter().filter(|ply| ply.late) {
            self.engines[record.seating[ply.seat - 1]].late += 1;
        }
        match record.seating[..] {
            [one, two] if one != two => self.add_pair(record, one, two),
            _ => {
                self.crowds.insert(record.number, (record.seating.clone(), record.ranks.clone()));
            }
        }
    }

    fn add_pair(&mut self, record: &Record, one: usize, two: usize) {
        let result = record.twelfths(0);
        self.engines[one].single[usize::from(result / 6)] += 1;
        self.engines[two].single[usize::from(2 - result / 6)] += 1;
        if record.set_size != 2 {
            return;
        }
        match self.halves.remove(&record.set) {
            None => {
                self.halves.insert(record.set, (one, result));
            }
            Some((engine, earlier)) => {
                let own = if engine == one { result } else { 12 - result };
                let pair = usize::from((earlier + own) / 6);
                self.engines[engine].pairs[pair] += 1;
                self.engines[if engine == one { two } else { one }].pairs[4 - pair] += 1;
            }
        }
    }

    /// What earlier rounds have brought, where later ones ask.
    #[must_use]
    pub fn history(&self) -> Option<&History> {
        self.history.as_ref()
    }

    /// The results of each game, where the event has several.
    #[must_use]
    pub fn boards(&self) -> &[Self] {
        &self.boards
    }

    /// Seats of a game of the event, once it was played.
    #[must_use]
    pub fn seats(&self, board: usize) -> Option<usize> {
        self.seats.get(&board).copied()
    }

    /// Points of one engine against another, and the games between them.
    #[must_use]
    pub fn between(&self, one: usize, two: usize) -> (f64, u64) {
        let (points, games) = self.cross[one][two];
        (real(points) / 12.0, games)
    }

    /// Whether engines met in games of more than two seats.
    #[must_use]
    pub fn has_crowds(&self) -> bool {
        !self.crowds.is_empty()
    }

    /// Ratings learnt from the games with more than two seats.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let mut all = vec![Rating::default(); self.engines.len()];
        for (seating, ranks) in self.crowds.values() {
            let mut seats: Vec<Rating> = seating.iter().map(|&engine| all[engine]).collect();
            let before = seats.clone();
            rating::learn(&mut seats, ranks);
            // An engine on several seats learns from all of them.
            for ((&engine, new), old) in seating.iter().zip(&seats).zip(&before) {
                all[engine].mean += new.mean - old.mean;
                all[engine].deviation *= new.deviation / old.deviation;
            }
        }
        all
    }

    /// The engines, best first: by points for each game, then by number.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.engines.len()).collect();
        order.sort_by(|&a, &b| self.engines[b].score().total_cmp(&self.engines[a].score()));
        order
    }
}
