//! A slow twin of the rules of Phantasticas Bellum: a list of units with plain fields, every rule written out as the
//! rules tell it, no regard for speed. It shares no code with the engine and knows turns only as texts.

/// One effect on a unit, with the turns it still lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    Slow(u32),
    Shield(u32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Unit {
    side: usize,
    letter: char,
    x: i32,
    y: i32,
    health: i32,
    acted: bool,
    effects: Vec<Effect>,
}

/// A position as its text lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Twin {
    mover: usize,
    number: u32,
    units: Vec<Unit>,
    is_over: bool,
}

/// Letter, damage, least and greatest distance, whether it is cast on the caster's cell only, zone, types hit.
struct Spell {
    letter: char,
    casters: &'static str,
    damage: i32,
    nearest: i32,
    farthest: i32,
    zone: Zone,
    hits: &'static str,
    effect: Option<Effect>,
}

#[derive(Clone, Copy)]
enum Zone {
    Cell,
    Square,
    Cross,
}

const fn spell(
    letter: char,
    casters: &'static str,
    damage: i32,
    range: (i32, i32),
    zone: Zone,
    hits: &'static str,
    effect: Option<Effect>,
) -> Spell {
    Spell { letter, casters, damage, nearest: range.0, farthest: range.1, zone, hits, effect }
}

const SPELLS: [Spell; 11] = [
    spell('S', "M", 4, (0, 99), Zone::Square, "F", None),
    spell('E', "M", 3, (0, 99), Zone::Square, "G", None),
    spell('F', "M", 4, (0, 4), Zone::Cell, "GF", None),
    spell('R', "MC", 0, (0, 4), Zone::Cell, "GF", Some(Effect::Slow(2))),
    spell('M', "M", 0, (0, 99), Zone::Square, "GF", Some(Effect::Slow(2))),
    spell('C', "G", 4, (0, 0), Zone::Cross, "G", None),
    spell('B', "G", 6, (4, 4), Zone::Cell, "GF", None),
    spell('J', "GVC", 2, (0, 4), Zone::Cell, "G", None),
    spell('I', "V", 0, (0, 0), Zone::Cell, "G", Some(Effect::Shield(2))),
    spell('P', "V", 2, (0, 2), Zone::Cell, "GF", None),
    spell('N', "C", 3, (0, 2), Zone::Cell, "GF", None),
];

impl Unit {
    fn kind(&self) -> char {
        if self.letter == 'C' { 'F' } else { 'G' }
    }

    fn slows(&self) -> i32 {
        self.effects.iter().map(|effect| i32::from(matches!(effect, Effect::Slow(_)))).sum()
    }

    fn shields(&self) -> i32 {
        self.effects.iter().map(|effect| i32::from(matches!(effect, Effect::Shield(_)))).sum()
    }

    /// Whether its class can go so far, other units apart.
    fn can_go(&self, dx: i32, dy: i32) -> bool {
        let (across, down, slows) = (dx.abs(), dy.abs(), self.slows());
        let far = across.max(down);
        let is_straight = far > 0 && (across == 0 || down == 0);
        let is_diagonal = far > 0 && across == down;
        match self.letter {
            'M' | 'G' => is_straight && far <= 2 - slows,
            'V' => is_straight && far <= 3 - slows || is_diagonal && far <= 2 - slows,
            _ => far > 0 && far <= 2 - slows,
        }
    }

    fn age(&mut self) {
        let older = self.effects.iter().filter_map(|effect| match effect {
            Effect::Slow(2) => Some(Effect::Slow(1)),
            Effect::Shield(2) => Some(Effect::Shield(1)),
            _ => None,
        });
        self.effects = older.collect();
    }

    fn text(&self) -> String {
        let letter = if self.side == 0 { self.letter } else { self.letter.to_ascii_lowercase() };
        let acted = if self.acted { "!" } else { "" };
        let mut marks: Vec<String> = self
            .effects
            .iter()
            .map(|effect| match effect {
                Effect::Slow(turns) => format!("s{turns}"),
                Effect::Shield(turns) => format!("d{turns}"),
            })
            .collect();
        marks.sort();
        format!("{letter}{}:{}{acted}{}", cell(self.x, self.y), self.health, marks.concat())
    }
}

fn cell(x: i32, y: i32) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(x).unwrap()), y + 1)
}

