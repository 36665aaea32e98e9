#!/bin/sh
# usage.sh PECK — help everywhere, and every kind of bad use: status 2 and one sentence.
. "$(dirname "$0")/lib.sh"

[ "$(verbs | wc -l)" -ge 10 ] || fail "peck help lists too few verbs"
for verb in $(verbs); do
    expect 0 "" help "$verb"
    cp "$dir/out" "$dir/help"
    expect 0 "" "$verb" --help
    same "$dir/help" "$dir/out" "$verb --help"
    out "Exit status"
    expect 0 "" "$verb" nonsense --wrong -h
    expect 2 "there is no flag '--wrong'" "$verb" --wrong
    expect 2 "--help takes no value" "$verb" --help=yes
done
expect 0 "" --help
out "signature"
expect 0 "" --version
grep -qE '^peck [0-9]+\.[0-9]+\.[0-9]+$' "$dir/out" || fail "--version: $(cat "$dir/out")"

for heading in "Play" "At a real table" "Host games for others" "Study matches and build bots"; do
    "$PECK" help | grep -qx "$heading" || fail "help has no section '$heading'"
done

# Without a verb and without a terminal: short help, on standard error. In a terminal it is
# 'peck play' (tests/terminal.py).
status=0
"$PECK" >"$dir/out" 2>"$dir/err" </dev/null || status=$?
[ "$status" = 2 ] && [ ! -s "$dir/out" ] || fail "peck alone"
grep -q "^At a real table: advise strategy" "$dir/err" && [ "$(wc -l <"$dir/err")" -lt 15 ] ||
    fail "peck alone: $(cat "$dir/err")"

# Names people use, and the options that come with a box.
for name in heckmeck pickomino Pickomino HECKMECK; do
    expect 0 "" sim "$name" --matches 5 --threads 1
    cp "$dir/out" "$dir/$name.out"
    same "$dir/heckmeck.out" "$dir/out" "sim $name"
done
expect 0 "" sim heckmeck --option extra-wurm --matches 5 --threads 1
cp "$dir/out" "$dir/box.out"
for use in "extrawurm" "Extra-Wurm" "extrawurm --option extra-wurm"; do
    expect 0 "" sim $use --matches 5 --threads 1
    same "$dir/box.out" "$dir/out" "sim $use"
done
expect 0 "" sim "Extra Wurm" --matches 5 --threads 1
same "$dir/box.out" "$dir/out" "sim 'Extra Wurm'"
expect 0 "" rules "No Thanks!"
cp "$dir/out" "$dir/rules.out"
expect 0 "" rules geschenkt
same "$dir/rules.out" "$dir/out" "rules geschenkt"
for name in "" "!" "heck" "heckmeck2" "extra" "worm"; do
    expect 2 "there is no game '$name'" rules "$name"
done

# Large numbers in short.
expect 0 "" sim nothanks --matches 2k --threads 1
cp "$dir/out" "$dir/short.out"
expect 0 "" sim nothanks --matches 2000 --threads 1
grep -v second "$dir/out" >"$dir/long.out" || true
grep -v second "$dir/short.out" >"$dir/out" || true
same "$dir/long.out" "$dir/out" "2k matches"
for number in k 1kk 1.5k "1 k" 2T 0x10 99999999999G 2G; do
    expect 2 "--matches takes a whole number from 1 to 1000000000, not '$number'" \
        sim nothanks --matches "$number"
done

expect 2 "did you mean 'peck sim'?" simm
expect 2 "'peck help' lists them" xyzzy
expect 2 "there is no verb 'simm' (did you mean 'sim'?); there are play, games" help simm
expect 2 "there is no shell 'tcsh'; there are bash, zsh and fish" completion tcsh
expect 2 "needs SHELL: bash, zsh or fish" completion
expect 2 "needs GAME: one of the games" sim
expect 2 "needs FILE: a file of records" replay
expect 2 "'x' is one argument too many" games x
for words in "en 2–7 seats" "de 2–7 Plätze" "pl miejsc: 2–7" "ru мест: 2–7"; do
    expect 0 "" games --lang "${words%% *}"
    out "${words#* }"
