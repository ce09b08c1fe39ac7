//! The reins of a running search: stop, ponderhit, and the count of nodes and time.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::clock::Budget;

/// The search has to end; travels up the tree by `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

#[derive(Debug)]
struct State {
    pondering: bool,
    /// When our own clock began to run; the opponent's runs while pondering.
    clock_start: Instant,
}

/// Shared between the session, which pulls the reins, and the search, which feels them.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    infinite: bool,
    stop: AtomicBool,
    /// Nodes visited by helpers.
    helped: AtomicU64,
    failures: AtomicUsize,
    state: Mutex<State>,
    changed: Condvar,
}

impl Control {
    /// Reins for a search that was asked for at `started`. An infinite one gives its answer only when stopped, a
    /// pondering one only when stopped or after [`Control::ponderhit`].
    #[must_use]
    pub fn new(started: Instant, infinite: bool, pondering: bool) -> Self {
        Self {
            started,
            infinite,
            stop: AtomicBool::new(false),
            helped: AtomicU64::new(0),
            failures: AtomicUsize::new(0),
            state: Mutex::new(State { pondering, clock_start: started }),
            changed: Condvar::new(),
        }
    }

    /// Reins for a search that nobody will interrupt.
    #[must_use]
    pub fn unattended() -> Self {
        Self::new(Instant::now(), false, false)
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        let _state = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The move pondered on was played: the search goes on, on our own time from now.
    pub fn ponderhit(&self) {
        let mut state = self.lock();
        if state.pondering {
            *state = State { pondering: false, clock_start: Instant::now() };
            self.changed.notify_all();
        }
    }

    /// Whether the search was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the answer comes without further word from the client.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        !self.infinite && !self.lock().pondering
    }

    /// Time since the search was asked for.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time used on our own clock; `None` while pondering.
    #[must_use]
    pub fn clock_elapsed(&self) -> Option<Duration> {
        let state = self.lock();
        (!state.pondering).then(|| state.clock_start.elapsed())
    }

    /// How many helpers of the search have failed; each cost some speed and nothing else.
    #[must_use]
    pub fn failures(&self) -> usize {
        self.failures.load(Ordering::Relaxed)
    }

    pub(super) fn note_failures(&self, count: usize) {
        self.failures.fetch_add(count, Ordering::Relaxed);
    }

    /// Blocks until the answer may be given.
    pub fn wait_until_wanted(&self) {
        let mut state = self.lock();
        while !self.is_stopped() && (self.infinite || state.pondering) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts nodes and calls a halt when a limit is reached.
#[derive(Debug)]
pub struct Meter<'a> {
    control: &'a Control,
    nodes: u64,
    node_limit: u64,
    next_look: u64,
    nodes_per_look: u64,
    budget: Option<Budget>,
    armed: bool,
    /// What helpers of earlier searches under the same control had counted.
    helped_before: u64,
    /// Whose nodes these are, for a helper: the lead's reins, and how many were already counted there.
    lead: Option<(&'a Control, u64)>,
}

/// Looking at the clock costs about as much as a node of a fast game.
const NODES_PER_LOOK: u64 = 512;

impl<'a> Meter<'a> {
    /// A meter at zero.
    pub fn new(control: &'a Control, node_limit: Option<u64>, budget: Option<Budget>) -> Self {
        let node_limit = node_limit.unwrap_or(u64::MAX);
        Self {
            control,
            nodes: 0,
            node_limit,
            next_look: 0,
            nodes_per_look: NODES_PER_LOOK,
            budget,
            armed: false,
            helped_before: control.helped.load(Ordering::Relaxed),
            lead: None,
        }
    }

    /// Makes it the meter of a helper, whose nodes count for the lead.
    pub fn help(&mut self, lead: &'a Control) {
        self.lead = Some((lead, 0));
    }

    /// The same meter for nodes that take so many times as long as usual.
    #[must_use]
    pub fn for_slow_nodes(self, times: u64) -> Self {
        Self { nodes_per_look: (NODES_PER_LOOK / times).max(1), ..self }
    }

    /// From now on time and stop are obeyed too: a first, shallow answer exists.
    pub fn arm(&mut self) {
        self.armed = true;
        self.next_look = self.nodes;
    }

    /// The same, for searches that call it often.
    pub fn arm_once(&mut self) {
        if !self.armed {
            self.arm();
        }
    }

    /// Counts one node.
    ///
    /// # Errors
    /// If a limit is reached; the node is not counted then.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Nodes counted so far, those of helpers included.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.control.helped.load(Ordering::Relaxed) - self.helped_before
    }

    /// Nodes counted so far by this meter alone.
    #[inline]
    pub const fn own_nodes(&self) -> u64 {
        self.nodes
    }

    /// The reins.
    pub fn control(&self) -> &'a Control {
        self.control
    }

    /// Whether another iteration is worth starting, given how settled the choice is (1 = as usual).
    pub fn has_time_for_more(&self, patience: f64) -> bool {
        match (self.budget, self.control.clock_elapsed()) {
            (Some(budget), Some(elapsed)) => elapsed < budget.soft.mul_f64(patience).min(budget.hard),
            _ => true,
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        if let Some((lead, counted)) = &mut self.lead {
            lead.helped.fetch_add(self.nodes - *counted, Ordering::Relaxed);
            *counted = self.nodes;
            // Where threads outnumber cores, whoever waits for the client must not wait for us.
            std::thread::yield_now();
        }
        // Helpers see the word to stop themselves: where threads outnumber cores, the lead may be the last to get a turn.
        let is_stopped = self.control.is_stopped() || self.lead.is_some_and(|(lead, _)| lead.is_stopped());
        if self.nodes() >= self.node_limit || self.armed && (is_stopped || self.is_out_of_time()) {
            return Err(Stopped);
        }
        self.next_look = self.node_limit.min(self.nodes + self.nodes_per_look);
        Ok(())
    }

    fn is_out_of_time(&self) -> bool {
        self.budget.is_some_and(|budget| self.control.clock_elapsed().is_some_and(|used| used >= budget.hard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_count_for_the_search_they_help_and_for_no_later_one() {
        let (control, reins) = (Control::unattended(), Control::unattended());
        let lead = Meter::new(&control, None, None);
        let mut helper = Meter::new(&reins, None, None);
        helper.help(&control);
        (0..=NODES_PER_LOOK).for_each(|_| helper.tick().unwrap());
        assert_eq!(lead.nodes(), NODES_PER_LOOK);
        assert_eq!(Meter::new(&control, None, None).nodes(), 0);
    }
}
