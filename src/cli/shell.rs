//! What shells and manuals want to know, made from the command line's own definition.

use std::io::{Write as _, stdout};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

const AFTER_COMPLETIONS: &str = "\
  ludion completions bash > ~/.local/share/bash-completion/completions/ludion
  ludion completions zsh > ~/.zfunc/_ludion
  ludion completions fish > ~/.config/fish/completions/ludion.fish";

/// Prints what a shell needs to complete this program's commands and options
#[derive(Args, Debug)]
#[command(after_help = AFTER_COMPLETIONS)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self, mut command: Command) -> anyhow::Result<()> {
        let mut script = Vec::new();
        generate(self.shell, &mut command, "ludion", &mut script);
        Ok(stdout().write_all(&script)?)
    }
}

/// Prints the manual page, or writes those of all commands into a folder
#[derive(Args, Debug)]
pub(super) struct Manual {
    /// Writes ludion.1, ludion-play.1 and so on into this folder
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl Manual {
    pub(super) fn run(&self, command: Command) -> anyhow::Result<()> {
        if let Some(folder) = &self.folder {
            return clap_mangen::generate_to(command, folder).with_context(|| folder.display().to_string());
        }
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        Ok(stdout().write_all(&page)?)
    }
}
