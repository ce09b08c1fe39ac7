//! The player `classic`: alpha-beta over the ten turns that look best to a handful of bonuses, deepened until time is up.
//!
//! It is the agent of the students' report (ENSSAT 2015), kept as they described it: it never aims at its own units,
//! never passes, counts nothing but health at the horizon, and knows no table, no quiescence and no Voleur.

use arrayvec::ArrayVec;

use super::field::Cell;
use super::options::is_on;
use super::position::Bellum;
use super::spell::{Effect, Spell};
use super::turn::{Deed, Turn};
use super::unit::{Class, Unit};
use crate::game::{MoveList, Position, Seat};
use crate::option::Settings;
use crate::score::{Bound, Score};
use crate::search::{Control, Info, Limits, Meter, Root, Searcher, Stopped, allowed_moves, budget};

/// The students' player.
#[derive(Clone, Debug)]
pub struct Classic {
    habits: Habits,
}

impl Classic {
    /// The player that these options ask for.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self { habits: Habits::new(settings) }
    }
}

/// The bonuses as numbers, nothing where they are switched off; a malus is negative.
#[derive(Clone, Debug)]
struct Habits {
    beam: usize,
    filter: bool,
    slow: f64,
    zone: f64,
    kill_ready: f64,
    kill_acted: f64,
    hit: f64,
    miss: f64,
    magicien: f64,
    guerrier: f64,
    ally: f64,
    approach: f64,
    fear: f64,
    charge: f64,
}

impl Habits {
    fn new(settings: &Settings) -> Self {
        let bonus = |name: &str, points: f64| if is_on(settings, name) { points } else { 0.0 };
        let beam = usize::try_from(settings.number("ClassicBeam")).unwrap_or(0);
        Self {
            beam: if beam == 0 { BEAM } else { beam },
            filter: is_on(settings, "ClassicFilter"),
            slow: bonus("ClassicSlow", 25.0),
            zone: bonus("ClassicZone", 20.0),
            kill_ready: bonus("ClassicKillReady", 200.0),
            kill_acted: bonus("ClassicKillActed", 100.0),
            hit: bonus("ClassicHit", 50.0),
            miss: bonus("ClassicMiss", -100.0),
            magicien: bonus("ClassicMagicien", 200.0),
            guerrier: bonus("ClassicGuerrier", 100.0),
            ally: bonus("ClassicAllies", -10.0),
            approach: bonus("ClassicApproach", 100.0),
            fear: bonus("ClassicFear", -150.0),
            charge: bonus("ClassicCharge", 10.0),
        }
    }

    /// The turns worth looking at, best first; equals keep the order of the list.
    fn beam(&self, position: &Bellum, moves: &MoveList<Turn>) -> Vec<Turn> {
        let is_wanted = |turn: &&Turn| match turn.deed() {
            Deed::Pass => false,
            Deed::Cast(_, epicentre) => position.standing(position.turn().next(2)).has(epicentre),
            Deed::Go(_) => true,
        };
        let mut turns: Vec<Turn> = moves.iter().filter(|turn| !self.filter || is_wanted(turn)).copied().collect();
        if turns.is_empty() {
            turns = moves.to_vec();
        }
        turns.sort_by_cached_key(|turn| std::cmp::Reverse(ordered(self.promise(position, *turn))));
        turns.truncate(self.beam);
        turns
    }

    /// How good a turn looks.
    fn promise(&self, position: &Bellum, turn: Turn) -> f64 {
        match turn.deed() {
            Deed::Pass => 0.0,
            Deed::Cast(spell, epicentre) => self.promise_of_cast(position, spell, epicentre),
            Deed::Go(cell) => {
                let own = position.team(position.turn());
                own.iter()
                    .find(|unit| unit.cell() == turn.actor())
                    .map_or(0.0, |unit| self.promise_of_move(position, *unit, cell))
            }
        }
    }

    fn promise_of_cast(&self, position: &Bellum, spell: Spell, epicentre: Cell) -> f64 {
        let facts = spell.facts();
        let zone = spell.zone(epicentre);
        let own = position.turn();
        let enemies = position.team(own.next(2));
        let targets: ArrayVec<Unit, 4> = enemies.iter().filter(|unit| zone.has(unit.cell())).copied().collect();
        let count = number(targets.len());
        let left = health(position, own.next(2)) - f64::from(facts.damage) * count;
        let mut promise = 100.0 * (health(position, own) / left.max(LEAST)).ln();
        if facts.effect == Effect::Slow {
            promise += self.slow * count;
        }
        if spell.is_wide() {
            promise += self.zone;
        }
        for target in targets {
            let is_hit = facts.hits(target.class());
            promise += if is_hit { self.hit } else { self.miss };
            if is_hit && target.loss(facts.damage) == target.health() {
                promise += if target.has_acted() { self.kill_acted } else { self.kill_ready };
            }
            promise += match target.class() {
                Class::Magicien => self.magicien,
                Class::Guerrier => self.guerrier,
                _ => 0.0,
            };
        }
        promise
    }

