//! One game: engines are asked in turn, the rules of the game decide what their answers are worth.
//!
//! A [`Desk`] is where games are played one after the other. It keeps its boards open and its engines running.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::engine::{Engine, Fault, FaultKind, House, Thought, Trouble};
use super::entrant::{EngineSpec, Limits};
use super::event::{Adjudicate, Event, EventError, Overrun};
use super::journal::{Cause, Ending, Ply, Record};
use super::openings::{self, Opening, Openings};
use super::schedule::{Fixture, derive};
use crate::game::Outcome;
use crate::option::quoted;
use crate::protocol::{Base, Value};
use crate::random::Rng;
use crate::register::Choice;
use crate::session::Board;

/// After so many failed starts in a row an engine is not started any more.
const MOST_FAILED_STARTS: u32 = 3;

/// Why a game was not played to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The event was interrupted.
    Interrupted,
    /// The event itself is at fault.
    Event(EventError),
}

/// How often the starts of each engine failed in a row, and why; shared by all desks.
pub type Failures = Arc<Mutex<Vec<(u32, Option<Fault>)>>>;

struct Place {
    choice: Choice,
    board: Box<dyn Board>,
    openings: Openings,
}

/// Where games are played.
pub struct Desk {
    event: Arc<Event>,
    house: House,
    places: Vec<Place>,
    /// Running engines by number and copy: an engine may hold several seats.
    engines: HashMap<(usize, usize), Engine>,
    failures: Failures,
}

/// The course of one game.
struct Course {
    opening: Opening,
    /// All moves from the beginning.
    played: Vec<String>,
    plies: Vec<Ply>,
    clocks: Vec<Duration>,
    quiet: usize,
    /// Moves running that each seat called itself hopeless, and certain to win.
    hopeless: Vec<usize>,
    triumphant: Vec<usize>,
}

impl Desk {
    /// A desk with boards for all games of an event.
    ///
    /// # Errors
    /// If a game cannot be opened, or its openings are not there.
    pub fn new(event: &Arc<Event>, house: &House, failures: &Failures) -> Result<Self, EventError> {
        let mut places = Vec::new();
        for (index, spec) in event.boards.iter().enumerate() {
            let (choice, mut board) = openings::open(spec)?;
            let openings = Openings::new(spec, &mut *board, index, event.seed)?;
            places.push(Place { choice, board, openings });
        }
        let failures = Arc::clone(failures);
        Ok(Self { event: Arc::clone(event), house: house.clone(), places, engines: HashMap::new(), failures })
    }

    /// The seats of each game.
    #[must_use]
    pub fn seats(&self) -> Vec<usize> {
        self.places.iter().map(|place| place.board.seats()).collect()
    }

    /// The opening of a fixture.
    ///
    /// # Errors
    /// If there is none.
    pub fn opening(&mut self, fixture: &Fixture) -> Result<Opening, EventError> {
        let place = &mut self.places[fixture.board];
        place.openings.set_up(&mut *place.board, fixture.opening)
    }

    /// Lets all engines go.
    pub fn close(self) {
        self.engines.into_values().for_each(Engine::part);
    }

    /// Starts every engine once and tells it every game; returns who failed, and how.
    pub fn rehearse(&mut self) -> Vec<(usize, Trouble)> {
        let mut failed = Vec::new();
        for engine in 0..self.event.engines.len() {
            let boards = 0..self.places.len();
            let trouble = boards.into_iter().find_map(|board| self.seat((engine, 0), board).err());
            failed.extend(trouble.map(|trouble| (engine, trouble)));
        }
        failed
    }

