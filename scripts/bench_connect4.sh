#!/usr/bin/env bash
# The Connect Four solver beside the public crate connect-four-ai, without books, each time from an empty table; with
# --threads N, so many threads beside one.
# Usage: scripts/bench_connect4.sh DIRECTORY [--only NAME] [--lines N] [--repeats N] [--threads N] [--hash MB]
# DIRECTORY holds the six sets Test_L1_R1 ... Test_L3_R1 of 1000 lines `moves score`.
set -euo pipefail
here="$(cd "$(dirname "$0")/.." && pwd)"
exec cargo run --release --quiet --manifest-path "$here/tests/bench/connect4/Cargo.toml" -- "$@"
