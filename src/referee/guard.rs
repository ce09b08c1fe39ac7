//! Nobody outlives the referee: every child leads a process group of its own, and a guardian process, which notices
//! the end of its input when the referee is gone, kills all groups that are left. Where there are no process groups
//! only the child itself is killed.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The hidden command that makes this program a guardian.
pub const GUARDIAN: &str = "guard-children";

/// Starts children that cannot outlive this process.
#[derive(Debug)]
pub struct Guard {
    program: PathBuf,
    guardian: Mutex<Option<(Child, ChildStdin)>>,
}

impl Guard {
    /// A guard that runs this program as the guardian, once there is somebody to guard.
    ///
    /// # Errors
    /// If the system does not tell where this program is.
    pub fn new() -> io::Result<Self> {
        Ok(Self { program: std::env::current_exe()?, guardian: Mutex::new(None) })
    }

    /// Where this program is.
    pub(super) fn program(&self) -> &std::path::Path {
        &self.program
    }

    /// Starts a child in a group of its own and has it guarded.
    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let mut guardian = self.guardian.lock().unwrap_or_else(PoisonError::into_inner);
        if guardian.is_none() {
            *guardian = Some(self.start_guardian()?);
        }
        let child = own_group(command).spawn()?;
        if let Some((_, input)) = guardian.as_mut() {
            writeln!(input, "+{}", child.id())?;
        }
        Ok(child)
    }

    /// Kills a child with everything it has started, and waits for its end.
    pub(super) fn end(&self, child: &mut Child) {
        kill_group(child.id());
        // Refused only if the child is gone already.
        let _ = child.kill();
        let _ = child.wait();
        let mut guardian = self.guardian.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, input)) = guardian.as_mut() {
            let _ = writeln!(input, "-{}", child.id());
        }
    }

    fn start_guardian(&self) -> io::Result<(Child, ChildStdin)> {
        let mut command = Command::new(&self.program);
        command.arg(GUARDIAN).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = own_group(&mut command).spawn()?;
        let input = child.stdin.take().ok_or_else(|| io::Error::other("the guardian has no input"))?;
        Ok((child, input))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let guardian = self.guardian.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((mut child, input)) = guardian.take() {
            drop(input);
            let _ = child.wait();
        }
    }
}

/// The guardian's work: notes groups as they come and go, and kills what is left when its input ends.
pub fn keep_watch(input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        match line.split_at_checked(1) {
            Some(("+", id)) => groups.extend(id.parse::<u32>()),
            Some(("-", id)) => groups.retain(|group| id.parse() != Ok(*group)),
            _ => {}
        }
    }
    groups.into_iter().for_each(kill_group);
}

#[cfg(unix)]
fn own_group(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt as _;
    // Ctrl-C in a terminal goes to the referee alone, which then ends its children in order.
    command.process_group(0)
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // Refused only if everybody is gone already.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn own_group(command: &mut Command) -> &mut Command {
    command
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}
