//! The tree of a Monte Carlo tree search: nodes in an arena, means of values, and what is proven about them.
//!
//! Knows neither positions nor judgement. All arithmetic is exact on every platform (no transcendental functions), so
//! that the same search grows the same tree everywhere.

use super::share::Shares;
use super::vector::Vector;
use crate::game::{MAX_SEATS, Move, Seat};
use crate::score::Score;

/// The weight of what has been tried little.
const EXPLORATION: f32 = 0.2;
/// The weight of the game's hints while a move has been tried little.
const BIAS: f32 = 0.3;

/// A node, with the move that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    pub(super) mv: M,
    /// The seat to move, known once the node was visited.
    pub(super) turn: Seat,
    pub(super) visits: u32,
    /// Descents on their way through here.
    pending: u32,
    /// How promising the move looked at first, up to 1 for the best.
    bias: f32,
    pub(super) mean: Shares,
    /// The children, in the game's order; none until the node is expanded.
    first: u32,
    count: u32,
    /// How many children are not proven.
    open: u32,
    /// The proven child that is best for the seat to move, if any child is proven; 0 stands for none.
    sure: u32,
    /// The value, once it is certain if all play for themselves; ends counted from the root.
    pub(super) proven: Option<Vector>,
    /// Whether the parent has been told that it is.
    told: bool,
}

/// Why a walk down the tree ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The node was never visited.
    New,
    /// The node has no children as yet.
    Bare,
    /// The value of the node is certain: another thread has proven it meanwhile.
    Certain(Vector),
}

/// The tree; node 0 is the root.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
    /// What looks best to a seat gets at least this part of its visits.
    habits: Shares,
}

impl<M: Move> Tree<M> {
    /// A tree that is a root with these moves, within so many bytes as far as they suffice for the root itself.
    pub(super) fn new(turn: Seat, moves: &[M], hints: &[i32], bytes: usize) -> Self {
        let most = (bytes / size_of::<Node<M>>()).max(moves.len() + 1).min(u32::MAX as usize);
        let mut tree = Self { nodes: Vec::new(), most, habits: Shares::default() };
        if let Some(&mv) = moves.first() {
            tree.nodes.push(Node::leaf(mv, 1.0));
            tree.reach(0, turn);
            tree.expand(0, moves, hints);
        }
        tree
    }

    /// The same tree, if each seat is expected to play what looks best to it so often at least.
    pub(super) fn expecting(self, habits: Shares) -> Self {
        Self { habits, ..self }
    }

    pub(super) fn node(&self, at: usize) -> &Node<M> {
        &self.nodes[at]
    }

    /// Permill of the room in use.
    pub(super) fn permill_full(&self) -> u32 {
        u32::try_from(self.nodes.len() * 1000 / self.most).unwrap_or(1000)
    }

