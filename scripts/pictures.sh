#!/bin/sh
# Draws the pictures of the README with the release build, or with the program that LUDION names.
set -eu
cd "$(dirname "$0")/.."
ludion=$(realpath "${LUDION:-target/release/ludion}")
cd scripts/pictures
"$ludion" render --game connect4 -o connect4.svg moves 4 4 5 3 3 6 4
"$ludion" render --game chicago -o chicago.svg moves 2FC
"$ludion" render --game oware -o oware.svg moves F f B e
"$ludion" render --game quoridor -o quoridor.svg moves e2 e8 e3 e7 e4 e6 d6h a8h e5 c8h c3v
"$ludion" render --game bellum -o bellum.svg \
    fen 2 41 Mb3:5s1,Gc4:9!,Vd2:6d1,Ce5:7s2,md3:8!,ge3:4s1s1,vb5:8d1,cf6:3! moves e3Jc4