done
expect 2 "'b' is one argument too many" replay a b
expect 2 "'--json' is one argument too many" games -- --json

for game in $(games); do
    first=${first:-$game}
    expect 2 "(did you mean '$game'?); there are" sim "$game"x
done
game=${first:?no games}
expect 2 "there is no game 'chess'; there are $game" rules chess
expect 2 "there is no language 'fr'; there are en, de, pl and ru" rules "$game" --lang fr
expect 2 "did you mean '--seats'?" sim "$game" --seat 2
expect 2 "did you mean '--matches'?" sim "$game" --matchs=2
expect 2 "'peck sim --help' lists them" sim "$game" -n 5
expect 2 "--seats needs N after it" sim "$game" --seats
expect 2 "--seats is given twice" sim "$game" --seats 2 --seats=3
# Seats: whatever was typed, the error gives the game's own range with these options.
for seats in 8 255; do
    expect 2 "$game takes 2 to 7 seats, not $seats" sim "$game" --seats $seats
done
for seats in 0 abc -1 1e3 256 99999999999999999999 ""; do
    expect 2 "$game takes 2 to 7 seats, not '$seats'" sim "$game" --seats="$seats"
done
expect 2 "nothanks takes 3 to 5 seats, not 2" sim nothanks --seats 2
expect 2 "nothanks takes 3 to 5 seats, not 'two'" sim nothanks --seats two
expect 2 "nothanks takes 3 to 7 seats, not 8" sim nothanks --seats 8 --option large
expect 2 "6 and 7 need the option large" sim nothanks --seats 6
expect 2 "no game takes 'abc' seats" bench --seats abc
expect 2 "no game takes '0' seats" bench --seats 0
expect 2 "$game takes 2 to 7 seats, not 'abc'" bench "$game" --seats abc
expect 2 "--matches takes a whole number from 1 to 1000000000, not '0'" sim "$game" --matches 0
expect 2 "not '-5'" sim "$game" --matches -5
expect 2 "not '1e3'" sim "$game" --matches 1e3
expect 2 "from 0 to 18446744073709551615, not '18446744073709551616'" \
    sim "$game" --seed 18446744073709551616
expect 2 "--threads takes a whole number from 1 to 256, not '257'" sim "$game" --threads 257
expect 2 "$game takes 2 to 7 seats" sim "$game" --seats 1
expect 2 "$game has no option 'nonsense'; it has" sim "$game" --option nonsense
expect 2 "'first' needs a value: write first=SEAT" sim "$game" --option first
expect 2 "first from 0 to" sim "$game" --option first=77
expect 2 "option rounds is given twice" sim hexxhopp --option rounds=2 --option rounds=2
expect 2 "option turns is given twice" sim hexxhopp --option turns --option=turns
expect 2 "--record needs FILE after it" sim "$game" --record=
expect 2 "both want standard output" sim "$game" --json --record -
expect 2 "--seconds takes a number from 0.01 to 3600, not '0'" bench --seconds 0
expect 2 "--seconds takes a number from 0.01 to 3600, not 'nan'" bench --seconds nan
expect 2 "no game takes '1' seats" bench --seats 1
expect 2 "takes 2 to 7 seats" bench "$game" --seats 1
expect 2 "give either --json or --markdown" bench --json --markdown
expect 2 "give only one of --trace, --positions and --view" replay --trace --view 0 x
expect 2 "--view takes a whole number from 0 to 6" position --view 7
expect 2 "--view takes a whole number from 0 to 6" replay --view x f

