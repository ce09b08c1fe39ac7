//! Monte Carlo tree search without chance: UCT over vectors of values, leaves judged by the evaluation.
//!
//! Every seat maximises its own share (max^n policy). A new leaf is worth what the judgement says, as a share of the win
//! for every seat; for short games the end of a greedy line from there can be taken into account, but nothing is ever
//! played at random. The game's hints bias the first visits. Results that are certain if all play for themselves are
//! backed up as such (a solver); a finished tree has the exact value of the game.
//!
//! One node is one descent from the root, so a limit on nodes is a limit on visits. One iteration, the unit of depth,
//! is a doubling of the visits: depth 10 means 1024 descents. The tree takes at most as many bytes as the
//! transposition table, which it does not use; when they are full it grows no deeper, but its means still improve.
//!
//! Threads share the tree: each takes it for as long as a walk or a back-up lasts, and judges leaves outside.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::control::{Meter, Stopped};
use super::ending::{Ending, is_tracked};
use super::iterate::meter;
use super::order::Picker;
use super::pvs::plies;
use super::root::{Proof, margin};
use super::share::{self, Shares};
use super::simple::{allowed_moves, look};
use super::table::Table;
use super::together::together;
use super::tree::{Halt, Tree};
use super::vector::{self, Vector};
use super::watch::lookers;
use super::{Control, Evaluate, Info, Limits, MAX_PLY, Root, Searcher, Setup};
use crate::game::{MAX_SEATS, MoveList, Position};
use crate::score::{Bound, Score};
use crate::trail::Trail;

/// Monte Carlo tree search as a player.
#[derive(Debug)]
pub struct Mcts<E> {
    table: Arc<Table>,
    threads: usize,
    judge: E,
    follows: bool,
    watches: bool,
}

/// What looks best in short games whose lines are followed is played often, but far from always.
const HABIT_IN_SHORT_GAMES: f32 = 0.3;
/// Who has been playing what looks best will mostly go on.
const HABIT_ONCE_SHOWN: f32 = 0.85;
/// A descent takes this many times as long as a node of another search.
const SLOWNESS: u64 = 16;

impl<E> Mcts<E> {
    /// A player that thinks with the game's judgement and as much memory as the session's table takes.
    pub fn new(setup: &Setup, judge: E) -> Self {
        Self { table: Arc::clone(&setup.table), threads: setup.threads, judge, follows: false, watches: false }
    }

    /// The same player, but half of what a leaf is worth comes from following it to its end, every seat playing the
    /// move that looks best one ply deep, and in the tree the other seats are expected to do so now and then. For games
    /// that are short and whose judgement is blind to their end.
    #[must_use]
    pub fn following_lines(self) -> Self {
        Self { follows: true, ..self }
    }

    /// The same player, but it watches the other seats: of those that have been playing what looks best one ply deep it
    /// expects that they go on, even where something else would serve them better. For games with many seats, where no
    /// search sees far.
    #[must_use]
    pub fn watching(self) -> Self {
        Self { watches: true, ..self }
    }

    /// How often every seat is expected at least to play what looks best to it.
    fn habits<P: Position>(&self, root: &Root<P>) -> Shares
    where
        E: Evaluate<P>,
    {
        let mut habits = Shares::default();
        if self.follows {
            habits = [HABIT_IN_SHORT_GAMES; MAX_SEATS];
        } else if self.watches {
            let looks = lookers(&mut self.judge.clone(), &root.story);
            habits = looks.map(|looks| if looks { HABIT_ONCE_SHOWN } else { 0.0 });
        }
        habits[root.position.turn().index()] = 0.0;
        habits
    }
}

impl<P: Position, E: Evaluate<P>> Searcher<P> for Mcts<E> {
    fn search(
        &mut self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move> {
        let mut picker = Picker::new(allowed_moves(root, limits));
        if picker.moves.is_empty() {
            return None;
        }
        self.judge.hints(&root.position, &picker.moves, &mut picker.hints);
        let tree = Tree::new(root.position.turn(), &picker.moves, &picker.hints, self.table.bytes());
        let habits = self.habits(root);
        let tree = Mutex::new(tree.expecting(habits));
        let help = |_, reins: &Control| {
            self.worker(root, meter(root, &Limits::default(), reins), &tree, habits).help(control);
        };
        together(self.threads, control, help, || {
            let mut worker = self.worker(root, meter(root, limits, control), &tree, habits);
            worker.run(limits, report);
            worker.best()
        })
    }
}

impl<E> Mcts<E> {
    fn worker<'a, P: Position>(
        &self,
        root: &'a Root<P>,
        meter: Meter<'a>,
        tree: &'a Mutex<Tree<P::Move>>,
        habits: Shares,
    ) -> Worker<'a, P, E>
    where
        E: Evaluate<P>,
    {
        Worker {
            root,
            judge: self.judge.clone(),
            meter: meter.for_slow_nodes(SLOWNESS),
            tree,
            trail: root.trail.clone(),
            seats: root.position.seats(),
            follows: self.follows,
            looks: habits.map(|habit| self.follows || habit > 0.0),
            path: Vec::with_capacity(MAX_PLY),
            moves: Vec::with_capacity(MAX_PLY),
            seldepth: 0,
            tbhits: 0,
        }
    }
}

