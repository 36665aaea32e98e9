#!/bin/sh
# verify.sh PECK FAIR — the program proves records that FAIR (tests/fair.c) wrote, Python agrees
# with it, and whatever is changed in one is named.
fair=$2
. "$(dirname "$0")/lib.sh"

for game in $(games); do
    "$fair" --write "$game" 3 >"$dir/$game"
    cat "$dir/$game" >>"$dir/all"
    expect 0 "" verify "$dir/$game"
    out "match 1: $game, 3 seats: all "
    out "follow from the secret and the values of seats 0 and 2"
done
expect 0 "" verify "$dir/all"
[ "$(grep -c 'follow from' "$dir/out")" = "$(games | wc -l)" ] || fail "not every match of the file was verified"

# No Thanks! once more, from docs/explain/fairness.md alone: first seat and cards are equally likely.
python3 - "$dir/nothanks" <<'PYTHON' || fail "Python draws other cards"
import hashlib, hmac, sys
lines = open(sys.argv[1]).read().splitlines()
told = [line.split()[2:] for line in lines if line.startswith("# fair ")]
values = {int(words[1]): bytes.fromhex(words[2]) for words in told if words[0] == "value"}
secret = bytes.fromhex(next(words[1] for words in told if words[0] == "secret"))
told = {words[0]: words[1] for words in told}
options = b"nothanks tactical=0 large=0 first=-1"
assert hashlib.sha256(b"peck fair 2\n" + told["table"].encode() + b"\n" + options + b"\n"
                      + secret).hexdigest() == told["commitment"]
key = hmac.digest(secret, b"peck fair 2" + bytes([3]) + b"".join(
    bytes([seat]) + values[seat] for seat in sorted(values)), "sha256")

def draw(ply, bound):
    for attempt in range(100):
        message = ply.to_bytes(4, "big") + attempt.to_bytes(4, "big")
        number = int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")
        if number < 2**64 // bound * bound:
            return number % bound

plies, cards = lines[lines.index("plies") + 1:lines.index("end")], list(range(3, 36))
for ply, line in enumerate(plies):
    seat, verb, *rest = line.split()
    if verb == "first":
        assert draw(ply, 3) == int(rest[0]), line
    elif verb == "flip":
        assert cards.pop(draw(ply, len(cards))) == int(rest[0]), line
assert len(cards) == 9
PYTHON

# Heckmeck with its chain links: a roll is counts of faces, fewest worms first, then fewest fives, …
python3 - "$dir/heckmeck" <<'PYTHON' || fail "Python rolls other dice"
import hashlib, hmac, itertools, math, sys
lines = open(sys.argv[1]).read().splitlines()
told = [line.split()[2:] for line in lines if line.startswith("# fair ")]
find = lambda word: [words[1:] for words in told if words[0] == word]
values = {int(seat): bytes.fromhex(value) for seat, value in find("value")}
missing = {int(ply): set(map(int, seats)) for ply, *seats in find("missing")}
links = {}
for seat, ply, link in find("link"):
    chain = [bytes.fromhex(link)]
    for _ in range(int(ply)):
        chain.append(hashlib.sha256(chain[-1]).digest())
    links[int(seat)] = chain[::-1]
    assert hashlib.sha256(chain[-1]).digest() == values[int(seat)]
secret = bytes.fromhex(find("secret")[0][0])
key = hmac.digest(secret, b"peck fair 3" + bytes([3]) + b"".join(
    bytes([seat]) + values[seat] for seat in sorted(values)), "sha256")

def draw(ply, bound):
    given = sorted(set(values) - missing.get(ply, set()))
    own = hmac.digest(key, b"peck link" + ply.to_bytes(4, "big") + b"".join(
        bytes([seat]) + links[seat][ply] for seat in given), "sha256")
    for attempt in range(100):
        message = ply.to_bytes(4, "big") + attempt.to_bytes(4, "big")
        number = int.from_bytes(hmac.digest(own, message, "sha256")[:8], "big")
        if number < 2**64 // bound * bound:
            return number % bound

