#!/bin/sh
# strategy.sh PECK — writes docs/play/strategy.md: what the guides are, what they cost, and some of them
# as the program prints them.
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

`peck strategy GAME` prints how to play well: what the bot `hard` does, as a few numbers and
sentences for people at a table. This document is written by `tools/strategy.sh`; nothing in it is
typed by hand but the paragraphs above the table.

**What a guide is.** Every game has rules of thumb with gaps in them, `games/<game>/players/guide.c`: how
many points a die or a placement has, at how many chips to take a card. They use only what a
person sees at the table. The numbers in the gaps are learnt, `games/<game>/data/<name>.guide`, for each number
of seats and each variant that is played differently. Other options share a guide.

**How it is learnt.** `peck strategy GAME --fit` lets `hard` play matches and judge every legal
action at the decisions it meets, by its own estimates. A guide is worth the sum of the judgements
of what it would play. Its numbers are moved one at a time, by up to 16 either way, to wherever
that sum is highest, until nothing helps. Two thirds of the matches have one seat that plays by the
guide as it is so far, so that its own mistakes are among the positions. All follows from the seed;
`learnt SEED MATCHES` in the file says from what. `tools/guides.sh build/release/peck` learns and
measures all of them.

**What it costs.** The bot `guide` plays by the guide. It sits among `hard` bots, once in every seat
with the same luck, and the share of its wins stands below the guide; par is what an equal would
win. `--measure N` plays such matches on the spot. The intervals are wide where few matches were
played.

TEXT
    for game in $games; do sed '$a\\' "games/$game/data/guides.md"; done
    printf '| guide | par %% | guide %% | normal %% | easy %% | matches |\n|---|---|---|---|---|---|\n'
    for game in $games; do rows "$game"; done
    printf '\nShares of wins as one among `hard`, ± two standard errors; the levels `normal` and '
    printf '`easy` in the\nsame place, over a quarter of the matches. Where nothing was won, three over '
    printf 'their number.\n'
    for game in $games; do guides "$game"; done
} >docs/play/strategy.md.new
mv docs/play/strategy.md.new docs/play/strategy.md
