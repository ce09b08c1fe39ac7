//! The tool that makes networks, and the games to learn from.

use std::fs::OpenOptions;
use std::io::{IsTerminal as _, Write as _, stderr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};

use super::super::eval::Judge;
use super::super::position::{Action, Quoridor, Rules};
use super::fit::{fit, share};
use super::samples::Sample;
use crate::game::{MoveList, Position as _, Seat};
use crate::random::Rng;
use crate::register::Tool;
use crate::score::Score;
use crate::search::{Control, Evaluate as _, Limits, Playable as _, Player, Root, Setup, Table};
use crate::trail::Trail;

/// The command as the register knows it.
pub(in super::super) const TOOL: Tool = Tool {
    name: "net",
    about: "Makes the network of the judgement: games to learn from, and weights that foretell their ends",
    command,
    run,
};

fn command() -> Command {
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("N").default_value(default).value_parser(value_parser!(u64)).help(help)
    };
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").required(true).value_parser(value_parser!(PathBuf)).help(help)
    };
    let names = Quoridor::<2>::PLAYERS.iter().map(|player| player.name).collect::<Vec<_>>();
    let player = Arg::new("player").long("player").value_name("NAME").default_value("auto").value_parser(names);
    Command::new("net").subcommand_required(true).subcommands([
        Command::new("play").about("Plays games and adds their positions to a file").args([
            file("samples", "Where the positions are added"),
            player.help("Who plays both sides"),
            number("games", "10000", "Games to play"),
            number("nodes", "1000", "Nodes for each move"),
            number("seed", "1", "Seed of the openings"),
            number("threads", "2", "Threads to play with"),
        ]),
        Command::new("fit").about("Fits a network to the positions of files").args([
            file("samples", "A file with positions (repeatable)").action(clap::ArgAction::Append),
            file("net", "Where the network goes"),
            number("epochs", "4", "How often to go over all positions"),
            number("seed", "1", "Seed of the first weights and of the order"),
        ]),
    ])
}

fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    match matches.subcommand() {
        Some(("play", matches)) => play_games(matches),
        Some(("fit", matches)) => {
            let files: Vec<&PathBuf> = matches.get_many("samples").context("--samples")?.collect();
            let net = matches.get_one::<PathBuf>("net").context("--net")?;
            fit(&files, net, number(matches, "epochs")?, number(matches, "seed")?)
        }
        _ => Ok(()),
    }
}

fn number(matches: &ArgMatches, name: &str) -> anyhow::Result<u64> {
    matches.get_one(name).copied().context("a number is missing")
}

fn play_games(matches: &ArgMatches) -> anyhow::Result<()> {
    let (games, nodes) = (number(matches, "games")?, number(matches, "nodes")?);
    let (seed, threads) = (number(matches, "seed")?, number(matches, "threads")?);
    let name = matches.get_one::<String>("player").context("--player")?;
    let player = Quoridor::<2>::PLAYERS.iter().find(|player| player.name == name).context("--player")?;
    let file = matches.get_one::<PathBuf>("samples").context("--samples")?;
    let out = OpenOptions::new().create(true).append(true).open(file);
    let out = Mutex::new(out.with_context(|| file.display().to_string())?);
    let next = AtomicU64::new(0);
    let work = || -> anyhow::Result<()> {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                return Ok(());
            }
            if stderr().is_terminal() {
                eprint!("\rgame {game} of {games}, Ctrl-C keeps what is done ");
            }
            let mut bytes = Vec::new();
            let samples = play(seed.wrapping_add(game.wrapping_mul(0x9e37_79b9)), nodes, player)?;
            for sample in samples {
                sample.write(&mut bytes);
            }
            // A whole game at once, so that no record is cut by another.
            out.lock().unwrap_or_else(PoisonError::into_inner).write_all(&bytes)?;
        }
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        helpers.into_iter().filter_map(|helper| helper.join().ok()).fold(own, Result::and)
    })
}

/// Games that go on for longer teach nothing.
const MOST_PLIES: u32 = 160;
/// An opening takes so many plies at most, in which pawns run or any wall worth a thought is placed.
const OPENING: usize = 8;

/// Plays one game; its positions after the opening.
fn play(seed: u64, nodes: u64, player: &Player<Quoridor<2>>) -> anyhow::Result<Vec<Sample>> {
    let mut rng = Rng::new(seed);
    let mut player = (player.build)(&Setup::new(Arc::new(Table::new(4)?)));
    let mut judge = Judge::<2>::new();
    let (mut position, mut trail) = (Quoridor::<2>::start(&Rules::default()), Trail::default());
    let mut samples = Vec::new();
    let opening = 1 + rng.below(OPENING);
    let winner = loop {
        let plies = trail.past(&position).plies;
        if let Some(outcome) = position.outcome() {
            break outcome.winner();
        }
        if plies >= MOST_PLIES {
            break None;
        }
        let mv = if (plies as usize) < opening {
            any(&mut judge, &position, &mut rng)
        } else {
            let root = Root { trail: trail.clone(), ..Root::new(position, rng.bits()) };
            let limits: Limits<Action> = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut score = Score::ZERO;
            let mv = player.search(&root, &limits, &Control::unattended(), &mut |info| score = info.score);
            let score = if position.turn() == Seat::FIRST { score } else { -score };
            samples.push(Sample { position, expected: share(score), end: 0.5 });
            if score.is_win() || score.is_loss() {
                break Some(Seat::new(usize::from(score.is_loss())));
            }
            mv
        };
        let Some(mv) = mv else { break None };
        trail.push(&position, mv);
        position.play(mv);
    };
    if let Some(winner) = winner {
        let end = if winner == Seat::FIRST { 1.0 } else { 0.0 };
        for sample in &mut samples {
            sample.end = end;
        }
    }
    Ok(samples)
}

/// A move of the opening.
fn any(judge: &mut Judge<2>, position: &Quoridor<2>, rng: &mut Rng) -> Option<Action> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    judge.filter(position, &mut moves);
    let mut hints = vec![0; moves.len()];
    judge.hints(position, &moves, &mut hints);
    let step = moves.iter().zip(&hints).filter(|(mv, _)| !mv.is_wall()).max_by_key(|(_, hint)| **hint);
    if rng.below(2) == 0 { step.map(|(mv, _)| *mv) } else { moves.get(rng.below(moves.len())).copied() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_give_positions_with_their_ends_and_repeat_by_seed() {
        let player = &Quoridor::<2>::PLAYERS[0];
        let samples = play(3, 50, player).unwrap();
        assert!(samples.len() > 10 && samples.iter().all(|sample| sample.end.total_cmp(&samples[0].end).is_eq()));
        assert!(samples.iter().all(|sample| (0.0..=1.0).contains(&sample.expected)));
        assert_eq!(play(3, 50, player).unwrap(), samples);
    }
}
