#!/bin/bash
# shells.sh PECK — completions load and complete, man pages render without a warning, rules come
# in the reader's language, and the other verbs that only print.
. "$(dirname "$0")/lib.sh"

"$PECK" completion bash >"$dir/peck.bash"
bash -n "$dir/peck.bash" || fail "bash does not read its completion"
# complete WORD… — what bash offers for the last word.
complete_words() {
    (
        . "$dir/peck.bash"
        compopt() { :; }
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _peck
        echo "${COMPREPLY[*]}"
    )
}
offers() {
    wanted=$1
    shift
    got=$(complete_words "$@")
    [ "$got" = "$wanted" ] || fail "bash offers '$got', not '$wanted', for '$*'"
}
game=$(first_game)
offers "sim signature" peck si
offers "sim" peck sim
offers "$(games | sed 's/^heckmeck$/& extrawurm/' | tr '\n' ' ')--lang --help" peck rules ""
offers "--matches" peck sim --ma
offers "de" peck rules "$game" --lang d
offers "de" peck rules "$game" --lang = d
offers "2 3 4 5 6 7" peck sim "$game" --seats ""
offers "3 4 5" peck sim nothanks --seats ""
offers "3 4 5 6 7" peck sim nothanks --option large --seats ""
offers "3 4 5 6 7" peck sim nothanks --option = large --seats = ""
offers "2 3 4 5" peck bench hexxhopp --seats ""
offers "2 3 4 5 6 7" peck bench --seats ""
offers "first=" peck sim "$game" --option fir
offers "first=" peck sim pickomino --option fir
offers "3 4 5 6 7" peck sim geschenkt --option large --seats ""
offers "" peck sim --option fir
offers "--chips" peck advise nothanks --ch
offers "" peck advise hexxhopp --ch
offers "" peck sim nothanks --ch
offers "$dir/peck.bash" peck replay "$dir/peck"
offers "zsh" peck completion z
for verb in $(verbs); do
    offers "$verb" peck "$verb"
    offers "--help" peck "$verb" --help
done
for shell in zsh fish; do
    "$PECK" completion $shell >"$dir/peck.$shell" || fail "completion $shell"
    command -v $shell >/dev/null || continue
    $shell -n "$dir/peck.$shell" || fail "$shell does not read its completion"
done
grep -q '\\:' "$dir/peck.fish" && fail "fish is told zsh's escapes"
if command -v zsh >/dev/null; then
    HOME=$dir zsh -f -c "autoload -Uz compinit && compinit -D -u && source $dir/peck.zsh &&
        [[ \$_comps[peck] == _peck ]]" || fail "zsh does not load its completion"
fi
if command -v fish >/dev/null; then
    got=$(HOME=$dir XDG_CONFIG_HOME=$dir XDG_DATA_HOME=$dir fish --no-config -c \
        "source $dir/peck.fish; complete -C 'peck si'" | cut -f1 | tr '\n' ' ')
    [ "$got" = "sim signature " ] || [ "$got" = "signature sim " ] || [ "$got" = "sim " ] ||
        fail "fish offers '$got'"
    got=$(HOME=$dir XDG_CONFIG_HOME=$dir XDG_DATA_HOME=$dir fish --no-config -c \
        "source $dir/peck.fish; complete -C 'peck sim $game --option fir'" | cut -f1)
    [ "$got" = "first=" ] || fail "fish offers the option '$got'"
    got=$(HOME=$dir XDG_CONFIG_HOME=$dir XDG_DATA_HOME=$dir fish --no-config -c \
        "source $dir/peck.fish; complete -C 'peck advise nothanks --ch'" | cut -f1)
    [ "$got" = "--chips" ] || fail "fish offers the word '$got'"
fi

# Man pages, of the program and of each verb.
for verb in "" $(verbs); do
    "$PECK" manual $verb >"$dir/page.1" || fail "manual $verb"
    command -v man >/dev/null || continue
    warned=$(MANWIDTH=80 man --warnings -l "$dir/page.1" 2>&1 >"$dir/page.txt")
    [ -z "$warned" ] || fail "manual $verb: $warned"
    for word in NAME SYNOPSIS "EXIT STATUS"; do
        grep -q "$word" "$dir/page.txt" || fail "manual $verb: no $word"
    done
