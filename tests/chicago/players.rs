//! The players of Chicago Stock Exchange: the solver against plain minimax, its manners under limits, and `classic`.

use std::sync::Arc;

use ludion::game::{Move as _, Notation, Position, Seat, Style};
use ludion::games::chicago::{Chicago, Movement, Rules, Trade};
use ludion::random::Rng;
use ludion::score::{Bound, Proven, Score};
use ludion::search::{Control, Info, Limits, Playable, Root, Setup, Table};

use super::twin::Twin;
use super::{EXAMPLE, RULES, VECTORS, after, moves, position, text};

const EXPERT: Rules = Rules { seats: 2, movement: Movement::Expert };

/// What a player reports about a position, and the move it chooses.
fn ask(player: &str, position: &Chicago, limits: &Limits<Trade>) -> (Vec<Info<Trade>>, Trade) {
    let setup = Setup::new(Arc::new(Table::new(1).unwrap()));
    let player = Chicago::PLAYERS.iter().find(|known| known.name == player).unwrap();
    let root = Root::new(*position, 1);
    let mut reports = Vec::new();
    let mut report = |info: &Info<Trade>| reports.push(info.clone());
    let best = (player.build)(&setup).search(&root, limits, &Control::unattended(), &mut report);
    (reports, best.unwrap())
}

/// The last reported lines, best first.
fn lines(position: &Chicago, limits: &Limits<Trade>) -> Vec<Info<Trade>> {
    let (reports, best) = ask("solver", position, limits);
    let last = reports.iter().rposition(|info| info.multipv == 1).unwrap();
    assert_eq!(reports[last].pv[0], best);
    reports[last..].to_vec()
}

fn exact(position: &Chicago) -> i32 {
    lines(position, &Limits::default())[0].exact.unwrap()
}

fn all_moves() -> Limits<Trade> {
    Limits { multipv: 18, ..Limits::default() }
}

/// The exact value of every move for the seat to move, in listing order, with every line checked to its end.
fn exact_moves(position: &Chicago) -> Vec<i32> {
    let seat = position.turn();
    let lines = lines(position, &all_moves());
    assert!(lines.is_sorted_by(|one, two| one.score >= two.score));
    let value = |mv: &Trade| {
        let line = lines.iter().find(|line| line.pv[0] == *mv).unwrap();
        let last = line.pv.iter().fold(*position, |position, mv| {
            assert!(moves(&position).contains(mv));
            after(&position, *mv)
        });
        let margin = last.outcome().unwrap().margin(seat);
        assert_eq!((line.exact, line.bound, line.score), (Some(margin), Bound::Exact, Score::cp(100 * margin)));
        let proven = [Proven::Loss, Proven::Draw, Proven::Win][usize::try_from(margin.signum() + 1).unwrap()];
        assert_eq!(line.proven, Some(proven));
        margin
    };
    moves(position).iter().map(value).collect()
}

