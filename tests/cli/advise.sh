#!/bin/sh
# advise.sh PECK — counsel from position lines and from plain words, and every way to ask wrongly.
# The bots are small searches, so that this holds whatever a game's own levels are.
. "$(dirname "$0")/lib.sh"

# Heckmeck in words: the position they make, and the table of a turn with known figures.
expect 0 "" advise heckmeck --bot mcts-200 --dice WW4 --rolled 53511 --grill 21-36 --mine 24 \
    --tops 25,-
out "heckmeck seats=3 | keep turn=0 kept=4WW rolled=11355 grill=21-23,26-36 stacks=24/25/-"
for phrase in "set aside the ones" "set aside the threes" "set aside the fives"; do out "$phrase"; done
out "makes 24 with 3 dice left"
grep -qE ' (≈ )?[−+]?[0-9]+\.[0-9] % ' "$dir/out" || fail "there is no difference: $(cat "$dir/out")"
out "do not add up to 100 %"
out "± covers 95 %"
cp "$dir/out" "$dir/words"
expect 0 "" advise heckmeck --bot mcts-200 \
    "heckmeck seats=3 | keep turn=0 kept=4WW rolled=11355 grill=21-23,26-36 stacks=24/25/-"
same "$dir/words" "$dir/out" "words and line"
expect 0 "" advise heckmeck --grill 21-36
out "Playing only for worms: 1.64 worms on average this turn, 23.22% risk of failing."
expect 0 "" advise heckmeck --json --bot mcts-50 --dice WW5 --mine 21+33 --tops 24
python3 - "$dir/out" <<'PYTHON' || fail "advise --json: $(head -c 400 "$dir/out")"
import json, sys
told = json.load(open(sys.argv[1]))
assert told["game"] == "heckmeck" and told["seat"] == 0 and "stacks=21,33/24" in told["position"]
assert {a["action"] for a in told["actions"]} == {"roll", "stop"}
assert told["best"] == told["actions"][0]["action"]
for action in told["actions"]:
    assert 0 <= action["win"] <= 1 and 0 < action["win_error"] < 1 and action["points"] >= 0
    assert action["why"]
assert "puts back tile 33 (4 worms)" in [a for a in told["actions"]
                                            if a["action"] == "stop"][0]["why"]
rows = told["table"]["rows"]
assert [row["total"] for row in rows] == [str(t) for t in range(21, 41)]
for before, row in zip(rows, rows[1:]):
    assert row["at least"] <= before["at least"] + 1e-6
    assert row["exactly"] <= row["at least"] + 1e-6
PYTHON
# The whole turn, against the published chances of at least 21 to 36.
expect 0 "" advise heckmeck --json --grill 21-36
python3 - "$dir/out" <<'PYTHON' || fail "the table of a turn: $(head -c 400 "$dir/out")"
import json, sys
told = json.load(open(sys.argv[1]))
wanted = [89.303, 85.560, 80.774, 74.837, 68.033, 60.699, 52.476, 43.542, 34.629, 26.379,
          19.401, 13.581, 8.678, 5.262, 2.891, 1.568]
exactly = [44.0, 41.3, 41.6, 37.5, 33.7, 28.4, 24.8, 22.2, 17.7, 13.6, 9.8, 7.2, 5.1, 3.1,
           1.7, 0.9]
rows = told["table"]["rows"]
for row, least, just in zip(rows, wanted, exactly):
    assert abs(100 * row["at least"] - least) < 0.001, row
    assert abs(100 * row["exactly"] - just) < 0.06, row
ends = sum(row["for worms"] for row in rows)
assert abs(ends - (1 - 0.2322)) < 0.0001, ends
assert told["actions"] == []
PYTHON

