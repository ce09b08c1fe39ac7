//! The commands of the program that only this game has: solving positions, and building the opening book.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::book::{self, Book, MOST_PLIES};
use super::grid::Shape;
use super::position::Connect4;
use super::solver::Engine;
use crate::game::{Notation as _, Position as _};
use crate::register::Tool;
use crate::search::Control;
use crate::whole;

/// What `ludion solve` and `ludion book` do here.
pub(super) static TOOLS: &[Tool] = &[
    Tool {
        name: "solve",
        about: "Tells the exact score of Connect Four positions",
        command: solve_command,
        run: solve,
    },
    Tool {
        name: "book",
        about: "Builds the opening book of Connect Four, or tells about it",
        command: book_command,
        run: run_book,
    },
];

fn solve_command() -> Command {
    Command::new("solve")
        .arg(
            Arg::new("moves")
                .value_name("MOVES")
                .help("The moves that lead to the position, such as 4453")
                .num_args(0..),
        )
        .arg(
            Arg::new("file")
                .long("file")
                .value_name("FILE")
                .help("Solves every line 'MOVES [SCORE]' of a file and checks the scores")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("moves"),
        )
        .arg(Arg::new("size").long("size").value_name("WxH").help("The size of the board").default_value("7x6"))
        .arg(number("hash", "MB", "The size of the table", "64"))
        .arg(number("threads", "N", "How many threads search", "1"))
        .arg(Arg::new("book").long("book").action(ArgAction::SetTrue).help("Uses the opening book"))
        .arg(
            Arg::new("cold")
                .long("cold")
                .action(ArgAction::SetTrue)
                .help("Forgets everything before every line of a file"),
        )
}

fn book_command() -> Command {
    let file = |help: &'static str| {
        Arg::new("file").long("file").value_name("FILE").help(help).value_parser(value_parser!(PathBuf))
    };
    let build = Command::new("build")
        .about("Solves the positions of a ply and writes the book; goes on where it stopped")
        .arg(file("The book, made if it is not there").default_value("src/games/connect4/book.bin"))
        .arg(number("ply", "N", "The ply whose positions are solved", "6"))
        .arg(number("hash", "MB", "The size of the table", "1024"))
        .arg(number("threads", "N", "How many positions are solved at once", "2"));
    let info =
        Command::new("info").about("Tells how far a book is").arg(file("The book [default: the one in the program]"));
    Command::new("book").subcommand_required(true).subcommand(build).subcommand(info)
}

fn number(name: &'static str, unit: &'static str, help: &'static str, default: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(unit)
        .help(help)
        .default_value(default)
        .value_parser(value_parser!(u32).range(1..))
}

fn get(matches: &ArgMatches, name: &str) -> usize {
    matches.get_one::<u32>(name).map_or(1, |value| *value as usize)
}

fn solve(matches: &ArgMatches) -> anyhow::Result<()> {
    let size = matches.get_one::<String>("size").map_or("7x6", String::as_str);
    let sides = size.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let (width, height) = sides.with_context(|| format!("--size: '{size}' is no size; expected such as 7x6"))?;
    let shape = Shape::new(width, height).context("--size")?;
    let engine = Engine::new(shape, get(matches, "hash"), get(matches, "threads"));
    let mut engine = engine.with_context(|| format!("no board of {size} can be solved: it takes more than 64 bits"))?;
    let with_book = matches.get_flag("book");
    if let Some(file) = matches.get_one::<PathBuf>("file") {
        return solve_file(file, &mut engine, with_book, matches.get_flag("cold"));
    }
    let words: Vec<&str> = matches.get_many::<String>("moves").unwrap_or_default().map(String::as_str).collect();
    let position = play(shape, &words.join(" "))?;
    solve_one(&position, &engine, with_book)
}

/// The position after the moves.
fn play(shape: Shape, moves: &str) -> anyhow::Result<Connect4<u64>> {
    let mut position = Connect4::<u64>::start(&shape);
    for (index, word) in moves.split_whitespace().flat_map(Connect4::<u64>::split_moves).enumerate() {
        let mv = position.parse_move(word).map_err(|error| anyhow!("move {}: {error}", index + 1))?;
        position.play(mv);
    }
    Ok(position)
}

