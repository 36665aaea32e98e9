#!/bin/sh
# style.sh — the rules of style and of the layers that a program can check. Each prints what is
# wrong and where; the exit status tells whether anything was.
set -u
cd "$(dirname "$0")/.."
bad=0

# complain SENTENCE LINES: nothing when there are no lines.
complain() {
    [ -z "$2" ] && return
    printf '%s:\n%s\n' "$1" "$2"
    bad=1
}

sources=$(find src games include tests fuzz bench -name '*.[ch]' -o -name '*.inc' -o -name '*.def')
games=$(sed -n 's/^\(GAME\|TEMPLATE\)(\([a-z]*\)).*/\2/p' games/games.def)
if [ -z "$sources" ] || [ -z "$games" ]; then
    echo "style.sh does not find the sources"
    exit 1
fi

# 92 columns, as clang-format has it.
# Continuation bytes of UTF-8 are no columns.
complain "lines over 92 columns" "$(LC_ALL=C awk '
    { columns = $0; gsub(/[\200-\277]/, "", columns) }
    length(columns) > 92 { print FILENAME ":" FNR ": " length(columns) " columns" }' $sources)"

# clang-format puts the braces of a function, and of nothing else, alone in the first column. The
# lines of a table in it are not counted.
complain "functions over 70 lines" "$(awk '
    FNR == 1 { start = 0 }
    /^{$/ { start = FNR; lines = 1; table = 0; next }
    !start { next }
    /= {$/ { table = 1 }
    !table { lines++ }
    table && /^ *};$/ { table = 0 }
    /^}$/ {
        if (lines > 70) print FILENAME ":" start ": " lines " lines"
        start = 0
    }' $sources)"

complain "notes of unfinished work" "$(grep -nE 'TO[D]O|FIX[M]E|XX[X]' $sources tests/*.sh)"
complain "tabs or spaces at the end of a line" "$(grep -nE '	|[ 	]$' $sources)"
# The first line says what a file is for; `make map` prints them all.
complain "files whose first line is not '/* NAME — what it is for'" "$(
    for file in $sources; do
        head -n 1 "$file" | grep -qF "/* $(basename "$file") — " || echo "$file"
    done)"

complain "games know no clock and no generator but the caller's" \
    "$(grep -nE '(^|[^_[:alnum:]])(s?rand|random|time|clock)\(' src/core/* games/*/rules/*)"
complain "rules (games/*/rules, src/core) may not use the midend" \
    "$(grep -nE '#include.*(peck/match\.h|match/)' games/*/rules/* src/core/*)"

# Doors stand side by side; only the command line, which starts them, opens others.
complain "jansson is for what comes over the wire: the server's door, and the answers of a server" \
    "$(grep -ln 'jansson[.]h' $sources |
        grep -vE '^(src/doors/server/|src/doors/cli/admin[.]c|tests/server/|fuzz/)')"

# Whatever is outside a room reaches its game through the registry alone.
complain "includes of a game's files outside its room" \
    "$(grep -nE '#include.*games/[a-z]+/' $(echo "$sources" | grep -v '^games/'))"
complain "includes of another game's files" "$(
    for room in games/*/; do
        grep -rnE '#include "(\.\./)*games/' "$room" | grep -v "games.def"
    done)"
# A name is that of a game or of a box, also with a few other characters between its letters, as titles have them.
names=$({
    sed -n 's/^GAME(\([a-z]*\)).*/\1/p' games/games.def
    grep -ohE '\{"[a-z]+", "[^"]*", [0-9]' games/*/pack.c | sed 's/^{"\([a-z]*\)".*/\1/'
} | sort -u | sed 's/./&[^a-z]{0,3}/g' | paste -sd '|')
complain "a game's name outside its room" \
    "$(grep -rnIiE "$names" src web/src python/src include cmake tools bench)"

# A verb of the command line may open another door, by the one header that this door offers.
complain "includes of another door's files" "$(
    for door in src/doors/*/; do
        grep -rnE '#include "(\.\./|doors/)' "$door" | grep -v -e "doors/processor.h" -e "\"${door#src/}" |
            grep -vE '^src/doors/cli/.*"doors/(term/play|server/serve)\.h"'
    done)"
exit $bad
