//! Options as clients set them: their kinds, ranges and values. Knows neither what they mean nor who asks.

use std::fmt;

use strsim::osa_distance;
use thiserror::Error;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check(bool),
    /// A whole number with its limits.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A whole number with its limits, some of which have names for people.
    Scale {
        /// The value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
        /// The names, which are taken in place of their numbers.
        names: &'static [(&'static str, i64)],
    },
    /// One of several words, the first being the default.
    Combo(&'static [&'static str]),
    /// One of several words that each stand for values of other options, the first being the default. The last one
    /// stands for none: it shows that the others were set to something no word stands for.
    Preset(&'static [Preset]),
    /// An action without a value.
    Button,
    /// Any text.
    Text(&'static str),
    /// A number with or without decimals, the default as it is written.
    Decimal(&'static str),
}

/// A word for the values of several options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The word.
    pub name: &'static str,
    /// The options it sets, in canonical spelling.
    pub values: &'static [(&'static str, &'static str)],
}

/// An option that a client may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name, one word.
    pub name: &'static str,
    /// The values it takes.
    pub kind: Kind,
    /// What it is for, one line.
    pub about: &'static str,
}

/// Why a value was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ValueError(String);

impl Spec {
    /// Whether a client means this option; case and blanks do not matter.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        fold(self.name) == fold(name)
    }

    /// The value at the start.
    #[must_use]
    pub fn default_value(&self) -> String {
        match self.kind {
            Kind::Check(value) => value.to_string(),
            Kind::Spin { default, .. } | Kind::Scale { default, .. } => default.to_string(),
            Kind::Combo(_) | Kind::Preset(_) => self.choices().next().unwrap_or_default().to_owned(),
            Kind::Button => String::new(),
            Kind::Text(value) | Kind::Decimal(value) => value.to_owned(),
        }
    }

    /// The words it takes, if it takes one of several.
    fn choices(&self) -> impl Iterator<Item = &'static str> {
        let (words, presets): (&'static [&'static str], &'static [Preset]) = match self.kind {
            Kind::Combo(words) => (words, &[]),
            Kind::Preset(presets) => (&[], presets),
            _ => (&[], &[]),
        };
        words.iter().copied().chain(presets.iter().map(|preset| preset.name))
    }

    /// Checks a value and returns it in its canonical spelling.
    ///
    /// # Errors
    /// If the value is not of the option's kind or out of its range; the message says what was expected.
    pub fn check(&self, value: &str) -> Result<String, ValueError> {
        let name = self.name;
        match self.kind {
            Kind::Check(_) => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => Ok("true".to_owned()),
                "false" | "off" | "0" => Ok("false".to_owned()),
                _ => Err(ValueError(format!("{name} takes true or false, not {}", quoted(value)))),
            },
            Kind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&number) => Ok(number.to_string()),
                _ => Err(ValueError(format!("{name} takes a whole number from {min} to {max}, not {}", quoted(value)))),
            },
            Kind::Scale { default, min, max, names } => {
                let meant = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
                let plain = Spec { kind: Kind::Spin { default, min, max }, ..*self };
                match meant {
                    Some((_, number)) => Ok(number.to_string()),
                    None => plain.check(value).map_err(|ValueError(text)| {
                        let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                        let hint = did_you_mean(value, names.iter().copied());
                        ValueError(format!("{text}; or one of {}{hint}", names.join(" ")))
                    }),
                }
            }
            Kind::Combo(_) | Kind::Preset(_) => {
                let found = self.choices().find(|choice| choice.eq_ignore_ascii_case(value));
                found.map(ToOwned::to_owned).ok_or_else(|| {
                    let choices: Vec<&str> = self.choices().collect();
                    let hint = did_you_mean(value, choices.iter().copied());
                    ValueError(format!("{name} takes one of {}, not {}{hint}", choices.join(" "), quoted(value)))
                })
            }
            Kind::Button if value.is_empty() => Ok(String::new()),
            Kind::Button => Err(ValueError(format!("{name} is a button and takes no value, not {}", quoted(value)))),
            Kind::Decimal(default) => match value.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(value.to_owned()),
                _ => Err(ValueError(format!("{name} takes a number such as {default}, not {}", quoted(value)))),
            },
            Kind::Text(_) => Ok(if value == "<empty>" { String::new() } else { value.to_owned() }),
        }
    }

    /// The declaration a client reads in the handshake, with `value` as the current default.
    #[must_use]
    pub fn declaration(&self, value: &str) -> String {
        let name = self.name;
        match self.kind {
            Kind::Check(_) => format!("option name {name} type check default {value}"),
            Kind::Spin { min, max, .. } | Kind::Scale { min, max, .. } => {
                format!("option name {name} type spin default {value} min {min} max {max}")
            }
            Kind::Combo(_) | Kind::Preset(_) => {
                let choices: Vec<String> = self.choices().map(|choice| format!("var {choice}")).collect();
                format!("option name {name} type combo default {value} {}", choices.join(" "))
            }
            Kind::Button => format!("option name {name} type button"),
            Kind::Text(_) | Kind::Decimal(_) => {
                format!("option name {name} type string default {}", if value.is_empty() { "<empty>" } else { value })
            }
        }
    }
}

