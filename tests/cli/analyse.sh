#!/bin/sh
# analyse.sh PECK — finished matches judged: the sums add up, and what is no finished match is refused
# with a sentence.
. "$(dirname "$0")/lib.sh"

"$PECK" sim nothanks --seats 3 --matches 2 --seed 7 --record "$dir/two" >/dev/null
"$PECK" sim karteneck --seats 2 --matches 1 --seed 7 --record "$dir/cards" >/dev/null
awk '/^seats 3/ && !done { print; print "name 1 Zoë \"&\" O'"'"'Hara"; done = 1; next }
     { print }' "$dir/two" >"$dir/named"

expect 0 "" analyse --bot mcts-100 --match 1 "$dir/named"
out "No Thanks!, 3 seats"
out "Decisions rated by 'mcts-100'"
out "result − start = luck − errors + gifts + residual"
out "can be below 0 or above 100"
out "average mistake"
for word in luck "very good" blunder "Zoë" "Player 1 takes card" "% lost: blunder. Better: "; do
    out "$word"
done
! grep -q ' 0\.0 % lost' "$dir/out" || fail "what lost nothing is told to be bettered"
! grep -qE 'seat [0-9]|thousandths|hundredths' "$dir/out" || fail "analyse: $(cat "$dir/out")"
cp "$dir/out" "$dir/once"
expect 0 "" analyse --bot mcts-100 --match 1 "$dir/named"
same "$dir/once" "$dir/out" "the same analysis twice"

for file in named cards; do
    expect 0 "" analyse --bot mcts-40 --json "$dir/$file"
    python3 - "$dir/out" "$dir/$file" <<'PYTHON' || fail "analyse --json of $file"
import json, sys
lines = open(sys.argv[1]).read().splitlines()
records = open(sys.argv[2]).read().split("match 1\n")[1:]
assert len(lines) == len(records)
least = {"very good": 0, "good": .005, "inaccurate": .02, "mistake": .05, "blunder": .1}
for line, record in zip(lines, records):
    told = json.loads(line)
    assert told["options"]["first"] is None and told["options"].get("large", False) is False
    plies = record[record.index("plies\n") + 6:record.index("\nend")].split("\n")
    steps, accounts = told["steps"], told["accounts"]
    assert [("*" if s["seat"] is None else str(s["seat"])) + " " + s["action"]
            for s in steps] == plies
    places = list(map(int, record[record.index("place ") + 6:].split("\n")[0].split()))
    for account, place in zip(accounts, places):
        share = 1 / places.count(1) if place == 1 else 0
        assert abs(account["result"] - share) < 1e-5
        sides = (account["result"] - account["start"],
                 account["luck"] - account["errors"] + account["gifts"] + account["residual"])
        assert abs(sides[0] - sides[1]) < 1e-5, sides
        assert abs(account["luck_adjusted"] - (account["result"] - account["luck"])) < 1e-5
        seat = account["seat"]
        own = [s for s in steps if s["seat"] == seat]
        assert abs(sum(s["loss"] for s in own) - account["errors"]) < 1e-3
        free = [s for s in own if s["quality"] != "forced"]
        assert len(free) == account["decisions"] == sum(account["quality"].values()) - \
            account["quality"]["forced"]
        luck = sum(s["luck"][seat] for s in steps if s["seat"] is None)
        assert abs(luck - account["luck"]) < 1e-3
    assert abs(sum(a["errors"] for a in accounts) - sum(a["gifts"] for a in accounts)) < 1e-4
    for step in steps:
        assert abs(sum(step["value"]) - 1) < 1e-4 and min(step["value"]) > -1e-9
        if step["seat"] is None:
            assert abs(sum(step["luck"])) < 1e-4
            continue
        names = [a["action"] for a in step["actions"]]
        assert step["action"] in names and step["best"] in names and step["loss"] >= 0
        assert (step["quality"] == "forced") == (len(names) == 1)
        if len(names) > 1:
            grade = max((v, k) for k, v in least.items() if step["loss"] >= v - 1e-9)[1]
            assert grade == step["quality"], step
    assert any(s["seat"] is not None and s["loss"] > 0 for s in steps)  # random play errs