/// Tells everything about one position.
fn solve_one(position: &Connect4<u64>, engine: &Engine, with_book: bool) -> anyhow::Result<()> {
    if let Some(outcome) = position.outcome() {
        bail!(
            "the game is over: {}",
            outcome.winner().map_or("a draw".to_owned(), |seat| format!("seat {seat} has won"))
        );
    }
    let started = Instant::now();
    let (mut scores, mut nodes) = (Vec::new(), 0);
    let legal = |column| position.landing_row(column).is_some();
    for column in (0..position.shape().width()).filter_map(super::Column::new).filter(|column| legal(*column)) {
        let mut next = *position;
        next.play(column);
        let known = if with_book && next.outcome().is_none() { book::score(&next) } else { None };
        scores.push((column, known.map(|score| -score)));
    }
    if scores.iter().any(|(_, score)| score.is_none()) {
        let (solved, count) = engine.scores(position);
        nodes = count;
        scores = solved.into_iter().map(|(column, score)| (column, Some(score))).collect();
    }
    let best = scores.iter().filter_map(|(_, score)| *score).max().unwrap_or(0);
    let moves = scores.iter().filter(|(_, score)| *score == Some(best)).map(|(column, _)| column.number().to_string());
    let columns = (0..position.shape().width()).map(|index| {
        let score = scores.iter().find(|(column, _)| column.index() == index).and_then(|(_, score)| *score);
        score.map_or("-".to_owned(), |score| score.to_string())
    });
    writeln!(stdout(), "score {best}")?;
    writeln!(stdout(), "result {}", result(best, position))?;
    writeln!(stdout(), "best {}", moves.collect::<Vec<_>>().join(" "))?;
    writeln!(stdout(), "columns {}", columns.collect::<Vec<_>>().join(" "))?;
    writeln!(stdout(), "nodes {nodes} time {} ms", started.elapsed().as_millis())?;
    Ok(())
}

/// A score in words.
fn result(score: i32, position: &Connect4<u64>) -> String {
    let plies = super::solver::plies_to_end(score, position.max_plies());
    match score {
        0 => format!("draw in {} plies", position.max_plies()),
        1.. => format!("win in {plies} plies"),
        _ => format!("loss in {plies} plies"),
    }
}

fn solve_file(file: &Path, engine: &mut Engine, with_book: bool, cold: bool) -> anyhow::Result<()> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let (mut nodes, mut wrong, mut checked) = (0_u64, 0, 0);
    let (mut slowest, mut total) = (Duration::ZERO, Duration::ZERO);
    let mut progress = Progress::new(lines.len());
    for (index, (number, line)) in lines.iter().enumerate() {
        let mut words = line.split_whitespace();
        // An empty board has no moves: such a line has a score alone, or nothing.
        let (moves, expected) = match (words.next(), words.next()) {
            (Some(moves), Some(score)) => (moves, Some(score)),
            (Some(word), None) if line.starts_with(char::is_whitespace) => ("", Some(word)),
            (moves, _) => (moves.unwrap_or_default(), None),
        };
        let at = || format!("{} line {number}", file.display());
        let read = |word: &str| {
            let score = word.parse::<i32>().ok();
            score.with_context(|| format!("'{word}' is no score; expected a whole number such as 3 or -15"))
        };
        let expected = expected.map(read).transpose().with_context(at)?;
        let position = play(engine.shape(), moves).with_context(at)?;
        if position.outcome().is_some() {
            bail!("{}: the game is over", at());
        }
        if cold {
            engine.forget();
        }
        let started = Instant::now();
        let known = if with_book { book::score(&position) } else { None };
        let (score, count) = known.map_or_else(|| engine.score(&position), |score| (score, 0));
        let time = started.elapsed();
        (nodes, total, slowest) = (nodes + count, total + time, slowest.max(time));
        if let Some(expected) = expected {
            checked += 1;
            if expected != score {
                wrong += 1;
                writeln!(stdout(), "line {number}: {moves} is {score}, the file says {expected}")?;
            }
        } else {
            writeln!(stdout(), "{moves} {score}")?;
        }
        progress.show(index + 1, || format!("{wrong} wrong"));
    }
    progress.end();
    let count = u32::try_from(lines.len()).unwrap_or(u32::MAX).max(1);
    writeln!(stdout(), "positions {} checked {checked} wrong {wrong}", lines.len())?;
    writeln!(stdout(), "time mean {:?} slowest {slowest:?} total {total:?}", total / count)?;
    writeln!(
        stdout(),
        "nodes mean {} positions per second {:.1}",
        nodes / u64::from(count),
        f64::from(count) / total.as_secs_f64()
    )?;
    if wrong > 0 { Err(anyhow!("{wrong} scores differ")) } else { Ok(()) }
}

