#!/usr/bin/env bash
# Makes the network of Quoridor's judgement anew: three rounds of games, each played by what the ones before taught.
#
#   scripts/quoridor_net.sh DIR [NET]
#
# DIR keeps the games (a round that is there is not played again) and the networks of the rounds; the last one goes to
# NET, by default to where the program is built with it. About an hour on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=${1:?usage: scripts/quoridor_net.sh DIR [NET]}
net=${2:-src/games/quoridor/net/weights.bin}
mkdir -p "$dir"
cargo build --release
ludion=target/release/ludion

samples=()
round() { # NUMBER GAMES SEED PLAYER: plays the games with the network of the round before, and fits the next one
    if [ ! -e "$dir/$1.samples" ]; then
        rm -f "$dir/$1.part"
        LUDION_NET="$dir/$(($1 - 1)).net" "$ludion" net play --samples "$dir/$1.part" --games "$2" --seed "$3" --player "$4"
        mv "$dir/$1.part" "$dir/$1.samples"
    fi
    samples+=(--samples "$dir/$1.samples")
    "$ludion" net fit "${samples[@]}" --net "$dir/$1.net"
}

round 1 10000 1 pvs
round 2 5000 1000000 auto
round 3 4500 2000000 auto
cp "$dir/3.net" "$net"
echo "$net is ready; build the program again and prove it in a match"
