#!/usr/bin/env bash
# How strong the named levels of a game are: each plays the one below it, and the steps add up to the game's scale.
#
#   scripts/ladder.sh GAME [options of `ludion match`]
#   scripts/ladder.sh connect4
#   scripts/ladder.sh chicago --openings setup --plies 0 --by-margin
#
# 100 games a step from random openings, both seats, 400,000 nodes for each move, so that a busy machine changes
# nothing; other options overrule these. A step is passed with 60 % of the points, or with --by-margin (games that are
# about points) with a mean margin that is above zero by more than its error. Ends with exit code 1 if a step is not
# passed.
set -euo pipefail

if (($# == 0)) || [[ $1 == -* ]]; then
  sed -n '2,11s/^# \{0,1\}//p' "$0"
  exit 2
fi
ludion=${LUDION:-$(dirname "$0")/../target/release/ludion}
if [[ ! -x $ludion ]]; then
  echo "ladder.sh: $ludion is missing: run 'cargo build --release' first" >&2
  exit 2
fi
game=$1
shift
by_margin=0
options=()
for option; do
  if [[ $option == --by-margin ]]; then by_margin=1; else options+=("$option"); fi
done
# What is given by hand comes instead of the usual value.
usual() { [[ " ${options[*]-} " == *" $1 "* ]] || options+=("$1" "$2"); }
usual --games 100
[[ " ${options[*]-} " =~ \ --(movetime|time|depth)\  ]] || usual --nodes 400000
usual --plies 4
usual --seed 1
usual --concurrency 2
# Strength is measured here, not punctuality.
usual --margin 10000
usual --think 600000

levels=(beginner casual club strong expert master)
printf '%-20s %8s %18s %14s %8s\n' step 'score %' margin passed Elo
printf '%-20s %8s %18s %14s %8s\n' beginner '' '' '' 0
passed_all=1
scale=0
for ((step = 1; step < ${#levels[@]}; step++)); do
  upper=${levels[step]} lower=${levels[step - 1]}
  row=$("$ludion" match --game "$game" --in-process --no-journal --quiet "${options[@]}" \
    --engine "self name=$upper SkillLevel=$upper" --engine "self name=$lower SkillLevel=$lower" |
    grep "^| $upper ")
  # | engine | games | wins | draws | losses | points | score % | margin +-error | ...
  read -r passed scale points margin < <(awk -F'|' -v by_margin=$by_margin -v scale=$scale '{
    games = $3; points = $7; split($9, margin, / *\+-/)
    share = (points + 0.5) / (games + 1)
    passed = by_margin ? margin[1] > margin[2] + 0 : points >= 0.6 * games
    gsub(/ /, "", $9)
    printf "%s %.0f %.1f %s\n", passed ? "yes" : "NO", scale + 400 * log(share / (1 - share)) / log(10), $8, $9
  }' <<<"$row")
  [[ $passed == yes ]] || passed_all=0
  printf '%-20s %8s %18s %14s %8s\n' "$upper" "$points" "$margin" "$passed" "$scale"
done
((passed_all))
