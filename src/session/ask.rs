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

/// Runs a search and gathers what it finds; `None` if it finds no move.
fn consult(search: Job, control: &Control) -> Option<Finding> {
    let told = Mutex::new((Report::default(), false, Vec::new()));
    let best = search(control, &|line| {
        let Ok(Message::Info(report)) = line.parse() else { return };
        let (last, is_drawn, values) = &mut *told.lock().unwrap_or_else(PoisonError::into_inner);
        match report.string.as_deref() {
            None => *last = report,
            Some(words) => {
                if let Some(result) = words.strip_prefix("proven ") {
                    *is_drawn = result == "draw";
                } else if let Some(scores) = words.strip_prefix("scores ") {
                    *values = scores.split_whitespace().filter_map(|score| score.parse().ok()).collect();
                }
            }
        }
    });
    let Some(Ok(Message::BestMove { best, .. })) = best.map(|line| line.parse()) else { return None };
    let (last, is_drawn, values) = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    Some(Finding {
        best,
        value: last.score.map_or(0, Value::centipoints),
        end: last.score.and_then(|score| if let Value::Mate(plies) = score { Some(plies) } else { None }),
        is_drawn,
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