def roll(ply, dice):
    number = draw(ply, 6 ** dice)
    ways = itertools.combinations_with_replacement("12345W", dice)
    for faces in sorted(ways, key=lambda faces: [faces.count(f) for f in "W54321"]):
        number -= math.factorial(dice) // math.prod(math.factorial(faces.count(f)) for f in set(faces))
        if number < 0:
            return "".join(faces)

for ply, line in enumerate(lines[lines.index("plies") + 1:lines.index("end")]):
    seat, verb, *rest = line.split()
    if verb == "first":
        assert draw(ply, 3) == int(rest[0]), line
    elif seat == "*":
        assert roll(ply, len(rest[0])) == rest[0], line
assert missing and links
PYTHON

# Whoever gives no link is named; a link that is exchanged or left out is found.
expect 0 "" verify "$dir/heckmeck"
out "warning: seat 2 gave no chain link to $(grep -c '^# fair missing' "$dir/heckmeck") of "
out "not even the server could foresee it"
sed 's/^\(# fair link 2 [0-9]* \)./\1g/' "$dir/heckmeck" >"$dir/link"
expect 1 "expected 64 digits" verify "$dir/link"
sed 's/^\(# fair link 0 [0-9]* .*\)..$/\100/' "$dir/heckmeck" >"$dir/link"
expect 1 "the chain link of seat 0 does not lead to its value" verify "$dir/link"
grep -v '^# fair link 2' "$dir/heckmeck" >"$dir/link"
expect 1 "the chain link of seat 2 for ply 1 is missing, and the record does not say so" verify "$dir/link"
grep -v '^# fair missing' "$dir/heckmeck" >"$dir/link"
expect 1 "should be '* roll " verify "$dir/link"

# The wrong score of a loaded die would be noticed before; so the last roll of an unfinished match.
sed '/^end$/,/^place/d' "$dir/heckmeck" >"$dir/open"
sed 's/^\(# fair secret \)./\1f/' "$dir/heckmeck" >"$dir/secret"
sed 's/^\(# fair value 2 \)./\1f/' "$dir/heckmeck" >"$dir/value"
sed 's/^# fair hash 2 .*/# fair hash 2 12/' "$dir/heckmeck" >"$dir/short"
grep -v '^# fair secret' "$dir/heckmeck" >"$dir/untold"
grep -v '^# fair' "$dir/heckmeck" >"$dir/none"
line=$(grep -n '^# fair hash 2' "$dir/heckmeck" | cut -d: -f1)
expect 0 "" verify "$dir/open"
sed "s/^# fair secret/# fair withheld 1 $(printf '%064d' 7)\\n&/; s/^# fair table/# fair draws 2\\n&/" "$dir/heckmeck" >"$dir/withheld"
expect 0 "" verify "$dir/withheld"
out "warning: seat 1 withheld its value"
out "warning: it was begun anew 2 times"
grep -v '^# fair \(hash\|value\)' "$dir/heckmeck" >"$dir/alone"
expect 1 "rests on the server alone" verify "$dir/alone"
sed 's/^# fair table .*/# fair table elsewhere/' "$dir/heckmeck" >"$dir/elsewhere"
expect 1 "the secret does not match the commitment" verify "$dir/elsewhere"
expect 1 "the secret does not match the commitment" verify "$dir/secret"
expect 1 "the value of seat 2 does not match its commitment" verify "$dir/value"
expect 1 "match 1, line $line: expected 64 digits" verify "$dir/short"
expect 1 "the record does not contain the secret" verify "$dir/untold"
expect 1 "its chance cannot be verified" verify "$dir/none"
expect 1 "No such file" verify "$dir/nowhere"

python3 - "$dir/open" "$dir/loaded" <<'PYTHON'
import sys
lines = open(sys.argv[1]).read().splitlines()
rolls = [i for i, line in enumerate(lines) if line.startswith("* roll")]
last = rolls[-1]
dice = lines[last].split()[2]
lines[last] = "* roll " + ("1" if dice[0] != "1" else "W") * len(dice)
open(sys.argv[2], "w").write("\n".join(lines[:last + 1] + [l for l in lines if l[:1] == "#"]) + "\n")
PYTHON
expect 1 "but the record has '* roll " verify "$dir/loaded"
done_testing