    fn promise_of_move(&self, position: &Bellum, unit: Unit, to: Cell) -> f64 {
        let travelled = number(unit.cell().distance(to));
        let own = position.team(position.turn());
        let is_close = |ally: &&Unit| ally.cell() != unit.cell() && ally.cell().distance(to) < 2;
        let mut promise = 10.0 * travelled + self.ally * number(own.iter().filter(is_close).count());
        for enemy in position.team(position.turn().next(2)) {
            let distance = enemy.cell().distance(to);
            if distance < enemy.cell().distance(unit.cell()) {
                let bonus = if enemy.class() == Class::Guerrier { self.fear } else { self.approach };
                promise += bonus / (number(distance) + 1.0);
            }
        }
        if unit.class() == Class::Guerrier {
            promise += self.charge * travelled;
        }
        promise
    }
}

/// How many turns it considers unless told otherwise.
const BEAM: usize = 10;
/// What a team counts at least where it is divided by.
const LEAST: f64 = 0.001;
/// The utility of having wiped out the enemy.
const WON: f64 = 1.0e6;

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// A number with the order that sorting wants; none of them is NaN.
fn ordered(number: f64) -> i64 {
    // Far finer than any bonus, and the same on every platform where logarithms differ in the last digit.
    #[expect(clippy::cast_possible_truncation, reason = "a few hundred at most")]
    {
        (number * 1.0e9).round() as i64
    }
}

fn health(position: &Bellum, seat: Seat) -> f64 {
    position.team(seat).iter().map(|unit| f64::from(unit.health())).sum()
}

/// What a position is worth to a seat: the logarithm of the ratio of healths.
fn utility(position: &Bellum, seat: Seat) -> f64 {
    let (own, other) = (health(position, seat), health(position, seat.next(2)));
    match (own > 0.0, other > 0.0) {
        (true, true) => 100.0 * (own / other).ln(),
        (true, false) => WON,
        (false, true) => -WON,
        (false, false) => 0.0,
    }
}

impl Searcher<Bellum> for Classic {
    fn search(
        &mut self,
        root: &Root<Bellum>,
        limits: &Limits<Turn>,
        control: &Control,
        report: &mut dyn FnMut(&Info<Turn>),
    ) -> Option<Turn> {
        let seat = root.position.turn();
        let turns = self.habits.beam(&root.position, &allowed_moves(root, limits));
        let meter = Meter::new(control, limits.nodes, budget(root, limits));
        let mut thought = Thought { habits: &self.habits, seat, meter };
        let mut best = *turns.first()?;
        let mut found = (0, utility(&root.position, seat));
        let deepest = limits.depth.unwrap_or(u32::MAX).min(root.position.max_plies());
        for depth in 1..=deepest {
            let Ok((turn, value)) = thought.choose(&root.position, &turns, depth) else { break };
            best = turn;
            found = (depth, value);
            thought.meter.arm();
            report(&info(best, found, &thought.meter));
            // Nothing deeper can be found once somebody is wiped out within the horizon.
            if value.abs() >= WON {
                break;
            }
        }
        if found.0 == 0 {
            report(&info(best, (1, found.1), &thought.meter));
        }
        Some(best)
    }
}

fn info(best: Turn, (depth, value): (u32, f64), meter: &Meter<'_>) -> Info<Turn> {
    #[expect(clippy::cast_possible_truncation, reason = "clipped before")]
    let score = Score::cp(value.clamp(-20_000.0, 20_000.0).round() as i32);
    Info {
        depth,
        seldepth: depth,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: meter.nodes(),
        tbhits: 0,
        hashfull: 0,
        elapsed: meter.control().elapsed(),
        pv: vec![best],
        scores: Vec::new(),
        proven: None,
        exact: None,
    }
}

/// A running alpha-beta; values are the root seat's.
struct Thought<'a> {
    habits: &'a Habits,
    seat: Seat,
    meter: Meter<'a>,
}

