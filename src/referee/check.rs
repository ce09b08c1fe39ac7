//! Whether an engine keeps the protocol: one question after the other, each with its verdict, for every game it offers.
//!
//! The game's own rules know what the right answers are. An engine may offer games that are not known here; these are
//! named and passed over.

use std::fmt;
use std::time::{Duration, Instant};

use super::engine::{Engine, House, Trouble};
use super::entrant::{EngineSpec, Protocol};
use super::event::Conduct;
use crate::game::Outcome;
use crate::option::quoted;
use crate::protocol::{Base, Message};
use crate::random::Rng;
use crate::register;
use crate::session::Board;

/// How soon an answer must come that needs no thought.
const AT_ONCE: Duration = Duration::from_secs(2);
/// How long a move of 50 ms may take on a busy machine.
const SHORT_MOVE: Duration = Duration::from_millis(550);
/// How long no move may come where none is wanted.
const QUIET: Duration = Duration::from_millis(150);
/// Random games are followed so far.
const PLIES: usize = 200;

/// One step of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The game it is about, if any.
    pub game: Option<String>,
    /// What was to be shown.
    pub what: &'static str,
    /// Nothing if it was shown, or what happened instead.
    pub fault: Option<String>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.fault.is_none() { "pass  " } else { "FAIL  " })?;
        if let Some(game) = &self.game {
            write!(f, "{game}: ")?;
        }
        f.write_str(self.what)?;
        self.fault.as_ref().map_or(Ok(()), |fault| write!(f, " ({fault})"))
    }
}

type Verdict = Result<(), String>;

/// Checks an engine and shows every step; returns how many passed and how many failed.
///
/// # Errors
/// If the system does not allow children.
pub fn check(spec: &EngineSpec, show: &mut dyn FnMut(&Step)) -> std::io::Result<(u32, u32)> {
    let house = House::new(Conduct::default())?;
    let mut check = Check { spec, house, engine: None, game: None, show, passed: 0, failed: 0 };
    check.run();
    Ok((check.passed, check.failed))
}

struct Check<'a> {
    spec: &'a EngineSpec,
    house: House,
    engine: Option<Engine>,
    game: Option<String>,
    show: &'a mut dyn FnMut(&Step),
    passed: u32,
    failed: u32,
}

