//! The laws of the rules and their texts: positions, moves, keys, ends.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::{beginning, is_over, legal_moves, rules_of};
use ludion::game::{Move as _, Outcome, Past, Seat, Style};
use ludion::random::Rng;
use ludion::search::Playable;
use ludion::trail::Trail;

/// Games longer than this are cut off; a law about their end is then not tried.
const LONGEST: usize = 300;
const STYLES: [Style; 2] = [Style::Own, Style::Foreign];

/// Tries all laws of a game on random play.
pub(super) fn laws<P: Playable>(variant: &str) {
    let rules = rules_of::<P>(variant);
    let met = RefCell::new(Met::default());
    // Choices rather than a seed: a failure shrinks to the shortest game that shows it.
    let choices = (any::<u64>(), vec(any::<u16>(), 0..=LONGEST));
    let config = Config { cases: 96, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&choices, |(seed, choices)| {
        let mut position: P = beginning(&rules, seed);
        let (mut trail, mut earlier) = (Trail::default(), vec![]);
        let mut choices = choices.iter();
        loop {
            check_texts(&position, &rules);
            check_moves(&position, &rules);
            check_end(&position);
            check_past(&position, &trail, &earlier);
            met.borrow_mut().check(&position);
            let moves = legal_moves(&position);
            let Some(&choice) = choices.next().filter(|_| !is_over(&position, &trail)) else { break };
            let mv = moves[usize::from(choice) % moves.len()];
            trail.push(&position, mv);
            earlier.push(position.clone());
            position.play(mv);
        }
        Ok(())
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
    met.into_inner().check_pairs();
    check_lengths::<P>(&rules);
}

fn check_texts<P: Playable>(position: &P, rules: &P::Rules) {
    for style in STYLES {
        let text = position.text(style);
        assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), text, "blanks would not survive the wire");
        match P::parse(&text, rules) {
            Ok(read) => {
                assert_eq!(&read, position, "{text}");
                assert_eq!(read.key(), position.key(), "the key depends on how {text} came about");
                assert_eq!(read.text(style), text);
            }
            Err(error) => assert!(position.outcome().is_some(), "{text} is refused: {error}"),
        }
    }
    assert!(position.draw().lines().all(|line| !line.trim().is_empty()), "a blank line in {}", position.draw());
    assert!(position.explain().iter().all(|line| !line.trim().is_empty()) && !position.explain().is_empty());
}

fn check_moves<P: Playable>(position: &P, rules: &P::Rules) {
    let moves = legal_moves(position);
    assert_eq!(&*moves, &*legal_moves(position), "two calls differ");
    let (mut packed, mut texts) = (HashSet::new(), HashSet::new());
    for &mv in moves.iter() {
        assert!(mv.pack() != 0 && packed.insert(mv.pack()), "{mv:?} is packed into 0 or like another move");
        for style in STYLES {
            let text = position.move_text(mv, style);
            assert!(style != Style::Own || texts.insert(text.clone()), "two moves are called {text}");
            assert_eq!(position.parse_move(&text), Ok(mv), "{text}");
            assert!(P::split_moves(&text).eq([text.as_str()]), "{text} does not stay one word");
            assert!(!text.is_empty() && !text.contains(char::is_whitespace), "{text:?} is not one word");
        }
        let (mut next, mut again) = (position.clone(), position.clone());
        next.play(mv);
        again.play(mv);
        assert_eq!((&next, next.key()), (&again, again.key()), "{mv:?} has two results");
        assert_ne!(&next, position, "{mv:?} changes nothing");
        assert_eq!(next.seats(), position.seats());
    }
    assert!(position.parse_move("no-move").is_err());
    if let Ok(read) = P::parse(&position.text(Style::Own), rules) {
        assert_eq!(&*moves, &*legal_moves(&read), "the order depends on how the position came about");
    }
}

fn check_end<P: Playable>(position: &P) {
    assert!((2..=4).contains(&position.seats()) && position.turn().index() < position.seats());
    let outcome = position.outcome();
    assert_eq!(outcome.is_some(), legal_moves(position).is_empty(), "over exactly if nothing can be played");
    if let Some(outcome) = outcome {
        check_outcome(&outcome, position.seats());
    }
}

