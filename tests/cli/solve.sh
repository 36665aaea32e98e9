#!/bin/sh
# solve.sh — `peck solve`: a small game solved, kept, gone on with; and files that are no value files.
. "$(dirname "$0")/lib.sh"

expect 0 "" solve heckmeck --tiles 5 --until 0.001 --matches 2
out "first player"
out "2 matches of hard against itself"
cp "$dir/out" "$dir/first"

# In two goes, on another number of threads, it comes to the same values.
expect 0 "" solve heckmeck --tiles 5 --sweeps 2 --matches 2 --out "$dir/five.values"
expect 0 "" solve heckmeck --tiles 5 --until 0.001 --matches 2 --threads 3 --out "$dir/five.values"
out "in the file"
tail -3 "$dir/first" >"$dir/a"
tail -3 "$dir/out" >"$dir/b"
same "$dir/a" "$dir/b" "solved in one go and in two"

# Once it is done, nothing is left to do.
cp "$dir/five.values" "$dir/kept"
expect 0 "" solve heckmeck --tiles 5 --until 0.001 --matches 2 --out "$dir/five.values"
[ "$(grep -c '^ *[0-9]* *0\.' "$dir/out")" = 1 ] || fail "swept again: $(cat "$dir/out")"

# Other first values, the same limit: to four digits of the first player's chance.
expect 0 "" solve heckmeck --tiles 4 --until 0.000001 --matches 1 --fresh
a=$(awk '$1 ~ /^[0-9]+$/ && NF == 5 { value = $4 } END { print substr(value, 1, 6) }' "$dir/out")
expect 0 "" solve heckmeck --tiles 4 --until 0.000001 --matches 1
b=$(awk '$1 ~ /^[0-9]+$/ && NF == 5 { value = $4 } END { print substr(value, 1, 6) }' "$dir/out")
[ -n "$a" ] && [ "$a" = "$b" ] || fail "fresh comes to '$a', learnt to '$b'"

# Networks that play for ever in so small a game are stopped.
expect 0 "" solve heckmeck --tiles 2 --matches 1
out "1 matches of hard against itself"

# Of the large grills alone, the rest by the networks: nearly the same, 0.549, whatever these are.
expect 0 "" solve heckmeck --tiles 6 --least 4 --until 0.0001 --matches 1
awk 'NF == 5 && $1 > 0 { value = $4 } END { exit !(value > 0.529 && value < 0.569) }' "$dir/out" ||
    fail "with --least: $(cat "$dir/out")"

# A file that is not a value file is recognised, and left as it was.
expect 1 "a different number of tiles" solve heckmeck --tiles 6 --out "$dir/five.values"
head -c 1000 "$dir/kept" >"$dir/short"
expect 1 "not as long as it must be" solve heckmeck --tiles 5 --out "$dir/short"
cat "$dir/kept" "$dir/kept" >"$dir/long"
expect 1 "not as long as it must be" solve heckmeck --tiles 5 --out "$dir/long"
echo "once upon a time" >"$dir/story"
expect 1 "not a value file for Heckmeck" solve heckmeck --tiles 5 --out "$dir/story"
printf '\377\377\377\377' | cat "$dir/kept" - | tail -c 4 >"$dir/nan"
head -c -4 "$dir/kept" | cat - "$dir/nan" >"$dir/spoilt"
expect 1 "a number that is not a probability" solve heckmeck --tiles 5 --out "$dir/spoilt"
: >"$dir/empty"
expect 1 "not a value file for Heckmeck" solve heckmeck --tiles 5 --out "$dir/empty"
same "$dir/five.values" "$dir/kept" "a value file that was refused"
expect 1 "cannot open" solve heckmeck --tiles 3 --out "$dir/story/x"
expect 1 "cannot write" solve heckmeck --tiles 3 --out "$dir/none/x"

expect 2 "nothanks has no exact solver" solve nothanks
expect 2 "--tiles" solve heckmeck --tiles 17
expect 2 "--least leaves nothing" solve heckmeck --tiles 4 --least 5
expect 2 "smaller" solve heckmeck --tiles 4 --check 10
expect 2 "--until" solve heckmeck --until 2
# Programs with sanitizers in them do not even start with so little memory.
if (ulimit -v 300000 && "$PECK" games) >"$dir/out" 2>&1; then
    (ulimit -v 300000 && "$PECK" solve heckmeck) >"$dir/out" 2>"$dir/err" && fail "no memory is fine"
    grep -q "not enough memory" "$dir/err" || fail "without memory: $(cat "$dir/err")"
fi
done_testing
