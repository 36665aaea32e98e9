#!/bin/sh
# bench.sh [SECONDS] — measures with build/release/peck, SECONDS (default 1) for each line, and
# writes docs/explain/benchmarks.md.
set -eu
cd "$(dirname "$0")/.."
out=docs/explain/benchmarks.md
games=$(sed -n 's/^GAME(\([a-z]*\)).*/\1/p' games/games.def)
trap 'rm -f $out.new' EXIT

# Aims of single games: games/GAME/bench/aim.txt, as in "0.25 for Chess".
aims() {
    for game in $games; do
        [ ! -f "games/$game/bench/aim.txt" ] || printf ', %s' "$(cat "games/$game/bench/aim.txt")"
    done
}

# Of the table of `peck bench`: what a reader compares, for the fewest and the most seats of each game.
columns() {
    awk -F ' *[|] *' -v OFS=' | ' '
        /^[|]/ { row = "| " $2 OFS $3 OFS $5 OFS $8 OFS $9 OFS $11 " |" }
        !/^[|]/ || $2 != game { if (last != "") print last; last = "" }
        !/^[|]/ { game = ""; print; next }
        $2 != game { game = $2; print row; next }
        { last = row }
        END { if (last != "") print last }' | sed 's/^| ---/|---/; s/ | --/|--/g; s/: |/:|/'
}

{
    echo "# Benchmarks"
    echo
    echo "Written by \`make bench\` on one core of: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo |
        head -1), $(gcc --version | head -1), $(date -u +%Y-%m-%d)."
    echo "\`peck help bench\` explains the columns; it also prints speeds through the struct."
    echo "No match allocates memory. The aim for floor/compiled is 0.125 or more$(aims)."
    echo
    build/release/peck bench --markdown --seconds "${1:-1}" | columns
} >$out.new
mv $out.new $out
cat $out