    /// Plays a game to its end.
    ///
    /// # Errors
    /// If it has none.
    pub fn play(&mut self, fixture: &Fixture) -> Result<Record, Broken> {
        let begun = Instant::now();
        let opening = self.opening(fixture).map_err(Broken::Event)?;
        let seats = fixture.seating.len();
        let limits: Vec<Limits> = fixture.seating.iter().map(|&engine| self.event.limits_of(engine)).collect();
        let mut course = Course {
            played: opening.lead.clone(),
            opening,
            plies: Vec::new(),
            clocks: limits.iter().map(|limits| Duration::from_millis(limits.time.unwrap_or(0))).collect(),
            quiet: 0,
            hopeless: vec![0; seats],
            triumphant: vec![0; seats],
        };
        let (outcome, ending) = match self.run(fixture, &limits, &mut course) {
            Ok(end) => end,
            Err((_, Trouble::Interrupted)) => return Err(Broken::Interrupted),
            Err((seat, Trouble::Fault(fault))) => self.forfeit(fixture, seat, fault),
        };
        Ok(Record {
            number: fixture.number,
            round: fixture.round,
            set: fixture.set,
            set_size: fixture.set_size,
            board: fixture.board,
            seating: fixture.seating.clone(),
            names: fixture.seating.iter().map(|&engine| self.event.engines[engine].name.clone()).collect(),
            opening: fixture.opening,
            seed: fixture.seed,
            start: course.opening.start,
            lead: course.opening.lead,
            moves: course.plies,
            end: self.places[fixture.board].board.text(),
            points: outcome.points().iter().map(|&points| i64::from(points)).collect(),
            ranks: outcome.ranks().to_vec(),
            ending,
            ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        })
    }

    fn run(
        &mut self,
        fixture: &Fixture,
        limits: &[Limits],
        course: &mut Course,
    ) -> Result<(Outcome, Ending), (usize, Trouble)> {
        let keys = keys(&fixture.seating);
        for (seat, &key) in keys.iter().enumerate() {
            self.begin(key, fixture, seat).map_err(|trouble| (seat, trouble))?;
        }
        loop {
            let board = &self.places[fixture.board].board;
            if let Some(outcome) = board.outcome() {
                return Ok((outcome, ended(Cause::Rules)));
            }
            if let Some(end) = adjudicate(&self.event.adjudicate, course, &**board) {
                return Ok(end);
            }
            let seat = board.turn().index();
            let thought = match self.ask(keys[seat], fixture, seat, limits, course) {
                Err(Trouble::Fault(fault)) if self.forgives(&fault, &limits[seat]) => {
                    self.engines.remove(&keys[seat]);
                    let elapsed = Duration::from_millis(self.event.conduct.margin);
                    Ok(Thought { best: None, late: true, elapsed, report: None, gone: false })
                }
                other => other,
            };
            let thought = thought.map_err(|trouble| (seat, trouble))?;
            if thought.gone {
                self.engines.remove(&keys[seat]);
            }
            self.accept(fixture, seat, &limits[seat], thought, course)
                .map_err(|fault| (seat, Trouble::Fault(fault)))?;
        }
    }

    /// Whether a stalled engine only came too late, and that does not lose the game.
    fn forgives(&self, fault: &Fault, limits: &Limits) -> bool {
        fault.kind == FaultKind::Stall && self.event.conduct.overrun != Overrun::Loss && limits.has_time()
    }

    /// Has the engine of a seat running, set to the game, and told that a new one begins.
    fn begin(&mut self, key: (usize, usize), fixture: &Fixture, seat: usize) -> Result<(), Trouble> {
        self.seat(key, fixture.board)?;
        let Some(engine) = self.engines.get_mut(&key) else { return Err(Trouble::Interrupted) };
        engine.new_game(fixture.seed + seat as u64)
    }

    /// Has an engine running and set to a game.
    fn seat(&mut self, key: (usize, usize), board: usize) -> Result<(), Trouble> {
        let spec = &self.event.engines[key.0];
        let lock = |failures: &Failures| failures.lock().unwrap_or_else(PoisonError::into_inner).get(key.0).cloned();
        if let Some((MOST_FAILED_STARTS.., Some(fault))) = lock(&self.failures) {
            let text = format!("{} (it failed {MOST_FAILED_STARTS} times and is not started any more)", fault.text);
            return Err(Trouble::Fault(Fault { text, ..fault }));
        }
        let choice = &self.places[board].choice;
        let started = match self.engines.remove(&key) {
            Some(mut running) => running.enter(choice, spec).map(|()| running),
            None => start(spec, &self.house, choice, self.event.limits_of(key.0), board),
        };
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = failures.get_mut(key.0);
        match started {
            Ok(engine) => {
                if let Some(entry) = entry {
                    *entry = (0, None);
                }
                self.engines.insert(key, engine);
                Ok(())
            }
            Err(trouble) => {
                if let (Some(entry), Trouble::Fault(fault)) = (entry, &trouble) {
                    *entry = (entry.0 + 1, Some(fault.clone()));
                }
                Err(trouble)
            }
        }
    }