# Extra Wurm in words, and the table of a turn with each specialist that changes it, against a
# slow calculation from the rules.
extra() {
    expect 0 "" advise heckmeck --option extra-wurm --json "$@"
}
extra --specialists golden-die=me --mine 27
out "golden turn=0 kept=- rolled=- grill=11,13,21-26,28-36 stacks=27/- at=11,21,23,25,s0"
out "plays this turn with nine dice"
extra --specialists weasel=me,hen=1,raven=gone --mine 25 --tops 22,- --rolled 11234WW4 --worms 1,0,2
out "grill=11,13,21,23-24,26-36 stacks=25/22/- at=11,s1,-,s0,27 worms=1,0,2"
out "no worm yet, earns a round worm; "
out "rolls the same 8 dice again, once per turn"
extra --specialists hen=1,golden-die=gone --tops 27 --dice WWW444
out "gets the hen that guards tile 27"
extra --dice WW1
out "takes tile 11 (1 worm), and the red worm"
extra --specialists hen=me --mine 21 --dice WW445
out "takes tile 23 (1 worm), and a round worm for the raven"
out "puts back the hen and keeps the tile"
# The last ones with golden dice of other boxes.
echo "golden-die 1 1 1 1 1 W" >"$dir/one"
echo "golden-die W W 1 W W W" >"$dir/five"
for said in "--specialists golden-die=me --mine 27 --golden yes --dice WW44" \
    "--specialists golden-die=me --mine 27 --dice WW44+1" \
    "--specialists golden-die=me --mine 27 --dice 44 --rolled 112355+W" \
    "--specialists red-worm=me --mine 11 --dice 4445" \
    "--specialists weasel=me --mine 25 --dice WW44" \
    "--specialists weasel=me --mine 25 --dice WW44 --weasel used" \
    "--specialists weasel=me --mine 25 --dice WW44 --rolled 1144" \
    "--specialists golden-die=me --mine 27 --golden yes --dice WW44 --box $dir/one" \
    "--specialists golden-die=me --mine 27 --golden yes --dice 5544 --box $dir/five" \
    "--specialists golden-die=me --mine 27 --dice 44 --rolled 112355+W --box $dir/five"; do
    extra $said
    python3 - "$dir/out" "$said" <<'PYTHON' || fail "the table with $said: $(head -c 600 "$dir/out")"
import functools, itertools, json, re, sys
told = json.load(open(sys.argv[1]))
said = dict(word.split("=") for word in told["position"].split() if "=" in word)
holds = [place == "s0" for place in said["at"].split(",")]
red, weasel = holds[0], holds[3] and "weasel-used" not in told["position"]
golden = " golden " in told["position"]
points = [1, 2, 3, 4, 5, 5]
kept, rolled = (["12345W".index(c) for c in re.sub("[-+]", "", said[w])] for w in ("kept", "rolled"))
die = said.get("die", "111WWW")
words = sys.argv[2]
assert die == ("11111W" if words.endswith("/one") else "1WWWWW" if words.endswith("/five") else "111WWW")
left = 8 - len(re.sub("[+].|-", "", said["kept"]))

@functools.cache
def after(faces, dice, gold, ready, total, goal, exactly):
    made = total + (5 if red and 5 not in faces else 0)
    worm = 5 in faces or red
    best = float(worm and (made == goal if exactly else made >= goal))
    if dice + gold > 0 and len(faces) < 6:
        best = max(best, roll(faces, dice, gold, ready, total, goal, exactly))
    return best

@functools.cache
def roll(faces, dice, gold, ready, total, goal, exactly):
    again = roll(faces, dice, gold, False, total, goal, exactly) if ready else 0.0
    whole, ways = 0.0, 0
    for shown in itertools.product(range(6), repeat=dice):
        for face in ["1....W".index(side) for side in die] if gold else (None,):
            ways += 1
            whole += choose(faces, shown, face, ready, total, goal, exactly, again)
    return whole / ways

def choose(faces, shown, face, ready, total, goal, exactly, again):
    best = again
    for f in set(shown + (() if face is None else (face,))) - faces:
        dice = shown.count(f) + (face == f)
        best = max(best, after(faces | {f}, len(shown) - shown.count(f),
                               face is not None and face != f, ready, total + dice * points[f],
                               goal, exactly))
    return best