/// A random unfinished position with at most so many tokens in its stacks.
fn late_position(rules: &Rules, rng: &mut Rng, most_tokens: usize) -> Chicago {
    let tokens = |position: &Chicago| {
        text(position).split(' ').next().unwrap_or_default().chars().filter(char::is_ascii_alphabetic).count()
    };
    loop {
        let mut position = Chicago::drawn(rules, rng.bits()).unwrap();
        let wanted = most_tokens - 2 * rng.below(4);
        while tokens(&position) > wanted && position.outcome().is_none() {
            let moves = moves(&position);
            position.play(moves[rng.below(moves.len())]);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

fn compare_with_minimax(rules: &Rules, seed: u64, positions: usize, most_tokens: usize) {
    let mut rng = Rng::new(seed);
    for _ in 0..positions {
        let position = late_position(rules, &mut rng, most_tokens);
        let twin = Twin::new(&text(&position));
        let values: Vec<i32> = twin.moves().iter().map(|(_, next)| -next.minimax()).collect();
        assert_eq!(exact_moves(&position), values, "{}", text(&position));
        assert_eq!(Some(exact(&position)), values.iter().copied().max());
    }
}

#[test]
fn the_solver_gives_the_values_of_the_vectors() {
    let for_first = |position: &Chicago, value: i32| if position.turn() == Seat::FIRST { value } else { -value };
    for (start, value, expected) in VECTORS {
        let start = position(start);
        assert_eq!(for_first(&start, exact(&start)), *value);
        let values: Vec<i32> = exact_moves(&start).iter().map(|value| for_first(&start, *value)).collect();
        assert_eq!(values, expected.iter().map(|(_, _, value)| *value).collect::<Vec<_>>());
    }
    let deep = position("RRM/RCS/SSW/C/CW/CM 1 654254 WWFSSM/WRRFM 2");
    let words: Vec<String> = moves(&deep).iter().map(|&mv| deep.move_text(mv, Style::Own)).collect();
    assert_eq!(words, ["1RS", "1SR", "2RC", "2CR", "3SC", "3CS"]);
    assert_eq!(exact_moves(&deep), [-5, -9, -6, -11, -6, -6]);
    assert_eq!(exact(&deep), -5);
}

#[test]
fn whole_deals_are_solved() {
    assert_eq!(exact(&position(EXAMPLE)), 4);
    assert_eq!(exact(&position("SFMR/MWWC/WMRM/FFRR/MFCM/WCFS/CCCW/WFSR/SSRS 2 766666 -/- 1")), 4);
    // The same deal with the other seat to move.
    let lines = lines(&position(&EXAMPLE.replace("-/- 1", "-/- 2")), &Limits::default());
    assert_eq!((lines[0].exact, lines[0].proven, lines[0].depth), (Some(4), Some(Proven::Win), 17));
}

#[test]
fn the_solver_agrees_with_plain_minimax() {
    compare_with_minimax(&RULES, 1, 200, 12);
    compare_with_minimax(&EXPERT, 2, 150, 10);
}

#[test]
#[ignore = "takes minutes"]
fn the_solver_agrees_with_plain_minimax_on_a_thousand_positions() {
    compare_with_minimax(&RULES, 3, 700, 14);
    compare_with_minimax(&EXPERT, 4, 300, 14);
}

/// Whether the seat to move can reach a margin of `bar`: alpha-beta without a table, by the rules of the engine alone.
fn reaches(position: &Chicago, bar: i32) -> bool {
    let seat = position.turn();
    if let Some(outcome) = position.outcome() {
        return outcome.margin(seat) >= bar;
    }
    let lead = |position: &Chicago| position.points()[seat.index()] - position.points()[1 - seat.index()];
    let mut children: Vec<Chicago> = moves(position).iter().map(|&mv| after(position, mv)).collect();
    children.sort_by_cached_key(|child| {
        -moves(child).iter().map(|&mv| lead(&after(child, mv))).min().unwrap_or_else(|| lead(child))
    });
    children.iter().any(|child| !reaches(child, 1 - bar))
}

#[test]
#[ignore = "takes minutes"]
fn the_solver_agrees_with_plain_alpha_beta_on_whole_deals() {
    for (rules, seed) in [(RULES, 1), (RULES, 2), (RULES, 3), (EXPERT, 1), (EXPERT, 2), (EXPERT, 3)] {
        let deal = Chicago::drawn(&rules, seed).unwrap();
        let value = exact(&deal);
        assert!(reaches(&deal, value) && !reaches(&deal, value + 1), "{}", text(&deal));
    }
}

#[test]
fn limits_on_nodes_are_kept_exactly() {
    for rules in [RULES, EXPERT] {
        let deal = Chicago::drawn(&rules, 8).unwrap();
        for nodes in (0..40).chain([100, 1000, 5000, 20_000, 60_000]) {
            let limits = Limits { nodes: Some(nodes), multipv: 2, ..Limits::default() };
            let found = lines(&deal, &limits);
            assert_eq!(found.len(), 2);
            assert_eq!(found[0].nodes, nodes, "the deal takes more");
            assert!(found[0].exact.is_none() && moves(&deal).contains(&found[0].pv[0]));
            let again = lines(&deal, &limits);
            assert_eq!((&found[0].pv, found[0].score), (&again[0].pv, again[0].score));
        }
    }
}

#[test]
fn an_unfinished_proof_tells_its_bound() {
    let deal = position(EXAMPLE);
    let (reports, _) = ask("solver", &deal, &Limits::default());
    let all = reports.last().unwrap().nodes;
    let mut kinds = Vec::new();
    for nodes in (0..all).step_by(usize::try_from(all / 12).unwrap()) {
        let line = &lines(&deal, &Limits { nodes: Some(nodes), ..Limits::default() })[0];
        match line.bound {
            Bound::Lower => assert!(line.score <= Score::cp(400)),
            Bound::Upper => assert!(line.score >= Score::cp(400)),
            Bound::Exact => {}
        }
        kinds.push(line.bound);
    }
    assert!(kinds.iter().any(|kind| *kind != Bound::Exact), "{kinds:?}");
}

#[test]
fn depth_and_searchmoves_are_obeyed() {
    let deal = position(EXAMPLE);
    for depth in 1..=8 {
        let line = &lines(&deal, &Limits { depth: Some(depth), ..Limits::default() })[0];
        assert_eq!((line.depth, line.exact), (depth, None));
    }
    let late = late_position(&RULES, &mut Rng::new(3), 12);
    let values = exact_moves(&late);
    for (mv, value) in moves(&late).into_iter().zip(values) {
        let found = lines(&late, &Limits { searchmoves: vec![mv], multipv: 3, ..Limits::default() });
        assert_eq!((found.len(), found[0].pv[0], found[0].exact), (1, mv, Some(value)));
    }
}

#[test]
fn a_stopped_search_still_answers() {
    let setup = Setup::new(Arc::new(Table::new(1).unwrap()));
    let root = Root::new(position(EXAMPLE), 1);
    for player in Chicago::PLAYERS {
        let control = Control::unattended();
        control.stop();
        let mut reports = 0;
        let mut player = (player.build)(&setup);
        let best = player.search(&root, &Limits::default(), &control, &mut |_| reports += 1).unwrap();
        assert!(reports > 0 && moves(&root.position).contains(&best));
    }
}

#[test]
fn every_player_plays_with_any_number_of_seats() {
    for seats in 2..=4 {
        let deal = Chicago::drawn(&Rules { seats, ..RULES }, 11).unwrap();
        for player in Chicago::PLAYERS {
            let limits = Limits { nodes: Some(500), ..Limits::default() };
            let (reports, best) = ask(player.name, &deal, &limits);
            assert!(!reports.is_empty() && moves(&deal).contains(&best), "{} of {seats}", player.name);
        }
    }
}

/// The choice of `classic` by its definition, on the twin.
fn classic_choice(twin: &Twin, depth: u32) -> usize {
    fn value(twin: &Twin, counted: usize, depth: u32) -> i32 {
        if depth == 0 || twin.is_over() {
            return twin.scores()[counted];
        }
        let values = twin.moves().into_iter().map(|(_, next)| value(&next, counted, depth - 1));
        if twin.turn() == counted { values.max().unwrap() } else { values.min().unwrap() }
    }
    let counted = if twin.scores().len() == 2 { 0 } else { twin.turn() };
    let sign = if twin.turn() == counted { 1 } else { -1 };
    let values: Vec<i32> = twin.moves().iter().map(|(_, next)| sign * value(next, counted, depth - 1)).collect();
    let best = values.iter().max().unwrap();
    values.iter().position(|value| value == best).unwrap()
}

#[test]
fn classic_plays_as_it_is_defined() {
    let mut rng = Rng::new(12);
    for case in 0..120 {
        let rules = Rules { seats: 2 + case % 3, ..RULES };
        let most_tokens = 8 + 2 * rng.below(14);
        let position = late_position(&rules, &mut rng, most_tokens);
        let twin = Twin::new(&text(&position));
        let legal = moves(&position);
        let (_, usual) = ask("classic", &position, &Limits::default());
        assert_eq!(usual.pack(), legal[classic_choice(&twin, 2)].pack(), "{}", text(&position));
        let depth = 1 + u32::try_from(case % 4).unwrap();
        let (_, chosen) = ask("classic", &position, &Limits { depth: Some(depth), ..Limits::default() });
        assert_eq!(chosen.pack(), legal[classic_choice(&twin, depth)].pack(), "{} at {depth}", text(&position));
    }
}