/// The values of a set of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    values: Vec<(&'static Spec, String)>,
}

impl Settings {
    /// Every option at its default.
    #[must_use]
    pub fn new(specs: &'static [Spec]) -> Self {
        Self { values: specs.iter().map(|spec| (spec, spec.default_value())).collect() }
    }

    /// These options and others, which have other names.
    #[must_use]
    pub fn joined(mut self, others: Self) -> Self {
        self.values.extend(others.values);
        self
    }

    /// Sets an option if there is one of that name; `false` if there is none. A preset sets other options too, and
    /// setting one of those may change which preset is in force.
    ///
    /// # Errors
    /// If the value does not suit the option; nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, ValueError> {
        let Some((spec, held)) = self.values.iter_mut().find(|(spec, _)| spec.is_named(name)) else {
            return Ok(false);
        };
        *held = spec.check(value)?;
        if let (Kind::Preset(presets), chosen) = (spec.kind, held.clone()) {
            for (name, value) in presets.iter().filter(|preset| preset.name == chosen).flat_map(|preset| preset.values)
            {
                self.put(name, value);
            }
        } else {
            self.name_presets(name);
        }
        Ok(true)
    }

    /// Puts a value that is known to be right.
    fn put(&mut self, name: &str, value: &str) {
        if let Some((_, held)) = self.values.iter_mut().find(|(spec, _)| spec.name == name) {
            value.clone_into(held);
        }
    }

    /// After a change of one option: finds the words for the values that its presets set.
    fn name_presets(&mut self, changed: &str) {
        for (spec, _) in self.values.clone() {
            let Kind::Preset(presets) = spec.kind else { continue };
            let sets = |preset: &Preset| preset.values.iter().any(|(name, _)| fold(name) == fold(changed));
            if presets.iter().any(sets) {
                let is_set = |preset: &&Preset| preset.values.iter().all(|(name, value)| self.text(name) == *value);
                let name = presets.iter().find(is_set).map_or("", |preset| preset.name);
                self.put(spec.name, name);
            }
        }
    }

    /// The options with their values, in order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Spec, &str)> {
        self.values.iter().map(|(spec, value)| (*spec, value.as_str()))
    }

    /// The value of an option as text; empty for an undeclared one.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.iter().find(|(spec, _)| spec.name == name).map_or("", |(_, value)| value)
    }

    /// The value of a spin option; 0 for an undeclared one.
    #[must_use]
    pub fn number(&self, name: &str) -> i64 {
        self.text(name).parse().unwrap_or(0)
    }

    /// The value of a check option; `false` for an undeclared one.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.text(name) == "true"
    }
}

/// Lower case without blanks and underscores, for names that clients spell in several ways.
#[must_use]
pub fn fold(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace() && *c != '_').flat_map(char::to_lowercase).collect()
}

/// A foreign word made safe to print on one line: quoted, escaped, and cut if it is long.
pub fn quoted(word: &str) -> impl fmt::Display {
    const MOST: usize = 60;
    let cut: String = word.chars().take(MOST).collect();
    let rest = if cut.len() < word.len() { "..." } else { "" };
    format!("'{}{rest}'", cut.escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\""))
}

/// ` (did you mean X?)` if one of the known words is close to the given one, else nothing.
#[must_use]
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |candidate| format!(" (did you mean {candidate}?)"))
}

