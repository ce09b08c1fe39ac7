//! Tables as files: a header that names the rules, then for each number of seeds a checksum and the codes.
//!
//! A file grows by one number of seeds at a time under a temporary name and gets its own name when it is complete, so
//! that an interrupted build is taken up where it was left.

use std::fs::{self, File};
use std::io::{self, Read, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::index::{MOST_SEEDS, count};
use super::{Cycles, Kind, Levels};
use crate::games::oware::rules::GrandSlam;

const MAGIC: [u8; 8] = *b"LudOware";
const VERSION: u8 = 1;
const HEADER: usize = 16;

/// Why a file is no use.
#[derive(Debug, Error)]
pub(super) enum FileError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("it is no table of Oware")]
    Foreign,
    #[error("it was written by another version")]
    Version,
    #[error("it is for {0}, not for {1}")]
    Rules(String, String),
    #[error("it is incomplete")]
    Truncated,
    #[error("it is damaged: the checksum of {0} seeds does not match")]
    Damaged(u8),
}

/// The name of the file for a kind of tables.
pub(super) fn name(kind: Kind) -> String {
    format!("oware-{}-{}.tables", kind.grand_slam.word(), cycles_word(kind.cycles))
}

fn cycles_word(cycles: Cycles) -> String {
    match cycles {
        Cycles::Open => "open".to_owned(),
        Cycles::Split => "split".to_owned(),
        Cycles::Limited(limit) => format!("limit{limit}"),
    }
}

/// The rules of a kind of tables, for people.
fn described(kind: Kind) -> String {
    let cycles = match kind.cycles {
        Cycles::Open => "open cycles".to_owned(),
        Cycles::Split => "shared cycles".to_owned(),
        Cycles::Limited(limit) => format!("{limit} plies without a capture"),
    };
    format!("grand slam {} with {cycles}", kind.grand_slam.word())
}

fn header(kind: Kind, seeds: u8) -> [u8; HEADER] {
    let (cycles, limit) = match kind.cycles {
        Cycles::Open => (0, 0),
        Cycles::Split => (1, 0),
        Cycles::Limited(limit) => (2, limit),
    };
    let [low, high] = limit.to_le_bytes();
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&MAGIC);
    header[8..14].copy_from_slice(&[VERSION, kind.grand_slam as u8, cycles, low, high, seeds]);
    header
}

/// The kind of tables and the number of seeds that a header names.
fn read_header(header: [u8; HEADER]) -> Result<(Kind, u8), FileError> {
    if header[..8] != MAGIC {
        return Err(FileError::Foreign);
    }
    let [version, slam, cycles, low, high, seeds, ..] = header[8..] else { return Err(FileError::Foreign) };
    if version != VERSION {
        return Err(FileError::Version);
    }
    let cycles = match (cycles, u16::from_le_bytes([low, high])) {
        (0, _) => Cycles::Open,
        (1, _) => Cycles::Split,
        (2, limit @ 1..) => Cycles::Limited(limit),
        _ => return Err(FileError::Foreign),
    };
    let grand_slam = *GrandSlam::ALL.get(usize::from(slam)).ok_or(FileError::Foreign)?;
    Some((Kind { grand_slam, cycles }, seeds)).filter(|_| (1..=MOST_SEEDS).contains(&seeds)).ok_or(FileError::Foreign)
}

/// A checksum of codes: FNV-1a over words of eight bytes, the rest as one more word.
fn checksum(codes: &[u8]) -> u64 {
    let (words, rest) = codes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mix =
        |sum: u64, word: &[u8; 8]| (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    words.iter().chain([&last]).fold(0xcbf2_9ce4_8422_2325 ^ codes.len() as u64, mix)
}

/// Reads the codes of one number of seeds.
fn read_level(file: &mut impl Read, seeds: u8) -> Result<Box<[u8]>, FileError> {
    let ended = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => FileError::Truncated,
        _ => error.into(),
    };
    let mut sum = [0; 8];
    file.read_exact(&mut sum).map_err(ended)?;
    let mut codes = vec![0; count(seeds)];
    file.read_exact(&mut codes).map_err(ended)?;
    if checksum(&codes) == u64::from_le_bytes(sum) { Ok(codes.into()) } else { Err(FileError::Damaged(seeds)) }
}

/// Reads a complete file of tables for these rules.
///
/// # Errors
/// If the file cannot be read, is for other rules, incomplete or damaged.
pub(super) fn load(path: &Path, kind: Kind) -> Result<Levels, FileError> {
    let mut file = File::open(path)?;
    let mut head = [0; HEADER];
    file.read_exact(&mut head).map_err(|_| FileError::Foreign)?;
    let (found, seeds) = read_header(head)?;
    if found != kind {
        return Err(FileError::Rules(described(found), described(kind)));
    }
    let mut levels = Levels::new(kind);
    for seeds in 1..=seeds {
        levels.codes.push(read_level(&mut file, seeds)?);
    }
    Ok(levels)
}

/// A file in the making.
pub(super) struct Draft {
    file: File,
    unfinished: PathBuf,
    path: PathBuf,
    kind: Kind,
}

impl Draft {
    /// Opens the draft of a file in a folder, and returns the tables that it or an earlier file already holds.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub(super) fn open(folder: &Path, kind: Kind) -> Result<(Self, Levels), FileError> {
        fs::create_dir_all(folder)?;
        let path = folder.join(name(kind));
        let unfinished = path.with_extension("part");
        let finished = load(&path, kind).unwrap_or_else(|_| Levels::new(kind));
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&unfinished)?;
        let mut levels = Levels::new(kind);
        let mut head = [0; HEADER];
        if file.read_exact(&mut head).is_ok() && read_header(head).is_ok_and(|(found, _)| found == kind) {
            while levels.seeds() < MOST_SEEDS
                && let Ok(codes) = read_level(&mut file, levels.seeds() + 1)
            {
                levels.codes.push(codes);
            }
        }
        let mut this = Self { file, unfinished, path, kind };
        this.file.set_len(size(levels.seeds()))?;
        this.file.seek(SeekFrom::Start(0))?;
        this.file.write_all(&header(kind, MOST_SEEDS))?;
        this.file.seek(SeekFrom::End(0))?;
        for codes in finished.codes.into_iter().skip(levels.codes.len()) {
            this.add(&codes)?;
            levels.codes.push(codes);
        }
        Ok((this, levels))
    }

    /// Appends the codes of the next number of seeds.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn add(&mut self, codes: &[u8]) -> Result<(), FileError> {
        self.file.write_all(&checksum(codes).to_le_bytes())?;
        self.file.write_all(codes)?;
        Ok(self.file.sync_data()?)
    }

    /// Gives the file its name; it holds tables up to so many seeds.
    ///
    /// # Errors
    /// If the file cannot be completed.
    pub(super) fn finish(mut self, seeds: u8) -> Result<PathBuf, FileError> {
        self.file.set_len(size(seeds))?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header(self.kind, seeds))?;
        self.file.sync_all()?;
        fs::rename(&self.unfinished, &self.path)?;
        Ok(self.path)
    }
}

/// The size of a file of tables up to so many seeds.
pub(super) fn size(seeds: u8) -> u64 {
    HEADER as u64 + (1..=seeds).map(|seeds| count(seeds) as u64 + 8).sum::<u64>()
}
