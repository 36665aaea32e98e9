#!/bin/sh
# sim.sh PECK — simulations: the same for any number of threads, with and without records.
. "$(dirname "$0")/lib.sh"

for game in $(games); do
    seats=$("$PECK" games --json | python3 -c '
import json, sys
print(next(g["seats"][-1] for g in json.load(sys.stdin)["games"] if g["name"] == sys.argv[1]))' \
        "$game")
    expect 0 "" sim "$game" --seats "$seats" --matches 30 --seed 7 --threads 1
    cp "$dir/out" "$dir/text"
    expect 0 "" sim "$game" --seats "$seats" --matches 30 --seed 7 --threads 1 --json
    cp "$dir/out" "$dir/json"
    for threads in 2 3 4; do
        expect 0 "" sim "$game" --seats "$seats" --matches 30 --seed 7 --threads $threads
        same "$dir/text" "$dir/out" "$game on $threads threads"
        expect 0 "" sim "$game" --seats "$seats" --matches 30 --seed 7 --threads $threads \
            --json --record "$dir/record.$threads"
        same "$dir/json" "$dir/out" "$game, recorded on $threads threads"
        same "$dir/record.2" "$dir/record.$threads" "$game: the records on $threads threads"
    done
    [ "$(grep -c '^match 1$' "$dir/record.4")" = 30 ] || fail "$game: not 30 records"
    expect 0 "" sim "$game" --seats "$seats" --matches 30 --seed 8 --threads 4 --json
    ! cmp -s "$dir/json" "$dir/out" || fail "$game: the seed changes nothing"

    # The JSON adds up: to the records, to one win a match, and to every score of every seat.
    python3 - "$dir/json" "$dir/record.4" <<'PYTHON' || fail "$game: the JSON does not add up"
import json, sys
told = json.load(open(sys.argv[1]))
lines = open(sys.argv[2]).read().splitlines()
scores = [list(map(int, l.split()[1:])) for l in lines if l.startswith("score ")]
plies = sum(l[0] in "*0123456" and l[1] == " " for l in lines if len(l) > 1)
assert told["matches"] == len(scores) == 30 and told["plies"]["sum"] == plies
seats = told["seats"]
for r in told["results"]:
    mean = sum(s[r["seat"]] for s in scores) / 30
    spread = sum((s[r["seat"]] - mean) ** 2 for s in scores) / 29
    assert abs(r["mean"] - mean) < 1e-5 and abs(r["deviation"] - spread ** 0.5) < 1e-5
assert abs(sum(r["wins"] for r in told["results"]) - 1) < 1e-5
seen = {h["points"]: h["count"] for h in told["histogram"]}
assert seen == {p: sum(s.count(p) for s in scores) for s in scores for p in s}
PYTHON
done

# Nothing is coloured or timed where nobody looks.
! grep -q "$(printf '\033')\|a second" "$dir/text" || fail "colours or times in a file"

# Records on standard output, the summary on standard error.
"$PECK" sim "$game" --matches 3 --record - >"$dir/out" 2>"$dir/err" || fail "--record -"
[ "$(head -1 "$dir/out")" = "match 1" ] && grep -q "mean points" "$dir/err" ||
    fail "--record -: $(cat "$dir/err")"

# A record is whole or untouched: a new file, an old one, one behind a link, and no other files.
umask 022
mkdir "$dir/kept"
expect 0 "" sim "$game" --matches 3 --record "$dir/kept/new"
[ "$(stat -c %a "$dir/kept/new")" = 644 ] || fail "a new record: $(stat -c %a "$dir/kept/new")"
echo old >"$dir/kept/old"
chmod 600 "$dir/kept/old"
ln -s old "$dir/kept/link"
expect 0 "" sim "$game" --matches 3 --record "$dir/kept/link"
same "$dir/kept/new" "$dir/kept/old" "a record behind a link"
[ -L "$dir/kept/link" ] && [ "$(stat -c %a "$dir/kept/old")" = 600 ] || fail "the link is gone"
mkfifo "$dir/kept/fifo"
cat "$dir/kept/fifo" >"$dir/out.fifo" &
expect 0 "" sim "$game" --matches 3 --record "$dir/kept/fifo"
wait
same "$dir/kept/new" "$dir/out.fifo" "a record through a FIFO"
[ -p "$dir/kept/fifo" ] || fail "the FIFO is gone"
echo old >"$dir/kept/old"
python3 - "$PECK" "$game" "$dir/kept" <<'PYTHON' || fail "an interrupted record"
import os, signal, subprocess, sys, time
peck, game, folder = sys.argv[1:]
before = set(os.listdir(folder))
for name in ("old", "never"):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        run = subprocess.Popen([peck, "sim", game, "--matches", "1000000000", "--record",
                                os.path.join(folder, name)], stdout=subprocess.DEVNULL,
                               preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
        try:
            for _ in range(9000):
                made = set(os.listdir(folder)) - before
                if any(os.path.getsize(os.path.join(folder, file)) > 0 for file in made):
                    break
                time.sleep(0.01)
            assert len(made) == 1 and name in made.copy().pop(), made
            run.send_signal(number)
            assert run.wait() == -number, run.returncode
        finally:
            run.kill() # whatever went wrong, it does not play on
        assert set(os.listdir(folder)) == before, os.listdir(folder)
assert open(os.path.join(folder, "old")).read() == "old\n"
PYTHON

# A terminal that draws sees colours and progress; one that does not sees no escape codes at all.
python3 - "$PECK" "$game" <<'PYTHON' || fail "escape codes"
import os, pty, sys
def run(term):
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.pop("TERM", None)
        if term is not None:
            os.environ["TERM"] = term
        os.execv(sys.argv[1], [sys.argv[1], "sim", sys.argv[2], "--matches", "500",
                               "--threads", "1"])
    told = b""
    try:
        while part := os.read(terminal, 65536):
            told += part
    except OSError:
        pass
    assert os.waitpid(pid, 0)[1] == 0 and b"mean points" in told
    return told
assert b"\033[1m" in run("xterm") and b"\033[K" in run("xterm")
for term in ("dumb", "", None):
    assert b"\033" not in run(term), term
PYTHON

# Failure to write is reported: before, when the file cannot be opened, and after.
expect 1 "cannot write to $dir/no/file: No such file" sim "$game" --record "$dir/no/file" \
    --matches 1000000000
[ ! -s "$dir/out" ] || fail "a simulation without its record"
if [ -e /dev/full ]; then
    expect 1 "No space left on device" sim "$game" --record /dev/full --matches 2
    for verb in games help signature "completion bash" "sim $game --matches 2"; do
        status=0
        "$PECK" $verb >/dev/full 2>"$dir/err" || status=$?
        [ "$status" = 1 ] && grep -q "cannot write to standard output: No space" "$dir/err" ||
            fail "peck $verb >/dev/full: $status, $(cat "$dir/err")"
    done
fi
status=0
"$PECK" games >&- 2>"$dir/err" || status=$?
[ "$status" = 1 ] && grep -q "cannot write to standard output" "$dir/err" ||
    fail "a closed standard output: $status, $(cat "$dir/err")"
# The reader may leave early, with SIGPIPE ignored or not; neither prints an error.
for ignore in "" "trap '' PIPE;"; do
    said=$(sh -c "$ignore '$PECK' sim $game --matches 200 --record - 2>&1 >&3 | cat" \
        3>&1 >"$dir/said" | head -1)
    [ "$said" = "match 1" ] || fail "a reader that leaves: $said"
done

# Bots: the records keep their names, are sound, and do not depend on the threads.
for threads in 1 2; do
    expect 0 "" sim nothanks --bots easy,random --matches 6 --threads $threads --record "$dir/bots$threads"
    out "6 matches: easy, random, easy"
done
same "$dir/bots1" "$dir/bots2" "matches of bots on two threads"
grep -q '^name 1 random' "$dir/bots1" || fail "the records do not name the bots"
expect 0 "" replay "$dir/bots1"
[ "$(wc -l <"$dir/out")" = 6 ] || fail "not six records: $(cat "$dir/out")"
expect 0 "" sim hexxhopp --bots easy,easy,random --option rounds=1 --matches 2
out "Hexx & Hopp, 3 seats"
expect 2 "there is no bot 'hrad' for nothanks" sim nothanks --bots hrad
expect 2 "--bots takes bots such as hard,normal, not 'hard,,easy'" sim nothanks --bots hard,,easy
expect 2 "--bots names 4 bots for 3 seats" sim nothanks --seats 3 --bots easy,easy,easy,easy
done_testing