struct Worker<'a, P: Position, E> {
    root: &'a Root<P>,
    judge: E,
    meter: Meter<'a>,
    tree: &'a Mutex<Tree<P::Move>>,
    trail: Trail,
    seats: usize,
    follows: bool,
    /// Per seat, whether its moves are ordered by what they look like one ply deep.
    looks: [bool; MAX_SEATS],
    /// The nodes of the current descent.
    path: Vec<usize>,
    /// The moves on the way.
    moves: Vec<P::Move>,
    seldepth: u32,
    tbhits: u64,
}

impl<'a, P: Position, E: Evaluate<P>> Worker<'a, P, E> {
    fn run(&mut self, limits: &Limits<P::Move>, report: &mut dyn FnMut(&Info<P::Move>)) {
        let most = limits.depth.map_or(u64::MAX, |depth| 1_u64.checked_shl(depth).unwrap_or(u64::MAX));
        let is_forced = limits.clock.is_some() && self.tree().children(0).len() == 1;
        let mut reported = 0_u64;
        let mut descents = 0_u64;
        while self.tree().node(0).proven.is_none() && self.meter.nodes() < most && self.descend() == Ok(()) {
            self.meter.arm_once();
            if self.meter.nodes() >= (reported + 1).next_power_of_two() {
                self.lines(limits.multipv).iter().for_each(&mut *report);
                reported = self.meter.nodes();
            }
            descents += 1;
            let is_time_to_look = descents.is_multiple_of(64) || descents == 1;
            if is_time_to_look && self.meter.control().is_finite() && (is_forced || !self.meter.has_time_for_more(1.0))
            {
                break;
            }
        }
        if reported != self.meter.nodes() || reported == 0 {
            self.lines(limits.multipv).iter().for_each(&mut *report);
        }
    }

    /// Descends for the lead until stopped.
    fn help(&mut self, lead: &'a Control) {
        self.meter.help(lead);
        while self.tree().node(0).proven.is_none() && self.descend() == Ok(()) {
            self.meter.arm_once();
        }
    }

    fn tree(&self) -> MutexGuard<'a, Tree<P::Move>> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One way from the root to a leaf and what is learnt there.
    fn descend(&mut self) -> Result<(), Stopped> {
        self.meter.tick()?;
        let mut position = self.root.position.clone();
        let mut played = 0;
        self.path.clear();
        self.moves.clear();
        let leaf = loop {
            let halt = self.tree().walk(&mut self.path, &mut self.moves);
            for &mv in &self.moves[played..] {
                if is_tracked::<P>() {
                    self.trail.push(&position, mv);
                }
                position.play(mv);
            }
            played = self.moves.len();
            let at = self.path[played];
            match halt {
                Halt::New => break self.judged(at, &position),
                Halt::Bare if self.expand(at, &position) => {}
                Halt::Bare => break self.tree().node(at).mean,
                Halt::Certain(vector) => break share::at_end(&vector, P::SCORING, self.seats, E::SPREAD),
            }
        };
        if is_tracked::<P>() {
            self.moves.iter().for_each(|_| self.trail.pop());
        }
        self.seldepth = self.seldepth.max(plies(played));
        self.back_up(leaf);
        Ok(())
    }

    /// The shares at a node that is visited for the first time.
    fn judged(&mut self, at: usize, position: &P) -> Shares {
        self.tree().reach(at, position.turn());
        let ply = plies(self.path.len() - 1);
        if let Some(ending) = Ending::of(position, &self.trail) {
            let vector = vector::of(self.seats, |seat| ending.score::<P>(seat, ply));
            return self.settle(at, vector);
        }
        // What one seat is sure of gives all values only if there is but one other.
        if self.seats == 2
            && let Some((Bound::Exact, score)) = self.judge.known(position)
        {
            self.tbhits += 1;
            let score = score.delayed(ply);
            return self.settle(at, vector::of(2, |seat| if seat == position.turn() { score } else { -score }));
        }
        let shares = self.shares(position);
        if !self.follows {
            return shares;
        }
        let end = self.followed(position.clone());
        std::array::from_fn(|seat| f32::midpoint(shares[seat], end[seat]))
    }

    /// What the judgement says about an unfinished position.
    fn shares(&mut self, position: &P) -> Shares {
        let vector = vector::of(self.seats, |seat| self.judge.evaluate(position, seat));
        vector.map(|score| share::of(score, self.seats, E::SPREAD))
    }

