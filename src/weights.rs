//! Numbers of a judgement that can be tried out without building the program anew.
//!
//! A judgement takes its numbers from [`Weights`], which are empty in normal use: then it keeps those it comes with.
//! The environment variable `LUDION_WEIGHTS` replaces some of them by name, as in `path=104 wall=58`; that is what
//! `scripts/tune.py` does. Names nobody asks for are ignored, so that one variable can serve several games.

/// The name of the environment variable.
pub const VARIABLE: &str = "LUDION_WEIGHTS";

/// Numbers by name, in place of those a judgement comes with.
#[derive(Clone, Debug, Default)]
pub struct Weights(Vec<(String, i32)>);

impl Weights {
    /// What the environment says; nothing in normal use.
    #[must_use]
    pub fn from_environment() -> Self {
        std::env::var(VARIABLE).map_or_else(|_| Self::default(), |text| Self::parse(&text))
    }

    /// Reads `NAME=NUMBER` words; a word that is none is told to the log and skipped.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let read = |word: &str| {
            let pair = word.split_once('=').and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
            if pair.is_none() {
                log::warn!("{VARIABLE}: {word:?} is not NAME=NUMBER");
            }
            pair
        };
        Self(text.split_whitespace().filter_map(read).collect())
    }

    /// The number of this name, or the one that stands for it by default.
    #[must_use]
    pub fn get(&self, name: &str, default: i32) -> i32 {
        self.0.iter().rfind(|(known, _)| known == name).map_or(default, |&(_, number)| number)
    }
}

/// Declares a set of named numbers with their defaults that can be read from [`Weights`].
#[macro_export]
macro_rules! weights {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident { $($(#[$about:meta])* $field:ident = $default:expr,)* }) => {
        $(#[$meta])*
        $visibility struct $name { $($(#[$about])* $field: i32,)* }

        impl $name {
            /// The numbers the judgement comes with, but for those that are replaced.
            fn new(weights: &$crate::weights::Weights) -> Self {
                Self { $($field: weights.get(stringify!($field), $default),)* }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    weights! {
        #[derive(Debug)]
        struct Numbers {
            path = 100,
            wall = -60,
        }
    }

    #[test]
    fn numbers_are_replaced_by_name() {
        let plain = Numbers::new(&Weights::default());
        assert_eq!((plain.path, plain.wall), (100, -60));
        let tried = Numbers::new(&Weights::parse("wall=7 unknown=3 path nonsense=x wall=8"));
        assert_eq!((tried.path, tried.wall), (100, 8));
    }
}
