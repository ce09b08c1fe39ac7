//! The one kind of [`Board`], generic over the game: words become moves here, and what searches report becomes words.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Job;
use super::board::{Board, Thinking};
use super::line::Line;
use crate::game::{Notation, Outcome, Seat, Style, TextError};
use crate::option::{Settings, Spec, quoted};
use crate::protocol::{Base, Code, Command, Dialect, Go, Info, Refusal};
use crate::score::{Bound, Score};
use crate::search::{self, Clock, Limits, Playable, Player, Ratings, Searcher, Setup, Stopped};
use crate::telling::{Saying, View};
use crate::tools;

/// The time for a move when a `go` sets no limit at all.
pub const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);

/// Opens a board of a game at its start position.
///
/// # Errors
/// If the rule options make no playable variant.
pub fn open<P: Playable>(settings: &Settings, style: Style) -> Result<Box<dyn Board>, TextError> {
    const { assert!(size_of::<P>() <= 128, "a position must stay cheap to copy") };
    let rules = P::rules(settings)?;
    let start = P::start(&rules);
    Ok(Box::new(GameBoard { rules, style, line: Line::from(start), player: None }))
}

type Seated<P> = Arc<Mutex<Box<dyn Searcher<P>>>>;

struct GameBoard<P: Playable> {
    rules: P::Rules,
    style: Style,
    line: Line<P>,
    player: Option<Seated<P>>,
}

impl<P: Playable> GameBoard<P> {
    fn set_up(&self, base: &Base, seed: u64) -> Result<Line<P>, Refusal> {
        Ok(Line::from(match base {
            Base::Start => P::start(&self.rules),
            Base::Text(text) => {
                P::parse(text, &self.rules).map_err(|error| Refusal::new(Code::BadPosition, error.to_string()))?
            }
            Base::Drawn(given) => P::drawn(&self.rules, given.unwrap_or(seed)).ok_or_else(|| {
                Refusal::new(Code::BadArgument, "'random' does not fit: this game has one fixed start position")
            })?,
        }))
    }

    /// The limits of a `go` in terms of this game.
    fn limits(&self, go: &Go, thinking: &Thinking) -> Result<Limits<P::Move>, Refusal> {
        let words = go.searchmoves.iter().flat_map(|word| P::split_moves(word));
        let searchmoves = words.map(|word| self.line.read(word)).collect::<Result<Vec<_>, _>>()?;
        let seat = self.line.now.turn().index();
        let clock = go.clocks.left[seat].map(|left| Clock {
            left,
            increment: go.clocks.increment[seat].unwrap_or_default(),
            moves_to_go: go.clocks.moves_to_go,
        });
        let unlimited =
            go.depth.is_none() && go.nodes.is_none() && go.mate.is_none() && clock.is_none() && !go.infinite;
        let seats = u32::try_from(self.line.now.seats()).unwrap_or(1);
        Ok(Limits {
            depth: go.depth,
            nodes: go.nodes,
            movetime: go.movetime.or(unlimited.then_some(DEFAULT_MOVETIME)),
            clock,
            mate: go.mate.map(|n| if thinking.dialect == Dialect::Uci { n * seats } else { n }),
            overhead: thinking.overhead,
            searchmoves,
            multipv: thinking.multipv,
        })
    }

    /// The answer to a `go` when there is nothing left to play.
    fn think_no_more(&self, outcome: &Outcome, dialect: Dialect) -> Job {
        let score = outcome.score(self.line.now.turn(), P::SCORING, 0);
        let result = outcome.winner().map_or_else(|| "draw".to_owned(), |seat| format!("p{seat}win"));
        // A win in no plies has no spelling of its own; the sign is what counts.
        let score = if score.is_win() { Score::cp(score.value()) } else { score };
        Box::new(move |control, emit| {
            emit(&format!("info string game over: {result}"));
            let info = info_without_moves(score, control.elapsed());
            info.lines(dialect).iter().for_each(|line| emit(line));
            control.wait_until_wanted();
            Some("bestmove 0000".to_owned())
        })
    }
}

/// The least a client has to hear about a position: a score without a move.
pub(super) fn info_without_moves(score: Score, elapsed: Duration) -> Info {
    Info {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        tbhits: 0,
        hashfull: 0,
        elapsed,
        pv: String::new(),
        scores: Vec::new(),
        proven: None,
        exact: None,
        seats: 2,
    }
}