impl Thought<'_> {
    /// The first of the best turns at the root, and its value.
    fn choose(&mut self, position: &Bellum, turns: &[Turn], depth: u32) -> Result<(Turn, f64), Stopped> {
        let mut best = (turns[0], f64::NEG_INFINITY);
        for &turn in turns {
            let value = self.value_after(position, turn, depth - 1, (best.1, f64::INFINITY))?;
            if value > best.1 {
                best = (turn, value);
            }
        }
        Ok(best)
    }

    fn value_after(&mut self, position: &Bellum, turn: Turn, depth: u32, bounds: (f64, f64)) -> Result<f64, Stopped> {
        let mut child = *position;
        child.play(turn);
        self.value(&child, depth, bounds)
    }

    fn value(&mut self, position: &Bellum, depth: u32, (mut alpha, mut beta): (f64, f64)) -> Result<f64, Stopped> {
        self.meter.tick()?;
        if depth == 0 || position.is_over() {
            return Ok(utility(position, self.seat));
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let is_ours = position.turn() == self.seat;
        for turn in self.habits.beam(position, &moves) {
            let value = self.value_after(position, turn, depth - 1, (alpha, beta))?;
            if is_ours {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(if is_ours { alpha } else { beta })
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::OPTIONS;
    use super::*;
    use crate::game::Notation as _;

    /// How good a turn looks with one habit switched off, or none.
    fn promise(off: &str, position: &str, word: &str) -> f64 {
        let mut settings = Settings::new(OPTIONS);
        assert_eq!(settings.set(off, "off"), Ok(!off.is_empty()));
        let position = Bellum::parse(position, &()).unwrap();
        Habits::new(&settings).promise(&position, position.parse_move(word).unwrap())
    }

    #[test]
    fn promises_are_those_of_the_report() {
        let fifth = 100.0 * (10.0_f64 / 8.0).ln();
        let cases = [
            // Each habit, a turn that shows it, how good it looks with the habit and without.
            ("ClassicSlow", "1 1 Cc3:10,vd3:8", "c3Rd3", fifth + 25.0 + 50.0, fifth + 50.0),
            ("ClassicHit", "1 1 Cc3:10,vd3:8", "c3Rd3", fifth + 25.0 + 50.0, fifth + 25.0),
            ("ClassicKillReady", "1 1 Va1:8,vb1:2,vf6:8", "a1Jb1", 250.0, 50.0),
            ("ClassicKillActed", "1 1 Va1:8,vb1:2!,vf6:8", "a1Jb1", 150.0, 50.0),
            ("ClassicMiss", "1 1 Vc3:8,cc6:10", "c3Jc6", -100.0, 0.0),
            ("ClassicMagicien", "1 1 Va1:6,mb1:8", "a1Jb1", 250.0, 50.0),
            ("ClassicGuerrier", "1 1 Va1:8,gb1:10", "a1Jb1", 150.0, 50.0),
            ("ClassicAllies", "1 1 Ma1:8,Gb3:12,vf6:8", "a1a3", 10.0 + 100.0 / 9.0, 20.0 + 100.0 / 9.0),
            ("ClassicApproach", "1 1 Ma1:8,Gb3:12,vf6:8", "a1a3", 10.0 + 100.0 / 9.0, 10.0),
            ("ClassicFear", "1 1 Va1:8,gf6:12", "a1a2", -5.0, 10.0),
            ("ClassicCharge", "1 1 Gc3:12,vf6:8", "c3c4", 20.0 + 100.0 / 6.0, 10.0 + 100.0 / 6.0),
        ];
        for (habit, position, turn, with, without) in cases {
            assert!((promise("", position, turn) - with).abs() < 1e-9, "{habit}: {}", promise("", position, turn));
            assert!((promise(habit, position, turn) - without).abs() < 1e-9, "{habit} off");
        }
        // Two targets of four points each, one of the wrong type: 14 less 8 points against 8.
        let zone = 100.0 * (8.0_f64 / 6.0).ln() + 50.0 - 100.0;
        assert!((promise("", "1 1 Mc3:8,ce4:10,vd3:4", "c3Sd3") - zone - 20.0).abs() < 1e-9);
        assert!((promise("ClassicZone", "1 1 Mc3:8,ce4:10,vd3:4", "c3Sd3") - zone).abs() < 1e-9);
    }

    #[test]
    fn utility_is_the_ratio_of_healths() {
        let at = |text: &str| Bellum::parse(text, &()).unwrap();
        let position = at("1 1 Va1:8,vb1:4");
        assert!((utility(&position, Seat::FIRST) - 100.0 * 2.0_f64.ln()).abs() < 1e-9);
        assert!((utility(&position, Seat::new(1)) + 100.0 * 2.0_f64.ln()).abs() < 1e-9);
        let mut wiped = at("1 1 Mc3:3,gd3:3");
        wiped.play(wiped.parse_move("c3Ed3").unwrap());
        assert!(utility(&wiped, Seat::FIRST).abs() < 1e-9);
        let mut won = at("1 1 Mc3:3,gd4:3");
        won.play(won.parse_move("c3Fd4").unwrap());
        assert!(utility(&won, Seat::new(1)) <= -WON);
    }
}
