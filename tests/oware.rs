//! Oware: the rules beside their slow twin, cases worked out by hand, texts and their refusals.

use ludion::game::{MoveList, Notation, Outcome, Past, Position, Style};
use ludion::games::oware::{GrandSlam, House, Oware, Repetition, Rules};
use ludion::random::Rng;
use ludion::trail::Trail;

mod client;
mod players;
#[path = "reference/oware.rs"]
mod twin;

use twin::{Options, Twin};

const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

fn position(text: &str) -> Oware {
    Oware::parse(text, &Rules::ABAPA).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal(position: &Oware) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|&mv| position.move_text(mv, Style::Own)).collect()
}

fn after(position: &Oware, moves: &str) -> Oware {
    let mut position = *position;
    for word in Oware::split_moves(moves) {
        position.play(position.parse_move(word).unwrap());
    }
    position
}

fn options_of(rules: Rules) -> Options {
    Options {
        grand_slam: rules.grand_slam.word(),
        repetition: rules.repetition.word(),
        no_capture_limit: rules.no_capture_limit.into(),
        max_plies: rules.max_plies.into(),
    }
}

/// Plays a random game on both boards from a position; returns how it ended.
fn compare(text: &str, rules: Rules, rng: &mut Rng) -> &'static str {
    let mut position = Oware::parse(text, &rules).unwrap();
    let mut twin = Twin::new(text, options_of(rules));
    let mut trail = Trail::default();
    for _ in 0..400 {
        assert_eq!(position.text(Style::Own), twin.text());
        assert_eq!(legal(&position), twin.moves(), "{}", twin.text());
        let past = trail.past(&position);
        let by_past = position.outcome_by_past(&past);
        let outcome = position.outcome().or(by_past);
        let points =
            |outcome: Outcome| outcome.points().iter().map(|&points| points.cast_unsigned()).collect::<Vec<_>>();
        assert_eq!(outcome.map(points), twin.result(), "{} after {past:?}", twin.text());
        if let Some(outcome) = position.outcome() {
            return if outcome.points().iter().any(|&points| points > 24) { "captured enough" } else { "cannot move" };
        }
        if by_past.is_some() {
            let Past { repeats, .. } = past;
            return if repeats > 0 { "repeated" } else { "took too long" };
        }
        let moves = legal(&position);
        let word = &moves[rng.below(moves.len())];
        let mv = position.parse_move(word).unwrap();
        trail.push(&position, mv);
        position.play(mv);
        twin.play(word);
    }
    "went on"
}

/// A position with few seeds on the board, where grand slams, hunger and repetitions are common.
fn sparse(rng: &mut Rng) -> String {
    let mut houses = [0_u32; 12];
    let seeds = 1 + rng.below(20);
    (0..seeds).for_each(|_| houses[rng.below(12)] += 1);
    let rest = 48 - u32::try_from(seeds).unwrap();
    let south = (rest / 2).min(24) - u32::try_from(rng.below(3)).unwrap();
    let words: Vec<String> = houses.iter().chain(&[south, rest - south]).map(u32::to_string).collect();
    format!("{}-{}", words.join("-"), ["S", "N"][rng.below(2)])
}

#[test]
fn the_twin_agrees_under_all_rules() {
    let mut ends = std::collections::BTreeMap::new();
    let mut rng = Rng::new(1);
    for grand_slam in GrandSlam::ALL {
        for repetition in Repetition::ALL {
            for (no_capture_limit, max_plies) in [(0, 0), (12, 0), (0, 60)] {
                let rules = Rules { grand_slam, repetition, no_capture_limit, max_plies };
                for _ in 0..6 {
                    *ends.entry(compare(START, rules, &mut rng)).or_insert(0) += 1;
                }
                for _ in 0..40 {
                    *ends.entry(compare(&sparse(&mut rng), rules, &mut rng)).or_insert(0) += 1;
                }
            }
        }
    }
    for end in ["captured enough", "cannot move", "repeated", "took too long", "went on"] {
        assert!(ends.get(end).is_some_and(|&count| count >= 10), "{ends:?}");
    }
}

