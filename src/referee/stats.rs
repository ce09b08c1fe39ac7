//! The arithmetic of results between two: Elo, likelihood of superiority, normalised Elo and sequential tests.
//!
//! Results come as counts over equally spaced scores from 0 to 1: three for single games (loss, draw, win), five for
//! pairs of games with the seats exchanged, whose two results are not independent. Normalised Elo and the test follow
//! Michel Van den Bergh's notes on the generalised SPRT and on normalised Elo, which fishtest and fastchess use.

use super::event::{EloModel, Sprt};

/// Two standard errors, as far as 95 % of a normal distribution go.
pub const Z95: f64 = 1.959_963_984_540_054;
/// Elo per unit of normalised score.
const NELO: f64 = 347.435_585_522_602_2;

/// A figure with its 95 % error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its error, either way.
    pub error: f64,
}

/// Mean and variance of results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// How many results: games, or pairs of them.
    pub count: f64,
    /// The mean score.
    pub mean: f64,
    /// The variance of one result.
    pub variance: f64,
    /// How many games one result stands for.
    games: f64,
}

impl Spread {
    /// The spread of counted results; `None` if there are none.
    #[must_use]
    pub fn of(counts: &[u64]) -> Option<Self> {
        let total: u64 = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let pdf: Vec<(f64, f64)> = pdf(counts, 0.0);
        let (mean, variance) = moments(&pdf);
        Some(Self { count: real(total), mean, variance, games: if counts.len() == 5 { 2.0 } else { 1.0 } })
    }

    fn standard_error(&self) -> f64 {
        (self.variance / self.count).sqrt()
    }

    /// The mean score with its error.
    #[must_use]
    pub fn score(&self) -> Estimate {
        Estimate { value: self.mean, error: Z95 * self.standard_error() }
    }

    /// The difference in Elo that this score means. Infinite where one side has won everything.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        let margin = Z95 * self.standard_error();
        Estimate { value: elo(self.mean), error: (elo(self.mean + margin) - elo(self.mean - margin)) / 2.0 }
    }

    /// The difference in units of the spread of single games, which says how many games it takes to show it.
    #[must_use]
    pub fn normalized_elo(&self) -> Estimate {
        let deviation = (self.games * self.variance).sqrt();
        Estimate { value: (self.mean - 0.5) / deviation * NELO, error: Z95 * NELO / (self.games * self.count).sqrt() }
    }

    /// The likelihood of superiority: how sure it is that this side is the better one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let error = self.standard_error();
        if error == 0.0 {
            return match self.mean.total_cmp(&0.5) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
        }
        normal_cdf((self.mean - 0.5) / error)
    }
}

/// Counts are far below 2^52.
#[expect(clippy::cast_precision_loss, reason = "counts of games are small")]
pub(super) fn real(count: u64) -> f64 {
    count as f64
}

/// The difference in Elo at which this score is expected.
#[must_use]
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The score that is expected at a difference in Elo.
#[must_use]
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normal distribution function, to 1e-7 (Abramowitz and Stegun 26.2.17).
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    const B: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let poly = B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// Where a sequential test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TestState {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below this the lower difference is accepted.
    pub lower: f64,
    /// At or above this the upper difference is accepted.
    pub upper: f64,
}

impl TestState {
    /// Whether the test has decided, and for the upper difference.
    #[must_use]
    pub fn verdict(&self) -> Option<bool> {
        if self.llr >= self.upper {
            Some(true)
        } else if self.llr <= self.lower {
            Some(false)
        } else {
            None
        }
    }
}

/// Where the test stands after these results.
#[must_use]
pub fn test(sprt: &Sprt, counts: &[u64]) -> TestState {
    TestState {
        llr: likelihood_ratio(sprt, counts),
        lower: (sprt.beta / (1.0 - sprt.alpha)).ln(),
        upper: ((1.0 - sprt.beta) / sprt.alpha).ln(),
    }
}

fn likelihood_ratio(sprt: &Sprt, counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return 0.0;
    }
    // A result that never occurred might still; the usual small weight keeps the logarithms finite.
    let seen = pdf(counts, 1e-3);
    let (one, two) = match sprt.model {
        EloModel::Logistic => (with_mean(&seen, expected(sprt.elo0)), with_mean(&seen, expected(sprt.elo1))),
        EloModel::Normalized => {
            let unit = if counts.len() == 5 { std::f64::consts::SQRT_2 } else { 1.0 };
            (with_t(&seen, sprt.elo0 / NELO * unit), with_t(&seen, sprt.elo1 / NELO * unit))
        }
    };
    let jumps = one.iter().zip(&two).map(|((_, p0), (_, p1))| (p1 / p0).ln());
    real(total) * seen.iter().zip(jumps).map(|((_, p), jump)| p * jump).sum::<f64>()
}

