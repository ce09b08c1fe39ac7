//! Tells the binary which commit and target it was built from.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=.git/HEAD");
    println!("cargo:rerun-if-changed=.git/refs/heads");
    let commit = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    let commit = commit.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    let commit = commit.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_else(|| "no commit".to_owned());
    println!("cargo:rustc-env=LUDION_COMMIT={}", commit.trim());
    println!("cargo:rustc-env=LUDION_TARGET={}", std::env::var("TARGET").unwrap_or_default());
}
