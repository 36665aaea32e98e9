#!/bin/sh
# play.sh PECK — `peck play`: what the command line refuses, and that a match is never lost.
# What is said during a match is in tests/transcripts and games/*/tests/transcripts.
. "$(dirname "$0")/lib.sh"
export XDG_STATE_HOME="$dir/state"
cd "$dir"

# Every refusal says what there is instead.
expect 2 "there is no game 'chess'; there are heckmeck" play chess
expect 2 "there is no language 'fr'; there are en, de, pl and ru" play heckmeck --lang fr
expect 2 "there is no bot 'hrad'; the bots are random, easy, normal, hard, expert" \
    play heckmeck --seats you,hrad
expect 2 "a person's name begins with a capital" play heckmeck --seats you,anna
expect 2 "there is no bot 'exec:cat'" play heckmeck --seats you,exec:cat
expect 2 "heckmeck has no option 'large'; it has extra-wurm" \
    play heckmeck --seats you,hard --option large
expect 2 "heckmeck takes 2 to 7 seats, not 1" play heckmeck --seats you
expect 2 "nothanks takes 3 to 5 seats; 6 and 7 need the option large" play nothanks --seats you,a,b,c,d,e
expect 2 "no game has more than 7 seats" play heckmeck --seats a,b,c,d,e,f,g,h
expect 2 "such as you,hard,Anna, not 'you,,hard'" play heckmeck --seats you,,hard
expect 2 "such as you,hard,Anna, not '$(printf '%064d' 0)…'" \
    play heckmeck --seats "$(printf '%070d' 0)"
expect 2 "name the game, too" play --seats you,hard
expect 2 "name the game, too" play --option fast
expect 1 "cannot open nowhere: No such file" play --resume nowhere
expect 1 "cannot write nowhere/x: No such file" play heckmeck --seats you,easy --record nowhere/x
echo nonsense >bad
expect 1 "bad, line 1: expected 'match '" play --resume bad
: >empty
expect 1 "empty: it contains no match" play --resume empty
"$PECK" sim nothanks --matches 2 --threads 1 --record two >/dev/null
cp two two.before
expect 1 "two: the file has more than one match" play --resume two
same two two.before "a refused file"
"$PECK" sim nothanks --matches 1 --threads 1 --record one >/dev/null
cp one one.before
expect 0 "" play --resume one # over: only its result is printed
out "Player 1: "
same one one.before "a finished match"
[ ! -d state ] || fail "a refused match left something behind"

# Without a file, --resume lists the saved matches.
expect 0 "" play --resume --lang de
out "Es gibt keine unfertige Partie."