/// Scores from 0 to 1 with their frequencies.
fn pdf(counts: &[u64], least: f64) -> Vec<(f64, f64)> {
    let weights: Vec<f64> = counts.iter().map(|&count| real(count).max(least)).collect();
    let total: f64 = weights.iter().sum();
    let steps = real(counts.len().saturating_sub(1) as u64);
    (0..).zip(weights).map(|(index, weight)| (real(index) / steps, weight / total)).collect()
}

fn moments(pdf: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = pdf.iter().map(|(score, p)| score * p).sum();
    (mean, pdf.iter().map(|(score, p)| p * (score - mean).powi(2)).sum())
}

/// The most likely distribution with a given mean.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<(f64, f64)> {
    let shifts: Vec<f64> = seen.iter().map(|(score, _)| score - mean).collect();
    tilt(seen, &shifts)
}

/// The most likely distribution whose mean lies so many standard deviations above one half.
fn with_t(seen: &[(f64, f64)], t: f64) -> Vec<(f64, f64)> {
    let mut fit: Vec<(f64, f64)> = seen.iter().map(|&(score, _)| (score, 1.0 / real(seen.len() as u64))).collect();
    for _ in 0..50 {
        let (mean, variance) = moments(&fit);
        let deviation = variance.sqrt();
        let shift =
            |(score, _): &(f64, f64)| score - 0.5 - t * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0;
        let shifts: Vec<f64> = seen.iter().map(shift).collect();
        let next = tilt(seen, &shifts);
        let change = next.iter().zip(&fit).map(|(new, old)| (new.1 - old.1).abs()).fold(0.0, f64::max);
        fit = next;
        if change < 1e-10 {
            break;
        }
    }
    fit
}

/// Weighs a distribution so that the mean of the shifts vanishes: `p / (1 + x * shift)`, with x by bisection.
fn tilt(seen: &[(f64, f64)], shifts: &[f64]) -> Vec<(f64, f64)> {
    let least = shifts.iter().copied().fold(f64::INFINITY, f64::min);
    let most = shifts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return seen.to_vec();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = f64::midpoint(low, high);
        let value: f64 = seen.iter().zip(shifts).map(|((_, p), a)| p * a / (1.0 + x * a)).sum();
        // The sum falls as x grows.
        if value > 0.0 { low = x } else { high = x }
    }
    let x = f64::midpoint(low, high);
    seen.iter().zip(shifts).map(|((score, p), a)| (*score, p / (1.0 + x * a))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, wanted: f64, tolerance: f64) {
        assert!((value - wanted).abs() <= tolerance, "{value} instead of {wanted}");
    }

    /// Published by the documentation of fastchess and by fishtest's own calculator.
    #[test]
    fn a_long_test_of_another_program_is_reproduced() {
        let counts = [379, 10170, 21828, 10640, 343];
        let spread = Spread::of(&counts).unwrap();
        close(spread.normalized_elo().value, 3.05, 0.005);
        close(spread.normalized_elo().error, 2.31, 0.005);
        let sprt = Sprt { elo0: 0.0, elo1: 2.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };
        let state = test(&sprt, &counts);
        close(state.llr, 2.946, 0.005);
        close(state.upper, 2.944, 0.001);
        assert_eq!(state.verdict(), Some(true));
    }

    #[test]
    fn elo_and_superiority_of_known_matches() {
        close(elo(0.75), 190.85, 0.01);
        close(elo(0.64), 99.95, 0.05);
        close(expected(100.0), 0.640_065, 1e-6);
        let even = Spread::of(&[10, 10, 10]).unwrap();
        close(even.elo().value, 0.0, 1e-9);
        close(even.superiority(), 0.5, 1e-7);
        close(normal_cdf(1.959_964), 0.975, 1e-6);
        close(normal_cdf(-1.0), 0.158_655, 1e-6);
        // 20 wins, 10 losses: the textbook value of (1 + erf((w - l) / sqrt(2 w + 2 l))) / 2 is 0.966.
        close(Spread::of(&[10, 0, 20]).unwrap().superiority(), 0.974, 0.01);
        assert!(Spread::of(&[0, 0, 5]).unwrap().elo().value.is_infinite());
        assert!(Spread::of(&[0, 0, 0]).is_none());
    }

    #[test]
    fn the_logistic_test_agrees_with_its_approximation() {
        // For small differences: LLR = N (s1 - s0) (2 mean - s0 - s1) / (2 variance).
        let counts = [400, 300, 500];
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        let spread = Spread::of(&counts).unwrap();
        let (s0, s1) = (expected(0.0), expected(10.0));
        let rough = spread.count * (s1 - s0) * (2.0 * spread.mean - s0 - s1) / (2.0 * spread.variance);
        close(test(&sprt, &counts).llr, rough, 0.05);
        assert_eq!(test(&sprt, &[0, 0, 0]).llr.to_bits(), 0f64.to_bits());
    }
}
