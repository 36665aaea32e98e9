#!/bin/sh
# box.sh PECK — box files: what lies in one's own box changes the advice as a calculation of our own
# says, and every way to write such a file wrongly.
. "$(dirname "$0")/lib.sh"

# What is printed is what is assumed: with it, a position is the one without it.
box_games="heckmeck karteneck hexxhopp"
for game in $box_games; do
    "$PECK" advise "$game" --print-box >"$dir/$game" || fail "there is no box of $game"
    # Spaces, comments, line ends and a byte order mark mean nothing.
    { printf '\357\273\277'; sed 's/ /\t  /; s/$/  # as printed\r/' "$dir/$game"; } >"$dir/$game.loose"
done
figure="0,0:RBYYBW 1,0:YWBRBY 2,0:RWBYYB -1,1:RWWRBY -2,2:RBYYRW 0,-1:YBRYWW 0,-2:BWBRYY"
line() {
    expect 0 "" advise --json --bot mcts-5 "$@"
    sed 's/.*"position":"\([^"]*\)".*/\1/' "$dir/out"
}
for with in "" .loose; do
    box() { if [ -n "$with" ]; then echo "--box $dir/$1$with"; else echo "--box $dir/$1"; fi; }
    [ "$(line karteneck --hand '1 W9' --grill 20,31 $(box karteneck))" = \
        "$(line karteneck --hand '1 W9' --grill 20,31)" ] || fail "the assumed box of karteneck"
    [ "$(line hexxhopp --figure "$figure" --tile RYRBBW $(box hexxhopp))" = \
        "$(line hexxhopp --figure "$figure" --tile RYRBBW)" ] || fail "the assumed box of hexxhopp"
    [ "$(line heckmeck --option extra-wurm --dice W $(box heckmeck))" = \
        "$(line heckmeck --option extra-wurm --dice W)" ] || fail "the assumed box of heckmeck"
done

