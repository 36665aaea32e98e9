# lib.sh — for the tests of the program: sourced, with PECK set to the program under test.
# The tests drive the real binary and look at what it prints and how it ends.
set -eu
PECK=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset NO_COLOR LC_ALL LC_MESSAGES LANG || true
export LC_ALL=C.UTF-8
failures=0

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# expect STATUS WORDS ARGUMENTS… — runs peck; it must end with the status, and print WORDS ("":
# nothing) on standard error: one line, for status 1 and 2. What it printed stays in $dir/out.
expect() {
    wanted=$1
    words=$2
    shift 2
    status=0
    "$PECK" "$@" >"$dir/out" 2>"$dir/err" </dev/null || status=$?
    [ "$status" = "$wanted" ] || fail "peck $*: status $status, not $wanted: $(cat "$dir/err")"
    if [ -z "$words" ]; then
        [ ! -s "$dir/err" ] || fail "peck $*: said: $(cat "$dir/err")"
    else
        grep -qF -e "$words" "$dir/err" || fail "peck $*: '$(cat "$dir/err")' lacks '$words'"
        [ "$(wc -l <"$dir/err")" = 1 ] || fail "peck $*: more than one line: $(cat "$dir/err")"
    fi
}

# out WORDS — what the last `expect` printed has these words.
out() {
    grep -qF -e "$1" "$dir/out" || fail "the output lacks '$1': $(head -c 300 "$dir/out")"
}

same() {
    cmp -s "$1" "$2" || fail "$3: $(diff "$1" "$2" | head -5)"
}

verbs() {
    "$PECK" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'
}

games() {
    "$PECK" games --json | python3 -c 'import json, sys
for game in json.load(sys.stdin)["games"]: print(game["name"])'
}

first_game() {
    set -- $(games)
    echo "$1"
}

# Set-ups the games say they take, a line each, `GAME SEATS` or `GAME SEATS OPTION`: every number
# of seats, and every option with the fewest and the most.
setups() {
    "$PECK" games --json | python3 -c 'import json, sys
for game in json.load(sys.stdin)["games"]:
    for seats in game["seats"]:
        print(game["name"], seats)
    for option in game["options"]:
        for seats in sorted({option["seats"][0], option["seats"][-1]}):
            value = {"flag": "", "seat": "=%d" % (seats - 1), "number": "=%d" % option["low"]}
            print(game["name"], seats, option["name"] + value[option["kind"]])'
}

done_testing() {
    [ "$failures" = 0 ] || {
        echo "$failures failures" >&2
        exit 1
    }
}
