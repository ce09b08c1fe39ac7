//! A slow twin of the rules of Oware: twelve numbers in a circle, one seed sown at a time, every earlier position kept.
//! It shares no code with the engine and knows positions and moves only as texts.

/// The rule options as their words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) grand_slam: &'static str,
    pub(super) repetition: &'static str,
    pub(super) no_capture_limit: usize,
    pub(super) max_plies: usize,
}

/// A game with everything that happened since it was set up.
#[derive(Clone, Debug)]
pub(super) struct Twin {
    options: Options,
    /// South's houses A to F, then North's a to f.
    houses: Vec<u32>,
    /// South's and North's.
    stores: Vec<u32>,
    /// 0 for South.
    turn: usize,
    /// The positions since the last capture, as texts.
    since_capture: Vec<String>,
    plies: usize,
}

impl Twin {
    /// Reads a position text that is known to be right.
    pub(super) fn new(text: &str, options: Options) -> Self {
        let fields: Vec<&str> = text.split('-').collect();
        let number = |field: &&str| field.parse().unwrap();
        Self {
            options,
            houses: fields[..12].iter().map(number).collect(),
            stores: fields[12..14].iter().map(number).collect(),
            turn: usize::from(fields[14] == "N"),
            since_capture: Vec::new(),
            plies: 0,
        }
    }

    /// The position text.
    pub(super) fn text(&self) -> String {
        let numbers: Vec<String> = self.houses.iter().chain(&self.stores).map(u32::to_string).collect();
        format!("{}-{}", numbers.join("-"), ["S", "N"][self.turn])
    }

    /// The legal moves as letters, whatever happened before.
    pub(super) fn moves(&self) -> Vec<String> {
        if self.stores.iter().any(|&store| store >= 25) {
            return Vec::new();
        }
        let filled: Vec<usize> = row(self.turn).into_iter().filter(|&house| self.houses[house] > 0).collect();
        let other = 1 - self.turn;
        let must_feed = self.seeds_of(other) == 0;
        let feeds = |house: &usize| self.sown(*house).0.seeds_of(other) > 0;
        let fed: Vec<usize> = filled.into_iter().filter(|house| !must_feed || feeds(house)).collect();
        let slams = |house: &usize| self.is_slam(*house);
        let others: Vec<usize> = fed.iter().copied().filter(|house| !slams(house)).collect();
        let legal = match self.options.grand_slam {
            "forbidden" => others,
            "awari" if !others.is_empty() => others,
            _ => fed,
        };
        legal.into_iter().map(|house| "ABCDEFabcdef"[house..=house].to_owned()).collect()
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, letter: &str) {
        let house = "ABCDEFabcdef".find(letter).unwrap();
        let before = self.text();
        let (mut next, last) = self.sown(house);
        let mut taken = next.capturable(self.turn, last);
        if self.is_slam(house) {
            match self.options.grand_slam {
                "nocapture" => taken.clear(),
                "leavefirst" => {
                    taken.pop();
                }
                _ => {}
            }
        }
        for &house in &taken {
            next.stores[self.turn] += std::mem::take(&mut next.houses[house]);
        }
        next.since_capture.push(before);
        if !taken.is_empty() {
            next.since_capture.clear();
        }
        next.turn = 1 - self.turn;
        next.plies += 1;
        *self = next;
    }

    /// The seeds of both at the end of the game, if it is over.
    pub(super) fn result(&self) -> Option<Vec<u32>> {
        if self.stores.iter().any(|&store| store >= 25) {
            return Some(self.stores.clone());
        }
        let own_sides = vec![self.stores[0] + self.seeds_of(0), self.stores[1] + self.seeds_of(1)];
        let options = self.options;
        let is_late = options.no_capture_limit > 0 && self.since_capture.len() >= options.no_capture_limit
            || options.max_plies > 0 && self.plies >= options.max_plies;
        if self.moves().is_empty() || is_late {
            return Some(own_sides);
        }
        let is_repeated = self.since_capture.contains(&self.text());
        match options.repetition {
            "ownside" if is_repeated => Some(own_sides),
            "split" if is_repeated => {
                let half = self.houses.iter().sum::<u32>() / 2;
                Some(vec![self.stores[0] + half, self.stores[1] + half])
            }
            _ => None,
        }
    }

    fn seeds_of(&self, seat: usize) -> u32 {
        row(seat).into_iter().map(|house| self.houses[house]).sum()
    }

    /// The board after sowing one seed at a time, and the house of the last one.
    fn sown(&self, house: usize) -> (Self, usize) {
        let mut next = self.clone();
        let mut hand = std::mem::take(&mut next.houses[house]);
        let mut at = house;
        while hand > 0 {
            at = (at + 1) % 12;
            if at != house {
                next.houses[at] += 1;
                hand -= 1;
            }
        }
        (next, at)
    }

    /// The houses that a seat could capture from the last one backwards.
    fn capturable(&self, seat: usize, last: usize) -> Vec<usize> {
        let theirs = row(1 - seat);
        let back = (0..=last).rev();
        back.take_while(|house| theirs.contains(house) && [2, 3].contains(&self.houses[*house])).collect()
    }

    fn is_slam(&self, house: usize) -> bool {
        let (next, last) = self.sown(house);
        let taken: u32 = next.capturable(self.turn, last).iter().map(|&house| next.houses[house]).sum();
        taken > 0 && taken == next.seeds_of(1 - self.turn)
    }
}

/// The houses of a seat.
fn row(seat: usize) -> Vec<usize> {
    (6 * seat..6 * seat + 6).collect()
}
