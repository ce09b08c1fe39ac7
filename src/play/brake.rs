//! How a key stops the machine: whoever holds the brake can end the search that runs just now.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::search::Control;

#[derive(Default)]
struct State {
    running: Option<Arc<Control>>,
    is_pulled: bool,
    is_at_prompt: bool,
}

/// Stops the machine from another thread.
#[derive(Clone, Default)]
pub struct Brake(Arc<Mutex<State>>);

impl Brake {
    /// Ends the search that runs, and asks the dialogue to pause. False if nobody would notice: a line is being typed,
    /// or the brake was pulled before in vain.
    pub fn pull(&self) -> bool {
        let mut state = self.state();
        let is_noticed = !state.is_pulled && !state.is_at_prompt;
        state.is_pulled = true;
        if let Some(control) = &state.running {
            control.stop();
        }
        is_noticed
    }

    /// Says whether a line is being typed; Ctrl-C is a key then and no signal.
    pub(super) fn set_at_prompt(&self, is_at_prompt: bool) {
        self.state().is_at_prompt = is_at_prompt;
    }

    /// Whether the brake was pulled and nobody has noticed yet.
    #[must_use]
    pub fn is_pulled(&self) -> bool {
        self.state().is_pulled
    }

    /// Notices a pulled brake.
    pub(super) fn release(&self) -> bool {
        std::mem::take(&mut self.state().is_pulled)
    }

    /// Runs a search that the brake can end.
    pub(super) fn over<T>(&self, search: impl FnOnce(&Control) -> T) -> T {
        let control = Arc::new(Control::new(std::time::Instant::now(), false, false));
        self.state().running = Some(Arc::clone(&control));
        if self.is_pulled() {
            control.stop();
        }
        let found = search(&control);
        self.state().running = None;
        found
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