/// A line on the terminal that tells how far a long work is; nothing where nobody looks.
struct Progress {
    all: usize,
    started: Instant,
    shown: Option<Instant>,
    is_watched: bool,
}

impl Progress {
    fn new(all: usize) -> Self {
        Self { all, started: Instant::now(), shown: None, is_watched: stderr().is_terminal() }
    }

    fn show(&mut self, done: usize, more: impl FnOnce() -> String) {
        if !self.is_watched || self.shown.is_some_and(|shown| shown.elapsed() < Duration::from_millis(200)) {
            return;
        }
        self.shown = Some(Instant::now());
        let share = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let left = self.started.elapsed() * share(self.all.saturating_sub(done)) / share(done.max(1));
        let _ = write!(stderr(), "\r{done} of {}, {} s left, {}\x1b[K", self.all, left.as_secs(), more());
    }

    fn end(&self) {
        if self.shown.is_some() {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

fn run_book(matches: &ArgMatches) -> anyhow::Result<()> {
    match matches.subcommand() {
        Some(("build", matches)) => build(matches),
        Some(("info", matches)) => {
            let book = match matches.get_one::<PathBuf>("file") {
                Some(file) => read_book(file)?,
                None => Book::read(book::embedded()).map_err(|error| anyhow!(error))?,
            };
            Ok(tell(&book)?)
        }
        _ => Ok(()),
    }
}

fn read_book(file: &Path) -> anyhow::Result<Book> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    Book::read(&bytes).map_err(|error| anyhow!("{}: {error}", file.display()))
}

fn write_book(file: &Path, book: &Book) -> anyhow::Result<()> {
    whole::write(file, book.write()).with_context(|| file.display().to_string())
}

fn tell(book: &Book) -> io::Result<()> {
    for ply in 0..=book.plies() {
        let (known, all) = book.progress(ply);
        writeln!(stdout(), "ply {ply}: {known} of {all}")?;
    }
    writeln!(stdout(), "complete to ply {}", book.complete_to().map_or("none".to_owned(), |ply| ply.to_string()))
}

/// How often what was found is saved.
const SAVE_EVERY: Duration = Duration::from_secs(20);

fn build(matches: &ArgMatches) -> anyhow::Result<()> {
    let ply = get(matches, "ply");
    if ply > MOST_PLIES {
        bail!("--ply: no book goes beyond ply {MOST_PLIES}");
    }
    let file = matches.get_one::<PathBuf>("file").context("--file")?;
    let mut book = if file.exists() { read_book(file)? } else { Book::empty(ply) };
    book.extend(ply);
    // A move that leads to a position is worth no more than the best one, which the ply before may know.
    let missing: Vec<_> = book.missing(ply).into_iter().map(|position| (position, book.least(&position))).collect();
    let threads = get(matches, "threads");
    let engine = Engine::new(Shape::new(7, 6)?, get(matches, "hash"), threads).context("--hash: not so much memory")?;
    let control: &'static Control = Box::leak(Box::new(Control::unattended()));
    ctrlc::set_handler(move || control.stop())?;
    let work = Shared { book, saved: Instant::now(), progress: Progress::new(missing.len()), done: 0, failure: None };
    let (work, next) = (Mutex::new(work), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for worker in 0..threads {
            let (engine, missing, work, next) = (&engine, &missing, &work, &next);
            scope.spawn(move || {
                while let Some((position, least)) = missing.get(next.fetch_add(1, Relaxed)) {
                    let Some(score) = engine.score_alone(position, *least, worker, control) else { break };
                    work.lock().unwrap_or_else(PoisonError::into_inner).enter(position, score, file);
                }
            });
        }
    });
    let mut work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
    work.progress.end();
    work.book.deduce();
    write_book(file, &work.book)?;
    tell(&work.book)?;
    work.failure.map_or(Ok(()), Err)
}

/// What the threads of a build share.
struct Shared {
    book: Book,
    saved: Instant,
    progress: Progress,
    done: usize,
    failure: Option<anyhow::Error>,
}

impl Shared {
    fn enter(&mut self, position: &Connect4<u64>, score: i32, file: &Path) {
        self.book.enter(position, score);
        self.done += 1;
        self.progress.show(self.done, || "Ctrl-C stops and keeps what is done".to_owned());
        if self.saved.elapsed() >= SAVE_EVERY {
            self.saved = Instant::now();
            self.failure = write_book(file, &self.book).err();
        }
    }
}