impl<P: Playable> Board for GameBoard<P> {
    fn set(&mut self, base: &Base, seed: u64, moves: &str) -> Result<(), Refusal> {
        let mut line = self.set_up(base, seed)?;
        line.play(moves)?;
        self.line = line;
        Ok(())
    }

    fn play(&mut self, moves: &str) -> Result<(), Refusal> {
        let mut line = self.line.clone();
        line.play(moves)?;
        self.line = line;
        Ok(())
    }

    fn undo(&mut self, count: u32) -> Result<(), Refusal> {
        let played = self.line.moves.len();
        let Some(kept) = played.checked_sub(count as usize) else {
            let text = format!("undo {count} goes back too far: moves played since the position was set: {played}");
            return Err(Refusal::new(Code::BadArgument, text));
        };
        let mut line = Line::from(self.line.base.clone());
        self.line.moves[..kept].iter().for_each(|&mv| line.push(mv));
        self.line = line;
        Ok(())
    }

    fn moves(&self) -> Vec<String> {
        self.line.legal_moves().iter().map(|&mv| self.line.now.move_text(mv, self.style)).collect()
    }

    fn is_legal(&self, word: &str) -> bool {
        self.line.read(word).is_ok()
    }

    fn spell(&self, word: &str) -> Result<String, Refusal> {
        self.line.read(word).map(|mv| self.line.now.move_text(mv, self.style))
    }

    fn read(&self, word: &str) -> Result<String, TextError> {
        self.line.try_read(word).map(|mv| self.line.now.move_text(mv, self.style))
    }

    fn show(&self, view: &View) -> String {
        self.line.now.show(self.line.moves.last().copied(), view)
    }

    fn effects(&self, word: &str) -> Vec<Saying> {
        self.line.read(word).map_or_else(|_| Vec::new(), |mv| self.line.now.effects(mv))
    }

    fn reasons(&self, word: &str) -> Vec<Saying> {
        self.line.read(word).map_or_else(|_| Vec::new(), |mv| self.line.now.reasons(mv))
    }

