//! What the default player sees and `classic`, looking two plies ahead, does not: double threats.

use super::{Found, Noise, after, board, legal_moves, minimax, root, search_with, setup, wandered};
use ludion::game::Position;
use ludion::games::connect4::{Column, Connect4};
use ludion::score::{Proven, Score};
use ludion::search::{Limits, Playable};

/// What a player of this name finds.
fn found(player: &str, position: &Connect4<u64>, seed: u64, nodes: u64) -> Found<Column> {
    let player = Connect4::<u64>::PLAYERS.iter().find(|known| known.name == player).expect("the player exists");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    search_with(&mut *(player.build)(&setup(1)), &root(position, seed), &limits)
}

/// The move of a player of this name.
fn choice(player: &str, position: &Connect4<u64>, seed: u64, nodes: u64) -> Column {
    found(player, position, seed, nodes).mv
}

/// The columns, shown from 1, whose value at this depth is as wanted.
fn columns(position: &Connect4<u64>, depth: u32, wanted: impl Fn(Score) -> bool) -> Vec<usize> {
    let value = |mv| minimax(&after(position, mv), &mut Noise { spread: 0 }, position.turn(), depth - 1, 1);
    legal_moves(position).iter().filter(|&&mv| wanted(value(mv))).map(|mv| mv.number()).collect()
}

/// The columns `classic` chooses with many seeds.
fn classic_choices(position: &Connect4<u64>) -> Vec<usize> {
    let mut chosen: Vec<usize> = (0..60).map(|seed| choice("classic", position, seed, 100).number()).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

#[test]
fn a_double_threat_is_made() {
    // Seat 1 has two stones beside each other in the bottom row, free on both sides.
    let position = board::<u64>(7, 6, "3344");
    let winning = columns(&position, 3, |value| value == Score::win_in(3));
    assert_eq!(winning, [2, 5]);
    for nodes in [100, 2_000, 50_000] {
        assert!(winning.contains(&choice("auto", &position, 1, nodes).number()), "{nodes} nodes");
    }
    let classic = classic_choices(&position);
    assert!(classic.iter().any(|column| !winning.contains(column)), "classic sees the double threat: {classic:?}");
}

#[test]
fn a_double_threat_is_parried() {
    // Every move but one lets seat 1 make two threats at once.
    let position = board::<u64>(7, 6, "334473374");
    let holding = columns(&position, 4, |value| !value.is_loss());
    assert_eq!(holding, [5]);
    for nodes in [500, 5_000, 50_000] {
        assert_eq!(choice("auto", &position, 1, nodes).number(), 5, "{nodes} nodes");
    }
    let classic = classic_choices(&position);
    assert!(classic.iter().any(|column| !holding.contains(column)), "classic sees the double threat: {classic:?}");
}

#[test]
fn what_the_default_player_proves_is_true() {
    let mut solved = [0; 3];
    for (width, height, seed) in (0..600).map(|seed| ([4, 5, 6][seed % 3], 4, seed as u64)) {
        let cells = usize::try_from(width * height).unwrap_or(0);
        let position = wandered(board::<u64>(width, height, ""), seed, cells - 8);
        // A game that ended sooner leaves too much for plain minimax.
        if position.max_plies() > 8 {
            continue;
        }
        let truth = minimax(&position, &mut Noise { spread: 0 }, position.turn(), position.max_plies(), 0);
        let proven = match truth.value().signum() {
            1 => Proven::Win,
            0 => Proven::Draw,
            _ => Proven::Loss,
        };
        solved[usize::try_from(truth.value().signum() + 1).unwrap_or(0)] += 1;
        for nodes in [1, 10, 100, 1_000_000] {
            let found = found("auto", &position, 1, nodes);
            let mut claims = found.reports.iter().filter_map(|info| info.proven);
            assert!(claims.all(|claim| claim == proven), "{proven:?} is the truth in {position:?}");
            assert!(nodes < 1_000_000 || found.last().proven == Some(proven), "not solved: {position:?}");
            assert!(nodes < 1_000_000 || found.last().score == truth, "{} {truth} {position:?}", found.last().score);
        }
    }
    assert!(solved.iter().all(|&count| count > 10), "{solved:?}");
}

#[test]
fn a_win_at_once_is_taken_and_a_loss_at_once_averted_by_all_but_chance() {
    // Three stones of seat 1 in column 4 with room above: column 4 wins for seat 1 and saves seat 2.
    for (columns, seat) in [("414142", 1), ("41414", 2), ("4141421", 2)] {
        let position = board::<u64>(7, 6, columns);
        assert_eq!(position.turn().number(), seat);
        for player in ["auto", "pvs", "classic"] {
            for seed in 0..20 {
                assert_eq!(choice(player, &position, seed, 300).number(), 4, "{player} after {columns}");
            }
        }
    }
}
