//! Ratings for games of any number of seats: the Plackett-Luce model of Weng and Lin, "A Bayesian Approximation Method
//! for Online Ranking" (2011), algorithm 4. Every engine has a mean and a deviation; each game moves both.

/// The mean at the start.
pub const MEAN: f64 = 25.0;
/// The deviation at the start.
pub const DEVIATION: f64 = MEAN / 3.0;
const BETA: f64 = DEVIATION / 2.0;
const KAPPA: f64 = 0.0001;

/// What is known about an engine's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self { mean: MEAN, deviation: DEVIATION }
    }
}

/// Learns from one game: the ratings of all seats and their places, ties sharing one.
pub fn learn(ratings: &mut [Rating], ranks: &[u8]) {
    let old = ratings.to_vec();
    let c = old.iter().map(|rating| rating.deviation.powi(2) + BETA.powi(2)).sum::<f64>().sqrt();
    let strength: Vec<f64> = old.iter().map(|rating| (rating.mean / c).exp()).collect();
    // Of everybody who came in at the place of q or behind.
    let behind = |q: usize| -> f64 {
        strength.iter().zip(ranks).filter(|(_, rank)| **rank >= ranks[q]).map(|(strength, _)| strength).sum()
    };
    let ties = |q: usize| f64::from(u8::try_from(ranks.iter().filter(|rank| **rank == ranks[q]).count()).unwrap_or(1));
    for (i, rating) in ratings.iter_mut().enumerate().take(ranks.len()) {
        let (mut omega, mut delta) = (0.0, 0.0);
        for q in (0..ranks.len()).filter(|&q| ranks[q] <= ranks[i]) {
            let share = strength[i] / behind(q);
            omega += (f64::from(u8::from(i == q)) - share) / ties(q);
            delta += share * (1.0 - share) / ties(q);
        }
        let variance = old[i].deviation.powi(2);
        let gamma = old[i].deviation / c;
        rating.mean += variance / c * omega;
        rating.deviation *= (1.0 - variance / c.powi(2) * gamma * delta).max(KAPPA).sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(rating: Rating, mean: f64, deviation: f64) {
        let is_close = (rating.mean - mean).abs() < 1e-6 && (rating.deviation - deviation).abs() < 1e-6;
        assert!(is_close, "{rating:?} instead of {mean} {deviation}");
    }

    /// The figures of the public implementation openskill.
    #[test]
    fn published_values_are_reproduced() {
        let mut two = [Rating::default(); 2];
        learn(&mut two, &[1, 2]);
        close(two[0], 27.635_231_383_473_65, 8.065_506_316_323_548);
        close(two[1], 22.364_768_616_526_35, 8.065_506_316_323_548);
        let mut four = [
            Rating { mean: 29.182, deviation: 4.782 },
            Rating { mean: 27.174, deviation: 4.922 },
            Rating { mean: 16.672, deviation: 6.217 },
            Rating::default(),
        ];
        learn(&mut four, &[1, 2, 3, 4]);
        close(four[0], 30.209_971_908_310_553, 4.764_898_977_359_521);
        close(four[1], 27.644_608_336_894_99, 4.882_789_305_097_372);
        close(four[2], 17.403_586_731_283_518, 6.100_723_440_599_442);
        close(four[3], 19.214_790_707_434_826, 7.854_261_398_164_398);
    }

    #[test]
    fn ties_keep_equals_equal() {
        let mut three = [Rating::default(); 3];
        learn(&mut three, &[1, 1, 1]);
        assert!(three.iter().all(|rating| (rating.mean - MEAN).abs() < 1e-9 && rating.deviation < DEVIATION));
    }
}