    /// The numbers of the children.
    pub(super) fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first as usize..(node.first + node.count) as usize
    }

    /// A node is visited for the first time: notes who is to move.
    pub(super) fn reach(&mut self, at: usize, turn: Seat) {
        self.nodes[at].turn = turn;
    }

    /// Gives a node its children, unless it has some; false if there is no room left.
    pub(super) fn expand(&mut self, at: usize, moves: &[M], hints: &[i32]) -> bool {
        if self.nodes[at].is_expanded() {
            return true;
        }
        if self.nodes.len() + moves.len() > self.most {
            return false;
        }
        let count = index(moves.len());
        let node = Node { first: index(self.nodes.len()), count, open: count, ..self.nodes[at].clone() };
        self.nodes[at] = node;
        for (&mv, hint) in moves.iter().zip(hints) {
            let better = hints.iter().filter(|other| *other > hint).count();
            self.nodes.push(Node::leaf(mv, 1.0 / ratio(index(better + 1))));
        }
        true
    }

    /// Goes down from the last node of the path to where something is to be done, adding to the path and the moves.
    pub(super) fn walk(&mut self, path: &mut Vec<usize>, moves: &mut Vec<M>) -> Halt {
        if path.is_empty() {
            path.push(0);
            self.nodes[0].pending += 1;
        }
        loop {
            let at = path.last().copied().unwrap_or(0);
            let node = &self.nodes[at];
            if let Some(vector) = node.proven {
                return Halt::Certain(vector);
            }
            if at != 0 && node.visits == 0 {
                return Halt::New;
            }
            if !node.is_expanded() {
                return Halt::Bare;
            }
            let next = self.select(at);
            self.nodes[next].pending += 1;
            path.push(next);
            moves.push(self.nodes[next].mv);
        }
    }

    /// The unproven child to visit next: good on average, or tried little, or promising. The first of equals.
    fn select(&self, at: usize) -> usize {
        if let Some(habit) = self.habit(at) {
            return habit;
        }
        let node = &self.nodes[at];
        let seat = node.turn.index();
        let eager = EXPLORATION * EXPLORATION * log2(node.visits + 1);
        let mut best = (f32::NEG_INFINITY, node.first as usize);
        for number in self.children(at) {
            let child = &self.nodes[number];
            if child.proven.is_some() {
                continue;
            }
            // What was never tried is expected to be as good as the node has been so far.
            let mut mean = if child.visits == 0 { node.mean[seat] } else { child.mean[seat] };
            let tried = ratio(child.visits + child.pending + 1);
            if child.pending > 0 {
                // Other threads are there already: until they are back it counts as if they found nothing.
                mean *= ratio(child.visits + 1) / tried;
            }
            let urgency = mean + (eager / tried).sqrt() + BIAS * child.bias / tried;
            if urgency > best.0 {
                best = (urgency, number);
            }
        }
        best.1
    }

    /// The move a seat is expected to make out of habit, if it is due for a visit.
    fn habit(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let habit = self.habits[node.turn.index()];
        let is_due = |number: &usize| {
            let child = &self.nodes[*number];
            let visits = ratio(child.visits + child.pending);
            child.proven.is_none() && child.bias >= 1.0 && visits < habit * ratio(node.visits)
        };
        if habit > 0.0 { self.children(at).find(is_due) } else { None }
    }

    /// Counts a visit with these shares at a node; those of a proven node are what they are.
    pub(super) fn count(&mut self, at: usize, shares: &Shares) {
        let node = &mut self.nodes[at];
        node.pending = node.pending.saturating_sub(1);
        node.visits = node.visits.saturating_add(1);
        if node.proven.is_some() {
            node.mean = *shares;
            return;
        }
        for (mean, share) in node.mean.iter_mut().zip(shares) {
            *mean += (share - *mean) / ratio(node.visits);
        }
    }

    /// The value of a node is certain.
    pub(super) fn prove(&mut self, at: usize, vector: Vector) {
        self.nodes[at].proven = Some(vector);
    }

    /// A child of the node was proven: a win is taken at once, otherwise the best counts when all are proven.
    pub(super) fn note_proven_child(&mut self, at: usize, child: usize) {
        let Some(vector) = self.nodes[child].proven.filter(|_| !self.nodes[child].told) else { return };
        self.nodes[child].told = true;
        let seat = self.nodes[at].turn.index();
        let is_best = self.sure_child(at).and_then(|(sure, number)| {
            let so_far = sure.proven?[seat];
            Some(vector[seat] > so_far || vector[seat] == so_far && child < number)
        });
        let node = &mut self.nodes[at];
        node.open -= 1;
        if is_best.unwrap_or(true) {
            node.sure = index(child);
        }
        if node.open == 0 || vector[seat].is_win() {
            let sure = node.sure as usize;
            self.nodes[at].proven = self.nodes[sure].proven;
        }
    }

    /// The proven child that is best for the seat to move.
    pub(super) fn sure_child(&self, at: usize) -> Option<(&Node<M>, usize)> {
        let sure = self.nodes[at].sure as usize;
        (sure != 0).then(|| (&self.nodes[sure], sure))
    }

    /// The children, the one to be played first: by visits, but a proven one comes before those that were no better on
    /// average.
    pub(super) fn ranked(&self, at: usize) -> Vec<usize> {
        let seat = self.nodes[at].turn.index();
        let value = |number: usize| self.nodes[number].proven.map_or(-Score::INFINITE, |vector| vector[seat]);
        let (mut proven, mut open): (Vec<usize>, Vec<usize>) =
            self.children(at).partition(|&number| self.nodes[number].proven.is_some());
        proven.sort_by_key(|&number| -value(number));
        open.sort_by(|&one, &two| {
            let (one, two) = (&self.nodes[one], &self.nodes[two]);
            two.visits.cmp(&one.visits).then(two.bias.total_cmp(&one.bias))
        });
        let mut place = 0;
        for number in proven {
            let sure = &self.nodes[number];
            let is_better = |other: &Node<M>| other.visits > 0 && other.mean[seat] > sure.mean[seat];
            while !value(number).is_win()
                && open.get(place).is_some_and(|&other| {
                    let other = &self.nodes[other];
                    other.proven.is_some() || is_better(other) || value(number).is_loss()
                })
            {
                place += 1;
            }
            open.insert(place, number);
            place += 1;
        }
        open
    }
}

