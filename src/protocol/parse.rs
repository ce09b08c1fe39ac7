//! The words a client sends, read into values. Nothing is judged here that needs a board.

use std::time::Duration;

use super::command::{Base, COMMANDS, Command, Go, Help, Query, find};
use super::error::{Code, Refusal};
use crate::option::{did_you_mean, quoted};

const QUERIES: &[&str] = &[
    "moves", "p1turn", "gameover", "result", "islegal", "fen", "players", "turn", "scores", "ranks", "game", "games",
    "hash",
];

/// No command but a list of moves needs more words than this.
const MOST_WORDS: usize = 1024;
/// Some thirty years.
const LONGEST_MILLIS: i64 = 1_000_000_000_000;

/// The line up to a word that begins with `#`.
fn without_comment(line: &str) -> &str {
    let begins = |(at, _): &(usize, &str)| line[..*at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

impl Command {
    /// Reads one line; `None` if it holds nothing but blanks and comments.
    ///
    /// # Errors
    /// If the line is no well-formed command.
    pub fn parse(line: &str) -> Result<Option<Self>, Refusal> {
        let line = without_comment(line).trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.is_empty() {
            return Ok(None);
        }
        let Some(help) = find(word) else {
            let hint = did_you_mean(word, COMMANDS.iter().map(|help| help.name));
            return Err(Refusal::new(
                Code::UnknownCommand,
                format!("{} is no command{hint}; 'help' lists them", quoted(word)),
            ));
        };
        // Move lists may be long; they stay one text, read move by move.
        match help.name {
            "position" => return parse_position(rest).map(Some),
            "play" if rest.is_empty() => return Err(bad("play needs at least one move")),
            "play" => return Ok(Some(Self::Play(rest.to_owned()))),
            "svg" => return Ok(Some(Self::Svg((!rest.is_empty()).then(|| rest.to_owned())))),
            "ask" if rest.is_empty() => return Err(bad("a question is missing; for example: ask who begins?")),
            "ask" => return Ok(Some(Self::Ask(rest.to_owned()))),
            _ => {}
        }
        let words: Vec<&str> = rest.split_whitespace().take(MOST_WORDS + 1).collect();
        if words.len() > MOST_WORDS {
            return Err(bad(format!("{} takes no more than {MOST_WORDS} words", help.name)));
        }
        let command = match help.name {
            "setoption" => parse_setoption(&words)?,
            "go" => Self::Go(parse_go(&words)?),
            "query" => Self::Query(parse_query(&words)?),
            "game" => parse_game(&words)?,
            name => parse_short(name, help, &words)?,
        };
        Ok(Some(command))
    }

    /// Whether a line asks for a search, however badly: such a line is always answered by a `bestmove`.
    #[must_use]
    pub fn is_go(line: &str) -> bool {
        line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("go"))
    }
}

/// The commands with at most one argument.
fn parse_short(name: &str, help: &'static Help, rest: &[&str]) -> Result<Command, Refusal> {
    Ok(match (name, rest) {
        ("ugi", []) => Command::Ugi,
        ("uci", []) => Command::Uci,
        ("isready", []) => Command::IsReady,
        ("uginewgame", []) => Command::NewGame,
        ("stop", []) => Command::Stop,
        ("ponderhit", []) => Command::PonderHit,
        ("quit", []) => Command::Quit,
        ("wait", []) => Command::Wait,
        ("list", []) => Command::Query(Query::Moves),
        ("d", []) => Command::Draw,
        ("eval", []) => Command::Eval,
        ("undo", []) => Command::Undo(1),
        ("undo", [count]) => Command::Undo(number("undo", count, 1, u32::MAX)?),
        ("perft", [depth]) => Command::Perft(number("perft", depth, 0, 99)?),
        ("divide", [depth]) => Command::Divide(number("divide", depth, 1, 99)?),
        ("bench", []) => Command::Bench(None),
        ("bench", [depth]) => Command::Bench(Some(number("bench", depth, 1, 99)?)),
        ("debug", [word]) if word.eq_ignore_ascii_case("on") => Command::Debug(true),
        ("debug", [word]) if word.eq_ignore_ascii_case("off") => Command::Debug(false),
        ("help", []) => Command::Help(None),
        ("help", [word]) => Command::Help(Some(find(word).ok_or_else(|| {
            let hint = did_you_mean(word, COMMANDS.iter().map(|help| help.name));
            bad(format!("{} is no command{hint}", quoted(word)))
        })?)),
        (_, words) => {
            let usage = format!("usage: {name} {}", help.usage);
            let got =
                words.last().map_or("a word is missing".to_owned(), |word| format!("{} does not fit", quoted(word)));
            return Err(bad(format!("{got}; {}", usage.trim_end())));
        }
    })
}

fn parse_setoption(words: &[&str]) -> Result<Command, Refusal> {
    let refused =
        |text: &str| Refusal::new(Code::BadOption, format!("{text}; usage: setoption name NAME [value VALUE]"));
    let [first, rest @ ..] = words else { return Err(refused("the word 'name' is missing")) };
    if !first.eq_ignore_ascii_case("name") {
        return Err(refused(&format!("the word 'name' was expected, not {}", quoted(first))));
    }
    let (name, value) = match rest.iter().position(|word| word.eq_ignore_ascii_case("value")) {
        Some(at) => (&rest[..at], rest[at + 1..].join(" ")),
        None => (rest, String::new()),
    };
    if name.is_empty() {
        return Err(refused("the name is missing"));
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn parse_position(text: &str) -> Result<Command, Refusal> {
    let mut at = 0;
    let split = text.split_inclusive(char::is_whitespace).find_map(|word| {
        at += word.len();
        word.trim_end().eq_ignore_ascii_case("moves").then_some((at - word.len(), at))
    });
    let (base, moves) = split.map_or((text, ""), |(begin, end)| (&text[..begin], &text[end..]));
    let words: Vec<&str> = base.split_whitespace().take(MOST_WORDS).collect();
    let moves = moves.to_owned();
    let base = match words.as_slice() {
        [] if split.is_some() => Base::Start,
        [word] if word.eq_ignore_ascii_case("startpos") => Base::Start,
        [word, text @ ..] if word.eq_ignore_ascii_case("fen") && !text.is_empty() => Base::Text(text.join(" ")),
        [word] if word.eq_ignore_ascii_case("random") => Base::Drawn(None),
        [word, seed] if word.eq_ignore_ascii_case("random") => Base::Drawn(Some(number("random", seed, 0, u64::MAX)?)),
        [word, ..] if word.eq_ignore_ascii_case("fen") => return Err(bad("a position text is missing after 'fen'")),
        [known, word, ..] if ["startpos", "random"].iter().any(|base| known.eq_ignore_ascii_case(base)) => {
            return Err(bad(format!("{} does not fit after {}; expected 'moves'", quoted(word), quoted(known))));
        }
        [word, ..] => {
            let hint = did_you_mean(word, ["startpos", "fen", "random", "moves"]);
            return Err(bad(format!("{} was not expected; one of startpos fen random moves was{hint}", quoted(word))));
        }
        [] => return Err(bad("one of startpos fen random moves is missing")),
    };
    Ok(Command::Position { base, moves })
}

const GO_WORDS: &[&str] = &[
    "depth",
    "nodes",
    "movetime",
    "infinite",
    "ponder",
    "mate",
    "searchmoves",
    "movestogo",
    "p1time",
    "p2time",
    "p3time",
    "p4time",
    "p1inc",
    "p2inc",
    "p3inc",
    "p4inc",
    "wtime",
    "btime",
    "winc",
    "binc",
];

fn parse_go(words: &[&str]) -> Result<Go, Refusal> {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let word = word.to_ascii_lowercase();
        let mut value = || words.next().ok_or_else(|| bad(format!("a number is missing after '{word}'")));
        match word.as_str() {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "depth" => go.depth = Some(number(&word, value()?, 1, 9_999)?),
            "nodes" => go.nodes = Some(number(&word, value()?, 1, u64::MAX)?),
            "mate" => go.mate = Some(number(&word, value()?, 1, 9_999)?),
            "movetime" => {
                let time = number(&word, value()?, 0, LONGEST_MILLIS)?;
                go.movetime = Some(Duration::from_millis(time.unsigned_abs()));
            }
            "movestogo" => go.clocks.moves_to_go = Some(number(&word, value()?, 1, u32::MAX)?),
            "searchmoves" => {
                while let Some(mv) = words.next_if(|next| !GO_WORDS.contains(&next.to_ascii_lowercase().as_str())) {
                    go.searchmoves.push(mv.to_owned());
                }
                if go.searchmoves.is_empty() {
                    return Err(bad("a move is missing after 'searchmoves'"));
                }
            }
            "wtime" | "p1time" => go.clocks.left[0] = Some(millis(&word, value()?)?),
            "btime" | "p2time" => go.clocks.left[1] = Some(millis(&word, value()?)?),
            "p3time" => go.clocks.left[2] = Some(millis(&word, value()?)?),
            "p4time" => go.clocks.left[3] = Some(millis(&word, value()?)?),
            "winc" | "p1inc" => go.clocks.increment[0] = Some(millis(&word, value()?)?),
            "binc" | "p2inc" => go.clocks.increment[1] = Some(millis(&word, value()?)?),
            "p3inc" => go.clocks.increment[2] = Some(millis(&word, value()?)?),
            "p4inc" => go.clocks.increment[3] = Some(millis(&word, value()?)?),
            _ => {
                let hint = did_you_mean(&word, GO_WORDS.iter().copied());
                return Err(bad(format!("{} is no limit of 'go'{hint}", quoted(&word))));
            }
        }
    }
    Ok(go)
}

fn parse_query(words: &[&str]) -> Result<Query, Refusal> {
    let [word, rest @ ..] = words else {
        return Err(bad(format!("a question is missing; one of {}", QUERIES.join(" "))));
    };
    let query = match (word.to_ascii_lowercase().as_str(), rest) {
        ("islegal", [mv]) => return Ok(Query::IsLegal((*mv).to_owned())),
        ("islegal", _) => return Err(bad("query islegal takes exactly one move")),
        ("moves", _) => Query::Moves,
        ("p1turn", _) => Query::P1Turn,
        ("gameover", _) => Query::GameOver,
        ("result", _) => Query::Result,
        ("fen", _) => Query::Fen,
        ("players", _) => Query::Players,
        ("turn", _) => Query::Turn,
        ("scores", _) => Query::Scores,
        ("ranks", _) => Query::Ranks,
        ("game", _) => Query::Game,
        ("games", _) => Query::Games,
        ("hash", _) => Query::Hash,
        _ => {
            let hint = did_you_mean(word, QUERIES.iter().copied());
            return Err(bad(format!("{} is no question; one of {}{hint}", quoted(word), QUERIES.join(" "))));
        }
    };
    match rest.first() {
        Some(extra) => Err(bad(format!("{} does not fit after 'query {word}'", quoted(extra)))),
        None => Ok(query),
    }
}

fn parse_game(words: &[&str]) -> Result<Command, Refusal> {
    let [name, rest @ ..] = words else { return Err(bad("the name of a game is missing; 'query games' lists them")) };
    let settings = rest
        .iter()
        .map(|word| match word.split_once('=') {
            Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
            _ => Err(bad(format!("{} was not expected; rule options are written OPTION=VALUE", quoted(word)))),
        })
        .collect::<Result<_, _>>()?;
    Ok(Command::Game { name: (*name).to_owned(), settings })
}

fn bad(text: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadArgument, text)
}

/// A whole number within limits.
fn number<N>(what: &str, word: &str, min: N, max: N) -> Result<N, Refusal>
where
    N: std::str::FromStr + PartialOrd + std::fmt::Display + Copy,
{
    match word.parse::<N>() {
        Ok(value) if value >= min && value <= max => Ok(value),
        _ => Err(bad(format!("{what} takes a whole number from {min} to {max}, not {}", quoted(word)))),
    }
}

/// A time in milliseconds. A clock that a client lets run below zero counts as empty.
fn millis(what: &str, word: &str) -> Result<Duration, Refusal> {
    let value = number(what, word, -LONGEST_MILLIS, LONGEST_MILLIS)?;
    Ok(Duration::from_millis(u64::try_from(value).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    fn refused(line: &str) -> Refusal {
        Command::parse(line).unwrap_err()
    }

    #[test]
    fn blank_lines_and_comments_say_nothing() {
        for line in ["", "  \t ", "# a remark", "   #"] {
            assert_eq!(Command::parse(line), Ok(None));
        }
        assert_eq!(parsed("stop # now"), Command::Stop);
    }

    #[test]
    fn words_are_read_in_any_case_and_with_any_blanks() {
        assert_eq!(parsed("  ISREADY\t"), Command::IsReady);
        assert_eq!(
            parsed("setoption Name Clear Hash"),
            Command::SetOption { name: "Clear Hash".to_owned(), value: String::new() }
        );
        assert_eq!(
            parsed("SetOption name X value a  b"),
            Command::SetOption { name: "X".to_owned(), value: "a b".to_owned() }
        );
    }

    #[test]
    fn go_takes_limits_in_any_order() {
        let Command::Go(go) = parsed("go searchmoves 4 5 depth 3 wtime 1000 p2inc 5 btime -7 infinite") else {
            panic!("not a go")
        };
        assert_eq!(go.searchmoves, ["4", "5"]);
        assert_eq!((go.depth, go.infinite), (Some(3), true));
        assert_eq!(go.clocks.left[..2], [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(go.clocks.increment[1], Some(Duration::from_millis(5)));
    }

    #[test]
    fn positions_begin_in_four_ways() {
        let base = |line| match parsed(line) {
            Command::Position { base, moves } => (base, moves.split_whitespace().count()),
            other => panic!("{other:?}"),
        };
        assert_eq!(base("position startpos"), (Base::Start, 0));
        assert_eq!(base("position moves 4 4"), (Base::Start, 2));
        assert_eq!(base("position fen a b c moves 1"), (Base::Text("a b c".to_owned()), 1));
        assert_eq!(base("position random 42"), (Base::Drawn(Some(42)), 0));
        assert_eq!(base("position random moves 1"), (Base::Drawn(None), 1));
    }

    #[test]
    fn refusals_name_the_word_and_what_was_expected() {
        for (line, code, part) in [
            ("postion startpos", Code::UnknownCommand, "did you mean position?"),
            ("go depth x", Code::BadArgument, "'x'"),
            ("go depth", Code::BadArgument, "after 'depth'"),
            ("go depth 0", Code::BadArgument, "from 1 to"),
            ("go movetime -1", Code::BadArgument, "'-1'"),
            ("go dept 3", Code::BadArgument, "did you mean depth?"),
            ("go nodes 99999999999999999999999", Code::BadArgument, "nodes takes"),
            ("position", Code::BadArgument, "startpos"),
            ("position startpos 4", Code::BadArgument, "'4'"),
            ("position fen", Code::BadArgument, "text is missing"),
            ("setoption Hash 3", Code::BadOption, "'Hash'"),
            ("query", Code::BadArgument, "islegal"),
            ("query fne", Code::BadArgument, "did you mean fen?"),
            ("perft", Code::BadArgument, "usage: perft N"),
            ("isready now", Code::BadArgument, "'now'"),
            ("undo 0", Code::BadArgument, "from 1"),
            ("game", Code::BadArgument, "name"),
            ("game x y", Code::BadArgument, "OPTION=VALUE"),
        ] {
            let refusal = refused(line);
            assert_eq!(refusal.code, code, "{line}");
            assert!(refusal.text.contains(part), "{line}: {}", refusal.text);
        }
    }

    #[test]
    fn every_command_of_the_table_is_understood() {
        for help in COMMANDS {
            let known = match Command::parse(help.name) {
                Ok(_) => true,
                Err(refusal) => refusal.code != Code::UnknownCommand,
            };
            assert!(known, "{}", help.name);
        }
    }
}
