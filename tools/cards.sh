#!/bin/sh
# cards.sh PECK [PATTERN] — learns and measures the cards of all set-ups anew, or of those whose
# line below matches PATTERN, into the games' data. Build again, and tools/strategy.sh writes the document.
set -eu
cd "$(dirname "$0")/.."
peck=$1
pattern=${2:-.}

# Game, seats, matches to learn from, matches to measure, options.
while read -r game seats matches measure options; do
    flags=
    for option in $options; do flags="$flags --option $option"; done
    echo "$game $seats $options"
    "$peck" strategy "$game" --seats "$seats" $flags --fit --matches "$matches" \
        --measure "$measure" --threads 1 | tail -5
done <<CARDS
$(grep -E -e "$pattern" <<LIST
heckmeck 2 100 300
heckmeck 3 60 201
heckmeck 4 48 160
heckmeck 5 36 120
heckmeck 6 36 120
heckmeck 7 36 119
heckmeck 2 100 300 extra-wurm
heckmeck 3 60 201 extra-wurm
heckmeck 4 48 160 extra-wurm
heckmeck 5 36 120 extra-wurm
heckmeck 6 36 120 extra-wurm
heckmeck 7 36 119 extra-wurm
nothanks 3 600 3000
nothanks 4 400 2000
nothanks 5 300 1500
nothanks 6 160 900 large
nothanks 7 120 700 large
karteneck 2 80 400
karteneck 3 40 150
karteneck 4 24 100
karteneck 5 16 80
karteneck 6 16 78
hexxhopp 2 40 1000 rounds=1
hexxhopp 3 30 900 rounds=1
hexxhopp 4 24 800 rounds=1
hexxhopp 5 24 800 rounds=1
hexxhopp 2 60 400 rounds=1 turns
hexxhopp 3 40 300 rounds=1 turns
hexxhopp 4 30 300 rounds=1 turns
hexxhopp 5 24 300 rounds=1 turns
LIST
)
CARDS
