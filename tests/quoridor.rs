//! Quoridor: vectors worked out beforehand, texts and their refusals, and the slow twin.

use ludion::game::{MoveList, Notation, Outcome, Past, Position, Seat, Style};
use ludion::games::quoridor::{Quoridor, Rules, ThirdPawn};
use ludion::random::Rng;
use ludion::register;

#[path = "reference/quoridor.rs"]
mod twin;

use twin::Twin;

fn read<const SEATS: usize>(text: &str, rules: Rules) -> Quoridor<SEATS> {
    Quoridor::parse(text, &rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn listed<const SEATS: usize>(position: &Quoridor<SEATS>) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|&mv| position.move_text(mv, Style::Own)).collect()
}

/// The pawn moves, or `pass`.
fn steps<const SEATS: usize>(text: &str, third_pawn: ThirdPawn) -> String {
    let rules = Rules { third_pawn, ..Rules::default() };
    let words = listed(&read::<SEATS>(text, rules));
    words.into_iter().filter(|word| !word.ends_with(['h', 'v'])).collect::<Vec<_>>().join(" ")
}

#[test]
fn pawns_jump_straight_or_step_aside() {
    for (text, expected) in [
        ("- / - / e1 e9 / 10 10 / 1", "d1 f1 e2"),
        ("- / - / e5 e6 / 10 10 / 1", "e4 d5 f5 e7"),
        // A wall behind, whole and from either side.
        ("d6 / - / e5 e6 / 9 10 / 1", "e4 d5 f5 d6 f6"),
        ("e6 / - / e5 e6 / 9 10 / 1", "e4 d5 f5 d6 f6"),
        // One of the side squares is walled off, then both.
        ("e6 / d6 / e5 e6 / 9 9 / 1", "e4 d5 f5 f6"),
        ("e6 / d6e5 / e5 e6 / 8 9 / 1", "e4 d5"),
        // A wall between the pawns: no jump at all.
        ("e5 / - / e5 e6 / 9 10 / 1", "e4 d5 f5"),
        // The edge behind.
        ("- / - / e8 e9 / 10 10 / 1", "e7 d8 f8 d9 f9"),
        ("- / - / b5 a5 / 10 10 / 1", "a4 b4 c5 a6 b6"),
        // Another edge.
        ("- / - / b2 a2 / 10 10 / 1", "a1 b1 c2 a3 b3"),
    ] {
        assert_eq!(steps::<2>(text, ThirdPawn::Blocks), expected, "{text}");
    }
}

#[test]
fn a_third_pawn_blocks_or_is_stepped_around() {
    let line = "- / - / e4 e5 e6 h2 / 5 5 5 5 / 1";
    assert_eq!(steps::<4>(line, ThirdPawn::Blocks), "e3 d4 f4");
    assert_eq!(steps::<4>(line, ThirdPawn::Sidestep), "e3 d4 f4 d5 f5");
    // The same cell past two different pawns is one move.
    let double = "e6 / f5 / e5 e6 a2 f5 / 4 5 5 4 / 1";
    assert_eq!(steps::<4>(double, ThirdPawn::Blocks), "e4 f4 d5 d6 f6");
}

#[test]
fn a_seat_passes_exactly_when_nothing_else_is_possible() {
    let hemmed = "d4d5 / c5 / e5 d5 f5 g5 / 0 5 5 5 / 1";
    assert_eq!(steps::<4>(hemmed, ThirdPawn::Blocks), "pass");
    assert_eq!(steps::<4>(hemmed, ThirdPawn::Sidestep), "f4 f6");
    let mut position: Quoridor<4> = read(hemmed, Rules::default());
    assert_eq!(listed(&position), ["pass"]);
    position.play(position.parse_move("pass").unwrap());
    assert_eq!(position.text(Style::Own), "d4d5 / c5 / e5 d5 f5 g5 / 0 5 5 5 / 2");
    assert!(position.parse_move("pass").is_err());
    let with_walls: Quoridor<4> = read("d4d5 / c5 / e5 d5 f5 g5 / 1 5 5 5 / 1", Rules::default());
    assert!(with_walls.parse_move("pass").is_err() && listed(&with_walls).len() > 50);
}

#[test]
fn the_game_ends_on_the_goal_line_or_after_enough_plies() {
    let mut position: Quoridor<2> = read("- / - / e8 a5 / 10 10 / 1", Rules::default());
    position.play(position.parse_move("e9").unwrap());
    assert_eq!(position.outcome(), Some(Outcome::win(Seat::FIRST, 2)));
    assert!(listed(&position).is_empty());
    let jump: Quoridor<2> = read("- / - / a7 a8 / 10 10 / 1", Rules::default());
    let mut won = jump;
    won.play(jump.parse_move("a9").unwrap());
    assert_eq!(won.outcome(), Some(Outcome::win(Seat::FIRST, 2)));
    let past = |plies| Past { plies, reversible: 0, repeats: 0 };
    assert_eq!(jump.outcome_by_past(&past(323)), None);
    assert_eq!(jump.outcome_by_past(&past(324)), Some(Outcome::draw(&[0, 0])));
}

