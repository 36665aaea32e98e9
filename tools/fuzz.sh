#!/bin/sh
# fuzz.sh SECONDS — runs every fuzz target for that long, one after the other. New inputs that
# reach new code stay in build/fuzz/corpus; crashes are kept in build/fuzz/crashes.
set -eu
cd "$(dirname "$0")/.."
seconds=$1

cmake --preset fuzz >/dev/null
cmake --build build/fuzz
for target in fuzz/corpus/*/; do
    name=$(basename "$target")
    mkdir -p "build/fuzz/corpus/$name" build/fuzz/crashes
    echo "== $name, $seconds s"
    "build/fuzz/fuzz/fuzz_$name" -max_total_time="$seconds" -print_final_stats=1 -timeout=120 \
        -artifact_prefix="build/fuzz/crashes/$name-" "build/fuzz/corpus/$name" "$target"
done
