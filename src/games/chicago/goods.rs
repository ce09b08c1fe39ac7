//! What is traded: six goods, their letters, names and first prices, and the stacks their tokens lie in.

use crate::option::fold;

/// The number of goods.
pub(super) const GOODS: usize = 6;
/// The number of tokens of each good.
pub(super) const TOKENS_EACH: u8 = 6;
/// The number of tokens in a full stack.
pub(super) const STACK_HEIGHT: usize = 4;

/// A kind of token. Counted from 0 inside, in the order wheat, rice, cocoa, coffee, sugar, maize.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Good(u8);

/// Letters in the fixed order.
const LETTERS: [char; GOODS] = ['W', 'R', 'C', 'F', 'S', 'M'];
/// English names, and French ones without their accents.
const NAMES: [[&str; 2]; GOODS] =
    [["wheat", "ble"], ["rice", "riz"], ["cocoa", "cacao"], ["coffee", "cafe"], ["sugar", "sucre"], ["maize", "mais"]];

impl Good {
    /// The good with this index; `None` if there are not so many.
    #[must_use]
    pub fn new(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < GOODS).map(Self)
    }

    /// All goods in their fixed order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..GOODS).filter_map(Self::new)
    }

    /// The index, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter in position and move texts.
    #[must_use]
    pub const fn letter(self) -> char {
        LETTERS[self.index()]
    }

    /// The English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.index()][0]
    }

    /// The price before anything was sold.
    #[must_use]
    pub const fn first_price(self) -> u8 {
        if self.0 == 0 { 7 } else { 6 }
    }

    /// The good with this letter, large or small.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let large = letter.to_ascii_uppercase();
        Self::all().find(|good| good.letter() == large)
    }

    /// The goods whose letter or name a folded text begins with, each with the rest of the text.
    fn prefixes(text: &str) -> impl Iterator<Item = (Self, &str)> {
        Self::all().flat_map(move |good| {
            let letter = good.letter().to_ascii_lowercase();
            let names = NAMES[good.index()].into_iter();
            let rests = names.filter_map(|name| text.strip_prefix(name)).chain(text.strip_prefix(letter));
            rests.map(move |rest| (good, rest)).collect::<Vec<_>>()
        })
    }

    /// Reads one good or two written without a blank, each by its letter or its name in English or French.
    #[must_use]
    pub fn one_or_two(text: &str) -> Option<(Self, Option<Self>)> {
        let text: String = fold(text).chars().map(plain).collect();
        Self::prefixes(&text).find_map(|(first, rest)| {
            if rest.is_empty() {
                return Some((first, None));
            }
            Self::prefixes(rest).find(|(_, rest)| rest.is_empty()).map(|(second, _)| (first, Some(second)))
        })
    }
}

/// The letter without its accent, as far as the French names have any.
const fn plain(letter: char) -> char {
    match letter {
        'é' => 'e',
        'ï' => 'i',
        other => other,
    }
}

/// A stack of up to four tokens: three bits each, one more than the good's index, the top in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Stack(u16);

impl Stack {
    /// No token at all; such a stack is not part of the circle.
    pub(super) const EMPTY: Self = Self(0);

    /// The stack of these tokens, top first; those beyond the fourth are left out.
    pub(super) fn new(tokens: impl IntoIterator<Item = Good>) -> Self {
        let tokens = tokens.into_iter().take(STACK_HEIGHT).enumerate();
        Self(tokens.fold(0, |bits, (depth, good)| bits | u16::from(good.0 + 1) << (3 * depth)))
    }

    /// The stack as a number below 2^12, different for different stacks.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// Whether no token is left.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tokens, top first.
    pub(super) fn tokens(self) -> impl Iterator<Item = Good> {
        (0..STACK_HEIGHT).filter_map(move |depth| Good::new(usize::from(self.0 >> (3 * depth) & 7).wrapping_sub(1)))
    }

    /// The token on top; wheat if there is none.
    pub(super) const fn top(self) -> Good {
        Good((self.0 & 7).saturating_sub(1) as u8)
    }

    /// Takes the top token off.
    pub(super) const fn pop(&mut self) {
        self.0 >>= 3;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_are_read_by_letter_and_by_name() {
        let read = |text| Good::one_or_two(text).map(|(kept, sold)| (kept.letter(), sold.map(Good::letter)));
        assert_eq!(read("F"), Some(('F', None)));
        assert_eq!(read("fc"), Some(('F', Some('C'))));
        assert_eq!(read("Café"), Some(('F', None)));
        assert_eq!(read("coffeecacao"), Some(('F', Some('C'))));
        assert_eq!(read("CAFÉBLÉ"), Some(('F', Some('W'))));
        assert_eq!(read("maïss"), Some(('M', Some('S'))));
        assert_eq!(read("ww"), Some(('W', Some('W'))));
        for nonsense in ["", "x", "fcx", "cafez", "fff", "é"] {
            assert_eq!(read(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn stacks_give_their_tokens_back() {
        let goods: Vec<Good> = "MRWC".chars().filter_map(Good::from_letter).collect();
        let mut stack = Stack::new(goods.iter().copied());
        assert_eq!(stack.tokens().collect::<Vec<_>>(), goods);
        stack.pop();
        assert_eq!(stack.tokens().collect::<Vec<_>>(), goods[1..]);
        assert_eq!(stack.top().letter(), 'R');
        (0..3).for_each(|_| stack.pop());
        assert!(stack.is_empty() && stack == Stack::EMPTY);
    }
}