    fn ask(
        &mut self,
        key: (usize, usize),
        fixture: &Fixture,
        seat: usize,
        limits: &[Limits],
        course: &Course,
    ) -> Result<Thought, Trouble> {
        if !self.engines.contains_key(&key) {
            self.begin(key, fixture, seat)?;
        }
        let separator = self.places[fixture.board].board.uci_separator();
        let Some(engine) = self.engines.get_mut(&key) else { return Err(Trouble::Interrupted) };
        let mut position = match &course.opening.start {
            None => "position startpos".to_owned(),
            Some(text) => format!("position fen {text}"),
        };
        if !course.played.is_empty() {
            position.push_str(" moves ");
            position.push_str(&course.played.join(engine.separator(separator)));
        }
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
        let clock = |(left, limits): (&Duration, &Limits)| (millis(*left), limits.inc.unwrap_or(0));
        let clocks: Vec<(u64, u64)> = course.clocks.iter().zip(limits).map(clock).collect();
        let own = &limits[seat];
        let movetime = own.movetime.map(Duration::from_millis);
        let left = own.time.map(|_| course.clocks[seat]);
        let budget = movetime.into_iter().chain(left).min();
        engine.think(&position, &engine.go(own, &clocks), budget)
    }

    /// Judges an answer and plays it.
    fn accept(
        &mut self,
        fixture: &Fixture,
        seat: usize,
        limits: &Limits,
        thought: Thought,
        course: &mut Course,
    ) -> Result<(), Fault> {
        let board = &mut self.places[fixture.board].board;
        let answer = thought.best.as_ref().map(|best| format!("bestmove {best}"));
        let used = thought.elapsed;
        if thought.late && self.event.conduct.overrun == Overrun::Loss {
            let text = format!("its move took {} ms", used.as_millis());
            return Err(Fault { kind: FaultKind::Time, text, line: answer });
        }
        let mv = if thought.late {
            let told = thought.report.as_ref().and_then(|report| report.pv.first());
            let told = told.filter(|_| self.event.conduct.overrun == Overrun::Pv);
            match told.and_then(|word| board.spell(word).ok()) {
                Some(mv) => mv,
                None => {
                    let mut legal = board.moves();
                    let mut rng = Rng::new(derive(fixture.seed, &[course.played.len() as u64]));
                    legal.swap_remove(rng.below(legal.len()))
                }
            }
        } else {
            let best = thought.best.as_deref().unwrap_or_default();
            let illegal = |text: String| Fault { kind: FaultKind::Illegal, text, line: answer.clone() };
            board.spell(best).map_err(|refusal| illegal(refusal.text))?
        };
        let refused = |refusal: crate::protocol::Refusal| Fault {
            kind: FaultKind::Illegal,
            text: refusal.text,
            line: Some(quoted(&mv).to_string()),
        };
        board.play(&mv).map_err(refused)?;
        if limits.time.is_some() {
            let increment = Duration::from_millis(limits.inc.unwrap_or(0));
            course.clocks[seat] = course.clocks[seat].saturating_sub(used) + increment;
        }
        let report = thought.report.unwrap_or_default();
        course.judge(&self.event.adjudicate, seat, report.score.filter(|_| !thought.late));
        course.plies.push(Ply {
            mv: mv.clone(),
            seat: seat + 1,
            us: u64::try_from(used.as_micros()).unwrap_or(u64::MAX),
            depth: report.depth,
            score: report.score.map(|score| score.to_string()),
            nodes: report.nodes,
            late: thought.late,
        });
        course.played.push(mv);
        Ok(())
    }

