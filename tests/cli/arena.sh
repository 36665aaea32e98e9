#!/bin/sh
# arena.sh PECK — the arena, and programs that take a seat in it: honest ones, liars, sleepers and
# those that die. None of them stops the arena, and none is left behind.
. "$(dirname "$0")/lib.sh"

# says PYTHON — the last output is JSON, and the expression about `told` holds.
says() {
    python3 -c 'import json, sys
told = json.load(open(sys.argv[1]))
assert eval(sys.argv[2]), told' "$dir/out" "$1" 2>"$dir/why" || fail "$1: $(tail -1 "$dir/why")"
}

# Gauntlets and pools of every game: the same on any number of threads, another for another seed.
# Random play of Heckmeck is long, and its luck takes time to measure: plain, where it would.
for game in $(games); do
    for entry in "--plain --hero random --field random" \
        "--plain --pool random --pool random --pool random"; do
        expect 0 "" arena "$game" --seats 3 $entry --matches 20 --seed 3 --threads 1 --json
        cp "$dir/out" "$dir/json"
        expect 0 "" arena "$game" --seats 3 $entry --matches 20 --seed 3 --threads 3 --json
        same "$dir/json" "$dir/out" "$game $entry on three threads"
        says 'told["matches"] == 21 and told["blocks"] == 7 and told["forfeits"] == 0'
        expect 0 "" arena "$game" --seats 3 $entry --matches 20 --seed 4 --json
        ! cmp -s "$dir/json" "$dir/out" || fail "$game $entry: the seed changes nothing"
        expect 0 "" arena "$game" --seats 3 $entry --matches 20 --seed 3
        out "21 matches in 7 blocks"
        ! grep -q nan "$dir/out" || fail "$game $entry: $(cat "$dir/out")"
    done
done
expect 0 "" arena heckmeck --hero random --field random --matches 2000 --json --plain
says 'abs(told["win_rate"] - told["par"]) < 4 * told["std_error"] and told["par"] == 0.5'
says 'told["hero"] == "random" and told["field"] == ["random"] and told["seed"] == "1"'
says 'told["options"]["fast"] is False and told["options"]["first"] is None'
says '0.005 < told["std_error"] < 0.02'
says 'len(told["by_seat"]) == 2 and told["points"]["std_error"] > 0'
says '"luck_adjusted" not in told'
expect 0 "" arena heckmeck --pool random --pool random --pool random --matches 600 --json \
    --plain
says 'all(abs(bot["rating"]["rating"]) < 5 * bot["rating"]["std_error"] for bot in told["pool"])'
says 'all(a["matches"] == 200 for bot in told["pool"] for a in bot["against"])'
expect 0 "" arena heckmeck --pool random --bot random --matches 20 --plain
out "Wins of the row against the column"

# Luck is taken out where the game has a value function, on any number of threads alike.
for game in nothanks heckmeck; do
    expect 0 "" arena $game --seats 3 --hero random --field random --matches 12 --threads 1 --json
    cp "$dir/out" "$dir/json"
    expect 0 "" arena $game --seats 3 --hero random --field random --matches 12 --threads 3 --json
    same "$dir/json" "$dir/out" "$game, adjusted for luck, on three threads"
    says '"luck_adjusted" not in told or 0 <= told["luck_adjusted"]["win_rate"] <= 1'
    says '"luck_adjusted" not in told or told["luck_adjusted"]["std_error"] > 0'
done

# Bad use.
expect 2 "needs --hero BOT and --field BOT, or --pool BOT" arena heckmeck
expect 2 "needs --hero BOT and --field BOT" arena heckmeck --hero random
expect 2 "needs --hero BOT and --field BOT" arena heckmeck --pool random
expect 2 "give either" arena heckmeck --hero random --field random --pool random
expect 2 "--hero is given twice" arena heckmeck --hero random --hero random
expect 2 "the N in threshold-N must be a number from 0 to 30, not '31'" \
    arena nothanks --hero threshold-31 --field random
expect 2 "there is no bot 'nobody' for heckmeck; the bots are random, easy, normal, hard, expert, guide" \
    arena heckmeck --hero nobody --field random
