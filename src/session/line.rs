//! A game as far as it was played: where it began, the moves, and where they led.

use crate::game::{MoveList, Notation, Outcome, Position, TextError};
use crate::option::quoted;
use crate::protocol::{Code, Refusal};
use crate::search::Root;
use crate::telling::Saying;
use crate::trail::Trail;

/// A position and the moves that led to it.
#[derive(Clone)]
pub(super) struct Line<P: Position> {
    pub(super) base: P,
    pub(super) moves: Vec<P::Move>,
    pub(super) now: P,
    trail: Trail,
}

impl<P: Notation> Line<P> {
    pub(super) fn from(base: P) -> Self {
        Self { now: base.clone(), base, moves: Vec::new(), trail: Trail::default() }
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.now.outcome().or_else(|| self.now.outcome_by_past(&self.trail.past(&self.now)))
    }

    pub(super) fn legal_moves(&self) -> MoveList<P::Move> {
        let mut moves = MoveList::new();
        if self.outcome().is_none() {
            self.now.legal_moves(&mut moves);
        }
        moves
    }

    pub(super) fn push(&mut self, mv: P::Move) {
        self.trail.push(&self.now, mv);
        self.now.play(mv);
        self.moves.push(mv);
    }

    /// Reads one word that stands for exactly one legal move.
    pub(super) fn read(&self, word: &str) -> Result<P::Move, Refusal> {
        self.try_read(word).map_err(|error| Refusal::new(Code::IllegalMove, error.to_string()))
    }

    pub(super) fn try_read(&self, word: &str) -> Result<P::Move, TextError> {
        if self.outcome().is_some() {
            let text = format!("{} cannot be played: the game is over", quoted(word));
            return Err(TextError::new(text).says(Saying::new("why-over")));
        }
        self.now.parse_move(word)
    }

    pub(super) fn play(&mut self, moves: &str) -> Result<(), Refusal> {
        for (index, word) in moves.split_whitespace().flat_map(P::split_moves).enumerate() {
            let mv = self
                .read(word)
                .map_err(|refusal| Refusal::new(refusal.code, format!("move {}: {}", index + 1, refusal.text)))?;
            self.push(mv);
        }
        Ok(())
    }

    pub(super) fn root(&self, seed: u64) -> Root<P> {
        let mut position = self.base.clone();
        let step = |&mv: &P::Move| {
            let before = position.clone();
            position.play(mv);
            (before, mv)
        };
        let story = self.moves.iter().map(step).collect();
        Root { position: self.now.clone(), trail: self.trail.clone(), story, seed }
    }
}