impl Check<'_> {
    fn step(&mut self, what: &'static str, verdict: Verdict) -> bool {
        let fault = verdict.err();
        let passed = fault.is_none();
        *(if passed { &mut self.passed } else { &mut self.failed }) += 1;
        (self.show)(&Step { game: self.game.clone(), what, fault });
        passed
    }

    fn run(&mut self) {
        let greeted = self.start(Protocol::Uci).and_then(|engine| named(&engine));
        self.step("answers uci with its name and uciok", greeted);
        let started = self.start(Protocol::Ugi);
        let greeted = started.and_then(|engine| {
            let verdict = named(&engine);
            self.engine = Some(engine);
            verdict
        });
        if !self.step("answers ugi with its name and ugiok", greeted) {
            return;
        }
        let blank = self.lines("\n  \t\nisready", "readyok").map(drop);
        self.step("reads blank lines without an answer", blank);
        let nonsense = self.lines("qwertz 1 2\nisready", "readyok").map(drop);
        self.step("survives a command that is none", nonsense);
        let carriage = self.lines("isready\r", "readyok").map(drop);
        self.step("reads lines that end in CR LF", carriage);
        let games = self.games();
        let offered = if games.is_empty() { Err("no option Game or UCI_Variant".to_owned()) } else { Ok(()) };
        self.step("offers its games as an option", offered);
        for game in games {
            self.game = Some(game.clone());
            match register::choose(&game, &[]) {
                Ok(choice) => match (choice.game.open)(&choice.settings, choice.style) {
                    Ok(mut board) => self.check_game(&game, &mut *board),
                    Err(error) => drop(self.step("opens here", Err(error.to_string()))),
                },
                Err(_) => log::info!("{game} is not known here and passed over"),
            }
        }
        self.game = None;
        let quit = self.quits();
        self.step("leaves at quit", quit);
        let ended = self.start(Protocol::Ugi).and_then(|mut engine| engine.leaves_without_input());
        self.step("leaves when its input ends", ended);
    }

    fn start(&self, protocol: Protocol) -> Result<Engine, String> {
        let spec = EngineSpec { protocol, ..self.spec.clone() };
        Engine::start(&spec, &self.house).map_err(|trouble| told(&trouble))
    }

    fn games(&self) -> Vec<String> {
        let Some(engine) = &self.engine else { return Vec::new() };
        let offers = |name: &str| engine.declared().iter().find(|option| option.is_named(name));
        offers("Game").or_else(|| offers("UCI_Variant")).map(|option| option.choices.clone()).unwrap_or_default()
    }

    /// Sends lines and returns what is said up to a line that begins with a word; `info` lines are left out.
    fn lines(&mut self, text: &str, until: &str) -> Result<Vec<String>, String> {
        let Some(engine) = &mut self.engine else { return Err("the engine is gone".to_owned()) };
        let answer = engine.converse(text, until, AT_ONCE);
        if answer.is_err() {
            // Whatever it still says must not answer the next question.
            self.engine = self.start(Protocol::Ugi).ok();
        }
        answer
    }

    /// Asks something and returns the text of the `response`.
    fn ask(&mut self, text: &str) -> Result<String, String> {
        let lines = self.lines(&format!("{text}\nisready"), "readyok")?;
        let found = lines.iter().find_map(|line| match line.parse() {
            Ok(Message::Response(response)) => Some(response),
            _ => None,
        });
        found.ok_or_else(|| format!("no response to {}", quoted(text)))
    }

    fn expect(&mut self, question: &str, wanted: &str) -> Verdict {
        match self.ask(question)? {
            found if found == wanted => Ok(()),
            found => Err(format!("{question}: {} instead of {}", quoted(&found), quoted(wanted))),
        }
    }

    fn check_game(&mut self, game: &str, board: &mut dyn Board) {
        let chosen = self
            .lines(&format!("setoption name Game value {game}\nuginewgame\nposition startpos\nisready"), "readyok")
            .and_then(|lines| lines.into_iter().find(|line| line.starts_with("info string error")).map_or(Ok(()), Err));
        if !self.step("accepts the game and its start position", chosen) {
            return;
        }
        let text = board.text();
        let fen = self.expect("query fen", &text);
        self.step("tells the start position", fen);
        let seats = self.expect("query players", &board.seats().to_string());
        self.step("tells the number of seats", seats);
        let followed = self.follow(board);
        self.step("follows random games to the end by the same rules", followed);
        let atomic = self.refuses(board);
        self.step("refuses an illegal move and keeps the position", atomic);
        let thinks = self.thinks("go depth 1", board);
        self.step("answers go depth 1 with a score and one legal move", thinks);
        let begun = Instant::now();
        let short = self.thinks("go movetime 50", board).and_then(|()| within(begun.elapsed(), SHORT_MOVE));
        self.step("answers go movetime 50 in time", short);
        let nodes = self.thinks("go nodes 100", board);
        self.step("answers go nodes 100", nodes);
        let clocks: Vec<String> = (1..=board.seats()).map(|seat| format!("p{seat}time 200 p{seat}inc 10")).collect();
        let clock = self.thinks(&format!("go {}", clocks.join(" ")), board);
        self.step("answers go with a clock for each seat", clock);
        let infinite = self.waits(board);
        self.step("waits for stop under go infinite, and is ready meanwhile", infinite);
        let burst = self.lines("go infinite\nstop\nposition startpos\ngo depth 1\nisready", "bestmove");
        let burst = burst.and_then(|_| self.lines("", "bestmove")).map(drop);
        self.step("answers every go of a burst", burst);
        let same = self.repeats();
        self.step("repeats itself with the same seed", same);
    }

    /// Plays random games and compares everything that can be asked.
    fn follow(&mut self, board: &mut dyn Board) -> Verdict {
        for seed in 1..=2 {
            let mut rng = Rng::new(seed);
            let mut played = Vec::new();
            board.set(&Base::Start, 1, "").map_err(|refusal| refusal.text)?;
            for _ in 0..PLIES {
                let words = if played.is_empty() { String::new() } else { format!(" moves {}", played.join(" ")) };
                let position = format!("position startpos{words}");
                let found = self.ask(&format!("{position}\nquery moves"))?;
                let legal = board.moves();
                let mut theirs: Vec<&str> = found.split_whitespace().collect();
                let mut ours: Vec<&str> = legal.iter().map(String::as_str).collect();
                theirs.sort_unstable();
                ours.sort_unstable();
                if theirs != ours {
                    return Err(format!("after {position}: moves {} instead of {}", quoted(&found), legal.join(" ")));
                }
                self.expect("query turn", &board.turn().to_string())?;
                self.expect("query p1turn", &(board.turn().number() == 1).to_string())?;
                self.expect("query gameover", &board.outcome().is_some().to_string())?;
                self.expect("query result", &result(board.outcome().as_ref()))?;
                if legal.is_empty() {
                    let none = self.lines("go depth 1", "bestmove")?;
                    if none.last().map(String::as_str) != Some("bestmove 0000") {
                        return Err(format!("in a finished game: {}", quoted(none.last().map_or("", |line| line))));
                    }
                    break;
                }
                let mv = legal[rng.below(legal.len())].clone();
                board.play(&mv).map_err(|refusal| refusal.text)?;
                played.push(mv);
            }
        }
        self.lines("position startpos\nisready", "readyok").map(drop)?;
        board.set(&Base::Start, 1, "").map_err(|refusal| refusal.text)
    }

    fn refuses(&mut self, board: &mut dyn Board) -> Verdict {
        let lines = self.lines("position startpos moves ??\nisready", "readyok")?;
        if !lines.iter().any(|line| line.starts_with("info string error")) {
            return Err("no line info string error".to_owned());
        }
        self.expect("query fen", &board.text())
    }

    fn thinks(&mut self, go: &str, board: &mut dyn Board) -> Verdict {
        let lines = self.lines(&format!("position startpos\n{go}"), "bestmove")?;
        let Some(engine) = &self.engine else { return Err("the engine is gone".to_owned()) };
        let scored = engine.has_report();
        let answer = lines.last().map_or("", |line| line);
        match answer.split_whitespace().collect::<Vec<_>>()[..] {
            ["bestmove", word] if board.is_legal(word) && scored => {}
            ["bestmove", word] if board.is_legal(word) => return Err("no info line with a score".to_owned()),
            _ => return Err(format!("{} is no legal move in two words", quoted(answer))),
        }
        let more = self.lines("isready", "readyok")?;
        if more.iter().any(|line| line.starts_with("bestmove")) { Err("a second bestmove".to_owned()) } else { Ok(()) }
    }

    fn waits(&mut self, board: &mut dyn Board) -> Verdict {
        let early = self.lines("position startpos\ngo infinite\nisready", "readyok")?;
        let Some(engine) = &mut self.engine else { return Err("the engine is gone".to_owned()) };
        if early.iter().any(|line| line.starts_with("bestmove")) || engine.says_within(QUIET, "bestmove") {
            return Err("a bestmove before stop".to_owned());
        }
        let begun = Instant::now();
        let lines = self.lines("stop", "bestmove")?;
        within(begun.elapsed(), SHORT_MOVE)?;
        let word = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default();
        if board.is_legal(word) { Ok(()) } else { Err(format!("{} is no legal move", quoted(word))) }
    }

    fn repeats(&mut self) -> Verdict {
        let mut answers = Vec::new();
        for _ in 0..2 {
            let lines = "setoption name Seed value 7\nuginewgame\nposition startpos\ngo nodes 200";
            answers.push(self.lines(lines, "bestmove")?.pop());
        }
        if answers[0] == answers[1] { Ok(()) } else { Err(format!("{answers:?}")) }
    }

    fn quits(&mut self) -> Verdict {
        let Some(mut engine) = self.engine.take() else { return Err("the engine is gone".to_owned()) };
        engine.leaves_at_quit()
    }
}

fn named(engine: &Engine) -> Verdict {
    if engine.title().is_some() { Ok(()) } else { Err("no id name".to_owned()) }
}

fn told(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Fault(fault) => fault.to_string(),
        Trouble::Interrupted => "interrupted".to_owned(),
    }
}

fn within(elapsed: Duration, limit: Duration) -> Verdict {
    if elapsed <= limit { Ok(()) } else { Err(format!("{} ms", elapsed.as_millis())) }
}

fn result(outcome: Option<&Outcome>) -> String {
    match outcome {
        None => "none".to_owned(),
        Some(outcome) => outcome.winner().map_or_else(|| "draw".to_owned(), |seat| format!("p{seat}win")),
    }
}