for game in $(games); do # the list is whole
    expect 2 "mcts-N, flat-N" arena "$game" --hero nobody --field random
done
expect 2 "exec: needs a command" arena heckmeck --hero exec: --field random
expect 2 "--sprt takes two win rates" arena heckmeck --hero random --field random --sprt 5
expect 2 "a pool has none" arena heckmeck --pool random --pool random --sprt 0.5,0.6
expect 2 "from 1 to 10000000, not '0'" arena heckmeck --matches 0

# The sequential test stops early, in the same place on any number of threads.
for threads in 1 3; do
    expect 0 "" arena nothanks --seats 3 --hero random --field random --matches 100000 \
        --sprt 0.2,0.3333 --threads $threads --json
    cp "$dir/out" "$dir/sprt.$threads"
done
same "$dir/sprt.1" "$dir/sprt.3" "--sprt on three threads"
says 'told["sprt"]["accepted"] == "high" and told["sprt"]["llr"] >= 2.944'
says '16 <= told["blocks"] == told["sprt"]["blocks"] < 3000'
expect 0 "" arena nothanks --seats 3 --hero random --field random --matches 48 --sprt 0.3,0.301
out "undecided after 16 blocks"

# An arena that was stopped goes on: the same result as in one go.
kept=$dir/kept
expect 0 "" arena karteneck --seats 3 --hero random --field random --matches 60 --json
cp "$dir/out" "$dir/whole"
expect 0 "" arena karteneck --seats 3 --hero random --field random --matches 30 --resume "$kept"
[ "$(wc -l <"$kept")" = 11 ] || fail "--resume kept $(wc -l <"$kept") lines, not 11"
printf 'block 10 1 2' >>"$kept" # as when the program was stopped while it wrote
expect 0 "" arena karteneck --seats 3 --hero random --field random --matches 60 --json \
    --resume "$kept"
same "$dir/whole" "$dir/out" "an arena in two parts"
[ "$(wc -l <"$kept")" = 21 ] || fail "--resume kept $(wc -l <"$kept") lines, not 21"
cp "$kept" "$dir/before"
expect 0 "" arena karteneck --seats 3 --hero random --field random --matches 60 --json \
    --resume "$kept"
same "$dir/whole" "$dir/out" "an arena that was already over"
same "$dir/before" "$kept" "the file of an arena that was already over"
expect 0 "" arena karteneck --seats 3 --hero random --field random --matches 30 --json \
    --resume "$kept"
