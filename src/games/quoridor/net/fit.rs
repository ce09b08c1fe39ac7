//! Weights that foretell how games end.
//!
//! The network corrects the terms of the judgement, so what is fitted is the sum of both. What a search expected and how
//! the game ended each count for a part of what the sum should say.

use std::array;
use std::fs;
use std::io::{Write as _, stdout};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::super::eval::{Judge, SPREAD};
use super::samples::Sample;
use super::{HIDDEN, INPUTS, MAGIC, MOST, ONE, ONE_OUT};
use crate::game::Seat;
use crate::random::Rng;
use crate::score::Score;
use crate::search::Evaluate as _;
use crate::whole;

/// How much the end of the game counts beside what the search expected. With more of it networks learn games by heart:
/// at a half the loss was lower still, but the player was weaker than without a network.
const PART_OF_END: f32 = 0.2;
/// How many lessons are looked at before the weights change.
const BATCH: usize = 512;
/// How far the weights move at first, at most.
const RATE: f32 = 0.001;
/// A lesson in so many is not learnt from but foretold.
const HELD_BACK: usize = 20;

/// The share of the win that a score stands for: three quarters at the spread of the judgement.
pub(super) fn share(score: Score) -> f32 {
    if score.is_win() || score.is_loss() {
        return if score.is_win() { 1.0 } else { 0.0 };
    }
    sigmoid(logit(score))
}