    fn uci_separator(&self) -> &'static str {
        P::UCI_MOVE_SEPARATOR
    }

    fn text(&self) -> String {
        self.line.now.text(self.style)
    }

    fn draw(&self) -> String {
        self.line.now.draw()
    }

    fn svg(&self) -> String {
        let now = &self.line.now;
        let caption = match self.outcome().map(|outcome| outcome.winner()) {
            None => format!("{} to move", now.seat_name(now.turn())),
            Some(Some(winner)) => format!("{} has won", now.seat_name(winner)),
            Some(None) => "a draw".to_owned(),
        };
        now.picture(self.line.moves.last().copied()).framed(&caption)
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.line.now.seat_name(seat)
    }

    fn key(&self) -> u64 {
        self.line.now.key()
    }

    fn seats(&self) -> usize {
        self.line.now.seats()
    }

    fn turn(&self) -> Seat {
        self.line.now.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn points(&self) -> Vec<i32> {
        match self.outcome() {
            Some(outcome) => outcome.points().to_vec(),
            None => self.line.now.points()[..self.seats()].to_vec(),
        }
    }

    fn facts(&self) -> Vec<(&'static str, i32)> {
        self.line.now.facts()
    }

    fn holdings(&self, seat: Seat) -> Vec<(&'static str, i32)> {
        self.line.now.holdings(seat)
    }

    fn explain(&self) -> Vec<String> {
        if self.outcome().is_some() { vec!["the game is over".to_owned()] } else { self.line.now.explain() }
    }

    fn players(&self) -> Vec<(&'static str, &'static str, bool)> {
        P::PLAYERS.iter().map(|player| (player.name, player.about, player.by_chance)).collect()
    }

    fn ratings(&self) -> Ratings {
        P::RATINGS
    }

    fn options(&self) -> &'static [Spec] {
        P::OPTIONS
    }

    fn seat_player(&mut self, name: &str, setup: &Setup) -> Result<(), Refusal> {
        let find = |player: &&Player<P>| player.name.eq_ignore_ascii_case(name);
        let Some(player) = P::PLAYERS.iter().find(find) else {
            return Err(Refusal::new(Code::BadOption, format!("{} is no player here", quoted(name))));
        };
        self.player = Some(Arc::new(Mutex::new(player.make(setup))));
        Ok(())
    }

    fn think(&self, go: &Go, thinking: Thinking) -> Result<Job, Refusal> {
        let limits = self.limits(go, &thinking)?;
        if let Some(outcome) = self.line.outcome() {
            return Ok(self.think_no_more(&outcome, thinking.dialect));
        }
        let Some(player) = self.player.clone() else {
            return Err(Refusal::new(Code::Internal, "nobody sits at the board"));
        };
        let root = self.line.root(thinking.seed);
        let style = self.style;
        Ok(Box::new(move |control, emit| {
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            for news in player.prepare(&root, &limits, control) {
                emit(&format!("info string {news}"));
            }
            let mut pondered = None;
            let mut last = Vec::new();
            let mut report = |info: &search::Info<P::Move>| {
                if info.multipv == 1 {
                    pondered = info.pv.get(1).copied();
                }
                last = written(&root.position, info, style, thinking.dialect).lines(thinking.dialect);
                for line in &last {
                    emit(line);
                }
            };
            let best = player.search(&root, &limits, control, &mut report);
            if control.failures() > 0 {
                emit(&format!("info string error {}: {} helping threads failed", Code::Internal, control.failures()));
                // The line with the score stays the last one.
                for line in &last {
                    emit(line);
                }
            }
            control.wait_until_wanted();
            let best = best?;
            let mut answer = format!("bestmove {}", root.position.move_text(best, style));
            if let Some(reply) = pondered.filter(|_| thinking.ponder && thinking.dialect == Dialect::Uci) {
                let mut next = root.position.clone();
                next.play(best);
                answer = format!("{answer} ponder {}", next.move_text(reply, style));
            }
            Some(answer)
        }))
    }

    fn perft(&self, depth: u32, divided: bool) -> Job {
        let position = self.line.now.clone();
        let style = self.style;
        Box::new(move |control, emit| {
            let nodes = if divided {
                tools::perft::divide(&position, depth, style, control, emit)
            } else {
                tools::perft::perft(&position, depth, control)
            };
            emit(&format!("time {} ms", control.elapsed().as_millis()));
            Some(count_line(nodes))
        })
    }

    fn bench(&self, depth: Option<u32>) -> Result<Job, Refusal> {
        let roots = P::BENCH.iter().map(|words| {
            let Some(Command::Position { base, moves }) = Command::parse(&format!("position {words}"))? else {
                return Err(Refusal::new(Code::Internal, "a bench position is no position"));
            };
            let mut line = self.set_up(&base, 0)?;
            line.play(&moves)?;
            Ok(line.root(1))
        });
        let roots = roots.collect::<Result<Vec<_>, Refusal>>()?;
        Ok(Box::new(move |control, emit| {
            Some(count_line(tools::bench::bench(&roots, depth.unwrap_or(P::BENCH_DEPTH), control, emit)))
        }))
    }
}

fn count_line(nodes: Result<u64, Stopped>) -> String {
    nodes.map_or_else(|Stopped| "info string stopped".to_owned(), |nodes| format!("nodes {nodes}"))
}

/// A search's report with its moves written out.
fn written<P: Notation>(root: &P, info: &search::Info<P::Move>, style: Style, dialect: Dialect) -> Info {
    let mut position = root.clone();
    let mut words = Vec::with_capacity(info.pv.len());
    for &mv in &info.pv {
        words.push(position.move_text(mv, style));
        position.play(mv);
    }
    Info {
        depth: info.depth,
        seldepth: info.seldepth,
        multipv: info.multipv,
        score: info.score,
        bound: info.bound,
        nodes: info.nodes,
        tbhits: info.tbhits,
        hashfull: info.hashfull,
        elapsed: info.elapsed,
        pv: words.join(if dialect == Dialect::Uci { P::UCI_MOVE_SEPARATOR } else { " " }),
        scores: info.scores.clone(),
        proven: info.proven,
        exact: info.exact,
        seats: u32::try_from(root.seats()).unwrap_or(1),
    }
}
