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

sources=$(find src include tests fuzz -name '*.[ch]' -o -name '*.inc' -o -name '*.def')
games=$(sed -n 's/^\(GAME\|TEMPLATE\)(\([a-z]*\)).*/\2/p' src/games/games.def)
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
complain "files that do not open with a comment on what they are" "$(
    for file in $sources; do
        head -c 2 "$file" | grep -q '/\*' || echo "$file"
    done)"

complain "games know no clock and no generator but the caller's" \
    "$(grep -nE '(^|[^_[:alnum:]])(s?rand|random|time|clock)\(' src/games/* src/core/*)"
complain "rules (src/games, src/core) may not use the midend" \
    "$(grep -nE '#include.*(peck/match\.h|match/)' src/games/* src/core/*)"

# Whatever is above the contract reaches a game through the registry alone; but a game's bots,
# src/play/<game>_*, know its private header.
pattern=$(echo $games | tr ' ' '|')
above=$(find src web python fuzz -name '*.[ch]' 2>/dev/null |
    grep -vE "^src/(games|core)/|^src/play/($pattern)_")
complain "doors and midend may not include a game" \
    "$(grep -nE "#include.*(games/|[\"</]($pattern)[._])" $above)"

# docs/ARCHITECTURE.md has a line for every file, and none for a file that is gone.
files=$(find include src bench cmake fuzz tests tools -type f \
    ! -path 'fuzz/corpus/*' ! -path 'tests/golden/*' ! -path 'tests/screens/*' \
    ! -path 'tests/transcripts/*' ! -name CMakeLists.txt ! -name '*.pyc' ! -name '.*')
complain "files missing in the source map of docs/ARCHITECTURE.md" "$(
    for file in $files; do
        grep -qF "| \`$file\` |" docs/ARCHITECTURE.md || echo "$file"
    done)"
complain "files in the source map that are not there" "$(
    sed -n 's/^| `\([^`]*\)` |.*/\1/p' docs/ARCHITECTURE.md | while read -r file; do
        [ -e "$file" ] || echo "$file"
    done)"
exit $bad