# What people meet first is said in their language: that of --lang, of any verb, or of the environment.
# said LANGUAGE STATUS WORDS ARGUMENTS…
said() {
    LC_ALL=$1_XX.UTF-8
    shift
    expect "$@"
    LC_ALL=C.UTF-8
}
for lang in de pl ru; do
    case $lang in
    de) verb="Den Befehl „simm“ gibt es nicht; war „peck sim“" known="es gibt $game, karteneck" \
        flag="war „--lang“ gemeint?" number="nimmt eine ganze Zahl von 1 bis 256, nicht „0“" \
        open="lässt sich nicht öffnen: Datei oder Ordner gibt es nicht" seats="hat 2 bis 7 Plätze" \
        range="2 bis 7 Plätze, nicht 9" line="Zeile 1, Spalte 9" missing="Es fehlt FILE" ;;
    pl) verb="Nie ma polecenia „simm”; czy chodziło o „peck sim”" known="są $game, karteneck" \
        flag="czy chodziło o „--lang”?" number="liczbę całkowitą od 1 do 256, a nie „0”" \
        open="Nie można otworzyć $dir/none: nie ma takiego" seats="ma od 2 do 7 miejsc" \
        range="od 2 do 7 miejsc, nie 9" line="wiersz 1, kolumna 9" missing="Brakuje FILE" ;;
    ru) verb="Команды «simm» нет; может быть, «peck sim»" known="есть $game, karteneck" \
        flag="может быть, «--lang»?" number="целое число от 1 до 256, а не «0»" \
        open="Не открывается $dir/none: нет такого" seats="от 2 до 7 мест, а не «x»" \
        range="от 2 до 7 мест, а не 9" line="строка 1, столбец 9" missing="Не хватает FILE" ;;
    esac
    expect 2 "$verb" simm --lang $lang
    said $lang 2 "$verb" simm
    expect 2 "$known" rules chess --lang=$lang
    expect 2 "$flag" games --lan x --lang $lang
    said $lang 2 "$number" sim heckmeck --threads 0
    said $lang 1 "$open" replay "$dir/none"
    said $lang 2 "$seats" sim heckmeck --seats x
    said $lang 2 "$range" sim heckmeck --seats 9
    said $lang 1 "$line" position "heckmeck nonsense"
    said $lang 2 "$missing" replay
done
said fr 2 "there is no verb 'simm'" simm
said de 2 "there is no game 'chess'" rules chess --lang en
expect 2 "there is no verb 'simm'" simm -- --lang de

# Before a verb there are flags too.
for flag in --foo -V --; do
    expect 2 "there is no flag '$flag' before a verb; there are --help and --version" $flag
done
expect 2 "'x' is one argument too many after --version" --version x

# What an error quotes of a word is printable and short.
long=$(printf '%0500d' 0)
escape=$(printf 'a\033[31m\nb')
for word in "$long" "$escape" "$(printf 'zo\303\253\377')"; do
    for use in "$word" "--$word" "games $word" "sim $word" "sim $game --seats $word" \
        "sim $game --matches $word" "sim $game --option $word" "bench --seconds $word" \
        "bench --seats $word" "games --$word" "completion $word" "help $word" \
        "rules $game --lang $word" "replay $word" "sim $game --record no/$word"; do
        status=0
        (IFS=' ' && "$PECK" $use) >"$dir/out" 2>"$dir/err" </dev/null || status=$?
        [ "$status" = 1 ] || [ "$status" = 2 ] || fail "$use: status $status"
        [ "$(wc -c <"$dir/err")" -lt 500 ] || fail "$use: $(wc -c <"$dir/err") bytes"
        LC_ALL=C grep -q "$(printf '[\001-\010\033\377]')" "$dir/err" &&
            fail "$use: $(cat -v "$dir/err")"
        [ "$(wc -l <"$dir/err")" = 1 ] || fail "$use: more than one line"
    done
done
expect 2 "there is no verb 'zoë.'" "$word"
expect 2 "there is no verb 'a.[31m.b'" "$escape"
expect 2 "there is no verb '$(printf '%064d' 0)…'" "$long"

# Both spellings of a flag, anywhere, and `--`.
expect 0 "" sim --seats=3 "$game" --matches=2 --threads 1
cp "$dir/out" "$dir/one"
expect 0 "" sim --threads=1 --matches 2 --seats 3 -- "$game"
same "$dir/one" "$dir/out" "two spellings"
done_testing