fn read_cell(text: &str) -> (i32, i32) {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

impl Twin {
    /// Reads a position text that is known to be right.
    pub(crate) fn new(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let units = words[2].split(',').map(|word| {
            let (place, state) = word.split_once(':').unwrap();
            let letter = place.chars().next().unwrap();
            let (x, y) = read_cell(&place[1..]);
            let digits: String = state.chars().take_while(char::is_ascii_digit).collect();
            let marks: Vec<char> = state[digits.len()..].chars().collect();
            let mut effects = Vec::new();
            for pair in marks.windows(2) {
                let turns = pair[1].to_digit(10).unwrap_or(0);
                match pair[0] {
                    's' => effects.push(Effect::Slow(turns)),
                    'd' => effects.push(Effect::Shield(turns)),
                    _ => {}
                }
            }
            Unit {
                side: usize::from(letter.is_ascii_lowercase()),
                letter: letter.to_ascii_uppercase(),
                x,
                y,
                health: digits.parse().unwrap(),
                acted: marks.contains(&'!'),
                effects,
            }
        });
        Self {
            mover: words[0].parse::<usize>().unwrap() - 1,
            number: words[1].parse().unwrap(),
            units: units.collect(),
            is_over: false,
        }
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        let mut units: Vec<&Unit> = self.units.iter().collect();
        units.sort_by_key(|unit| (unit.side, "MGVC".find(unit.letter), cell(unit.x, unit.y)));
        let texts: Vec<String> = units.into_iter().map(Unit::text).collect();
        let units = if texts.is_empty() { "-".to_owned() } else { texts.join(",") };
        format!("{} {} {units}", self.mover + 1, self.number)
    }

    /// `None` while the game goes on, else the index of the winner, if there is one.
    pub(crate) fn outcome(&self) -> Option<Option<usize>> {
        let has = |side| self.units.iter().any(|unit| unit.side == side);
        self.is_over.then(|| match (has(0), has(1)) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ => None,
        })
    }

    /// The legal turns in the order of their texts.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut turns = Vec::new();
        if self.is_over {
            return turns;
        }
        for unit in self.units.iter().filter(|unit| unit.side == self.mover && !unit.acted) {
            let from = cell(unit.x, unit.y);
            turns.push(format!("{from}-"));
            for x in 0..6 {
                for y in 0..6 {
                    let is_empty = !self.units.iter().any(|other| (other.x, other.y) == (x, y));
                    if is_empty && unit.can_go(x - unit.x, y - unit.y) {
                        turns.push(format!("{from}{}", cell(x, y)));
                    }
                }
            }
            for spell in SPELLS.iter().filter(|spell| spell.casters.contains(unit.letter)) {
                for target in &self.units {
                    let distance = (target.x - unit.x).abs() + (target.y - unit.y).abs();
                    if (spell.nearest..=spell.farthest).contains(&distance) {
                        turns.push(format!("{from}{}{}", spell.letter, cell(target.x, target.y)));
                    }
                }
            }
        }
        turns.sort();
        turns
    }

    /// Plays a turn given as text.
    pub(crate) fn play(&mut self, turn: &str) {
        let from = read_cell(turn);
        let actor = self.units.iter().position(|unit| (unit.x, unit.y) == from).unwrap();
        match &turn[2..] {
            "-" => {}
            to if to.len() == 2 => (self.units[actor].x, self.units[actor].y) = read_cell(to),
            cast => {
                let letter = cast.chars().next().unwrap();
                let spell = SPELLS.iter().find(|spell| spell.letter == letter).unwrap();
                self.strike(spell, read_cell(&cast[1..]));
            }
        }
        self.units[actor].acted = true;
        self.units[actor].age();
        self.units.retain(|unit| unit.health > 0);
        if (0..2).any(|side| !self.units.iter().any(|unit| unit.side == side)) {
            self.is_over = true;
            return;
        }
        let other = 1 - self.mover;
        if self.is_ready(other) {
            self.mover = other;
        } else if !self.is_ready(self.mover) {
            self.units.iter_mut().for_each(|unit| unit.acted = false);
            self.mover = other;
        }
        self.number += 1;
        self.is_over = self.number == 100;
    }

    fn is_ready(&self, side: usize) -> bool {
        self.units.iter().any(|unit| unit.side == side && !unit.acted)
    }

    fn strike(&mut self, spell: &Spell, (x, y): (i32, i32)) {
        for unit in &mut self.units {
            let (across, down) = ((unit.x - x).abs(), (unit.y - y).abs());
            let is_inside = match spell.zone {
                Zone::Cell => across + down == 0,
                Zone::Square => across.max(down) <= 1,
                Zone::Cross => across + down == 1,
            };
            if is_inside && spell.hits.contains(unit.kind()) {
                let damage = (spell.damage - 3 * unit.shields()).max(0);
                unit.health = (unit.health - damage).max(0);
                unit.effects.extend(spell.effect);
            }
        }
    }
}
