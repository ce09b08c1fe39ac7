//! What the default player sees and `classic`, looking two plies ahead, does not: double threats.

use std::sync::Arc;

use super::{Noise, after, board, legal_moves, minimax, root};
use ludion::game::Position;
use ludion::games::connect4::{Column, Connect4};
use ludion::score::Score;
use ludion::search::{Control, Limits, Playable, Setup, Table};

/// The move of a player of this name.
fn choice(player: &str, position: &Connect4<u64>, seed: u64, nodes: u64) -> Column {
    let table = Arc::new(Table::new(1).expect("there is memory for a small table"));
    let player = Connect4::<u64>::PLAYERS.iter().find(|known| known.name == player).expect("the player exists");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mv =
        (player.build)(&Setup::new(table)).search(&root(position, seed), &limits, &Control::unattended(), &mut |_| {});
    mv.expect("there are legal moves")
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
