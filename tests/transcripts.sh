#!/bin/sh
# transcripts.sh PECK [--write] — matches of the plain mode, compared with tests/transcripts/*.txt
# and games/*/tests/transcripts/*.txt.
#
# A file has the arguments of the program after `$`, the lines it is given after `<`, a line `---`,
# and all it prints. --write updates the transcripts: review them with git diff.
set -u
PECK=$1
folder=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8 XDG_STATE_HOME="$scratch/state" TERM=dumb
bad=0
count=0
for file in "$folder"/tests/transcripts/*.txt "$folder"/games/*/tests/transcripts/*.txt; do
    count=$((count + 1))
    rm -rf "$scratch"/*
    sed '/^---$/,$d' "$file" >"$scratch/head"
    arguments=$(sed -n 's/^\$ //p' "$scratch/head")
    sed -n 's/^< \{0,1\}//p' "$scratch/head" >"$scratch/lines"
    (cd "$scratch" && "$PECK" $arguments <lines) >"$scratch/printed" 2>&1
    echo "status $?" >>"$scratch/printed"
    sed -i "s|$scratch/state/peck/[0-9-]*|STATE/|" "$scratch/printed" # named by the time
    { cat "$scratch/head" && echo --- && cat "$scratch/printed"; } >"$scratch/now"
    if [ "${2:-}" = --write ]; then
        cp "$scratch/now" "$file"
    elif ! cmp -s "$scratch/now" "$file"; then
        echo "FAILED: $file" && diff "$file" "$scratch/now" | head -20
        bad=1
    fi
done
[ "$count" -ge 10 ] || { echo "there are only $count transcripts" && bad=1; }
exit $bad
