//! Questions of people: the assistant finds the answer, the board knows the facts, a short search gives advice.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::board::{Board, Thinking};
use super::{Job, Session};
use crate::assistant::{Assistant, Facts, Finding, Reply};
use crate::game::Seat;
use crate::option::Settings;
use crate::protocol::{Code, Dialect, Go, Message, Refusal, Report, Value};
use crate::search::{Level, Setup};

/// How long advice may take.
const ADVICE_TIME: Duration = Duration::from_millis(500);

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

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search that ends with the answer in place of its own last line.
fn advise(search: Job, reply: Reply, facts: Facts) -> Job {
    Box::new(move |control, _| {
        let (last, is_drawn) = (Mutex::new(Report::default()), Mutex::new(false));
        let best = search(control, &|line| {
            let Ok(Message::Info(report)) = line.parse() else { return };
            match report.string.as_deref().map(|words| words.strip_prefix("proven ")) {
                Some(Some(result)) => *held(&is_drawn) = result == "draw",
                Some(None) => {}
                None => *held(&last) = report,
            }
        });
        let Some(Ok(Message::BestMove { best, .. })) = best.map(|line| line.parse()) else { return None };
        let score = held(&last).score;
        let is_drawn = *held(&is_drawn);
        let finding = Finding {
            best,
            value: score.map_or(0, Value::centipoints),
            end: score.and_then(|score| if let Value::Mate(plies) = score { Some(plies) } else { None }),
            is_drawn,
        };
        Some(format!("response {}", reply.say(&facts, Some(&finding))))
    })
}