says 'told["matches"] == 30'
same "$dir/before" "$kept" "fewer matches than the file has"
for other in "--seed 2" "--seats 4" "--limit 7" "--field random"; do
    expect 1 "is of another arena: peck arena 1: karteneck" arena karteneck --seats 3 \
        --hero random --field random ${other#--seats 4} --matches 30 --resume "$kept" \
        $([ "$other" != "--seats 4" ] || echo --option first=0)
done
same "$dir/before" "$kept" "the file of another arena"
for spoil in 5d 5s/block/blok/ '5s/$/ 1/'; do # blocks after a bad line are not thrown away
    sed "$spoil" "$dir/before" >"$kept"
    cp "$kept" "$dir/spoilt"
    expect 1 "line 5: this is not the next block" arena karteneck --seats 3 --hero random \
        --field random --matches 60 --resume "$kept"
    same "$dir/spoilt" "$kept" "a file with a bad line"
done
expect 1 "cannot write to $dir/no/file" arena heckmeck --hero random --field random \
    --resume "$dir/no/file"

# ---- Programs. ----

# An honest one: takes some action that is offered, and keeps what it is sent.
cat >"$dir/honest.py" <<'PYTHON'
import sys
log = open(sys.argv[1], "a") if len(sys.argv) > 1 else None
for line in sys.stdin:
    if log:
        log.write(line)
    if line.startswith("? "):
        names = line[2:].rstrip("\n").split("; ")
        print(names[len(line) % len(names)], flush=True)
PYTHON
honest="exec:python3 $dir/honest.py"
patient="--limit 60000" # what is not about time must not fail for it on a busy machine
expect 0 "" arena karteneck --seats 3 --hero "$honest $dir/log" --field random --matches 6 \
    --threads 1 --json $patient
says 'told["forfeits"] == 0 and told["faults"] == [] and told["matches"] == 6'
python3 - "$dir/log" <<'PYTHON' || fail "what a program is sent"
import sys
lines = open(sys.argv[1]).read().splitlines()
starts = [i for i, line in enumerate(lines) if line == "match 1"]
assert len(starts) == 6
for number, start in enumerate(starts):
    own = number % 3
    match = lines[start:(starts + [len(lines)])[number + 1]]
    assert match[:5] == ["match 1", "game karteneck", "seats 3", "you %d" % own, "plies"]
    assert match[-3] == "end" and match[-2].startswith("score "), match[-3:]
    assert match[-1].startswith("place ") and len(match[-1].split()) == 4
    plies = match[5:-3]
    hands = [line for line in plies if line.startswith("* card")][:18]
    assert [i for i, line in enumerate(hands) if line != "* card ?"] == \
        list(range(6 * own, 6 * own + 6)), hands
    for question, ply in zip(plies, plies[1:]):
        assert (question[0] == "?") == (ply[:2] == "%d " % own), (question, ply)
        if question[0] == "?":
            names = question[2:].split("; ")
            assert ply[2:] == names[(len(question) + 1) % len(names)]
PYTHON

# Every game, several of them at a table, on several threads: nothing goes wrong.
for game in heckmeck nothanks karteneck hexxhopp; do
    rounds=$([ $game != hexxhopp ] || echo "--option rounds=1")
    expect 0 "" arena $game --seats 3 --pool "$honest" --pool random --matches 6 --threads 2 \
        $rounds --json --plain $patient
    says 'told["forfeits"] == 0 and told["matches"] == 6'
done

# faulty REASON COMMAND [FLAGS…] — the program loses every match, for this reason.
faulty() {
    reason=$1
    command=$2
    shift 2
    expect 0 "" arena heckmeck --hero "exec:$command" --field random --matches 4 --json --plain \
        "$@"
    says 'told["forfeits"] == 4 and told["win_rate"] == 0 and told["matches"] == 4'
    says "all(__import__('re').search('$reason', f['reason']) for f in told['faults'])"
    says 'sorted(f["match"] for f in told["faults"]) == [0, 1, 2, 3]'
    says '[f["seat"] for f in told["faults"]] == [0, 1, 0, 1]'
}
nap=98761.$$ # of this test alone, so that it finds no other's
cat >"$dir/liar.sh" <<'SH'
while read -r line; do case $line in "? "*) echo "keep 9" ;; esac; done
SH
cat >"$dir/sleeper.sh" <<'SH'
while read -r line; do
    case $line in "? "*)
        line=${line#"? "}
        echo "${line%%;*}"
        exec sleep "$1"
        ;;
    esac
done
SH
cat >"$dir/mortal.sh" <<'SH'
while read -r line; do case $line in "? "*) exit 3 ;; esac; done
SH
faulty "it answered .keep 9., which is not legal" "sh $dir/liar.sh" $patient
faulty "did not answer in time" "sh $dir/sleeper.sh $nap" --limit 100
faulty "did not answer in time" "cat | sh $dir/sleeper.sh $nap" --limit 100
faulty "ended without answering" "sh $dir/mortal.sh" $patient
faulty "it (has stopped reading|ended)" "exec 0<&-; sleep 0.3" $patient
faulty "it (has stopped reading|ended)" "exit 0" $patient
faulty "it (has stopped reading|ended)" "$dir/not-there 2>/dev/null" $patient
faulty "which is not legal" yes $patient
faulty "more than 255 bytes" "yes | tr -d '\\n'" $patient
faulty "which is not legal" "printf '\\001\\377\\n'; cat >/dev/null" $patient
faulty "it answered .wait., which is not legal" "yes wait" $patient
# One that never speaks has its time to start only once: not 300 s, but 10.
before=$(date +%s)
expect 0 "" arena heckmeck --hero "exec:exec sleep $nap" --field random --matches 30 --json --plain \
    --limit 100 --threads 1