rows = told["table"]["rows"]
numbers = [int(row["total"]) for row in rows]
assert numbers[:3] == [11, 13, 21] and numbers[2:] == list(range(21, numbers[-1] + 1)), numbers
assert numbers[-1] == (45 if holds[0] or golden or "+" in told["position"] else 40), numbers
faces, total = frozenset(kept), sum(points[f] for f in kept)
for goal in (21, 25, 28, 33):
    for exactly in (False, True):
        if rolled:
            plus = re.search(r"rolled=\d*W*[+](.)", told["position"])
            gold = "1W".index(plus[1]) * 5 if plus else None
            shown = tuple(rolled[:-1] if plus else rolled)
            again = roll(faces, left, plus is not None, False, total, goal, exactly) if weasel else 0
            chance = choose(faces, shown, gold, weasel, total, goal, exactly, again)
        else:
            chance = after(faces, left, golden, weasel, total, goal, exactly)
        row = rows[numbers.index(goal)]["exactly" if exactly else "at least"]
        assert abs(row - chance) < 2e-6, (goal, exactly, row, chance)
fails = float(re.search(r"([0-9.]*)% risk", told["table"]["note"])[1]) / 100
assert abs(sum(row["for worms"] for row in rows) + fails - 1) < 1e-4
PYTHON
done
expect 2 "add --option extra-wurm" advise heckmeck --specialists hen=me
expect 2 "a tile" advise heckmeck --mine 11
expect 2 "11, 13 or 21 to 36" advise heckmeck --option extra-wurm --mine 12
expect 2 "red-worm, hen, raven, weasel or golden-die" advise heckmeck --option extra-wurm \
    --specialists fox=me
expect 2 "a seat" advise heckmeck --option extra-wurm --specialists hen=9
expect 2 "--golden is yes or no" advise heckmeck --option extra-wurm --golden maybe
expect 2 "--weasel takes the word 'used'" advise heckmeck --option extra-wurm --weasel ready
expect 2 "round worms" advise heckmeck --option extra-wurm --worms 8
expect 2 "1 or W on the golden die" advise heckmeck --option extra-wurm --rolled 1+3
expect 2 "this position is impossible" advise heckmeck --option extra-wurm --golden yes

# No Thanks! in words.
expect 0 "" advise nothanks --bot mcts-200 --card 17 --pot 3 --chips 8 --cards "3 10 4/7 8/-" \
    --left 18
out "nothanks seats=3 | p turn=0 card=17 pot=3 chips=8,?,? cards=3.4.10/7.8/-"
expect 0 "" advise nothanks --bot mcts-200 --card 17 --pot 3 --chips 8 --cards "3 10 4/7 8/-" \
    --json
out "costs a chip, 7 left; "
out "the card counts +17, the chips -3, together +14 points; "
expect 2 "so 18 of 24 are left, not 12" advise nothanks --card 17 --pot 3 --chips 8 \
    --cards "3 4 10/7 8/-" --left 12
expect 2 "give at least --card, --chips and --cards" advise nothanks --card 17
expect 2 "expected a card" advise nothanks --card 17 --chips 8 --cards "3 x/-/-"
expect 2 "expected each card only once, found '3/-/-'" advise nothanks --card 17 --chips 8 --cards "3 3/-/-"
expect 2 "a card is in two places" advise nothanks --card 3 --chips 8 --cards "3/-/-"

# Karteneck in words.
expect 0 "" advise karteneck --bot mcts-200 --hand "1 1 4 5 W9 W3" --grill 20,31 --mine 22+24 \
    --tops 25+19,16+0+17 --laid "2 2/3 3 W5/-" --passed 2 --held 5,8 --discard "1*2 W7"
out "karteneck seats=3 | act turn=0 done=2 draws=0 standing=iif grill=20,31 \
stacks=22,24/25,19/16,0,17 laid=2*2/3*2,W5/- hands=1*2,4*1,5*1,W3,W9/?5/?8 deck=?83 \
discard=1*2,W7"
expect 0 "" advise karteneck --json --bot mcts-200 --hand "1 4 W9" --laid "5 5 5/2 W8" \
    --mine 30+16 --tops 31+20 --grill 18,42
out "makes 20, draws 1, if you then pass: your total of 20 stands, good for tile 42 (9 worms) if \
everyone passed now, may steal tile 20 (2 worms), draws 2; "
out "makes 16, draws 1, if you then pass: fails without a worm card and takes tile 18 (1 worm), \
draws 2; "
expect 0 "" advise karteneck --json --bot mcts-50 --hand 4 --laid "W9/-" --mine 30 --tops 31+0 \
    --grill 18 --passed 1
