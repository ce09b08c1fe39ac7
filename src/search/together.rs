//! Several threads on one search, helping each other through the table alone (lazy SMP).
//!
//! Helpers search the same root, silently; what they learn reaches the lead through the shared table, and each thread
//! leaves to the others what they are at ([`busy`](super::busy)). The lead alone keeps limits, reports and answers. With one thread nothing here happens at all, and the search
//! is reproducible bit for bit.

use std::thread::{self, ScopedJoinHandle};

use super::Control;

/// Searches recurse; debug builds have large frames.
pub const STACK: usize = 64 << 20;

/// Ends the helpers, also when the lead fails.
struct Halt<'a>(&'a Control);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Runs `lead` while `threads - 1` helpers run `help` with a number from 1 and reins of their own; ends them when the
/// lead has its answer. A helper that cannot start or fails costs its help, never the answer.
pub fn together<R>(
    threads: usize,
    control: &Control,
    help: impl Fn(usize, &Control) + Sync,
    lead: impl FnOnce() -> R,
) -> R {
    if threads <= 1 {
        return lead();
    }
    let reins = Control::unattended();
    thread::scope(|scope| {
        let halt = Halt(&reins);
        let (help, reins) = (&help, &reins);
        let start = |number| {
            let work = move || help(number, reins);
            thread::Builder::new().name(format!("helper {number}")).stack_size(STACK).spawn_scoped(scope, work)
        };
        let helpers: Vec<_> = (1..threads).map(start).collect();
        let answer = lead();
        drop(halt);
        let failed = helpers.into_iter().filter_map(Result::ok).map(ScopedJoinHandle::join).filter(Result::is_err);
        control.note_failures(failed.count());
        answer
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn one_thread_has_no_helpers() {
        let control = Control::unattended();
        assert_eq!(together(1, &control, |_, _| unreachable!(), || 7), 7);
    }

    #[test]
    fn helpers_end_with_the_lead_and_their_failures_are_counted() {
        let control = Control::unattended();
        let ended = AtomicUsize::new(0);
        let help = |number, reins: &Control| {
            assert_ne!(number, 2, "this helper is meant to fail");
            while !reins.is_stopped() {
                thread::yield_now();
            }
            ended.fetch_add(1, Ordering::Relaxed);
        };
        assert_eq!(together(4, &control, help, || 7), 7);
        assert_eq!((ended.into_inner(), control.failures()), (2, 1));
        assert!(!control.is_stopped());
    }
}
