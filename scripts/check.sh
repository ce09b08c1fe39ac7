#!/usr/bin/env bash
# The whole gate: formatting, lints, tests, documentation, signature, and a self-play smoke test of a debug build.
# Needs nothing but the Rust toolchain, git and Python 3. Usage: scripts/check.sh
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

step 'formatting'
cargo fmt --all --check

step 'lints'
cargo clippy --locked --all-targets -- -D warnings

step 'tests'
cargo test --locked

# By the program that the tests built: optimised, and with all checks on.
step 'signature'
while read -r game nodes; do
    found=$(target/debug/ludion --game "$game" bench | awk '$1 == "nodes" { print $2 }')
    if [ "$found" != "$nodes" ]; then
        echo "bench of $game visits $found nodes, tests/signatures.txt says $nodes" >&2
        exit 1
    fi
    echo "$game $nodes"
done < tests/signatures.txt

step 'documentation'
RUSTDOCFLAGS='-D warnings' cargo doc --locked --no-deps

step 'self-play of a debug build'
cargo build --locked
while read -r game _; do
    LUDION=target/debug/ludion python3 scripts/match.py --game "$game" --engine self --engine 'self Search=random' \
        --games 4 --nodes 2000 --openings 2 --seed 1
done < tests/signatures.txt

printf '\nAll checks passed.\n'