#[test]
fn captures_go_back_from_the_last_seed() {
    // B sows to e: e, d and c hold two or three, b holds four.
    let before = position("0-9-0-0-0-0-4-3-1-2-1-4-12-12-S");
    let next = after(&before, "B");
    assert_eq!(next.text(Style::Own), "0-0-1-1-1-1-5-4-0-0-0-4-19-12-N");
    // The run stops at the border: an own house is never captured.
    assert_eq!(
        after(&position("0-0-0-0-2-2-1-5-5-5-5-3-10-10-S"), "E").text(Style::Own),
        "0-0-0-0-0-3-0-5-5-5-5-3-12-10-N"
    );
    // One, four and more are left alone.
    assert_eq!(after(&position("0-0-0-0-0-2-1-3-5-5-5-3-12-12-S"), "F").stores(), [12, 12]);
    assert_eq!(after(&position("0-0-0-0-0-2-1-0-5-5-5-6-12-12-S"), "F").stores(), [12, 12]);
}

#[test]
fn laps_leave_out_the_house_where_they_begin() {
    let next = after(&position("0-0-12-0-0-0-4-4-4-4-4-4-6-6-S"), "C");
    assert_eq!(next.text(Style::Own), "1-1-0-2-1-1-5-5-5-5-5-5-6-6-N");
    let next = after(&position("23-0-0-0-0-0-4-4-4-4-4-1-2-2-S"), "A");
    assert_eq!(next.text(Style::Own), "0-3-2-2-2-2-6-6-6-6-6-3-2-2-N");
}

#[test]
fn a_grand_slam_does_what_the_rules_say() {
    let text = "0-0-0-0-3-1-1-2-0-0-0-0-21-20-S";
    let stores = |grand_slam| {
        let rules = Rules { grand_slam, ..Rules::ABAPA };
        let position = Oware::parse(text, &rules).unwrap();
        position.parse_move("E").ok().map(|mv| {
            let mut next = position;
            next.play(mv);
            (next.stores(), next.text(Style::Own))
        })
    };
    let text_of = |grand_slam| stores(grand_slam).unwrap().1;
    assert_eq!(text_of(GrandSlam::NoCapture), "0-0-0-0-0-2-2-3-0-0-0-0-21-20-N");
    assert_eq!(text_of(GrandSlam::Capture), "0-0-0-0-0-2-0-0-0-0-0-0-26-20-N");
    assert_eq!(text_of(GrandSlam::LeaveFirst), "0-0-0-0-0-2-2-0-0-0-0-0-24-20-N");
    assert_eq!((stores(GrandSlam::Forbidden), stores(GrandSlam::Awari)), (None, None));
    // Where every move is one, awari captures and a ban ends the game.
    let text = "0-0-0-0-0-1-1-0-0-0-0-0-23-23-S";
    let awari = Oware::parse(text, &Rules { grand_slam: GrandSlam::Awari, ..Rules::ABAPA }).unwrap();
    assert_eq!(after(&awari, "F").stores(), [25, 23]);
    let forbidden = Oware::parse(text, &Rules { grand_slam: GrandSlam::Forbidden, ..Rules::ABAPA }).unwrap();
    assert_eq!(forbidden.outcome(), Some(Outcome::by_points(&[24, 24])));
}

#[test]
fn the_hungry_are_fed_or_the_game_is_over() {
    let before = position("1-5-0-0-0-4-0-0-0-0-0-0-16-22-S");
    assert_eq!(legal(&before), ["B", "F"]);
    assert!(before.parse_move("A").unwrap_err().to_string().contains("must get some"));
    let over = position("1-1-0-2-0-0-0-0-0-0-0-0-22-22-S");
    assert_eq!((legal(&over).len(), over.outcome()), (0, Some(Outcome::by_points(&[26, 22]))));
    let starved = position("0-0-0-0-0-0-1-1-0-0-0-2-22-22-S");
    assert_eq!(starved.outcome(), Some(Outcome::by_points(&[22, 26])));
}

#[test]
fn enough_seeds_end_the_game_at_once() {
    let won = after(&position("0-0-0-0-0-1-1-4-4-4-4-4-23-3-S"), "F");
    assert_eq!((legal(&won).len(), won.outcome()), (0, Some(Outcome::by_points(&[25, 3]))));
    let even = position("0-0-0-0-0-0-0-0-0-0-0-0-24-24-N");
    assert_eq!(even.outcome(), Some(Outcome::by_points(&[24, 24])));
}

