#!/bin/sh
# strategy.sh PECK — writes docs/play/strategy.md: a guide for each game, as the program prints it, how strong all
# guides are, and how they are made.
set -eu
cd "$(dirname "$0")/.."
peck=$1
export LC_ALL=C.UTF-8
# The games that have guides.
games=$(for game in $(sed -n 's/^GAME(\([a-z]*\)).*/\1/p' games/games.def); do
    [ ! -f "games/$game/data/guides.txt" ] || echo "$game"
done)

# guides GAME: those that games/GAME/data/guides.txt names with "= title: arguments", without what they cost.
guides() {
    sed -n 's/^= //p' "games/$1/data/guides.txt" | while IFS=: read -r title flags; do
        printf '\n## %s\n`peck strategy %s`\n\n```\n' "$title" "$1${flags:+ }${flags# }"
        "$peck" strategy "$1" $flags | sed '1,2d; /^What it costs/,$d' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
        printf '```\n'
    done
}

# facts GAME: of each guide in games/GAME/data/guides.txt what `peck strategy --json` prints.
facts() {
    sed -n '/^[0-9]/p' "games/$1/data/guides.txt" | while read -r seats matches measure options; do
        flags=
        for option in $options; do flags="$flags --option $option"; done
        "$peck" strategy "$1" --seats "$seats" $flags --json
    done
}

{
    cat <<'TEXT'
# Strategy guides

How to play well, as a few numbers and sentences for people at a table. `peck strategy GAME` prints
the guide for any number of seats and any option.
TEXT
    for game in $games; do guides "$game"; done
    cat <<'TEXT'

## How good the guides are
Wins in % of a player who follows the guide among `hard` bots, with two standard errors, as measured
when the guide was made. An equal would win 50, 33, 25, 20, 17 and 14 % with 2 to 7 seats.
`--measure N` measures again.

TEXT
    for game in $games; do facts "$game"; done | python3 -c '
import json, re, sys
rows = {}
for line in sys.stdin:
    facts = json.loads(line)
    name, seats, variant = re.fullmatch(r"(\w+)-(\d)(-.*)?", facts["guide"]).groups()
    wins = facts["among_hard"]["guide"]
    rows.setdefault(name + (variant or ""), {})[int(seats)] = "%.0f ± %.0f" % (
        100 * wins["win_rate"], 200 * wins["std_error"])
print("| seats | 2 | 3 | 4 | 5 | 6 | 7 |\n|---" + "|--:" * 6 + "|")
for name, cells in rows.items():
    print("| " + name + " | " + " | ".join(cells.get(seats, "") for seats in range(2, 8)) + " |")'
    cat <<'TEXT'

## How the guides are made
The rules of thumb are in `games/<game>/players/guide.c`. `peck strategy GAME --fit` lets `hard`
play and judge every legal action, and moves one number at a time to where the guide's choices are
judged best. `tools/guides.sh` fits and measures all guides, and `tools/strategy.sh` writes this
page.
TEXT
} >docs/play/strategy.md.new
mv docs/play/strategy.md.new docs/play/strategy.md
