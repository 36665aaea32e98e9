#!/bin/sh
# strategy.sh PECK — guides are printed for every set-up, measured and learnt on request, and every
# way to ask wrongly is answered.
. "$(dirname "$0")/lib.sh"

rooms=$(dirname "$0")/../../games
setups | while read -r game seats option; do
    if ! [ -f "$rooms/$game/players/guide.c" ]; then
        expect 1 "there is no guide for $game" strategy "$game"
        continue
    fi
    expect 0 "" strategy "$game" --seats "$seats" ${option:+--option "$option"}
    out "What it costs: following this guide you win"
    for lang in de pl ru en; do
        expect 0 "" strategy "$game" --seats "$seats" ${option:+--option "$option"} --lang $lang
        [ "$(wc -L <"$dir/out")" -le 78 ] || fail "strategy $game $seats $option $lang: too wide"
    done
    ! grep -q "± 0[.]0" "$dir/out" || fail "strategy $game $seats: measured without any error"
    [ "$(wc -l <"$dir/out")" -le 45 ] || fail "strategy $game: more than a screen"
    [ "$failures" = 0 ] || exit 1
done || failures=$((failures + 1))

expect 0 "" strategy heckmeck
out "SET ASIDE the face with the most points"
cp "$dir/out" "$dir/plain"
expect 0 "" strategy heckmeck --option extra-wurm
out "EXTRA WURM"
expect 0 "" strategy heckmeck --option fast
out "These are the figures of heckmeck-2, whatever its other options"
sed 1d "$dir/plain" >"$dir/a"
sed '1d; /^These are/,$d' "$dir/out" >"$dir/b"
same "$dir/a" "$dir/b" "an option that changes no guide"

expect 0 "" strategy heckmeck --lang de
out "AUFHÖREN, wenn der Stein genug Punkte hat"
expect 0 "" strategy karteneck --lang pl
out "GRAJ to, co ma najwięcej punktów."
expect 0 "" strategy hexxhopp --lang ru
out "КЛАДИТЕ плитку"
expect 0 "" strategy nothanks --lang de
out "NIMM eine Karte, wenn so viele Chips auf ihr liegen"
expect 0 "" strategy nothanks --seats 4 --json
python3 - "$dir/out" <<'PYTHON' || fail "strategy --json: $(head -c 300 "$dir/out")"
import json, sys
told = json.load(open(sys.argv[1]))
assert told["game"] == "nothanks" and told["seats"] == 4 and told["guide"] == "nothanks-4"
assert told["par"] == 0.25 and len(told["rules"]) > 20 and "TAKE" in told["text"]
guide, easy = (told["among_hard"][hero] for hero in ("guide", "easy"))
assert guide["matches"] >= 100 and 0 < guide["win_rate"] < 0.5 and guide["std_error"] > 0
assert easy["win_rate"] < guide["win_rate"]
# A dearer card never needs fewer chips.
rows = [[0 if cell == "any" else int(cell) for cell in line.split(" left ")[1].split()]
        for line in told["text"].splitlines() if " left " in line]
assert len(rows) == 8 and all(row == sorted(row) and row[-1] > 0 for row in rows), rows
PYTHON

# Measured on the spot, and learnt: the same seed gives the same.
expect 0 "" strategy hexxhopp --option rounds=1 --measure 20 --seed 3 --threads 1
tr "\n" " " <"$dir/out" | grep -qF "(20 matches" || fail "not 20 matches: $(cat "$dir/out")"
cp "$dir/out" "$dir/measured"
expect 0 "" strategy hexxhopp --option rounds=1 --measure 20 --seed 3 --threads 2
same "$dir/measured" "$dir/out" "measured twice"
mkdir "$dir/one" "$dir/two"
for where in one two; do
    expect 0 "" strategy hexxhopp --option rounds=1 --fit --matches 3 --measure 4 --out "$dir/$where"
    tr "\n" " " <"$dir/out" | grep -qF "(4 matches" || fail "not 4 matches: $(cat "$dir/out")"
done
same "$dir/one/hexxhopp-2.guide" "$dir/two/hexxhopp-2.guide" "learnt twice"
grep -q "^learnt 1 3$" "$dir/one/hexxhopp-2.guide" || fail "the guide does not say how it was made"

expect 2 "there is no game 'chess'" strategy chess
expect 2 "needs GAME" strategy
expect 2 "takes 2 to 7 seats, not 9" strategy heckmeck --seats 9
expect 2 "has no option 'hot'" strategy heckmeck --option hot
expect 2 "there is no flag '--learn'" strategy heckmeck --learn
expect 2 "--matches says how many to learn from, with --fit" strategy heckmeck --matches 5
expect 2 "--out says where to write, with --fit" strategy heckmeck --out "$dir"
expect 2 "--seed and --threads need --fit or --measure" strategy heckmeck --seed 5
expect 2 "--measure" strategy heckmeck --measure 0
# A place where nothing can be written is reported before hours of learning, not after.
expect 1 "cannot write to the folder $dir/none: No such file" strategy hexxhopp --fit \
    --matches 1000000 --measure 1000000 --out "$dir/none"
expect 1 "cannot write to the folder $dir/none: No such file" train heckmeck \
    --matches 1000000000 --out "$dir/none"
expect 1 "cannot write to the folder $dir/plain: Not a directory" train nothanks \
    --out "$dir/plain"
done_testing