/// The logarithm of the odds.
#[expect(clippy::cast_precision_loss, reason = "scores are small")]
fn logit(score: Score) -> f32 {
    score.value() as f32 * 3_f32.ln() / SPREAD as f32
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// How much is missing from what was foretold: cross entropy above what cannot be avoided.
fn loss(foretold: f32, wanted: f32) -> f64 {
    let part = |foretold: f32, wanted: f32| {
        if wanted > 0.0 { wanted * (wanted / foretold.max(1e-6)).ln() } else { 0.0 }
    };
    f64::from(part(foretold, wanted) + part(1.0 - foretold, 1.0 - wanted))
}

/// A sample as the fit looks at it.
struct Lesson {
    /// Where the facts that each side sees are.
    facts: [Range<usize>; 2],
    /// What the terms say for the first seat, as the logarithm of its odds.
    terms: f32,
    /// The share of the win that the sum should say.
    wanted: f32,
}

/// All lessons, with their facts one after the other.
#[derive(Default)]
struct Lessons {
    facts: Vec<u16>,
    lessons: Vec<Lesson>,
}

impl Lessons {
    fn read(files: &[&PathBuf]) -> anyhow::Result<Self> {
        let mut all = Self::default();
        let mut judge = Judge::<2>::new();
        for file in files {
            let bytes = fs::read(file).with_context(|| file.display().to_string())?;
            for record in bytes.chunks(Sample::BYTES) {
                let Some(sample) = Sample::read(record) else {
                    bail!("{}: there is something else than samples in it", file.display());
                };
                all.add(&mut judge, &sample);
                all.add(&mut judge, &sample.mirrored());
            }
        }
        Ok(all)
    }

    fn add(&mut self, judge: &mut Judge<2>, sample: &Sample) {
        let scene = Judge::scene(&sample.position, &judge.standings(&sample.position));
        let facts = array::from_fn(|side| {
            let start = self.facts.len();
            scene.facts(side, |fact| self.facts.push(u16::try_from(fact).unwrap_or(0)));
            start..self.facts.len()
        });
        self.lessons.push(Lesson {
            facts,
            terms: logit(judge.evaluate(&sample.position, Seat::FIRST)),
            wanted: PART_OF_END * sample.end + (1.0 - PART_OF_END) * sample.expected,
        });
    }
}

/// A number for every hidden unit.
type Row = [f32; HIDDEN];

/// Weights as they are learnt, with the means of the gradients and of their squares (Adam; Kingma and Ba 2014).
struct Weights {
    numbers: Vec<Row>,
    means: Vec<Row>,
    squares: Vec<Row>,
    gradients: Vec<Row>,
}

/// After the rows of the facts: where the hidden units start, and what their squares add to the answer.
const START: usize = INPUTS;
const OUT: usize = INPUTS + 1;

impl Weights {
    fn new(rng: &mut Rng) -> Self {
        let zero = vec![[0.0; HIDDEN]; OUT + 1];
        #[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
        let mut any = || 0.2 * ((rng.bits() >> 40) as f32 / (1 << 24) as f32) - 0.1;
        let mut numbers = zero.clone();
        numbers.iter_mut().flatten().for_each(|weight| *weight = any());
        numbers[START] = [0.2; HIDDEN];
        Self { numbers, means: zero.clone(), squares: zero.clone(), gradients: zero }
    }

    /// The hidden units for what a side sees, before they are held between 0 and 1.
    fn units(&self, facts: &[u16]) -> Row {
        let mut units = self.numbers[START];
        for &fact in facts {
            let row = &self.numbers[usize::from(fact)];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        }
        units
    }

    fn answer(&self, units: &Row) -> f32 {
        units.iter().zip(&self.numbers[OUT]).map(|(unit, out)| unit.clamp(0.0, 1.0).powi(2) * out).sum()
    }

    /// What is foretold for a lesson; adds to the gradients if it is learnt from.
    fn look(&mut self, lessons: &Lessons, lesson: &Lesson, learns: bool) -> f32 {
        let seen = [0, 1].map(|side| &lessons.facts[lesson.facts[side].clone()]);
        let units = seen.map(|facts| self.units(facts));
        let foretold = sigmoid(lesson.terms + self.answer(&units[0]) - self.answer(&units[1]));
        if learns {
            let error = foretold - lesson.wanted;
            self.blame(seen[0], &units[0], error);
            self.blame(seen[1], &units[1], -error);
        }
        foretold
    }

    fn blame(&mut self, facts: &[u16], units: &Row, error: f32) {
        let mut slopes = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            let held = units[unit].clamp(0.0, 1.0);
            self.gradients[OUT][unit] += error * held * held;
            let is_inside = (0.0..1.0).contains(&units[unit]);
            slopes[unit] = if is_inside { 2.0 * error * held * self.numbers[OUT][unit] } else { 0.0 };
        }
        for row in facts.iter().map(|fact| usize::from(*fact)).chain([START]) {
            self.gradients[row].iter_mut().zip(&slopes).for_each(|(gradient, slope)| *gradient += slope);
        }
    }

    /// Moves the weights against the gradients.
    fn step(&mut self, rate: f32, lessons: f32) {
        let rows = self.numbers.iter_mut().flatten().zip(self.gradients.iter_mut().flatten());
        let moments = self.means.iter_mut().flatten().zip(self.squares.iter_mut().flatten());
        for ((weight, gradient), (mean, square)) in rows.zip(moments) {
            let slope = *gradient / lessons;
            *gradient = 0.0;
            *mean += 0.1 * (slope - *mean);
            *square += 0.001 * (slope * slope - *square);
            *weight = (*weight - rate * *mean / (square.sqrt() + 1e-8)).clamp(-MOST, MOST);
        }
    }

    /// The file of the network.
    fn file(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for (number, row) in self.numbers.iter().enumerate() {
            let one = f32::from(if number == OUT { ONE_OUT } else { ONE });
            #[expect(clippy::cast_possible_truncation, reason = "held within bounds")]
            bytes.extend(row.iter().flat_map(|weight| ((weight * one).round() as i16).to_le_bytes()));
        }
        bytes
    }
}