out "your total of 5 stands, good for tile 18 (1 worm) if everyone passed now, draws nothing; "
expect 2 "give at least --hand and --grill" advise karteneck --hand 1
expect 2 "expected a worm card, as in W7, or a hen from 1 to 5, found '6'" \
    advise karteneck --hand "1 6" --grill 21,28
expect 2 "expected a seat, clockwise, from 1 to 5, found '0'" \
    advise karteneck --hand 1 --grill 21,28 --passed 0
expect 2 "more tiles on the grill than players" advise karteneck --hand 1 --grill 21,28,30
expect 2 "each worm card only once" advise karteneck --hand "W3 W3" --grill 21,28
expect 2 "that lies nowhere else" advise karteneck --hand 1 --grill 21,21
expect 2 "that lies nowhere else" advise karteneck --hand 1 --grill 12,21
expect 2 "at most six seats" advise karteneck --hand 1 --grill 21 --tops -,-,-,-,-,-
expect 2 "who is not at the table" advise karteneck --hand 1 --grill 21,28 --passed 4
expect 2 "more than the game's 110 cards" advise karteneck --hand 1 --grill 21,28 --held 110
expect 2 "this position is impossible: the grill has one tile for every seat" advise karteneck --hand 1 \
    --grill 21
expect 2 "this position is impossible: the cards are not the 110 of the game" advise karteneck --hand W3 \
    --grill 21,28 --laid "-/W3"

# Hexx & Hopp in words: a figure in any order, with a tile for each number of contacts.
figure="-2,-1:RYBWWY 0,0:RBYYBW 1,0:YWBRBY 2,0:RWBYYB -1,1:RWWRBY -2,2:RBYYRW 0,-1:YBRYWW \
0,-2:BWBRYY -2,1:RRYBWY 1,1:YRRYWB 1,-2:YRWBWY -1,-1:132002 -1,2:byrrwy -2,0:WWBRYB"
hexx() {
    expect 0 "" advise hexxhopp --json --bot mcts-30 --figure "$figure" "$@"
}
hexx --tile RYRBBW
out "hexxhopp seats=2 | p round=0 dealer=0 turn=0 drawn=- last=1 view=0 points=0,0 \
figure=0,0,46,0/1,0,47,3/2,0,65,0/-1,1,44,3/-2,2,45,0/0,-1,40,2/0,-2,25,3/"
out "| ?10 - 18 0 | ?12 - - 0"
out "lies as BWRYRB, touches 2 segments, no tile to give away; "
out "tile RYRBBW, fits in 2 ways now; "
hexx --tile YBRRYW
out "lies as RRYWYB, touches 3 segments, 2 tiles to give away; "
hexx --tile RWBBWY --stacks 6,10,22 --aside "RBBYWY 001323"
out "seats=3 "
out "| ?3 5.53 68 0 | ?10 - - 0 | ?22 - - 0"
out "lies as BBWYRW, touches 4 segments, 4 tiles to give away; "
hexx --tile RBBYWY --stacks 6,17
out "touches 5 segments, stops the round: you give away the rest and win; "
hexx --tile RYBYWW
out "lies as YBYWWR, touches 6 segments, wins the round at once; "
hexx --tile RYRBBW --stacks 1,22
out "touches 2 segments, wins the round as the last tile; "
hexx --aside "RBBYWY RRYWYB" --stacks 3,20,15 --gifts 2
out "tile RBBYWY, gives them 16 tiles in all, 1 more may follow; "
out "\"why\":\"gives them 21 tiles in all, 1 more may follow; "
out "passes up 2 gifts; "
hexx --stacks 1,22 --gifts 1
out "leaves you without tiles and wins the round; "
hexx --aside RBBYWY --stacks 3,20
out "from a stack of 2 tiles; "
out "tile RBBYWY, fits in 4 ways now; "
hexx --option turns --option rounds=1 --tile "RBBYWY RRYWYB" --stacks 2,21
out "hexxhopp seats=2 turns rounds=1 | "
out "| 53.3 - - 0 | ?21 - - 0"
out "place 53 0,1 3"
hexx --tile RYRBBW --stacks -,-,-
out "seats=3 "
out "| ?11 - 18 0 | ?13 - - 0 | ?13 - - 0"
# The same table in all words, against its own lines; then turned by a third, so that the centre
# does not lie as in a match of ours: the same placements, turned.
"$PECK" sim hexxhopp --seats 3 --matches 1 --seed 3 --option rounds=1 --record - 2>/dev/null |
    "$PECK" replay --positions - | grep ' | p ' >"$dir/all"
