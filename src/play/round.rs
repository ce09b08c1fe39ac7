//! One game from its start to its end: the board, the moves so far, who plays, and the machines that think.

use std::time::Instant;

use super::brake::Brake;
use super::holder::Holder;
use super::plan::Plan;
use super::thinker::Thinker;
use crate::assistant::{Assistant, Facts, Finding};
use crate::game::{Outcome, Seat};
use crate::protocol::{Base, Code, Go, Refusal};
use crate::random::Rng;
use crate::referee::journal::Ply;
use crate::session::{Board, facts};
use crate::telling::Saying;

/// A game that is being played.
pub(super) struct Round {
    pub(super) plan: Plan,
    pub(super) board: Box<dyn Board>,
    pub(super) assistant: Assistant,
    /// The position text at the start if it is not the usual one.
    pub(super) start: Option<String>,
    /// What was drawn: the set-up where the game draws one, and the luck of the machines.
    pub(super) seed: u64,
    pub(super) plies: Vec<Ply>,
    pub(super) resigned: Option<Seat>,
    pub(super) begun: Instant,
    rng: Rng,
    thinkers: Vec<Option<Thinker>>,
    adviser: Option<Thinker>,
    asked: Instant,
}

impl Round {
    /// A new game; its set-up is drawn where the game draws one.
    pub(super) fn new(plan: Plan, seed: u64) -> Result<Self, Refusal> {
        let choice = &plan.choice;
        let mut board = (choice.game.open)(&choice.settings, choice.style)
            .map_err(|error| Refusal::new(Code::BadOption, error.to_string()))?;
        let start = board.set(&Base::Drawn(Some(seed)), seed, "").is_ok().then(|| board.text());
        let assistant =
            Assistant::new(&choice.game.lore).map_err(|error| Refusal::new(Code::Internal, error.to_string()))?;
        let now = Instant::now();
        Ok(Self {
            thinkers: plan.holders.iter().map(|_| None).collect(),
            plan,
            board,
            assistant,
            start,
            seed,
            plies: Vec::new(),
            resigned: None,
            begun: now,
            rng: Rng::new(seed),
            adviser: None,
            asked: now,
        })
    }

    /// The same game at another start with moves played.
    ///
    /// # Errors
    /// If the position or a move is refused.
    pub(super) fn set(&mut self, start: Option<String>, moves: &[String]) -> Result<(), Refusal> {
        self.start = start;
        self.board.set(&self.base(), 1, "")?;
        self.plies.clear();
        for word in moves {
            let mv = self.board.spell(word)?;
            self.play(&mv)?;
        }
        Ok(())
    }

    fn base(&self) -> Base {
        self.start.clone().map_or(Base::Start, Base::Text)
    }

    /// The moves so far as one text.
    fn moves(&self) -> String {
        self.plies.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// How the game ended, if it has. Among several the one who resigned comes last, as with the referee.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let given_up = self.resigned.map(|seat| {
            let points: Vec<i32> = Seat::all(self.board.seats()).map(|other| i32::from(other != seat)).collect();
            Outcome::by_points(&points)
        });
        given_up.or_else(|| self.board.outcome())
    }

    /// What is true of the position, for the assistant.
    pub(super) fn facts(&self) -> Facts {
        let outcome = self.outcome();
        let mut facts = facts(self.board.as_ref(), &self.plan.choice.settings);
        if outcome.is_some() {
            facts.moves.clear();
        }
        Facts { outcome, ..facts }
    }

    /// Who is to move.
    pub(super) fn holder(&self) -> &Holder {
        &self.plan.holders[self.board.turn().index()]
    }

    /// Whether no person plays.
    pub(super) fn is_among_machines(&self) -> bool {
        !self.plan.holders.iter().any(Holder::is_human)
    }

    /// The seat a board should be turned to: a person's, if one is to move or only one plays.
    pub(super) fn onlooker(&self) -> Seat {
        let turn = self.board.turn();
        let mut people = Seat::all(self.board.seats()).filter(|seat| self.plan.holders[seat.index()].is_human());
        match (people.next(), people.next()) {
            (None, _) => Seat::FIRST,
            (Some(only), None) => only,
            _ if self.holder().is_human() => turn,
            (Some(first), _) => first,
        }
    }

    /// Plays a legal move as printed, and tells what it did.
    ///
    /// # Errors
    /// If the move is refused.
    pub(super) fn play(&mut self, mv: &str) -> Result<Vec<Saying>, Refusal> {
        let effects = self.board.effects(mv);
        let seat = self.board.turn().number();
        self.board.play(mv)?;
        let us = u64::try_from(self.asked.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.asked = Instant::now();
        self.plies.push(Ply { mv: mv.to_owned(), seat, us, ..Ply::default() });
        Ok(effects)
    }

    /// Takes back the last move of a person and all moves since; how many, or `None` if there is none.
    pub(super) fn undo(&mut self) -> Option<usize> {
        if self.resigned.take().is_some() {
            return Some(0);
        }
        let is_ours =
            |ply: &Ply| self.is_among_machines() || self.plan.holders.get(ply.seat - 1).is_some_and(Holder::is_human);
        let at = self.plies.iter().rposition(is_ours)?;
        let count = self.plies.len() - at;
        self.board.undo(u32::try_from(count).ok()?).ok()?;
        self.plies.truncate(at);
        Some(count)
    }

    /// What the machine to move would play.
    pub(super) fn think(&mut self, go: &Go, brake: &Brake) -> Option<Finding> {
        let seat = self.board.turn().index();
        let (base, moves, seed) = (self.base(), self.moves(), self.rng.bits());
        let thinker = match &mut self.thinkers[seat] {
            Some(thinker) => thinker,
            none => none.insert(Thinker::new(&self.plan.choice, &self.plan.holders[seat]).ok()?),
        };
        thinker.find(&base, &moves, go, seed, brake)
    }

    /// What the strongest player thinks of the position, whoever plays.
    pub(super) fn advise(&mut self, go: &Go, brake: &Brake) -> Option<Finding> {
        let (base, moves) = (self.base(), self.moves());
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => none.insert(Thinker::new(&self.plan.choice, &Holder::Human).ok()?),
        };
        adviser.find(&base, &moves, go, 1, brake)
    }
}