#[test]
fn a_repetition_ends_the_game_twelve_plies_later() {
    let ends = |repetition, no_capture_limit, text: &str, moves: &str| {
        let rules = Rules { repetition, no_capture_limit, ..Rules::ABAPA };
        let mut position = Oware::parse(text, &rules).unwrap();
        let mut trail = Trail::default();
        let mut plies = 0;
        for word in Oware::split_moves(moves) {
            assert_eq!(position.outcome_by_past(&trail.past(&position)), None);
            let mv = position.parse_move(word).unwrap();
            trail.push(&position, mv);
            position.play(mv);
            plies += 1;
        }
        (plies, position.outcome_by_past(&trail.past(&position)).map(|outcome| outcome.points().to_vec()))
    };
    // Two seeds chase each other round the board.
    let (text, moves) = ("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", "AaBbCcDdEeFf");
    assert_eq!(ends(Repetition::OwnSide, 0, text, moves), (12, Some(vec![24, 24])));
    assert_eq!(ends(Repetition::Off, 0, text, moves), (12, None));
    assert_eq!(ends(Repetition::Off, 12, text, moves), (12, Some(vec![24, 24])));
    assert_eq!(ends(Repetition::Off, 5, text, &moves[..5]), (5, Some(vec![24, 24])));
    let (text, moves) = ("1-0-0-0-0-0-1-0-0-0-0-0-24-22-S", "AaBbCcDdEeFf");
    assert_eq!(ends(Repetition::Split, 0, text, moves), (12, Some(vec![25, 23])));
}

#[test]
fn texts_are_read_and_refused_for_a_reason() {
    for (text, reason) in [
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0", "15 fields"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-0-S", "15 fields"),
        ("", "15 fields"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-X", "side to move"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-", "side to move"),
        ("4-4-4-4-4-4-4-4-4-4-4-5-0-0-S", "49 seeds"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-1-S", "49 seeds"),
        ("4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "47 seeds"),
        ("4-x-4-4-4-4-4-4-4-4-4-4-0-0-S", "house B"),
        ("4-4-4-4-4-4-4-4-+4-4-4-4-0-0-S", "house c"),
        ("4-4-4-4-4-4-4-4--4-4-4-0-0-S", "house c"),
        ("0-0-0-0-0-0-0-0-0-0-0-0-49-0-S", "South's store"),
        ("0-0-0-0-0-0-0-0-0-0-0-0-0-255-S", "North's store"),
        ("0-0-0-0-0-0-0-0-0-0-0-0-0-999-S", "North's store"),
    ] {
        let message = Oware::parse(text, &Rules::ABAPA).unwrap_err().to_string();
        assert!(message.contains(reason), "{text}: {message}");
    }
    for text in [START, "0-0-0-0-0-0-0-0-0-0-0-0-48-0-N", "48-0-0-0-0-0-0-0-0-0-0-0-0-0-N"] {
        assert_eq!(position(text).text(Style::Own), text);
    }
}

#[test]
fn moves_are_letters_of_ones_own_row() {
    let start = position(START);
    assert_eq!(legal(&start), ["A", "B", "C", "D", "E", "F"]);
    assert_eq!(legal(&after(&start, "F")), ["a", "b", "c", "d", "e", "f"]);
    for (word, reason) in
        [("a", "South is to move"), ("G", "no move"), ("AB", "no move"), ("0000", "no move"), ("", "no move")]
    {
        let message = start.parse_move(word).unwrap_err().to_string();
        assert!(message.contains(reason), "{word}: {message}");
    }
    assert!(after(&start, "Ff").parse_move("F").unwrap_err().to_string().contains("empty"));
    assert_eq!(Oware::split_moves("FfBe").collect::<Vec<_>>(), ["F", "f", "B", "e"]);
    assert_eq!(Oware::split_moves("0000").collect::<Vec<_>>(), ["0000"]);
    assert_eq!(House::new(6), None);
}

#[test]
fn the_board_is_drawn_with_rows_stores_and_letters() {
    let drawn = after(&position("4-5-8-2-1-1-2-2-1-2-2-10-1-7-S"), "C").draw();
    let expected = [
        "   f   e   d   c   b   a",
        "  10   0   0   0   0   0   North: 7",
        "   4   5   0   3   2   2   South: 15",
        "   A   B   C   D   E   F",
    ];
    assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
}