/// Fits a network to the samples of some files and writes it, telling how well those held back are foretold.
pub(super) fn fit(files: &[&PathBuf], net: &Path, epochs: u64, seed: u64) -> anyhow::Result<()> {
    let lessons = Lessons::read(files)?;
    let (held_back, known) = lessons.lessons.split_at(lessons.lessons.len() / HELD_BACK);
    if held_back.is_empty() {
        bail!("--samples: {} positions are too few", lessons.lessons.len());
    }
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    let mean = |sum: f64, lessons: &[Lesson]| sum / lessons.len() as f64;
    let by_terms = held_back.iter().map(|lesson| loss(sigmoid(lesson.terms), lesson.wanted)).sum();
    // The work goes on even if nobody listens.
    let _ = writeln!(
        stdout(),
        "{} positions; held back, the terms alone: {:.5}",
        lessons.lessons.len(),
        mean(by_terms, held_back)
    );
    let mut rng = Rng::new(seed);
    let mut weights = Weights::new(&mut rng);
    let mut order: Vec<&Lesson> = known.iter().collect();
    let steps = epochs * u64::try_from(order.len().div_ceil(BATCH))?;
    let mut done = 0;
    for epoch in 1..=epochs {
        rng.shuffle(&mut order);
        let mut learnt = 0.0;
        for batch in order.chunks(BATCH) {
            learnt += batch.iter().map(|lesson| loss(weights.look(&lessons, lesson, true), lesson.wanted)).sum::<f64>();
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let (left, size) = (1.0 - done as f32 / steps as f32, batch.len() as f32);
            weights.step(RATE * left.max(0.01), size);
            done += 1;
        }
        let missed = held_back.iter().map(|lesson| loss(weights.look(&lessons, lesson, false), lesson.wanted)).sum();
        let _ =
            writeln!(stdout(), "epoch {epoch}: {:.5}, held back {:.5}", mean(learnt, known), mean(missed, held_back));
    }
    whole::write(net, weights.file()).with_context(|| net.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::super::super::position::{Quoridor, Rules};
    use super::super::Net;
    use super::*;
    use crate::game::{MoveList, Position as _};

    /// Positions of games played at random, in which whoever has the pawn farther from the middle wins.
    fn lessons(seeds: Range<u64>) -> Vec<Sample> {
        let mut samples = Vec::new();
        for seed in seeds {
            let mut rng = Rng::new(seed);
            let mut position = Quoridor::<2>::start(&Rules::default());
            for _ in 0..60 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let steps: Vec<_> = moves.iter().filter(|mv| !mv.is_wall()).collect();
                let Some(mv) = steps.get(rng.below(steps.len().max(1))) else { break };
                position.play(**mv);
                let [first, second] = position.pawns.map(|pawn| pawn.column().abs_diff(4));
                if first != second && position.outcome().is_none() {
                    let share = if first > second { 0.9 } else { 0.1 };
                    samples.push(Sample { position, expected: share, end: share });
                }
            }
        }
        samples
    }

    #[test]
    fn a_network_learns_what_the_terms_do_not_know() {
        let folder = tempfile::tempdir().unwrap();
        let [file, net] = ["samples", "net"].map(|name| folder.path().join(name));
        let mut records = Vec::new();
        for sample in lessons(0..200) {
            sample.write(&mut records);
        }
        fs::write(&file, &records).unwrap();
        fit(&[&file], &net, 6, 1).unwrap();
        let net = Net::read(&fs::read(&net).unwrap()).unwrap();
        let mut judge = Judge::<2>::new();
        let fresh = lessons(1_000..1_020);
        let is_right = |sample: &&Sample| {
            let scene = Judge::scene(&sample.position, &judge.standings(&sample.position));
            (net.correction(&scene) > 0) == (sample.end > 0.5)
        };
        let right = fresh.iter().filter(is_right).count();
        assert!(right * 10 >= fresh.len() * 8, "{right} of {}", fresh.len());
        // A record that is cut is refused.
        fs::write(&file, &records[..records.len() - 1]).unwrap();
        assert!(fit(&[&file], &folder.path().join("other"), 1, 1).is_err());
    }
}