says 'told["forfeits"] == 30 and all("not answer in time" in f["reason"] for f in told["faults"])'
[ $(($(date +%s) - before)) -lt 200 ] || fail "a silent program took $(($(date +%s) - before)) s"
# sleepers COUNT — waits until so many of the programs run.
sleepers() {
    for _ in $(seq 450); do
        [ "$(pgrep -fc "sleep $nap\$")" != "$1" ] || return 0
        sleep 0.2
    done
    fail "there are not $1 programs but: $(pgrep -fa "$nap")"
}
sleepers 0
# Nor when the arena itself is ended by a signal, as by Ctrl-C.
"$PECK" arena heckmeck --hero "exec:exec sleep $nap" --field random --matches 4 --threads 2 \
    --limit 60000 --plain >/dev/null 2>&1 &
arena=$!
sleepers 2
kill -TERM $arena
status=0
wait $arena || status=$?
[ $status = 143 ] || fail "an arena that was ended: status $status"
sleepers 0

# Ctrl-C: what there is by then is reported. (A shell's own jobs in the background ignore it.)
cat >"$dir/interrupt.py" <<'PYTHON'
import json, os, signal, subprocess, sys, time
kept = sys.argv[2]
arena = subprocess.Popen([sys.argv[1], "arena", "heckmeck", "--hero", "hard", "--field", "hard", "--matches",
                          "1000000", "--json", "--resume", kept], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
while not os.path.exists(kept) or open(kept).read().count("\n") < 4:
    time.sleep(0.05)
arena.send_signal(signal.SIGINT)
told, said = arena.communicate()
assert arena.returncode == 1, arena.returncode
blocks = open(kept).read().count("\n") - 1
assert json.loads(told)["matches"] == 2 * blocks, (told, blocks)
assert f"stopped after {blocks} of 500000 blocks".encode() in said, said
PYTHON
python3 "$dir/interrupt.py" "$PECK" "$dir/interrupted" || fail "Ctrl-C lost what was played"

# The others are placed as if the faulty one had come last, and the text says why.
expect 0 "" arena nothanks --seats 3 --pool "exec:exit 0" --pool random --matches 30 --json
says 'abs(sum(b["win_rate"] * b["matches"] for b in told["pool"]) / 30 - 1) < 1e-5'
expect 0 "" arena nothanks --seats 3 --hero "exec:sh $dir/liar.sh" --field random --matches 3
out "lost 3 matches by its own fault"
out "match 1, seat 1: it answered 'keep 9', which is not legal"

# Where all may act at once a program may wait, but not when nobody else does anything.
cat >"$dir/patient.py" <<'PYTHON'
import sys
asked = 0
for line in sys.stdin:
    if line.startswith("? "):
        asked += 1
        print("wait" if asked % 2 else line[2:].split("; ")[0].strip(), flush=True)
PYTHON
expect 0 "" arena hexxhopp --hero "exec:python3 $dir/patient.py" --field random --matches 2 \
    --option rounds=1 --json $patient
says 'told["forfeits"] == 0'
# One that wanted a cell that somebody took, and waits when it is asked again.
cat >"$dir/sulky.py" <<'PYTHON'
import sys
me, meant, sulked = None, False, 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "you":
        me = words[1]
    if words[0] in (me, "*"):
        meant = False
    if words[0] == "?":
        names = line[2:].strip().split("; ")
        sulked += meant
        print("wait" if meant else names[-1], flush=True)
        meant = meant or names[-1].startswith("place")
    if words[0] == "end" and sulked:
        open(sys.argv[1], "w").write("sulked")
PYTHON
expect 0 "" arena hexxhopp --seats 3 --hero easy --field "exec:python3 $dir/sulky.py $dir/sulked" \
    --matches 6 --seed 1 --option rounds=2 --json $patient
says 'told["forfeits"] == 0'
[ -s "$dir/sulked" ] || fail "nobody was robbed of a cell, so nothing was tried"
expect 0 "" arena hexxhopp --hero "exec:yes wait" --field "exec:yes wait" --matches 2 \
    --option rounds=1 --json
says 'any("although everyone is waiting" in f["reason"] for f in told["faults"])'
done_testing
