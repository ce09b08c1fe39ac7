//! The players that think with endgame tables: a search, given the tables that are ready when it begins.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::eval::Judge;
use super::position::{House, Oware};
use super::tables::{Kind, Tables, shelf};
use crate::score::{Proven, Score};
use crate::search::{Control, Info, Limits, Mcts, Pvs, Root, Searcher, Setup, budget};

/// With more seeds on the board than this no search comes to where tables begin.
const TOO_MANY: u8 = 40;
/// A search against time waits for tables for this part of it.
const PATIENCE: u32 = 40;
/// The score next to a decided game.
const UNPROVEN: i32 = 2_499;

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// Principal variation search.
    Pvs,
    /// Monte Carlo tree search.
    Mcts,
}

/// A search with endgame tables.
#[derive(Debug)]
pub(super) struct Thinker {
    setup: Setup,
    method: Method,
    /// Where to look for files of tables, if at all: a benchmark, which must count the same everywhere, has no options.
    path: Option<PathBuf>,
    /// What was last told about the tables.
    told: Option<Arc<Tables>>,
    news: Vec<String>,
}

impl Thinker {
    /// A player that searches like this.
    pub(super) fn new(setup: &Setup, method: Method) -> Self {
        let path = setup.settings.iter().find(|(spec, _)| spec.name == "TablePath").map(|(_, path)| path.into());
        Self { setup: setup.clone(), method, path, told: None, news: Vec::new() }
    }

    /// The tables, if they are of use and ready. A search against time takes what there is; any other waits, so that it
    /// comes out the same every time.
    fn tables(&mut self, root: &Root<Oware>, limits: &Limits<House>, control: &Control) -> Option<Arc<Tables>> {
        if root.position.board().seeds() > TOO_MANY {
            return None;
        }
        let deadline = budget(root, limits).map(|budget| Instant::now() + budget.soft / PATIENCE);
        let tables = shelf::tables(Kind::of(root.position.rules()), self.path.as_deref(), deadline, control)?;
        if !self.told.as_ref().is_some_and(|told| Arc::ptr_eq(told, &tables)) {
            self.news.extend(tables.trouble().map(|trouble| format!("error bad-table: {trouble}")));
            self.news.push(format!("endgame tables cover {} seeds", tables.seeds()));
            self.told = Some(Arc::clone(&tables));
        }
        Some(tables)
    }
}

impl Searcher<Oware> for Thinker {
    fn search(
        &mut self,
        root: &Root<Oware>,
        limits: &Limits<House>,
        control: &Control,
        report: &mut dyn FnMut(&Info<House>),
    ) -> Option<House> {
        let judge = Judge::new(self.tables(root, limits, control));
        match self.method {
            Method::Pvs => Pvs::new(&self.setup, judge).search(root, limits, control, report),
            Method::Mcts => {
                let mut report = |info: &Info<House>| report(&Info { score: plain(info), ..info.clone() });
                Mcts::new(&self.setup, judge).search(root, limits, control, &mut report)
            }
        }
    }

    fn prepare(&mut self, root: &Root<Oware>, limits: &Limits<House>, control: &Control) -> Vec<String> {
        self.tables(root, limits, control);
        std::mem::take(&mut self.news)
    }
}

/// The score on the side of the bonus for a win on which it belongs: proven or not.
fn plain(info: &Info<House>) -> Score {
    let value = info.score.value();
    Score::cp(match info.proven {
        Some(Proven::Win) => value.max(UNPROVEN + 1),
        Some(Proven::Loss) => value.min(-UNPROVEN - 1),
        _ => value.clamp(-UNPROVEN, UNPROVEN),
    })
}
