#!/bin/sh
# wasm.sh [DIR] — the engine for the browser: DIR/engine.wasm (default build/wasm) and the networks
# it fetches when a bot needs them, DIR/nets. The sources are those of the C doors, without what
# needs threads, processes or files; src/front/wasm has what takes its place.
set -eu
cd "$(dirname "$0")/.."
out=${1:-build/wasm}
mkdir -p "$out/nets"

# The tables that the build writes: tiles, messages without those of the terminal, cards.
cmake --preset release >/dev/null
cmake --build build/release --target peck_games >/dev/null
cp build/release/generated/hexxhopp_tiles.inc "$out"
cmake -DSOURCE="$PWD" -DOUTPUT="$out" -DWITHOUT='^(web|plain|screen|setup)[.]' -P cmake/embed_messages.cmake

cmake -DSOURCE="$PWD" -DOUTPUT="$out/cards.c" -DKINDS=card -P cmake/embed_nets.cmake
sources=$(ls src/core/*.c src/games/*.c src/match/*.c src/play/*.c src/front/wasm/*.c \
    src/front/judge/*.c |
    grep -vE '^src/play/(arena|crew|external|nets|ratings|sprt|card_fit|card_measure|.*_train)\.c' |
    grep -vE '^src/play/heckmeck_(findings|grid|solve)\.c')
sources="$sources src/front/say/say.c src/front/term/session.c
    $(ls src/front/term/tell*.c) $out/messages.c $out/cards.c"
clang-14 --target=wasm32-wasi --sysroot=/usr -std=c17 -O2 -flto -DPECK_PLAYS_ONLY -D_DEFAULT_SOURCE -D_GNU_SOURCE \
    -mexec-model=reactor -Wl,--strip-all -Wl,-z,stack-size=4194304 -Wl,--stack-first \
    -Isrc/front/wasm -Iinclude -Isrc -I"$out" $sources -lm -o "$out/engine.wasm"
cp data/*.net "$out/nets/"
