//! Questions of people: the assistant finds the answer, the board knows the facts, a short search gives advice.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::board::{Board, Thinking};
use super::{Job, Session};
use crate::assistant::{Assistant, Facts, Finding, Reply};
use crate::game::Seat;
use crate::option::Settings;
use crate::protocol::{Code, Dialect, Go, Message, Refusal, Report, Value};
use crate::score::Proven;
use crate::search::{Control, Level, STACK, Setup};

/// How long advice may take.
pub const ADVICE_TIME: Duration = Duration::from_millis(500);

impl Session {
    /// Answers a question, if need be after a short search.
    pub(super) fn ask(&mut self, question: &str, stopped: bool) -> Result<(), Refusal> {
        let assistant = match &mut self.assistant {
            Some(assistant) => assistant,
            none => {
                let new = Assistant::new(&self.choice.game.lore);
                none.insert(new.map_err(|error| Refusal::new(Code::Internal, error.to_string()))?)
            }
        };
        let reply = assistant.ask(question);
        let facts = facts(self.board.as_ref(), &self.choice.settings);
        if reply.wants_search() && facts.outcome.is_none() {
            let job = advise(self.adviser()?, reply, facts);
            self.start_tool(job, stopped);
        } else {
            self.output.line(&format!("response {}", reply.say(&facts, None)));
        }
        Ok(())
    }

    /// A short search by the strongest player, whoever plays otherwise. Draws nothing from the game's own chance.
    fn adviser(&mut self) -> Result<Job, Refusal> {
        let go = Go { movetime: Some(ADVICE_TIME), ..Go::default() };
        let thinking = Thinking { dialect: Dialect::Ugi, multipv: 1, overhead: Duration::ZERO, seed: 1, ponder: false };
        let strongest = self.board.players()[0].0;
        if self.player == strongest && self.level() == Level::FULL {
            return self.board.think(&go, thinking);
        }
        let own = self.setup();
        self.board.seat_player(strongest, &Setup { level: Level::FULL, ..own })?;
        let job = self.board.think(&go, thinking);
        self.reseat();
        job
    }
}

/// What answers may tell about a board and its rule options.
pub fn facts(board: &dyn Board, settings: &Settings) -> Facts {
    Facts {
        seats: board.seats(),
        turn: board.turn(),
        outcome: board.outcome(),
        moves: board.moves(),
        points: board.points(),
        numbers: board.facts(),
        holdings: Seat::all(board.seats()).map(|seat| board.holdings(seat)).collect(),
        options: settings.iter().map(|(spec, value)| (spec.name, value.to_owned())).collect(),
    }
}

/// A search that ends with the answer in place of its own last line.
fn advise(search: Job, reply: Reply, facts: Facts) -> Job {
    Box::new(move |control, _| {
        let finding = consult(search, control)?;
        Some(format!("response {}", reply.say(&facts, Some(&finding))))
    })
}

/// What a search has told so far.
#[derive(Default)]
struct Told {
    last: Report,
    values: Vec<i64>,
    /// What is certain, by the last report.
    proven: Option<Proven>,
    margin: Option<i64>,
    /// The same for the report that comes next.
    next: (Option<Proven>, Option<i64>),
}

impl Told {
    fn hear(&mut self, report: Report) {
        match report.string.as_deref().and_then(|words| words.split_once(' ')) {
            None if report.string.is_none() => {
                self.last = report;
                (self.proven, self.margin) = std::mem::take(&mut self.next);
            }
            Some(("proven", result)) => self.next.0 = result.split(' ').next().and_then(Proven::from_word),
            Some(("exact", margin)) => self.next.1 = margin.parse().ok(),
            Some(("scores", scores)) => {
                self.values = scores.split_whitespace().filter_map(|score| score.parse().ok()).collect();
            }
            _ => {}
        }
    }
}

/// Runs a search and gathers what it finds; `None` if it finds no move.
fn consult(search: Job, control: &Control) -> Option<Finding> {
    let told = Mutex::new(Told::default());
    let best = search(control, &|line| {
        if let Ok(Message::Info(report)) = line.parse() {
            told.lock().unwrap_or_else(PoisonError::into_inner).hear(report);
        }
    });
    let Some(Ok(Message::BestMove { best, .. })) = best.map(|line| line.parse()) else { return None };
    let Told { last, values, proven, margin, .. } = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    Some(Finding {
        best,
        value: last.score.map_or(0, Value::centipoints),
        end: last.score.and_then(|score| if let Value::Mate(plies) = score { Some(plies) } else { None }),
        proven,
        margin,
        values,
        line: last.pv,
    })
}

/// Runs a search on a thread of its own, which has the room that searches need; `None` if it fails.
pub fn consult_aside(search: Job, control: &Control) -> Option<Finding> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        builder.spawn_scoped(scope, || consult(search, control)).ok()?.join().ok()?
    })
}