fn check_outcome(outcome: &Outcome, seats: usize) {
    assert_eq!((outcome.points().len(), outcome.ranks().len()), (seats, seats));
    assert!(outcome.ranks().contains(&1), "nobody is first: {outcome:?}");
    assert_eq!(Seat::all(seats).map(|seat| outcome.payoff(seat)).sum::<i32>(), 0, "{outcome:?}");
    let winner = outcome.winner().map(Seat::index);
    let firsts: Vec<usize> = (0..seats).filter(|&seat| outcome.ranks()[seat] == 1).collect();
    assert_eq!(winner, (firsts.len() == 1).then(|| firsts[0]));
}

/// What is remembered of the way must be what a full comparison with all earlier positions says.
fn check_past<P: Playable>(position: &P, trail: &Trail, earlier: &[P]) {
    let past = trail.past(position);
    assert_eq!(past.plies as usize, earlier.len());
    assert_eq!(past.repeats as usize, earlier.iter().filter(|old| *old == position).count(), "a position came back");
    check_foresight(position, &past);
    if let Some(outcome) = position.outcome_by_past(&past) {
        assert!(P::PAST_MATTERS, "the search would not ask");
        check_outcome(&outcome, position.seats());
    }
}

/// What is told about moves before they are played must be what playing them shows.
fn check_foresight<P: Playable>(position: &P, past: &Past) {
    let mut foreseen = vec![];
    position.foresee(past, |key| foreseen.push(key));
    let mut found = vec![];
    for &mv in legal_moves(position).iter() {
        let mut after = position.clone();
        after.play(mv);
        let irreversible = position.is_irreversible(mv);
        assert_eq!(position.is_irreversible_to(mv, &after), irreversible, "{mv:?}");
        let reversible = if irreversible { 0 } else { past.reversible + 1 };
        found.push(after.key() ^ after.past_key(&Past { plies: past.plies + 1, reversible, repeats: 0 }));
    }
    assert!(foreseen.is_empty() || foreseen == found, "other positions are foreseen than come about");
}

/// All positions met so far, by key and by text.
struct Met<P> {
    by_key: HashMap<u64, P>,
    by_text: HashMap<String, P>,
    sample: Vec<P>,
}

impl<P> Default for Met<P> {
    fn default() -> Self {
        Self { by_key: HashMap::new(), by_text: HashMap::new(), sample: Vec::new() }
    }
}

impl<P: Playable> Met<P> {
    fn check(&mut self, position: &P) {
        let same_key = self.by_key.entry(position.key()).or_insert_with(|| position.clone());
        assert_eq!(same_key, position, "two positions share a key");
        let same_text = self.by_text.entry(position.text(Style::Own)).or_insert_with(|| position.clone());
        assert_eq!(same_text, position, "two positions share a text");
        if self.sample.len() < 1500 {
            self.sample.push(position.clone());
        }
    }

    /// Equal keys exactly where the positions are equal; there must have been both.
    fn check_pairs(self) {
        let mut equal = 0;
        for (index, one) in self.sample.iter().enumerate() {
            for other in &self.sample[..index] {
                assert_eq!(one == other, one.key() == other.key(), "{one:?} and {other:?}");
                equal += usize::from(one == other);
            }
        }
        assert!(equal > 0 && self.by_key.len() > 100, "random play met too little");
    }
}

/// No game takes longer from any of its positions than that position promises.
fn check_lengths<P: Playable>(rules: &P::Rules) {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut position: P = beginning(rules, seed);
        let mut trail = Trail::default();
        let mut promises = vec![position.max_plies()];
        while !is_over(&position, &trail) && promises.len() <= LONGEST {
            let moves = legal_moves(&position);
            let mv = moves[rng.below(moves.len())];
            trail.push(&position, mv);
            position.play(mv);
            promises.push(position.max_plies());
        }
        for (played, &promise) in promises.iter().enumerate() {
            assert!(promises.len() - 1 - played <= promise as usize, "longer than {promise} from ply {played}");
        }
    }
}