impl<M> Node<M> {
    fn leaf(mv: M, bias: f32) -> Self {
        let mean = [0.0; MAX_SEATS];
        Self {
            mv,
            turn: Seat::FIRST,
            visits: 0,
            pending: 0,
            bias,
            mean,
            first: 0,
            count: 0,
            open: 0,
            sure: 0,
            proven: None,
            told: false,
        }
    }

    /// Whether the node has children.
    pub(super) fn is_expanded(&self) -> bool {
        self.count > 0
    }
}

fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "a weight, not a count")]
fn ratio(number: u32) -> f32 {
    number as f32
}

/// The binary logarithm, linear between powers of two; 0 for 0.
fn log2(number: u32) -> f32 {
    let Some(whole) = number.checked_ilog2() else { return 0.0 };
    ratio(whole) + ratio(number - (1 << whole)) / ratio(1 << whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Number(u32);

    impl Move for Number {
        fn pack(self) -> u32 {
            self.0
        }
    }

    /// How often the best looking of three equal moves of the second seat was visited.
    fn visits_to_the_best_looking(habit: f32) -> u32 {
        let mut tree = Tree::new(Seat::FIRST, &[Number(1)], &[0], 1 << 20).expecting([0.0, habit, 0.0, 0.0]);
        tree.count(0, &[0.5; MAX_SEATS]);
        tree.reach(1, Seat::FIRST.next(2));
        tree.count(1, &[0.5; MAX_SEATS]);
        tree.expand(1, &[1, 2, 3].map(Number), &[0, 9, 0]);
        for _ in 0..300 {
            let (mut path, mut moves) = (Vec::new(), Vec::new());
            tree.walk(&mut path, &mut moves);
            // What looks best is the worst.
            let share = if path[2] == 3 { 0.0 } else { 1.0 };
            for &at in &path {
                tree.count(at, &[share; MAX_SEATS]);
            }
        }
        tree.node(3).visits
    }

    #[test]
    fn habits_get_their_part_of_the_visits_and_no_more() {
        assert!((85..=95).contains(&visits_to_the_best_looking(0.3)));
        assert!((175..=185).contains(&visits_to_the_best_looking(0.6)));
        assert!(visits_to_the_best_looking(0.0) < 40);
    }

    #[test]
    fn the_logarithm_is_right_at_powers_and_rises_between() {
        assert!((0..31).all(|power| (log2(1 << power) - ratio(power)).abs() < 1e-6));
        assert!((1..10_000).all(|number| log2(number) < log2(number + 1)));
    }
}
