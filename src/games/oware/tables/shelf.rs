//! Where players find tables: worked out or read in the background, once for all of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Cycles, Kind, Tables, file};
use crate::search::Control;

/// How many seeds tables cover that are worked out on the spot. Every ply of a limit costs as much again.
const fn quick_seeds(kind: Kind) -> u8 {
    match kind.cycles {
        Cycles::Open | Cycles::Split | Cycles::Limited(..=24) => 12,
        Cycles::Limited(..=100) => 10,
        Cycles::Limited(_) => 8,
    }
}

/// Threads to work them out with.
const THREADS: usize = 2;
/// How often somebody who waits looks whether waiting was called off.
const LOOK: Duration = Duration::from_millis(2);

/// Tables and where they come from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Source {
    kind: Kind,
    /// The file, if files are to be used.
    path: Option<PathBuf>,
}

#[derive(Clone, Debug)]
enum Place {
    Awaited,
    Filled(Arc<Tables>),
}

/// What there is and what is on its way.
static SHELF: Mutex<BTreeMap<Source, Place>> = Mutex::new(BTreeMap::new());
static FILLED: Condvar = Condvar::new();

fn lock() -> MutexGuard<'static, BTreeMap<Source, Place>> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder for tables unless told otherwise: that of the user's data.
pub(super) fn usual_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = named("XDG_DATA_HOME").or_else(|| named("LOCALAPPDATA"));
    data.or_else(|| Some(named("HOME")?.join(".local/share"))).map(|data| data.join("ludion"))
}

/// The file for a kind of tables, and whether somebody asked for it by name.
fn file_for(kind: Kind, path: &Path) -> Option<(PathBuf, bool)> {
    match path {
        _ if path.as_os_str().is_empty() => Some((usual_folder()?.join(file::name(kind)), false)),
        _ if path.is_dir() => Some((path.join(file::name(kind)), false)),
        _ => Some((path.to_owned(), true)),
    }
}

/// The tables of a kind if they are ready, waiting for them no longer than until `deadline` (`None`: as long as it
/// takes) or the search is stopped. Begins to work them out if nobody has. Files are looked for at `path`, an empty one
/// meaning the usual folder, or not at all.
pub(in super::super) fn tables(
    kind: Kind,
    path: Option<&Path>,
    deadline: Option<Instant>,
    control: &Control,
) -> Option<Arc<Tables>> {
    let wanted = path.and_then(|path| file_for(kind, path));
    let source = Source { kind, path: wanted.as_ref().map(|(path, _)| path.clone()) };
    let mut shelf = lock();
    if !shelf.contains_key(&source) {
        shelf.insert(source.clone(), Place::Awaited);
        let (source, by_name) = (source.clone(), wanted.is_some_and(|(_, by_name)| by_name));
        thread::spawn(move || {
            step_back();
            let tables = Arc::new(prepare(&source, by_name));
            lock().insert(source, Place::Filled(tables));
            FILLED.notify_all();
        });
    }
    loop {
        if let Some(Place::Filled(tables)) = shelf.get(&source) {
            return Some(Arc::clone(tables));
        }
        if control.is_stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        shelf = FILLED.wait_timeout(shelf, LOOK).unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// Lets searches go first on a busy machine: their clocks run while this thread and those it starts work.
fn step_back() {
    // Elsewhere this would slow down the whole process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(5) {
        log::debug!("the thread that prepares tables keeps its priority: {error}");
    }
}

/// Reads tables, or works them out if there is no file for them.
fn prepare(source: &Source, by_name: bool) -> Tables {
    let trouble = match &source.path {
        Some(path) if by_name || path.exists() => match file::load(path, source.kind) {
            Ok(levels) if levels.seeds() >= quick_seeds(source.kind) => return Tables { levels, trouble: None },
            Ok(_) => None,
            Err(error) => Some(format!("{} is not used: {error}", path.display())),
        },
        _ => None,
    };
    Tables { trouble, ..Tables::build(source.kind, quick_seeds(source.kind), THREADS) }
}
