#!/bin/sh
# records.sh PECK — what sim writes, replay reads: every game, number of seats and option.
. "$(dirname "$0")/lib.sh"

setups >"$dir/setups"
[ -s "$dir/setups" ] || fail "no set-ups"
count=0
while read -r game seats option; do
    what="$game $seats $option"
    expect 0 "" sim "$game" --seats "$seats" ${option:+--option "$option"} --matches 2 \
        --seed 3 --record "$dir/record"
    [ -z "$option" ] || grep -qxF "option $option" "$dir/record" || fail "$what: no option line"
    expect 0 "" replay "$dir/record"
    [ "$(wc -l <"$dir/out")" = 2 ] || fail "$what: replay has $(wc -l <"$dir/out") lines"
    grep -qE "^match 2: $game, $seats seats, .*[0-9]+ plies, score( -?[0-9]+)+, places( [1-7])+$" \
        "$dir/out" || fail "$what: $(cat "$dir/out")"

    expect 0 "" replay --trace "$dir/record"
    cp "$dir/out" "$dir/$count.trace"
    expect 0 "" replay --view $((seats - 1)) "$dir/record"
    cp "$dir/out" "$dir/$count.view"
    cp "$dir/record" "$dir/$count.full"
    count=$((count + 1))
done <"$dir/setups"

# The trace: the plies themselves, and after each but the last, who may act and how. The view: a
# `you` line, and the same plies but for what lay face down, which is never the viewer's own act.
python3 - "$dir" "$count" <<'PYTHON' || fail "the shape of a trace or a view"
import sys
folder, count = sys.argv[1], int(sys.argv[2])

def read(number, kind):
    return open("%s/%d.%s" % (folder, number, kind)).read().splitlines()

def check_trace(full, trace):
    plies = [line for line in full if line[0] in "*0123456" and line[1:2] == " "]
    assert plies == [line for line in trace if line[0] not in "=#"]
    assert trace.count("# match 2") == 1
    for part in "\n".join(trace).split("\n# match 2\n"):
        lines, offered = part.splitlines(), {}
        assert lines[0][0] == "*" and lines[-1][0] != "="
        for line in lines:
            if line[0] == "=":
                seat, names = line[2:].split(": ", 1)
                offered[seat] = names.split("; ")
            else:
                seat, name = line.split(" ", 1)
                assert (seat == "*") == (not offered), line
                assert seat == "*" or name in offered[seat], line
                offered = {}

def check_view(full, view):
    you = [line for line in view if line.startswith("you ")]
    assert len(you) == 2 and you[0] == you[1]
    view = [line for line in view if not line.startswith("you ")]
    assert len(full) == len(view)
    for true, seen in zip(full, view):
        if true != seen:
            assert "?" in seen and true.split()[:2] == seen.split()[:2], (true, seen)
            assert seen[0] != you[0][-1], seen

for number in range(count):
    try:
        check_trace(read(number, "full"), read(number, "trace"))
        check_view(read(number, "full"), read(number, "view"))
    except AssertionError:
        print("\n".join(read(number, "full")[:5]), file=sys.stderr)
        raise
assert count > 0
PYTHON

# One file of all games; standard input; a match that stops early.
: >"$dir/all"
for game in $(games); do
    "$PECK" sim "$game" --matches 1 --record - >>"$dir/all" 2>"$dir/err"
done
"$PECK" replay - <"$dir/all" >"$dir/out" || fail "replay -"
[ "$(wc -l <"$dir/out")" = "$(games | wc -l)" ] || fail "not one line for each game"
sed '/^end$/,$d' "$dir/record" | sed '$d' >"$dir/short"
expect 0 "" replay "$dir/short"
out "(unfinished)"
expect 0 "" replay --trace "$dir/short"
case $(tail -1 "$dir/out") in =*) fail "a line follows the last ply" ;; esac

# Bad files: the name, the line and the reason, with status 1.
expect 1 "cannot open $dir/none: No such file" replay "$dir/none"
expect 1 "cannot read $dir: Is a directory" replay "$dir"
: >"$dir/empty"
expect 1 "$dir/empty has no match in it" replay "$dir/empty"
echo "hello" >"$dir/bad"
expect 1 "$dir/bad, line 1: expected 'match '" replay "$dir/bad"
sed 's/^score .*/score 99 99/' "$dir/record" >"$dir/bad"
line=$(grep -n '^score' "$dir/bad" | head -1 | cut -d: -f1)
expect 1 "$dir/bad, line $line: " replay "$dir/bad"
sed '0,/^[0-6] /s/^[0-6] .*/0 fly away/' "$dir/record" >"$dir/bad"
line=$(grep -n 'fly away' "$dir/bad" | cut -d: -f1)
expect 1 "$dir/bad, line $line: " replay --trace "$dir/bad"
expect 1 "so none is seat 6" replay --view 6 "$dir/all"
done_testing