PYTHON
done

# A judge that chooses badly does not make bad actions good: its estimates, exact ones, are believed.
"$PECK" sim heckmeck --matches 1 --seed 4 --record "$dir/dice" >"$dir/out"
expect 0 "" analyse --bot safe --json "$dir/dice"
python3 - "$dir/out" <<'PYTHON' || fail "judged by a weak bot"
import json, sys
for step in json.load(open(sys.argv[1]))["steps"]:
    if step["seat"] is not None:
        wins = {a["action"]: a["win"] for a in step["actions"]}
        assert max(wins.values()) - wins[step["best"]] < 0.00051, step
PYTHON

# In the reader's language, by --lang or the environment.
for lang in de pl ru; do
    expect 0 "" analyse --bot mcts-40 --lang $lang --match 1 "$dir/two"
    cp "$dir/out" "$dir/text.$lang"
    LC_ALL=$lang expect 0 "" analyse --bot mcts-40 --match 1 "$dir/two"
    same "$dir/text.$lang" "$dir/out" "$lang by the environment"
    expect 0 "" analyse --bot mcts-40 --lang $lang --match 1 --json "$dir/two"
    cp "$dir/out" "$dir/json.$lang"
    python3 - $lang "$dir/text.$lang" <<'PYTHON' || fail "analyse in $lang"
import re, sys
lang, told = sys.argv[1], open(sys.argv[2]).read()
own = {"de": ("Glück", "Spieler 1", "Geschenke", "grober Fehler"),
       "pl": ("szczęście", "Gracz 1", "prezenty", "gruby błąd"),
       "ru": ("удача", "Игрок 1", "подарки", "грубая ошибка")}[lang]
for word in own:
    assert word in told, word
for word in ("luck", "lost", "seat", "decision", "forced", "good", "mistake", "start",
             "action", "player", "win", "wins", "chance", "ply", "plies", "the", "{"):
    assert not re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", told), word
assert re.search(r"\d,\d", told) and not re.search(r"\d\.\d", told)
assert "take" not in told and "refuse" not in told
PYTHON
done
same "$dir/json.de" "$dir/json.ru" "JSON in two languages"
expect 0 "" analyse --bot mcts-10 --lang pl "$dir/cards"
! grep -qE '^ *[0-9]+ *$' "$dir/out" || fail "a ply without a sentence: $(cat "$dir/out")"
expect 2 "fr" analyse --lang fr "$dir/two"

# What is no finished match.
head -20 "$dir/two" >"$dir/unfinished"
expect 1 "match 1: the match is not finished" analyse --bot mcts-10 "$dir/unfinished"
# … is named, and the rest goes on.
{
    cat "$dir/unfinished"
    sed -n '/^match/,$p' "$dir/two"
} >"$dir/three"
expect 1 "match 1: the match is not finished" analyse --bot mcts-10 --json "$dir/three"
[ "$(wc -l <"$dir/out")" = 2 ] || fail "$(wc -l <"$dir/out") matches of three were judged, not 2"
for broken in "game chess" "seats 99" "nonsense"; do
    {
        printf 'match 1\n%s\nplies\n* flip 3\n' "$broken"
        cat "$dir/two"
    } >"$dir/three"
    expect 1 "$dir/three, line 2: " analyse --bot mcts-10 --json "$dir/three"
    [ "$(wc -l <"$dir/out")" = 2 ] || fail "after '$broken' $(wc -l <"$dir/out") were judged"
done
echo "1. e4 e5 2. Nf3" >"$dir/chess"
expect 1 "$dir/chess, line 1: " analyse "$dir/chess"
"$PECK" replay --view 0 "$dir/cards" >"$dir/seen"
expect 1 "$dir/seen, line " analyse "$dir/seen"
: >"$dir/empty"
expect 1 "has no match in it" analyse "$dir/empty"
expect 1 "cannot open" analyse "$dir/missing"
expect 1 "has 2 matches, so none is number 3" analyse --match 3 "$dir/two"
expect 1 "has 1 match, so none is number 2" analyse --match 2 "$dir/cards"
expect 2 "there is no bot 'genius' for nothanks" analyse --bot genius "$dir/two"
done_testing
