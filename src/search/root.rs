//! The root of a search that is deepened ply by ply: its moves, what is known about them, and what results prove.
//!
//! Shared by all methods that [`deepen`](super::iterate::deepen) drives; nothing here knows how a tree is searched.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::control::Meter;
use super::{Evaluate, MAX_PLY};
use crate::game::{MAX_SEATS, Move, MoveList, Position, Scoring};
use crate::score::{Proven, Score};

/// A line of moves from some ply on.
pub(super) type Line<M> = ArrayVec<M, MAX_PLY>;

/// Values for every seat in order; empty from searches that know one value only.
pub(super) type Scores = ArrayVec<Score, MAX_SEATS>;

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    /// The value if the move ever became the best of its pass, else minus infinity.
    pub(super) score: Score,
    pub(super) scores: Scores,
    pub(super) line: Line<M>,
    /// Among equal values the lower number is preferred.
    pub(super) precedence: usize,
}

impl<M> RootMove<M> {
    /// Sorts the best move first.
    pub(super) fn standing(&self) -> Reverse<(Score, Reverse<usize>)> {
        Reverse((self.score, Reverse(self.precedence)))
    }
}

/// What every search keeps about its root.
#[derive(Debug)]
pub(super) struct Front<'a, M> {
    pub(super) meter: Meter<'a>,
    /// The root's moves, best first; those before `first` are already reported lines of this iteration.
    pub(super) moves: Vec<RootMove<M>>,
    pub(super) first: usize,
    /// Whether these are all legal moves.
    all: bool,
    pub(super) seldepth: u32,
    pub(super) tbhits: u64,
}

impl<'a, M: Move> Front<'a, M> {
    /// A root without moves as yet.
    pub(super) fn new(meter: Meter<'a>) -> Self {
        Self { meter, moves: Vec::new(), first: 0, all: false, seldepth: 0, tbhits: 0 }
    }

    /// Takes the root's moves in the order they are to be tried.
    pub(super) fn set_moves<P: Position<Move = M>>(&mut self, position: &P, moves: impl Iterator<Item = M>) {
        let root_move = |mv| RootMove {
            mv,
            score: -Score::INFINITE,
            scores: Scores::new(),
            line: [mv].into_iter().collect(),
            precedence: 0,
        };
        self.moves = moves.map(root_move).collect();
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        self.all = self.moves.len() == legal.len();
    }

    /// Whether the current pass values the position as a whole, because it leaves out no move.
    pub(super) fn is_whole(&self) -> bool {
        self.all && self.first == 0
    }

    /// The moves of the current pass in order.
    pub(super) fn pass_moves(&self) -> MoveList<M> {
        self.moves[self.first..].iter().map(|root| root.mv).collect()
    }

    /// A move became the best of the current pass.
    pub(super) fn improve(&mut self, mv: M, score: Score, scores: Scores, line: &Line<M>) {
        if let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) {
            root.score = score;
            root.scores = scores;
            root.line.clone_from(line);
        }
    }
}

/// What the value of a root is worth as a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// Two sides that want opposite things: a decided value is the truth.
    Full,
    /// The others were taken to conspire: what is won against that is won, anything else may turn out better.
    WinsOnly,
    /// Two sides, but what the rules say about the past is not all in the values: decided values are the truth.
    Ends,
    /// The others were taken to play in a certain way, which nobody can hold them to.
    Nothing,
}

impl Proof {
    /// What a search of this game with this judgement can prove at most, given what its method can.
    pub(super) fn within<P: Position, E: Evaluate<P>>(self) -> Self {
        if E::COMPLETE && !P::PAST_MATTERS { self } else { Self::Nothing }
    }

    /// The same from this root, which the judgement may be complete for although it is not so everywhere.
    pub(super) fn at_root<P: Position, E: Evaluate<P>>(self, judge: &E, root: &P) -> Self {
        match self {
            Self::Full if (!E::COMPLETE || P::PAST_MATTERS) && judge.is_complete(root) => Self::Ends,
            _ => self.within::<P, E>(),
        }
    }

    /// What is proven by the value of a search; `whole_game` if its horizon lies beyond the end of every game.
    pub(super) fn verdict(self, scoring: Scoring, score: Score, whole_game: bool) -> Option<Proven> {
        let by_margin = whole_game && scoring != Scoring::Sooner;
        let wins = score.is_win() || by_margin && score > Score::ZERO;
        let loses = score.is_loss() || by_margin && score < Score::ZERO;
        match self {
            Self::Full | Self::WinsOnly | Self::Ends if wins => Some(Proven::Win),
            Self::Full | Self::Ends if loses => Some(Proven::Loss),
            Self::Full if whole_game && score == Score::ZERO => Some(Proven::Draw),
            // A win with the very next move needs nobody's consent.
            Self::Nothing if score == Score::win_in(1) => Some(Proven::Win),
            _ => None,
        }
    }
}

/// The margin in points behind the value of a finished game.
pub(super) fn margin(scoring: Scoring, score: Score) -> Option<i32> {
    let Scoring::Margin { bonus } = scoring else { return None };
    Some((score.value() - score.value().signum() * bonus) / 100)
}