    /// The shares at the end of a line in which every seat plays what looks best one ply deep, the first of equals.
    fn followed(&mut self, mut position: P) -> Shares {
        for _ in 0..MAX_PLY {
            if let Some(outcome) = position.outcome() {
                let vector = vector::of(self.seats, |seat| outcome.score(seat, P::SCORING, 0));
                return share::at_end(&vector, P::SCORING, self.seats, E::SPREAD);
            }
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let mut best = (-Score::INFINITE, None);
            for &mv in moves.iter() {
                let (score, next) = look(&mut self.judge, &position, mv);
                if score > best.0 {
                    best = (score, Some(next));
                }
            }
            let Some(next) = best.1 else { break };
            position = next;
        }
        self.shares(&position)
    }

    /// Notes a certain value.
    fn settle(&mut self, at: usize, vector: Vector) -> Shares {
        self.tree().prove(at, vector);
        share::at_end(&vector, P::SCORING, self.seats, E::SPREAD)
    }

    fn expand(&mut self, at: usize, position: &P) -> bool {
        if self.path.len() >= MAX_PLY {
            return false;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        self.judge.filter(position, &mut moves);
        let mut picker = Picker::new(moves);
        if self.looks[position.turn().index()] {
            for (mv, hint) in picker.moves.iter().zip(&mut picker.hints) {
                *hint = look(&mut self.judge, position, *mv).0.value();
            }
        } else {
            self.judge.hints(position, &picker.moves, &mut picker.hints);
        }
        self.tree().expand(at, &picker.moves, &picker.hints)
    }

    /// Counts the leaf's shares all the way up, and passes on what is proven.
    fn back_up(&self, mut shares: Shares) {
        let mut tree = self.tree();
        let mut below: Option<usize> = None;
        for &at in self.path.iter().rev() {
            if let Some(child) = below {
                tree.note_proven_child(at, child);
                let seat = tree.node(at).turn.index();
                // A seat with a certain move that is as good as what it is trying out would play that.
                if let Some((sure, _)) = tree.sure_child(at)
                    && sure.mean[seat] >= tree.node(child).mean[seat]
                {
                    shares = sure.mean;
                }
                if let Some(vector) = tree.node(at).proven {
                    shares = share::at_end(&vector, P::SCORING, self.seats, E::SPREAD);
                }
            }
            tree.count(at, &shares);
            below = Some(at);
        }
    }

    fn best(&self) -> Option<P::Move> {
        let tree = self.tree();
        tree.ranked(0).first().map(|&number| tree.node(number).mv)
    }

    fn lines(&self, wanted: usize) -> Vec<Info<P::Move>> {
        let tree = self.tree();
        let ranked = tree.ranked(0).into_iter().take(wanted.max(1)).enumerate();
        ranked.map(|(rank, number)| self.info(&tree, rank + 1, number)).collect()
    }

    /// What is known about one of the root's moves.
    fn info(&self, tree: &Tree<P::Move>, multipv: usize, number: usize) -> Info<P::Move> {
        let node = tree.node(number);
        let own = self.root.position.turn().index();
        let shares = if node.visits == 0 { tree.node(0).mean } else { node.mean };
        let vector = node.proven.unwrap_or_else(|| shares.map(|share| share::score(share, self.seats, E::SPREAD)));
        let is_certain = node.proven.is_some() && (multipv > 1 || tree.node(0).proven.is_some());
        let proof = if self.seats == 2 { Proof::Full } else { Proof::Nothing }.within::<P, E>();
        let complete = E::COMPLETE && !P::PAST_MATTERS;
        Info {
            depth: self.meter.nodes().checked_ilog2().unwrap_or(0).max(1),
            seldepth: self.seldepth,
            multipv,
            score: vector[own],
            bound: if node.proven.is_some() && !is_certain { Bound::Lower } else { Bound::Exact },
            nodes: self.meter.nodes(),
            tbhits: self.tbhits,
            hashfull: tree.permill_full(),
            elapsed: self.meter.control().elapsed(),
            pv: Self::line(tree, number),
            scores: if self.seats > 2 { vector[..self.seats].to_vec() } else { Vec::new() },
            proven: proof.verdict(P::SCORING, vector[own], is_certain),
            exact: margin(P::SCORING, vector[own]).filter(|_| is_certain && complete),
        }
    }

    /// The expected line of play through one of the root's moves.
    fn line(tree: &Tree<P::Move>, number: usize) -> Vec<P::Move> {
        let mut line = vec![tree.node(number).mv];
        let mut at = number;
        while let Some(&next) = tree.ranked(at).first().filter(|&&next| tree.node(next).visits > 0) {
            line.push(tree.node(next).mv);
            at = next;
        }
        line
    }
}
