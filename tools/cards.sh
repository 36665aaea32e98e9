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
heckmeck 2 240 1000
heckmeck 3 200 999
heckmeck 4 160 1000
heckmeck 5 120 600
heckmeck 6 120 600
heckmeck 7 120 602
heckmeck 2 240 1000 extra-wurm
heckmeck 3 200 999 extra-wurm
heckmeck 4 160 1000 extra-wurm
heckmeck 5 120 600 extra-wurm
heckmeck 6 120 600 extra-wurm
heckmeck 7 120 602 extra-wurm
nothanks 3 300 2001
nothanks 4 240 1200
nothanks 5 200 1000
nothanks 6 200 900 large
nothanks 7 200 903 large
karteneck 2 200 2000
karteneck 3 100 999
karteneck 4 80 600
karteneck 5 70 400
karteneck 6 60 402
hexxhopp 2 300 4000 rounds=1
hexxhopp 3 200 3999 rounds=1
hexxhopp 4 150 4000 rounds=1
hexxhopp 5 120 4000 rounds=1
hexxhopp 2 300 4000 rounds=1 turns
hexxhopp 3 200 2001 rounds=1 turns
hexxhopp 4 150 2000 rounds=1 turns
hexxhopp 5 120 2000 rounds=1 turns
LIST
)
CARDS
