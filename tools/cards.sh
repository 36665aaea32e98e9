#!/bin/sh
# cards.sh PECK [PATTERN] — learns and measures the cards of all set-ups anew, or of those whose
# line below matches PATTERN, into data/. Build again, and tools/strategy.sh writes the document.
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
heckmeck 2 150 400
heckmeck 3 100 300
heckmeck 4 80 300
heckmeck 5 60 200
heckmeck 6 60 204
heckmeck 7 60 203
heckmeck 2 150 400 extra-wurm
heckmeck 3 100 300 extra-wurm
heckmeck 4 80 300 extra-wurm
heckmeck 5 60 200 extra-wurm
heckmeck 6 60 204 extra-wurm
heckmeck 7 60 203 extra-wurm
nothanks 3 200 600
nothanks 4 120 400
nothanks 5 100 300
nothanks 6 80 240 large
nothanks 7 80 245 large
karteneck 2 150 1000
karteneck 3 60 300
karteneck 4 40 200
karteneck 5 30 150
karteneck 6 24 120
hexxhopp 2 100 2000 rounds=1
hexxhopp 3 80 1500 rounds=1
hexxhopp 4 60 1200 rounds=1
hexxhopp 5 50 1000 rounds=1
hexxhopp 2 150 1000 rounds=1 turns
hexxhopp 3 100 600 rounds=1 turns
hexxhopp 4 80 600 rounds=1 turns
hexxhopp 5 60 600 rounds=1 turns
LIST
)
CARDS