# The last decision of a match of Karteneck: what each action brings, added up from the box. The
# other has passed with 35, so the higher tile is his, unless mine is the higher total.
python3 - "$PECK" "$dir" <<'PYTHON' || fail "worms of an own box"
import json, random, subprocess, sys
peck, folder = sys.argv[1:]
random.seed(7)
mine, theirs = [16, 18, 22, 24, 26, 28, 33, 35], [17, 19, 23, 25, 27, 29, 34, 30]
best = set()
for trial in range(12):
    worms = {tile: random.randint(0, 12) for tile in range(16, 43)} | {0: 0}
    if trial > 8: # one tile decides: the one to be had by a pass, or the other one
        worms |= {30: 90, 42: 0} if trial % 2 else {20: 0, 30: 0, 42: 90}
    if trial == 0:
        worms = {tile: -(-(tile - 15) // 3) for tile in range(16, 43)} | {0: 0}
    with open(f"{folder}/box", "w") as file:
        file.writelines(f"{tile} {worms[tile]}\n" for tile in random.sample(range(16, 43), 27))
    told = json.loads(subprocess.run(
        [peck, "advise", "karteneck", "--json", "--box", f"{folder}/box", "--hand", "5",
         "--laid", "W9 W8 W7 W6 W5 W4/5 5 5 W2 W3 W1 1 1 1 2", "--passed", "1", "--grill", "20,42",
         "--mine", "+".join(map(str, mine)), "--tops", "+".join(map(str, theirs))],
        check=True, capture_output=True).stdout)
    assert ("worms=" in told["position"]) == (trial > 0), told["position"]
    answers = {a["action"]: a for a in told["actions"]}
    # 30 tops the other stack: passing with 30 may steal it, and 42 goes to the 35 of the other.
    # Laying the 5 makes 35, which meets 35 with the higher worm card, and tops no stack.
    held, taken = sum(worms[t] for t in mine), sum(worms[t] for t in theirs)
    chances = {}
    for action, ends in {
        "pass": [(held + worms[20] + worms[30], taken + worms[42] - worms[30]),
                 (held + worms[20], taken + worms[42])],
        "lay 5*1": [(held + worms[42], taken + worms[20])]}.items():
        best_end = max((1.0 if a > b else 0.0 if a < b else tie, a)
                       for (a, b), tie in zip(ends, (0.0, 0.0) if action == "pass" else (1.0,)))
        chances[action] = best_end
        assert answers[action]["win"] == best_end[0], (trial, action, answers[action], ends)
        if best_end[0] > 0 or len(ends) == 1:
            assert abs(answers[action]["points"] - best_end[1]) < 1e-6, (trial, action, answers[action], ends)
    if chances["pass"][0] != chances["lay 5*1"][0]:
        assert told["best"] == max(chances, key=chances.get), (trial, told["best"], chances)
        best.add(told["best"])
assert best == {"pass", "lay 5*1"}, best
PYTHON

# Hexx & Hopp: my two tiles against the last one of the other, which lies face down and is any of the
# box that is nowhere else. In turns everybody places what fits, so the chance of winning is that this
# tile then fits nowhere and my other one does; if neither does, the round is shared.
"$PECK" sim hexxhopp --seats 2 --matches 150 --seed 5 --option turns --option rounds=1 --record - 2>/dev/null |
    "$PECK" replay --positions - |
    grep -E '\| p .* turn=0 .*\| [0-9]+\.[0-9]+ - - 0 \| [0-9]+ - - 0$' >"$dir/ends"
python3 - "$PECK" "$dir" <<'PYTHON' || fail "tiles of an own box"
import itertools, json, random, subprocess, sys
peck, folder = sys.argv[1:]
steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
random.seed(3)

def ask(*arguments):
    done = subprocess.run([peck, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

def letters(colours):
    return "".join("RYBW"[c] for c in colours)

def rotations(tile):
    return {tile[k:] + tile[:k] for k in range(6)}

def places(figure, tile):
    """Every cell and way to lie there, with the number of contacts."""
    rim = {(q + a, r + b) for q, r in figure for a, b in steps} - figure.keys()
    for q, r in rim:
        touched = [(k, figure[q + a, r + b][(k + 3) % 6]) for k, (a, b) in enumerate(steps)
                   if (q + a, r + b) in figure]
        for lies in rotations(tile):
            if len(touched) >= 2 and all(lies[k] == colour for k, colour in touched):
                yield (q, r), lies, len(touched)

every = {min(rotations(tile)) for tile in itertools.product(range(4), repeat=6)
         if set(tile) == {0, 1, 2, 3} and max(map(tile.count, tile)) <= 3}
assert len(every) == 260
compared, best = 0, set()
for line in open(f"{folder}/ends").read().splitlines()[:4]:
    table = ask("position", "--json", "--view", "0", line)["table"]
    figure = {(s["q"], s["r"]): tuple(s["colours"]) for s in table["figure"]}
    mine = [tuple(t["colours"]) for t in table["seats"][0]["stack_tiles"]]
    named = {min(rotations(tile)) for tile in [*figure.values(), *mine]}
    assert len(named) == 36
    words = ["advise", "hexxhopp", "--json", "--option", "turns", "--option", "rounds=1", "--stacks", "2,1",
             "--tile", " ".join(map(letters, mine)),
             "--figure", " ".join(f"{q},{r}:{letters(c)}" for (q, r), c in figure.items())]
    fits = {tile for tile in every - named if any(places(figure, tile))}
    for unseen in (fits, every - named - fits, every - named):
        unseen = random.sample(sorted(unseen), min(36, len(unseen)))
        unseen += random.sample(sorted(every - named - set(unseen)), 36 - len(unseen))
        with open(f"{folder}/box", "w") as file:
            file.writelines(letters(random.choice(sorted(rotations(tile)))) + "\n"
                            for tile in random.sample(sorted(named) + unseen, 72))
        told = ask(*words, "--box", f"{folder}/box")
        answers = {}
        for action in told["actions"]:
            lies = action["why"].split("lies as ")[1][:6] if "lies as " in action["why"] else None
            cell = tuple(map(int, action["action"].split()[2].split(","))) if lies else None
            answers[cell, lies] = action
        for tile, other in (mine, mine[::-1]):
            for cell, lies, contacts in places(figure, tile):
                answer = answers[cell, letters(lies)]
                after = figure | {cell: lies}
                last = any(places(after, other))
                chance = sum(0 if any(places(after, hidden)) else 1 if last else 0.5
                             for hidden in unseen) / len(unseen)
                if contacts > 2: # the other tile is given away, or the round is won
                    chance = 1
                error = 5 * answer["win_error"] + 1e-6
                assert abs(answer["win"] - chance) <= error, (line, answer, chance)
                compared += 0 < chance < 1
        best.add((line, told["best"]))
assert compared > 10 and len(best) > 4, (compared, len(best))
PYTHON

# A tile that is not among those assumed: it stands in for the most similar one that nobody named.
expect 0 "" advise hexxhopp --json --bot mcts-5 --figure "$figure" --tile RYRBRW
out " tiles=001213.001231."
out ".010203."
expect 0 "" advise --bot mcts-5 "$(sed 's/.*"position":"\([^"]*\)".*/\1/' "$dir/out")"

# Wrong files: which line, what is wrong, and what would be right.
wrong() { # GAME FILE WORDS
    printf "$2" >"$dir/wrong"
    case $1 in
    heckmeck) set -- "$3" heckmeck --option extra-wurm --dice W ;;
    karteneck) set -- "$3" karteneck --hand W9 --grill 20,31 ;;
    *) set -- "$3" hexxhopp --figure "$figure" --tile RYRBBW ;;
    esac
    wanted=$1
    shift
    expect 1 "/wrong: $wanted" advise "$@" --box "$dir/wrong"
    [ ! -s "$dir/out" ] || fail "an answer in spite of a wrong file: $(head -c 100 "$dir/out")"
}
lacks=$(grep -v '^30 ' "$dir/karteneck")
wrong karteneck "" "tile 16 is missing: the file needs a line for each tile from 16 to 42, such as '16 3'"
wrong karteneck "$lacks" "tile 30 is missing"
wrong karteneck "# mine\n\n16 1\n17 x\n" "line 4: expected a number of worms from 0 to 99, found 'x'"
wrong karteneck "16 100\n" "line 1: expected a number of worms from 0 to 99, found '100'"
wrong karteneck "43 9\n" "line 1: expected a tile from 16 to 42, found '43 9'"
wrong karteneck "16 1 2\n" "line 1: expected the end of the line, found ' 2'"
wrong karteneck "16\n" "line 1: expected a number of worms from 0 to 99, found the end"
wrong karteneck "16 1\n16 2\n" "line 2: tile 16 has a line already"
wrong karteneck "$(printf '%070d' 0)" "line 1: expected a line of at most 63 characters"
wrong heckmeck "" "the golden die is missing: the file needs a line such as 'golden-die 1 1 1 W W W'"
wrong heckmeck "golden-die 1 1 1 W W\n" "line 1: expected six faces, each 1 or W, found the end"
wrong heckmeck "golden-die 1 1 1 W W W 1\n" "line 1: expected six faces, each 1 or W, found ' 1'"
wrong heckmeck "golden-die 1 2 1 W W W\n" "line 1: expected six faces, each 1 or W, found '2 1 W W W'"
wrong heckmeck "golden-die W W W W W W\n" "line 1: expected at least one 1 and at least one W"
wrong heckmeck "silver-die 1 1 1 W W W\n" "line 1: expected 'golden-die' and its six faces"
wrong heckmeck "golden-die 111WWW\ngolden-die 111WWW\n" "line 2: expected only one golden die"
wrong hexxhopp "R R Y B Y W\n" "the file has 1 of 72 tiles: give one tile on each line"
wrong hexxhopp "R R Y B Y W\nR R R R B W\n" "line 2: expected a tile with all four colours, each at most three times"
wrong hexxhopp "R R Y Y B B\n" "line 1: expected a tile with all four colours"
wrong hexxhopp "R R Y B Y W\n\nY W R R Y B\n" "line 3: expected a tile that no line before has"
wrong hexxhopp "R R Y B Y G\n" "line 1: expected a colour (R, Y, B or W), six per tile, found 'G'"
wrong hexxhopp "R R Y B Y\n" "line 1: expected a colour"
wrong hexxhopp "$(grep -v '^#' "$dir/hexxhopp"; echo R R R Y B W)" "line 73: expected no more lines: there are 72 tiles already"
expect 2 "expected a tile of your box" advise hexxhopp --figure "$figure" --tile RYRBRW --box "$dir/box"
expect 1 "none" advise karteneck --hand W9 --grill 20,31 --box "$dir/none"
expect 2 "No Thanks! has no box file" advise nothanks --print-box
expect 2 "--box goes with plain words" advise karteneck --box "$dir/karteneck"
for language in de:Zeile pl:wiersz ru:строка; do
    echo 12 >"$dir/wrong"
    expect 1 "${language#*:} 1" advise karteneck --lang "${language%:*}" --hand W9 --grill 20,31 --box "$dir/wrong"
done
[ "$failures" = 0 ]
