#!/bin/sh
# strategy.sh PECK — writes docs/play/strategy.md: some guides as the program prints them, what they cost and how
# they are made.
set -eu
cd "$(dirname "$0")/.."
peck=$1
# The games that have guides.
games=$(for game in $(sed -n 's/^GAME(\([a-z]*\)).*/\1/p' games/games.def); do
    [ ! -f "games/$game/data/guides.txt" ] || echo "$game"
done)

# guide TITLE ARGUMENTS…
guide() {
    title=$1
    shift
    printf '\n## %s\n`peck strategy %s`\n\n```\n' "$title" "$*"
    "$peck" strategy "$@"
    printf '```\n'
}

# One row of the table of losses.
row() {
    "$peck" strategy "$@" --json | python3 -c '
import json, sys
told = json.load(sys.stdin)
heroes = [told["among_hard"][hero] for hero in ("guide", "normal", "easy")]
def margin(hero):  # as peck strategy tells it: where nothing was won three over the blocks
    return 200 * hero["std_error"] or min(100, 300 / hero["matches"] / told["par"])
cells = ["%.1f ± %.1f" % (100 * hero["win_rate"], margin(hero)) for hero in heroes]
print("| `%s` | %.1f | %s | %d |" % (told["guide"], 100 * told["par"], " | ".join(cells),
                                     heroes[0]["matches"]))'
}

# rows GAME, guides GAME: all those of games/GAME/data/guides.txt.
rows() {
    sed -n '/^[0-9]/p' "games/$1/data/guides.txt" | while read -r seats matches measure options; do
        flags=
        for option in $options; do flags="$flags --option $option"; done
        row "$1" --seats "$seats" $flags
    done
}
guides() {
    sed -n 's/^= //p' "games/$1/data/guides.txt" | while IFS=: read -r title flags; do
        guide "$title" "$1" $flags
    done
}

{
    cat <<'TEXT'
# Strategy guides

How to play well, as a few numbers and sentences: what the bot `hard` does, for people at a table.
`peck strategy GAME` prints the guide for any number of seats and any option.
TEXT
    for game in $games; do guides "$game"; done
    cat <<'TEXT'

## How good the guides are
The bot `guide` plays by the guide. It sits among `hard` bots, once in every seat with the same
luck. Par is what an equal would win. `--measure N` plays such matches on the spot.

TEXT
    for game in $games; do sed '$a\\' "games/$game/data/guides.md"; done
    printf '| guide | par %% | guide %% | normal %% | easy %% | matches |\n|---|---|---|---|---|---|\n'
    for game in $games; do rows "$game"; done
    cat <<'TEXT'

Wins as one among `hard`, ± two standard errors; `normal` and `easy` in the same place, over a
quarter of the matches. Where nothing was won, three over their number.

## How the guides are made
A guide is a set of rules of thumb with gaps, `games/<game>/players/guide.c`: what a die or a
placement is worth, at how many chips to take a card. It uses only what a person sees. The numbers
in the gaps are learnt for each number of seats and each variant that is played differently, and
kept in `games/<game>/data/<name>.guide`.

`peck strategy GAME --fit` lets `hard` play and judge every legal action. Numbers are moved one at a
time to where the guide's choices are judged best. In two thirds of the matches one seat plays by
the guide, so that its own mistakes are among the positions. `tools/guides.sh build/release/peck`
learns and measures all guides, and `tools/strategy.sh` writes this page.
TEXT
} >docs/play/strategy.md.new
mv docs/play/strategy.md.new docs/play/strategy.md
