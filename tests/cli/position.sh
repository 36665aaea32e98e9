#!/bin/sh
# position.sh PECK — position lines: those of one match of each game, printed and read again.
. "$(dirname "$0")/lib.sh"

expect 1 "line 1, column 1: expected a game's name" position nonsense
expect 1 "line 1, column 1: expected a game's name" position ""
# The first positions of each game, some of the middle, and the end.
lines=$dir/lines.txt
for game in $(games); do
    "$PECK" sim "$game" --seats 3 --matches 1 --record - 2>/dev/null |
        "$PECK" replay --positions - >"$dir/all"
    [ -s "$dir/all" ] || fail "$game: no positions"
    awk -v count="$(wc -l <"$dir/all")" 'NR < 40 || NR % 97 == 0 || NR == count' "$dir/all"
done >"$lines"
"$PECK" position <"$lines" >"$dir/out" || fail "position: $?"
grep '^line' "$dir/out" | sed 's/^line *//' >"$dir/given"
cp "$lines" "$dir/wanted"
same "$dir/wanted" "$dir/given" "positions read and written"
for words in sound "to act" "legal" score places; do
    grep -q "^$words" "$dir/out" || fail "position does not tell '$words'"
done
"$PECK" position --json <"$lines" >"$dir/json" || fail "position --json: $?"
for seat in 0 1; do
    "$PECK" position --view $seat --json <"$lines" >"$dir/view.$seat" || fail "--view $seat"
    python3 -c 'import json, sys
for line in sys.stdin: print(json.loads(line)["position"])' <"$dir/view.$seat" >"$dir/lines"
    # A view is a position again, and its own view.
    "$PECK" position --view $seat --json <"$dir/lines" >"$dir/again" || fail "view again"
    same "$dir/view.$seat" "$dir/again" "the view of a view"
    # Another seat may look at it too, and knows no more than both.
    "$PECK" position --view $((1 - seat)) --json <"$dir/lines" >"$dir/again" ||
        fail "a view of another's view"
done
python3 - "$dir/json" "$dir/wanted" "$dir/view.0" "$dir/view.1" <<'PYTHON' || fail "the JSON"
import json, sys
full, lines, zero, one = (open(name).read().splitlines() for name in sys.argv[1:])
games = set()
for text, line, *views in zip(full, lines, zero, one):
    told = json.loads(text)
    games.add(told["game"])
    assert told["position"] == line and line.startswith(told["game"] + " ")
    assert list(told["legal"]) == [str(s) for s in told["movers"]]
    assert all(told["legal"].values()) and len(told["points"]) == told["seats"]
    assert told["over"] == (not told["movers"] and not told["chance"])
    for seat, view in enumerate(map(json.loads, views)):
        assert view["movers"] == told["movers"]
        if "?" in view["position"]:
            assert set(view["legal"]) <= set(told["legal"])
        if seat in told["movers"]:
            assert view["legal"][str(seat)] == told["legal"][str(seat)]
assert len(full) == len(lines)
PYTHON

# Each bad line is named by its number; the good ones are still printed.
{ echo "# a comment"; echo; head -2 "$dir/wanted" | tail -1; echo "bad"; } >"$dir/mixed"
status=0
"$PECK" position <"$dir/mixed" >"$dir/out" 2>"$dir/err" || status=$?
[ "$status" = 1 ] && grep -q "line 4, column 1" "$dir/err" && grep -q "^sound" "$dir/out" ||
    fail "mixed lines: $status, $(cat "$dir/err")"
# A line cut short anywhere is refused, never believed.
line=$(head -1 "$dir/wanted")
length=${#line}
for keep in 5 $((length / 3)) $((length / 2)) $((length - 1)); do
    expect 1 "line 1" position "$(printf '%.'"$keep"'s' "$line")"
done
expect 1 "there is no seat 6" position --view 6 "$line"
# Legal actions are wrapped between one and the next, never within a name.
"$PECK" sim hexxhopp --option rounds=1 --option turns --matches 1 --record - 2>/dev/null |
    "$PECK" replay --positions - | "$PECK" position | awk '
    /^legal/ || /^ / { bad = bad || length($0) > 80; wrapped += /^ / }
    /^ / && before !~ /;$/ { bad = 1 } # a name goes on in the next line
    /^score/ && before ~ /;$/ { bad = 1 }
    { before = $0 }
    END { exit bad || wrapped == 0 }' || fail "legal actions are not wrapped between names"

# An answer comes before the next question: a program asks and waits in turn.
python3 - "$PECK" "$line" <<'PYTHON' || fail "position does not answer line by line"
import select, subprocess, sys
peck = subprocess.Popen([sys.argv[1], "position", "--json"], stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE, text=True)
for _ in range(3):
    peck.stdin.write(sys.argv[2] + "\n")
    peck.stdin.flush()
    if not select.select([peck.stdout], [], [], 90)[0]:
        peck.kill()
        sys.exit("no answer")
    assert sys.argv[2] in peck.stdout.readline()
peck.stdin.close()
assert peck.wait() == 0
PYTHON
expect 1 "standard input has no position line in it" position
printf '# only this\n\n' | "$PECK" position >"$dir/out" 2>"$dir/err" && fail "a comment was taken"
{ printf '%03000d\n#%03000d\r\n' 0 0; echo "$line"; } >"$dir/long"
"$PECK" position <"$dir/long" >"$dir/out" 2>"$dir/err" && fail "a long line was taken"
grep -q "line 1 is longer than 2047 bytes" "$dir/err" && grep -q "^sound" "$dir/out" &&
    [ "$(wc -l <"$dir/err")" = 1 ] || fail "a long line: $(cut -c1-200 "$dir/err")"
# The options read as in a view: flags true or false, a seat drawn at random null.
expect 0 "" position --json "$("$PECK" sim heckmeck --option fast --matches 1 --record - \
    2>/dev/null | "$PECK" replay --positions - | head -1)"
out '"options":{"extra-wurm":false,"fast":true,"flip-always":false,"first":null}'
expect 1 "column 72: expected a tile from 21 to 36, found '20'" position \
    "heckmeck seats=3 | roll turn=0 kept=- rolled=- grill=21-35 stacks=36/-/20"
printf 'a\0b\n' | "$PECK" position >/dev/null 2>"$dir/err" && fail "a NUL byte was taken"
grep -q "NUL byte" "$dir/err" || fail "NUL: $(cat "$dir/err")"
done_testing