python3 - "$PECK" "$dir/all" <<'PYTHON' || fail "words of a match of Hexx & Hopp"
import json, random, subprocess, sys
peck, lines = sys.argv[1], open(sys.argv[2]).read().splitlines()

def ask(*arguments):
    return json.loads(subprocess.run([peck, *arguments], check=True, capture_output=True).stdout)

def letters(colours):
    return "".join("RYBW"[c] for c in colours)

def turned(name, third):
    if not name.startswith("place"):
        return name
    cell, rotation = name.split()[1:]
    q, r = map(int, cell.split(","))
    return f"place {-q - r},{q} {(int(rotation) + 2) % 6}" if third else name

seen = set()
random.seed(1)
for line in lines[::6]:
    view = ask("position", "--json", "--view", "0", line)
    table = view["table"]
    me = table["seats"][0]
    for third in (False, True):
        stones = []
        for stone in table["figure"]:
            q, r, colours = stone["q"], stone["r"], stone["colours"]
            if third:
                q, r, colours = -q - r, q, colours[4:] + colours[:4]
            stones.append(f"{q},{r}:{letters(colours)}")
        random.shuffle(stones)
        words = ["--figure", " ".join(stones), "--gifts", str(me["owed"]),
                 "--stacks", ",".join(str(s["stack"] + s["aside"] + (s["open"] is not None))
                                      for s in table["seats"])]
        if me["aside_tiles"]:
            words += ["--aside", " ".join(letters(t["colours"]) for t in me["aside_tiles"])]
        if me["open"] is not None:
            words += ["--tile", letters(me["open"]["colours"])]
        told = ask("advise", "hexxhopp", "--json", "--bot", "mcts-10", *words)
        wanted = sorted(turned(name, third) for name in view["legal"]["0"])
        assert sorted(a["action"] for a in told["actions"]) == wanted, (line, words)
        assert all("; " in a["why"] for a in told["actions"])
        seen |= {name.split()[0] for name in wanted}
assert seen == {"open", "aside", "back", "place", "give", "enough"}, seen
PYTHON
hexx_wrong() {
    words=$1
    shift
    expect 2 "$words" advise hexxhopp "$@"
}
hexx_wrong "give at least --figure" --tile RYRBBW
hexx_wrong "expected a colour (R, Y, B or W), six per tile, found 'GBB" --figure "$figure" \
    --tile RYGBBW
hexx_wrong "expected a colour" --figure "$figure" --tile RYRB
hexx_wrong "expected the end of the line" --figure "$figure" --tile "RYRBBW RRYWYB"
hexx_wrong "expected a tile with all four colours, each at most three times" --figure "$figure" --tile RRRRBW
hexx_wrong "expected a tile with all four colours" --figure "0,0:RRRYBB"
hexx_wrong "expected a tile that lies nowhere else" --figure "$figure" --tile RBYYBW
hexx_wrong "expected a tile that lies nowhere else" --figure "$figure" --tile RYRBBW --aside RBBWRY
hexx_wrong "expected a column from -33 to 33" --figure "40,0:RBYYBW"
hexx_wrong "expected ':'" --figure "0,0 RBYYBW"
hexx_wrong "at 0,0 the tile does not match its neighbour at 0,1" --figure "$figure 0,1:RBBYWY"
hexx_wrong "expected a cell that was not named before, found '1,1:RBB" --figure "$figure 1,1:RBBYWY"
hexx_wrong "at 3,0 a tile touches fewer than two others" --figure "$figure 3,0:YWYRBB"
hexx_wrong "there is no tile at 1,0, but every figure begins with" --figure "0,0:RBYYBW"
hexx_wrong "there is no tile at 0,0" --figure " "
hexx_wrong "with this figure, 2 seats have 23 tiles together" --figure "$figure" --stacks 9,12
hexx_wrong "and you have listed 2 of yours" --figure "$figure" --aside "RBBYWY RRYWYB" --stacks 1,22
hexx_wrong "which must be all" --figure "$figure" --option turns --tile RBBYWY --stacks 2,21
hexx_wrong "expected '-'" --figure "$figure" --stacks -,9
hexx_wrong "at least two seats" --figure "$figure" --stacks 23
hexx_wrong "at most five seats" --figure "$figure" --stacks 1,1,1,1,1,1
hexx_wrong "tiles to give from 0 to 6" --figure "$figure" --gifts 7
hexx_wrong "only a placement earns gifts" --gifts 2 --figure \
    "0,0:RBYYBW 1,0:YWBRBY 2,0:RWBYYB -1,1:RWWRBY -2,2:RBYYRW 0,-1:YBRYWW 0,-2:BWBRYY"