#[test]
fn texts_are_read_with_blanks_and_printed_sorted() {
    for (text, printed) in [
        ("- / - / e1 e9 / 10 10 / 1", "- / - / e1 e9 / 10 10 / 1"),
        ("e5d2 / c3 / e4 e6 / 9 8 / 1", "d2e5 / c3 / e4 e6 / 9 8 / 1"),
        ("e5 d2 b7/C3/e4  e6/8 8/2", "b7d2e5 / c3 / e4 e6 / 8 8 / 2"),
        ("- / - / e1 e9 / 0 0 / 1", "- / - / e1 e9 / 0 0 / 1"),
    ] {
        assert_eq!(read::<2>(text, Rules::default()).text(Style::Own), printed);
    }
    let four = "- / - / e1 a5 e9 i5 / 5 5 5 5 / 1";
    assert_eq!(Quoridor::<4>::start(&Rules::default()).text(Style::Own), four);
    assert_eq!(read::<4>(four, Rules::default()), Quoridor::start(&Rules::default()));
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (text, reason) in [
        ("- / - / e1 e9 / 10 10", "4 fields"),
        ("- / - / e1 e9 / 10 10 / 1 / 1", "6 fields"),
        ("", "1 fields"),
        ("d2e2 / - / e1 e9 / 9 9 / 1", "e2h is impossible: it overlaps d2h"),
        ("d2d2 / - / e1 e9 / 9 9 / 1", "overlaps"),
        ("- / d2d3 / e1 e9 / 9 9 / 1", "d3v is impossible: it overlaps d2v"),
        ("d2 / d2 / e1 e9 / 9 9 / 1", "d2v is impossible: it crosses d2h"),
        ("i2 / - / e1 e9 / 9 9 / 1", "a1 to h8"),
        ("a9 / - / e1 e9 / 9 9 / 1", "a1 to h8"),
        ("d / - / e1 e9 / 9 9 / 1", "no list of wall squares"),
        ("j2 / - / e1 e9 / 9 9 / 1", "no list of wall squares"),
        ("d2h / - / e1 e9 / 9 9 / 1", "no list of wall squares"),
        ("- / / e1 e9 / 9 9 / 1", "no list of wall squares"),
        ("- / - / e1 / 10 10 / 1", "1 pawns"),
        ("- / - / e1 e9 e5 a5 / 5 5 5 5 / 1", "4 pawns"),
        ("- / - / e1 e10 / 10 10 / 1", "'e10' is no square"),
        ("- / - / e1 e1 / 10 10 / 1", "two pawns stand on e1"),
        ("- / - / e1 e9 / 11 9 / 1", "0 to 10 walls in hand, not '11'"),
        ("- / - / e1 e9 / -1 9 / 1", "not '-1'"),
        ("- / - / e1 e9 / +1 9 / 1", "not '+1'"),
        ("- / - / e1 e9 / 10 / 1", "1 wall counts"),
        ("d2 / - / e1 e9 / 10 10 / 1", "more than the 20"),
        ("- / - / e1 e9 / 10 10 / 3", "seat to move is 1 to 2"),
        ("- / - / e1 e9 / 10 10 / 0", "seat to move is 1 to 2"),
        ("- / - / e9 e5 / 10 10 / 1", "has reached its goal"),
        ("- / - / e9 e1 / 10 10 / 2", "has reached its goal"),
        ("a4c4e4g4 / - / e1 e9 / 8 8 / 1", ""),
        ("a4c4e4g4h3 / h4 / e1 e9 / 7 7 / 1", "seat 1 on e1 is blocked"),
        ("a4c4e4g4h5 / h4 / e1 e9 / 7 7 / 1", "is blocked"),
        ("a1 / b1 / a1 e9 / 9 9 / 1", "seat 1 on a1 is blocked"),
    ] {
        let refused = Quoridor::<2>::parse(text, &Rules::default()).err().map(|error| error.to_string());
        match refused {
            Some(message) => assert!(!reason.is_empty() && message.contains(reason), "{text}: {message}"),
            None => assert!(reason.is_empty(), "{text} was accepted"),
        }
    }
    assert!(Quoridor::<4>::parse("- / - / e1 a5 e9 i5 / 6 5 5 4 / 1", &Rules::default()).is_err());
    assert!(Quoridor::<4>::parse("- / - / e1 e9 / 10 10 / 1", &Rules::default()).is_err());
}

