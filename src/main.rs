//! The `ludion` binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludion::cli::run()
}
