//! Words of people: folded, split, and compared with forgiveness for slips.

use strsim::{jaro_winkler, osa_distance};

/// Words of a question beyond this are not read; nobody asks that much.
const MOST_WORDS: usize = 64;
/// Letters of a word beyond this are not read.
const MOST_LETTERS: usize = 40;
/// Words up to this length are only like themselves: one letter makes another word of them.
const SHORT: usize = 3;
/// How alike two words are that differ by one slip for every so many letters, or by two letters that changed places.
const SLIP: (usize, f64) = (6, 0.94);

/// The words of a text in lower case without accents and punctuation.
pub(super) fn split(text: &str) -> Vec<String> {
    let folded = text.chars().take(MOST_LETTERS * MOST_WORDS).flat_map(char::to_lowercase);
    let folded = folded.fold(String::new(), push_plain);
    folded.split_whitespace().take(MOST_WORDS).map(|word| word.chars().take(MOST_LETTERS).collect()).collect()
}

/// Appends a letter without its accent; what is neither letter nor digit parts words.
fn push_plain(mut text: String, letter: char) -> String {
    match unaccented(letter) {
        Some(plain) => text.push_str(plain),
        None => text.push(if letter.is_alphanumeric() { letter } else { ' ' }),
    }
    text
}

/// A small letter without its accent, if it has one.
pub(crate) const fn unaccented(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ä' => "a",
        'ç' => "c",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ñ' => "n",
        'ò' | 'ó' | 'ô' | 'ö' => "o",
        'ù' | 'ú' | 'û' | 'ü' => "u",
        'ÿ' => "y",
        'œ' => "oe",
        'æ' => "ae",
        // Accents that follow their letter.
        '\u{300}'..='\u{36f}' => "",
        _ => return None,
    })
}

/// How alike two folded words are, from 0 to 1.
pub(super) fn likeness(one: &str, other: &str) -> f64 {
    if one == other {
        return 1.0;
    }
    let shorter = one.len().min(other.len());
    if shorter <= SHORT {
        return 0.0;
    }
    let (letters, forgiven) = SLIP;
    let slips = osa_distance(one, other);
    let is_swap = slips == 1 && sorted(one) == sorted(other);
    let is_forgiven = is_swap || slips * letters <= one.len().max(other.len());
    let by_slips = if is_forgiven { forgiven } else { 0.0 };
    jaro_winkler(one, other).max(by_slips)
}

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_punctuation_do_not_matter() {
        assert_eq!(split("Où est l’ARRIVÉE ?"), ["ou", "est", "l", "arrivee"]);
        assert_eq!(split("cœur, maïs; e\u{301}te\u{301} 25!"), ["coeur", "mais", "ete", "25"]);
        assert_eq!(split("  ...  "), [""; 0]);
        assert_eq!(split(&"x ".repeat(999)).len(), MOST_WORDS);
    }

    #[test]
    fn slips_are_forgiven_in_long_words_only() {
        for (slip, word) in [("bariere", "barriere"), ("boujer", "bouger"), ("caputre", "capture"), ("gaol", "goal")] {
            assert!(likeness(slip, word) > 0.93, "{slip} {word} {}", likeness(slip, word));
        }
        for (one, other) in [("who", "why"), ("score", "store"), ("seeds", "needs"), ("win", "wins"), ("mur", "sur")] {
            assert!(likeness(one, other) <= 0.93, "{one} {other} {}", likeness(one, other));
        }
    }
}