/// The known word that is closest to the given one, if any is close.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = fold(word).chars().take(40).collect();
    known
        .into_iter()
        .map(|candidate| (osa_distance(&word, &fold(candidate)), candidate))
        // One slip for every three letters is forgiven.
        .filter(|(slips, _)| slips * 3 <= word.chars().count())
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    static SPECS: [Spec; 5] = [
        Spec { name: "Hash", kind: Kind::Spin { default: 16, min: 1, max: 64 }, about: "" },
        Spec { name: "Rules", kind: Kind::Combo(&["abapa", "awari"]), about: "" },
        Spec { name: "Ponder", kind: Kind::Check(false), about: "" },
        Spec { name: "ClearHash", kind: Kind::Button, about: "" },
        Spec {
            name: "Level",
            kind: Kind::Scale { default: 20, min: 0, max: 20, names: &[("club", 8), ("master", 20)] },
            about: "",
        },
    ];

    #[test]
    fn values_are_checked_and_made_canonical() {
        let mut settings = Settings::new(&SPECS);
        assert_eq!(settings.set("hash", "32"), Ok(true));
        assert_eq!(settings.number("Hash"), 32);
        assert_eq!(settings.set("RULES", "Awari"), Ok(true));
        assert_eq!(settings.text("Rules"), "awari");
        assert_eq!(settings.set("Clear Hash", ""), Ok(true));
        assert_eq!(settings.set("nothing", "1"), Ok(false));
        for (name, value) in [("Hash", "0"), ("Hash", "x"), ("Rules", "abap"), ("Ponder", "maybe"), ("ClearHash", "1")]
        {
            assert!(settings.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(settings.number("Hash"), 32);
    }

    #[test]
    fn presets_set_other_options_and_follow_them() {
        static SPECS: [Spec; 3] = [
            Spec {
                name: "Rules",
                kind: Kind::Preset(&[
                    Preset { name: "short", values: &[("Limit", "0"), ("Ends", "true")] },
                    Preset { name: "long", values: &[("Limit", "40"), ("Ends", "true")] },
                    Preset { name: "custom", values: &[] },
                ]),
                about: "",
            },
            Spec { name: "Limit", kind: Kind::Spin { default: 0, min: 0, max: 99 }, about: "" },
            Spec { name: "Ends", kind: Kind::Check(true), about: "" },
        ];
        let mut settings = Settings::new(&SPECS);
        let values = |settings: &Settings| settings.iter().map(|(_, value)| value.to_owned()).collect::<Vec<_>>();
        assert_eq!(values(&settings), ["short", "0", "true"]);
        for (name, value, expected) in [
            ("rules", "Long", ["long", "40", "true"]),
            ("limit", "0", ["short", "0", "true"]),
            ("limit", "7", ["custom", "7", "true"]),
            ("Ends", "off", ["custom", "7", "false"]),
            ("Rules", "custom", ["custom", "7", "false"]),
            ("Rules", "short", ["short", "0", "true"]),
        ] {
            assert_eq!(settings.set(name, value), Ok(true));
            assert_eq!(values(&settings), expected, "{name} {value}");
        }
        assert!(settings.set("Rules", "middle").unwrap_err().to_string().contains("short long custom"));
        assert_eq!(
            SPECS[0].declaration("short"),
            "option name Rules type combo default short var short var long var custom"
        );
    }

    #[test]
    fn a_scale_takes_numbers_and_names() {
        let mut settings = Settings::new(&SPECS);
        assert_eq!(settings.number("Level"), 20);
        for (value, number) in [("Club", 8), ("3", 3), ("master", 20)] {
            assert_eq!(settings.set("Level", value), Ok(true));
            assert_eq!(settings.number("Level"), number);
        }
        let error = settings.set("Level", "clab").unwrap_err().to_string();
        assert_eq!(
            error,
            "Level takes a whole number from 0 to 20, not 'clab'; or one of club master (did you mean club?)"
        );
        assert!(settings.set("Level", "21").is_err());
    }

    #[test]
    fn foreign_words_are_printed_safely() {
        assert_eq!(quoted("a\0b\n").to_string(), "'a\\0b\\n'");
        assert!(quoted(&"x".repeat(500)).to_string().len() < 80);
        assert_eq!(did_you_mean("postion", ["position", "go"]), " (did you mean position?)");
        assert_eq!(did_you_mean("zzz", ["position", "go"]), "");
    }
}
