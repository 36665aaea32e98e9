#!/bin/sh
# guides.sh PECK [PATTERN] — learns and measures the guides of games/*/data/guides.txt again, or of those whose
# line, with the game before it, matches PATTERN. Build again, and tools/strategy.sh writes the document.
set -eu
cd "$(dirname "$0")/.."
peck=$1
pattern=${2:-.}

for file in games/*/data/guides.txt; do
    game=$(basename "${file%/data/*}")
    sed -n "s/^[0-9]/$game &/p" "$file"
done | grep -E -e "$pattern" | while read -r game seats matches measure options; do
    flags=
    for option in $options; do flags="$flags --option $option"; done
    echo "$game $seats $options"
    "$peck" strategy "$game" --seats "$seats" $flags --fit --matches "$matches" \
        --measure "$measure" --threads 1 | tail -5
done
