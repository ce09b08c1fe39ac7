//! Files that are there as a whole or not at all: they are written under another name first.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The name a file has while it is being written: beside its own, so that it can be renamed at once.
#[must_use]
pub fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().map(ToOwned::to_owned).unwrap_or_default();
    name.push(".part");
    path.with_file_name(name)
}

/// Writes a file so that nobody ever sees half of it.
///
/// # Errors
/// If the file cannot be written; one of that name stays as it was.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let part = unfinished(path);
    fs::write(&part, content)?;
    fs::rename(&part, path)
}