# An end of the questions, or of the match, is no fault; the match stays in the state directory.
expect 0 "" play
out "Which game?"
expect 0 "" play heckmeck --seats you,easy --seed 4
out "To continue: peck play --resume $dir/state/peck/"
[ "$(ls state/peck | wc -l)" = 1 ] || fail "not one match is kept: $(ls state/peck)"
saved=$(ls state/peck/*)
expect 0 "" replay "$saved"
expect 0 "" play --resume "$saved"
out "Resuming after"
expect 2 "--resume goes on with a match as it is" play --resume "$saved" --option fast
expect 2 "--resume goes on with a match as it is" play nothanks --resume "$saved"
expect 2 "this match has 2 seats, not 3" play --resume "$saved" --seats you,easy,easy
expect 0 "" play --resume "$saved" --seats Anna,Bert
out "Heckmeck: Anna and Bert"
grep -q '^name 0 Anna' "$saved" || fail "the new seats are not saved"
expect 0 "" play --resume --plain
out " 1  20"
out "Heckmeck  Anna, Bert · "
out "Which match do you want to continue?"
printf '2\n1\n' | "$PECK" play --resume >listed 2>&1 || fail "--resume with an answer: $?"
grep -q "'2' is not a valid answer" listed && grep -q "Resuming after" listed ||
    fail "--resume by number: $(cat listed)"
expect 0 "" play # the newest match is offered
out "There is an unfinished match (Heckmeck)"
chmod 500 state/peck
if [ "$(id -u)" != 0 ]; then
    expect 0 "" play heckmeck --seats you,easy
    out "cannot be saved"
fi
chmod 700 state/peck

# lines N: what is typed in a match; the first action there is always can be played.
lines() {
    yes 1 | head -n "$1"
}

# wait_for WORDS FILE — until the file has the words; only a program that hangs takes 90 seconds.
wait_for() {
    i=0
    until grep -qs -e "$1" "$2"; do
        i=$((i + 1))
        [ "$i" -lt 1800 ] || { fail "$2 never had '$1'" && return; }
        sleep 0.05
    done
}

# A match that is killed goes on as if nothing had happened: the same record in the end.
match="heckmeck --seats you,hard,normal --option fast --seed 12"
lines 500 | "$PECK" play $match --record whole >whole.out
mkfifo pipe
"$PECK" play $match --record part <pipe >part.out &
player=$!
exec 3>pipe
lines 20 >&3
wait_for '^0 keep' part
kill -9 "$player"
wait "$player" 2>/dev/null || true
exec 3>&-
grep -q '^end' part && fail "the match was over before it was killed"
head -n "$(wc -l <part)" whole >whole.part
same part whole.part "a killed match is not the beginning of the whole one"
lines 500 | "$PECK" play --resume part >rest.out
same whole part "a resumed match"
grep -q '^place' whole || fail "the match does not end: $(tail -3 whole)"

# Undo: the same way again is the same match, and another way is not.
printf '1\nu\n1\nu\nu\n1\n' | "$PECK" play $match --record undone >undone.out
printf '1\n' | "$PECK" play $match --record straight >straight.out
same straight undone "undone and played again"
grep -q 'There is nothing to undo' undone.out || fail "more was undone than was done"

# A signal: the match is saved, the sentence is said, and the shell sees the signal.
for signal in INT TERM HUP; do
    rm -f signalled signalled.out
    # A shell without job control ignores SIGINT in what it starts in the background.
    python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$PECK" play $match --record signalled \
        <pipe >signalled.out &
    player=$!
    exec 3>pipe
    echo 1 >&3
    wait_for '^0 keep' signalled
    wait_for 'You can' signalled.out
    kill -"$signal" "$player"
    status=0
    wait "$player" || status=$?
    exec 3>&-
    [ "$status" -gt 128 ] || fail "SIG$signal: status $status"
    grep -q 'To continue: peck play --resume signalled' signalled.out || fail "SIG$signal: no word"
    expect 0 "" replay signalled
done

# A reader who leaves: ended by SIGPIPE or with status 1, and the match is saved.
{
    status=0
    lines 500 | "$PECK" play $match --record piped || status=$?
    echo "$status" >piped.status
} | head -1 >/dev/null
case $(cat piped.status) in
1 | 141) ;;
*) fail "a closed pipe: status $(cat piped.status)" ;;
esac
expect 0 "" replay piped

# The deal of a day: the same for everybody, and whoever changes it is found out.
for game in heckmeck nothanks; do
    yes 1 | "$PECK" play "$game" --daily 2026-11-18 --plain --record "daily-$game" >/dev/null
    grep -q "^# daily 2026-11-18 $game\$" "daily-$game" || fail "the record does not name its day"
    expect 0 "" verify "daily-$game"
    out "are those of the deal of 2026-11-18"
    sed 's/^# daily 2026-11-18/# daily 2026-11-19/' "daily-$game" >other
    expect 1 "it is a match of another deal" verify other
done
yes 1 | "$PECK" play heckmeck --daily 2026-11-18 --plain --record again >/dev/null
same daily-heckmeck again "the deal of a day"
expect 2 "'2026-02-30' is not a day" play nothanks --daily 2026-02-30
expect 2 "no --seats" play nothanks --daily today --seats you,hard,hard
done_testing
