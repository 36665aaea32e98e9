#!/bin/sh
# signature.sh — `peck signature` must be the same for gcc and clang, -O0 and -O3, and under the
# sanitizers, and equal to the one on file. A wilful change of rules is signed by
#     tools/signature.sh --write
set -eu
cd "$(dirname "$0")/.."
file=tests/golden/signature

[ "${1:-}" != --write ] || build/test/peck signature >$file
expected=$(cat $file)
for preset in test release gcc-O0 clang-O0 clang-O3 asan; do
    cmake --preset $preset >/dev/null
    cmake --build build/$preset --target peck >/dev/null
    found=$(build/$preset/peck signature)
    echo "signature $found ($preset)"
    if [ "$found" != "$expected" ]; then
        echo "signature.sh: $preset differs from $file, which has $expected" >&2
        exit 1
    fi
done
