#!/bin/sh
# rules_cited.sh GAMES PROGRAM… — every rule number in GAMES/*/rules.md has a test, and every test's
# number is a rule.
set -eu
games=$1
shift
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
grep -ohE '\*\*[A-Z]{2}-E?[0-9]+\*\*' "$games"/*/rules.md | tr -d '*' | sort -u >"$temporary/written"
for program in "$@"; do
    "$program" --list
done | sort -u >"$temporary/tested"
[ -s "$temporary/written" ] || { echo "no rules found in $games"; exit 1; }
untested=$(comm -23 "$temporary/written" "$temporary/tested")
unknown=$(comm -13 "$temporary/written" "$temporary/tested")
[ -z "$untested" ] || echo "rules without a test:" $untested
[ -z "$unknown" ] || echo "tests of rules that are not written down:" $unknown
[ -z "$untested$unknown" ] || exit 1
echo "$(wc -l <"$temporary/written") rules, each with a test"