done
"$PECK" manual | grep -qF 'fR(1)' || fail "manual: a page is not named like 'peck-games(1)'"
expect 0 "" help sim
out "a hundred thousand matches"
expect 0 "" games --json
out '"kind":"flag","low":0,"high":1,"default":false'
out '"default":null'

# Rules: every game and language, each another text; the environment's, else English. A game without
# them says where its numbered rules are.
for game in $(games); do
    if ! [ -f "$(dirname "$0")/../../games/$game/text/rules.en.md" ]; then
        expect 0 "" rules "$game"
        out "games/$game/rules.md"
        continue
    fi
    for lang in en de pl ru; do
        expect 0 "" rules "$game" --lang $lang
        [ "$(wc -l <"$dir/out")" -gt 10 ] || fail "rules $game --lang $lang is short"
        grep -qE '^#|\*\*' "$dir/out" && fail "rules $game --lang $lang: marks of Markdown"
        [ "$(wc -L <"$dir/out")" -le 80 ] || fail "rules $game --lang $lang: a line is too long"
        cp "$dir/out" "$dir/rules.$lang"
    done
    [ "$(sort -u "$dir"/rules.?? | wc -l)" -gt 40 ] || fail "rules $game: the same in all"
    for case in "de_AT.UTF-8:de" "ru:ru" "pl_PL@x:pl" "en_GB:en" "fr_FR.UTF-8:en" "C:en" \
        "german:en"; do
        LC_ALL=${case%:*} "$PECK" rules "$game" >"$dir/out"
        same "$dir/rules.${case#*:}" "$dir/out" "LC_ALL=${case%:*} rules $game"
    done
    LC_ALL= LC_MESSAGES= LANG=pl_PL.UTF-8 "$PECK" rules "$game" >"$dir/out"
    same "$dir/rules.pl" "$dir/out" "LANG=pl_PL.UTF-8"
    LC_ALL= LC_MESSAGES=de_DE LANG=pl_PL "$PECK" rules "$game" >"$dir/out"
    same "$dir/rules.de" "$dir/out" "LC_MESSAGES before LANG"
done

# The games' table names every option; the JSON is JSON (lib.sh read it).
expect 0 "" games
for game in $(games); do out "$game"; done
setups | awk 'NF == 3 { sub(/=.*/, "", $3); print $3 }' | sort -u >"$dir/options"
while read -r option; do out "--option $option"; done <"$dir/options"

# The signature: sixteen digits, the same twice, and with a line for each set-up.
expect 0 "" signature
cp "$dir/out" "$dir/one"
grep -qE '^[0-9a-f]{16}$' "$dir/one" || fail "signature: $(cat "$dir/one")"
expect 0 "" signature --verbose
tail -1 "$dir/out" >"$dir/last"
same "$dir/one" "$dir/last" "the signature twice"
while read -r option; do out ", $option"; done <"$dir/options"
[ "$(cut -c1-16 "$dir/out" | sort -u | wc -l)" = "$(wc -l <"$dir/out")" ] ||
    fail "two set-ups of the signature have one hash"

# The benchmark, in brief: each form, every game, and what only some are asked.
game=$(first_game)
expect 0 "" bench "$game" --seats 2 --seconds 0.01
out "$game"
expect 0 "" bench "$game" --seats 2 --seconds 0.01 --markdown
out "| $game | 2 | "
expect 0 "" bench --seats 3 --seconds 0.01 --json
python3 - "$dir/out" $(games) <<'PYTHON' || fail "bench --json: $(cat "$dir/out")"
import json, sys
rows = json.load(open(sys.argv[1]))
played = [row for row in rows if "plies" in row]
assert [row["game"] for row in played] == sys.argv[2:]
for row in played:
    assert row["plies"] > 1 and row["bytes"] > row["plies"] / 2 and row["draws"] > 1
    assert row["struct_matches_per_second"] > 0 and row["compiled_matches_per_second"] > 0
    assert 0 < row["floor_to_compiled"] < 1.5, row
assert any(row.get("eager_matches_per_second", 0) > 0 for row in rows)
assert any(row.get("placements_nanoseconds", 0) > 0 for row in rows)
PYTHON
done_testing
