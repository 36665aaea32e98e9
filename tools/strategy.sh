#!/bin/sh
# strategy.sh PECK — writes docs/STRATEGY.md: what the cards are, what they cost, and some of them
# as the program prints them.
set -eu
cd "$(dirname "$0")/.."
peck=$1

# card TITLE ARGUMENTS…
card() {
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
heroes = [told["among_hard"][hero] for hero in ("card", "normal", "easy")]
def margin(hero):  # as peck strategy tells it: where nothing was won three over the blocks
    return 200 * hero["std_error"] or min(100, 300 / hero["matches"] / told["par"])
cells = ["%.1f ± %.1f" % (100 * hero["win_rate"], margin(hero)) for hero in heroes]
print("| `%s` | %.1f | %s | %d |" % (told["card"], 100 * told["par"], " | ".join(cells),
                                     heroes[0]["matches"]))'
}

{
    cat <<'TEXT'
# Strategy cards

`peck strategy GAME` prints how to play well: what the bot `hard` does, as a few numbers and
sentences for people at a table. This document is written by `tools/strategy.sh`; nothing in it is
typed by hand but these first paragraphs.

**What a card is.** Every game has rules of thumb with gaps in them, `games/<game>/players/guide.c`: how
many points a die or a placement has, at how many chips to take a card. They use only what a
person sees at the table. The numbers in the gaps are learnt, `games/<game>/data/<name>.card`, for each number
of seats and each variant that is played differently (Extra Wurm; `turns` in Hexx & Hopp). Other
options share a card.

**How it is learnt.** `peck strategy GAME --fit` lets `hard` play matches and judge every legal
action at the decisions it meets: by its own estimates, or in No Thanks! by the value of the
position, which a good memory knows. A card is worth the sum of the judgements of what it would
play. Its numbers are moved one at a time, by up to 16 either way, to wherever that sum is
highest, until nothing helps. Two thirds of the matches have one seat that plays by the card as it
is so far, so that its own mistakes are among the positions. All follows from the seed; `learnt
SEED MATCHES` in the file says from what. `tools/cards.sh build/release/peck` learns and measures
all of them.

**What it costs.** The bot `card` plays by the card. It sits among `hard` bots, once in every seat
with the same luck, and the share of its wins stands below the card; par is what an equal would
win. Heckmeck and No Thanks! are adjusted for luck, as in `peck arena`. `--measure N` plays such
matches on the spot. In Hexx & Hopp rounds are counted, and the card has the speed of `hard`.
The intervals are wide where few matches were played. `karteneck-4`, `karteneck-5` and `karteneck-6` were learnt,
by an earlier form of the search, and measured before the bots were last improved, and all of Karteneck when `hard`
judged most actions by a few playouts only; `tools/cards.sh` makes them anew. Heckmeck's `easy` has since stopped
throwing away one turn in some hundreds, and in No Thanks! `hard` has come to tell more kinds of players apart.
In No Thanks! styles beat one another in circles: among two `easy` bots the card for three seats wins
27 % of 600 matches, less than par. Karteneck is the game that a card captures worst: what `hard` does there it finds by search.

TEXT
    printf '| card | par %% | card %% | normal %% | easy %% | matches |\n|---|---|---|---|---|---|\n'
    for seats in 2 3 4 5 6 7; do row heckmeck --seats $seats; done
    for seats in 2 3 4 5 6 7; do row heckmeck --seats $seats --option extra-wurm; done
    for seats in 3 4 5; do row nothanks --seats $seats; done
    for seats in 6 7; do row nothanks --seats $seats --option large; done
    for seats in 2 3 4 5 6; do row karteneck --seats $seats; done
    for seats in 2 3 4 5; do row hexxhopp --seats $seats; done
    for seats in 2 3 4 5; do row hexxhopp --seats $seats --option turns; done
    printf '\nShares of wins as one among `hard`, ± two standard errors; the levels `normal` and '
    printf '`easy` in the\nsame place, over a quarter of the matches. Where nothing was won, three over '
    printf 'their number.\n'
    card "Heckmeck, two players" heckmeck
    card "Heckmeck, four players" heckmeck --seats 4
    card "Heckmeck Extra Wurm" heckmeck --seats 3 --option extra-wurm
    card "No Thanks!" nothanks --seats 4
    card "Heckmeck am Karteneck" karteneck --seats 3
    card "Hexx & Hopp" hexxhopp --seats 3
    card "Hexx & Hopp in turns" hexxhopp --seats 3 --option turns
} >docs/STRATEGY.md.new
mv docs/STRATEGY.md.new docs/STRATEGY.md