    /// The end of a game by an engine's fault: it comes last, the others share the first place.
    fn forfeit(&mut self, fixture: &Fixture, seat: usize, fault: Fault) -> (Outcome, Ending) {
        if !matches!(fault.kind, FaultKind::Illegal | FaultKind::Time) {
            self.engines.remove(&keys(&fixture.seating)[seat]);
        }
        let seats = fixture.seating.len();
        let points: Vec<i32> = (0..seats).map(|other| i32::from(other != seat)).collect();
        let seat = Some(seat + 1);
        let ending = Ending { by: Cause::Fault(fault.kind), seat, text: Some(fault.text), line: fault.line };
        (Outcome::by_points(&points), ending)
    }
}

impl Course {
    /// Counts what the values say about the end.
    fn judge(&mut self, rules: &Adjudicate, seat: usize, score: Option<Value>) {
        let score = score.map(Value::centipoints);
        if let Some(quiet) = rules.draw {
            let is_quiet = score.is_some_and(|score| score.abs() <= quiet.score);
            self.quiet = if is_quiet { self.quiet + 1 } else { 0 };
        }
        if let Some(rule) = rules.resign {
            let behind = score.is_some_and(|score| score <= -rule.score);
            let ahead = score.is_some_and(|score| score >= rule.score);
            self.hopeless[seat] = if behind { self.hopeless[seat] + 1 } else { 0 };
            self.triumphant[seat] = if ahead { self.triumphant[seat] + 1 } else { 0 };
        }
    }
}

/// Starts an engine and sets it to a game. One that offers no choice of games has to show that it plays this one.
fn start(spec: &EngineSpec, house: &House, choice: &Choice, limits: Limits, board: usize) -> Result<Engine, Trouble> {
    let mut engine = Engine::start(spec, house)?;
    engine.enter(choice, spec)?;
    if engine.offers_games() {
        return Ok(engine);
    }
    log::debug!("{} offers no choice of games; it is tried at game {board}", spec.name);
    let Ok(mut judge) = (choice.game.open)(&choice.settings, choice.style) else { return Ok(engine) };
    if judge.set(&Base::Start, 1, "").is_err() {
        return Ok(engine);
    }
    let probe = Limits { depth: limits.depth.or(Some(1)), movetime: limits.movetime, ..Limits::default() };
    let thought = engine.think("position startpos", &engine.go(&probe, &[]), None)?;
    let best = thought.best.unwrap_or_default();
    match judge.spell(&best) {
        Ok(_) => Ok(engine),
        Err(refusal) => {
            let text = format!("it does not play {}: {}", choice.name, refusal.text);
            Err(Trouble::fault(FaultKind::Refused, text, Some(format!("bestmove {best}"))))
        }
    }
}

/// Which running engine serves each seat: the number of the engine and of its copy.
fn keys(seating: &[usize]) -> Vec<(usize, usize)> {
    let copy = |seat: usize| seating[..seat].iter().filter(|&&other| other == seating[seat]).count();
    seating.iter().enumerate().map(|(seat, &engine)| (engine, copy(seat))).collect()
}

fn ended(by: Cause) -> Ending {
    Ending { by, seat: None, text: None, line: None }
}

/// Ends a game early where the event says so.
fn adjudicate(rules: &Adjudicate, course: &Course, board: &dyn Board) -> Option<(Outcome, Ending)> {
    let plies = course.played.len();
    if rules.max_plies.is_some_and(|most| plies >= most) {
        return Some((Outcome::by_points(&board.points()), ended(Cause::MaxPlies)));
    }
    if rules.draw.is_some_and(|quiet| plies >= quiet.from && course.quiet >= quiet.plies) {
        return Some((Outcome::draw(&board.points()), ended(Cause::DrawAdjudicated)));
    }
    let rule = rules.resign.filter(|_| course.hopeless.len() == 2)?;
    let lost = |seat: &usize| {
        course.hopeless[*seat] >= rule.moves && (!rule.agreed || course.triumphant[1 - *seat] >= rule.moves)
    };
    let loser = [0, 1].into_iter().find(lost)?;
    let points = [i32::from(loser == 1), i32::from(loser == 0)];
    let ending = Ending { seat: Some(loser + 1), ..ended(Cause::LossAdjudicated) };
    Some((Outcome::by_points(&points), ending))
}