#[test]
fn refused_moves_say_why() {
    let position: Quoridor<2> = read("a4c4e4g4 / h5 / e5 e6 / 8 0 / 1", Rules::default());
    for (word, reason) in [
        ("e6", "a pawn stands on e6"),
        ("e9", "from e5 the pawn reaches d5 f5 e7"),
        ("a4h", "overlaps a4h"),
        ("b4h", "overlaps a4h"),
        ("a4v", "crosses a4h"),
        ("i1h", "a1 to h8"),
        ("pass", "must move"),
        ("h6", "the pawn reaches"),
        ("e", "is no move"),
        ("e3x", "is no move"),
        ("e0", "is no move"),
        ("j1", "is no move"),
        ("", "is no move"),
    ] {
        let message = position.parse_move(word).unwrap_err().to_string();
        assert!(message.contains(reason), "{word}: {message}");
    }
    let cut = position.parse_move("h6h").unwrap_err().to_string();
    assert!(cut.contains("seat 2 (red) no way"), "{cut}");
    assert!(position.parse_move("E7").is_ok() && position.parse_move("A1H").is_ok());
    let other: Quoridor<2> = read("a4c4e4g4 / h5 / e5 e6 / 8 0 / 2", Rules::default());
    assert!(other.parse_move("a1h").unwrap_err().to_string().contains("no walls left"));
}

#[test]
fn options_are_checked_where_the_board_is_opened() {
    let opened = |game: &str, name: &str, value: &str| {
        let choice = register::choose(game, &[(name.to_owned(), value.to_owned())]);
        choice.is_ok_and(|choice| (choice.game.open)(&choice.settings, choice.style).is_ok())
    };
    assert!(opened("quoridor", "MaxPlies", "10") && !opened("quoridor", "MaxPlies", "0"));
    assert!(opened("quoridor4", "ThirdPawn", "sidestep") && !opened("quoridor4", "ThirdPawn", "jumps"));
    assert!(!opened("quoridor", "ThirdPawn", "sidestep"), "two pawns have no third");
}

/// Plays random games on both boards; returns how many ended with a winner, and how often a seat had to pass.
fn compare<const SEATS: usize>(games: u64, plies: u32, third_pawn: ThirdPawn) -> (u32, u32) {
    let rules = Rules { third_pawn, ..Rules::default() };
    let (mut won, mut passed) = (0, 0);
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = Quoridor::<SEATS>::start(&rules);
        let mut twin = Twin::new(&position.text(Style::Own), third_pawn == ThirdPawn::Sidestep);
        // Some games build walls all the time, others hardly ever.
        let walls_in_ten = 2 + rng.below(8);
        for _ in 0..plies {
            assert_eq!(position.text(Style::Own), twin.text());
            let next = twin.moves();
            let words: Vec<&String> = next.iter().map(|(word, _)| word).collect();
            assert_eq!(listed(&position).iter().collect::<Vec<_>>(), words, "{}", twin.text());
            assert_eq!(position.move_count(), words.len());
            assert_eq!(position.outcome(), twin.winner().map(|seat| Outcome::win(Seat::new(seat), SEATS)));
            for seat in Seat::all(SEATS) {
                assert_eq!(Some(position.path_length(seat) as usize), twin.distance(seat.index()), "{}", twin.text());
            }
            if words.is_empty() {
                won += 1;
                break;
            }
            let first_wall = words.iter().position(|word| word.ends_with(['h', 'v'])).unwrap_or(words.len());
            let choice = if rng.below(10) < walls_in_ten && first_wall < words.len() {
                first_wall + rng.below(words.len() - first_wall)
            } else {
                rng.below(first_wall)
            };
            let (word, after) = &next[choice];
            passed += u32::from(word == "pass");
            position.play(position.parse_move(word).unwrap());
            twin = after.clone();
        }
    }
    (won, passed)
}

#[test]
fn the_twin_agrees_for_two() {
    let (won, passed) = compare::<2>(60, 150, ThirdPawn::Blocks);
    assert!(won > 10 && passed == 0, "{won} won, {passed} passed");
}

#[test]
fn the_twin_agrees_for_four() {
    let (won, _) = compare::<4>(40, 150, ThirdPawn::Blocks);
    assert!(won > 3, "{won} won");
    compare::<4>(20, 150, ThirdPawn::Sidestep);
}

#[test]
fn path_lengths_are_those_of_a_plain_breadth_first_search() {
    let mut checked = 0;
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut position = Quoridor::<2>::start(&Rules::default());
        while position.outcome().is_none() && checked < 100_000 {
            let twin = Twin::new(&position.text(Style::Own), false);
            for seat in Seat::all(2) {
                assert_eq!(Some(position.path_length(seat) as usize), twin.distance(seat.index()), "{}", twin.text());
            }
            checked += 1;
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            position.play(moves[rng.below(moves.len())]);
        }
        if checked == 100_000 {
            break;
        }
    }
}