hexx_wrong "this position is impossible: a seat gives away at most six tiles, and does so before it opens another" \
    --figure "$figure" --tile RYRBBW --gifts 2
hexx_wrong "this position is impossible: in turns, seats have only a stack" --figure "$figure" --option turns \
    --aside RYRBBW

# Lines of every game, from standard input: all legal actions, and only what the seat knows.
for game in $(games); do
    "$PECK" sim "$game" --seats 3 --matches 1 --record - 2>/dev/null |
        "$PECK" replay --positions - >"$dir/all"
    "$PECK" position --json <"$dir/all" | python3 -c 'import json, sys
told = [json.loads(line) for line in sys.stdin]
told = [t for t in told if t["movers"]]
print(told[len(told) // 2]["position"], told[len(told) // 2]["movers"][0], sep="\n")' >"$dir/pick"
    line=$(head -1 "$dir/pick")
    seat=$(tail -1 "$dir/pick")
    echo "$line" | "$PECK" advise "$game" --json --bot mcts-30 >"$dir/full" ||
        fail "advise $game: $line"
    "$PECK" position --view "$seat" --json "$line" >"$dir/view"
    python3 - "$dir/full" "$dir/view" >"$dir/line" <<'PYTHON' || fail "advise $game --json"
import json, sys
told, view = (json.load(open(name)) for name in sys.argv[1:])
legal = view["legal"][str(told["seat"])]
assert sorted(a["action"] for a in told["actions"]) == sorted(legal)
print(view["position"])
PYTHON
    "$PECK" advise "$game" --json --bot mcts-30 "$(cat "$dir/line")" >"$dir/blind"
    for file in full blind; do
        python3 -c 'import json, sys
print(json.load(open(sys.argv[1]))["actions"])' "$dir/$file" >"$dir/$file.actions"
    done
    same "$dir/full.actions" "$dir/blind.actions" "$game: counsel from what is hidden"
    expect 0 "" advise "$game" --think 5 --bot mcts "$line"
    expect 1 "the match is over" advise "$game" "$(tail -1 "$dir/all")"
done

# The reasons in the reader's language, by --lang or the environment; the names stay.
line="nothanks seats=3 first=0 | p turn=2 card=30 pot=1 chips=?,?,11 cards=-/17/-"
expect 0 "" advise nothanks --bot mcts-50 --lang de "$line"
out "No Thanks!, Platz 2:"
expect 0 "" advise nothanks --bot mcts-50 --lang de --json "$line"
out "die Karte zählt +30, die Chips -1, zusammen +29 Punkte; "
out "kostet einen Chip, es bleiben 10; "
LC_ALL=pl_PL.UTF-8 expect 0 "" advise nothanks --bot mcts-50 "$line"
out "kosztuje żeton, zostaje 10"
expect 0 "" advise heckmeck --bot mcts-50 --lang ru --dice WW4 --rolled 11355 --json
out "даёт 24, остаются 3 кубика; "
out "'keep "
expect 0 "" advise heckmeck --lang ru --dice WW4 --rolled 11355 --bot mcts-50
out "не меньше"
out "Если играть только ради червячков: в среднем "
expect 2 "fr" advise nothanks --lang fr "$line"

# ± is 95 %: 1.96 times the standard error that the JSON has.
expect 0 "" advise nothanks --bot mcts-50 --json "$line"
wide=$(python3 -c 'import json, sys
print("± %.1f %%" % (196 * json.load(open(sys.argv[1]))["actions"][0]["win_error"]))' "$dir/out")
expect 0 "" advise nothanks --bot mcts-50 "$line"
out "$wide"

# A position line pasted as it was printed: the line alone, with a prompt, quotes and line breaks.
cp "$dir/out" "$dir/pasted"
half=$(echo "$line" | cut -c1-33)
rest=$(echo "$line" | cut -c34-)
for paste in "$line" " $line " "> $line" "'$line'" "\$ peck position '$line' --json" "$line
" "$(printf '%s\r\n' "$line")" "$half
$rest" "$(echo "$line" | tr ' ' '\n')"; do
    expect 0 "" advise nothanks --bot mcts-50 "$paste"
    same "$dir/pasted" "$dir/out" "pasted: $paste"
    expect 0 "" advise "$paste" --bot mcts-50
    same "$dir/pasted" "$dir/out" "pasted alone: $paste"
    case $paste in "nothanks
"*) continue ;; esac # a line of standard input begins with the game and its seats
    echo "$paste" | "$PECK" advise nothanks --bot mcts-50 >"$dir/out"
    same "$dir/pasted" "$dir/out" "on standard input: $paste"
done
printf 'a> %s\n%s\n%s\nb> %s\n' "$line" "$half" "$rest" "$line" | "$PECK" advise nothanks --bot mcts-50 \
    --json >"$dir/out" || fail "a broken line among others"
[ "$(grep -c '"best"' "$dir/out")" = 3 ] || fail "three pasted lines: $(cat "$dir/out")"

# As people write: spaces and commas where they please, capital and small letters.
like() {
    "$PECK" advise "$@" --bot mcts-10 --json >"$dir/loose" 2>&1 ||
        fail "advise $*: $(cat "$dir/loose")"
    same "$dir/strict" "$dir/loose" "advise $*"
}
strictly() {
    "$PECK" advise "$@" --bot mcts-10 --json >"$dir/strict" || fail "advise $*"
}
strictly heckmeck --dice WW4 --rolled 11355 --mine 22+24 --tops 25,-,21+33 --grill 26-30,34
like heckmeck --grill " 26-30, 34 " --tops "25, -, 21 + 33" --mine "22 + 24" \
    --rolled "5 1 3 1 5" --dice "w, w, 4"
strictly nothanks --card 17 --pot 3 --chips 8 --cards "3 4 10/7 8/-"
like nothanks --cards "10, 4, 3 / 8,7 / - " --chips " 8" --pot "3 " --card 17
strictly karteneck --hand "1 1 4 W9" --grill 20,31,35 --tops 25+19,16+0 --mine 22+24 --held 5,8 \
    --laid "2 2/3 W5/-" --passed 1
like karteneck --passed " 1" --laid "2, 2 / w5 3 / -" --held "5, 8" --mine "22 + 24" \
    --tops "25 + 19, 16 + 0" --grill "20, 31, 35" --hand "4 w9, 1 1"
strictly hexxhopp --figure "$figure" --tile RYRBBW --stacks 11,12
like hexxhopp --stacks "11, 12" --tile " ryrbbw " --figure "  $(echo "$figure" | sed 's/:/ : /g')"
expect 2 "expected dice rolled (1 to 5, W), found ';" advise heckmeck --rolled "1;1"

# Asked wrongly.
line="nothanks seats=3 first=0 | p turn=2 card=30 pot=1 chips=?,?,11 cards=-/17/-"
expect 1 "this is a position of nothanks, not of heckmeck" advise heckmeck "$line"
expect 1 "this line is another seat's view" advise nothanks \
    "nothanks seats=3 first=0 | p turn=2 card=30 pot=1 chips=?,10,? cards=-/17/-"
expect 1 "it is not seat 0's turn" advise nothanks --view 0 "$line"
expect 1 "chance moves next" advise nothanks \
    "nothanks seats=3 first=0 | d turn=0 card=- pot=0 chips=11,11,11 cards=-/-/-"
expect 1 "column 1: expected a game's name" advise nothanks "nonsense"
expect 1 "there is no position: give a position line, or plain words: --card, --pot" advise nothanks
expect 1 "oder Wörter: --dice, --rolled" advise heckmeck --lang de
expect 2 "this position is impossible: all dice that are not set aside must have been rolled" \
    advise heckmeck --dice WW --rolled 11
expect 2 "at most eight dice, found 'W'" advise heckmeck --dice WWWWWWWWW
expect 2 "dice rolled (1 to 5, W)" advise heckmeck --rolled 1160
expect 2 "a tile" advise heckmeck --mine 37
expect 2 "this position is impossible" advise heckmeck --mine 24 --tops 24
expect 2 "a specialist that has not been named before, found 'hen=1'" \
    advise heckmeck --option extra-wurm --dice WW --specialists hen=me,hen=1
expect 2 "hen cannot be with 5: the other players are 1 to 1, as many as --tops lists" \
    advise heckmeck --option extra-wurm --rolled 11355WWW --specialists hen=5
expect 2 "tiles that have not been named before, found '22-24'" advise heckmeck --grill 21-23,22-24
expect 2 "a row of tiles, the lowest first, found '36-21'" advise heckmeck --grill 36-21
# Whoever took a tile took its specialist, too: the sentence names the one that was not named.
expect 2 "golden-die cannot stand on 27, which is not on the grill: use --specialists to say where it is" \
    advise heckmeck --option extra-wurm --mine 27
expect 2 "red-worm cannot stand on 11" advise heckmeck --option extra-wurm --grill 21-36 --dice WW
expect 2 "there is 1 card on the table, so 23 of 24 are left, not 3" \
    advise nothanks --card 17 --chips 11 --cards -/-/- --left 3
# Lines of standard input: each is answered, and what is wrong with one does not stop the rest.
printf '%s\n\n# a comment\nonce upon a time\n%s\n' "$line" "$line" >"$dir/lines"
"$PECK" advise nothanks --json <"$dir/lines" >"$dir/out" 2>"$dir/err" && fail "all lines are fine"
[ "$(grep -c '"best"' "$dir/out")" = 2 ] || fail "of two positions: $(cat "$dir/out")"
[ "$(wc -l <"$dir/err")" = 1 ] && grep -q "line 4: column 1" "$dir/err" ||
    fail "of one bad line: $(cat "$dir/err")"

# A bot that chooses badly, surely by its own estimates: they are believed, not the choice.
expect 0 "" advise heckmeck --bot safe --rolled 44441235 --json
python3 - "$dir/out" <<'END' || fail "a bad choice: $(cat "$dir/out")"
import json, sys
advice = json.load(open(sys.argv[1]))
why = {action["action"]: action["why"] for action in advice["actions"]}
assert advice["best"] == "keep 4" == max(advice["actions"], key=lambda a: a["win"])["action"]
assert why["keep 5"].endswith(" % against 'keep 4'") and "; −" in why["keep 5"], why
END
# Every game has words of its own, and its help lists these and no others.
expect 0 "" advise --help
grep -q '^Words for' "$dir/out" && fail "advise --help lists the words of all games"
for game in $(games); do
    expect 0 "" advise "$game" --help
    [ "$(grep '^Words for' "$dir/out")" = "Words for $game" ] || fail "advise $game --help: $(cat "$dir/out")"
    out "peck advise $game --"
    [ "$(grep -c 'peck advise [a-z]* --' "$dir/out")" = 1 ] || fail "advise $game --help: others' examples"
done
expect 2 "--card is given twice" advise nothanks --card 3 --card=3
expect 2 "--card needs N after it" advise nothanks --card
expect 2 "--card needs N after it" advise nothanks --card=
expect 2 "did you mean '--chips'?" advise nothanks --chip 3
expect 2 "there is no flag '--chips'" sim nothanks --chips 3
expect 2 "--dice is not an option of No Thanks!" advise nothanks --dice WW
expect 2 "--card is not an option of Hexx & Hopp" advise hexxhopp --card 3
expect 2 "--card is not an option of" advise karteneck --card 3
expect 2 "give either a position line or plain words" advise nothanks --card 3 "$line"
expect 2 "'x' is one argument too many" advise nothanks "$line" x
expect 2 "there is no bot 'genius' for nothanks" advise nothanks --bot genius "$line"
expect 2 "there is no bot 'exec:cat' for nothanks; the bots are random, easy" \
    advise nothanks --bot exec:cat "$line"
! grep -q "COMMAND" "$dir/err" || fail "offers a program: $(cat "$dir/err")"
expect 2 "there is no game 'chess'" advise chess
expect 2 "needs GAME" advise
done_testing
