#!/bin/sh
# signature.sh — `peck signature` must be the same for gcc and clang, -O0 and -O3, and under the
# sanitizers, and equal to the one on file. A wilful change of rules is signed by
#     tools/signature.sh --write
set -eu
cd "$(dirname "$0")/.."
file=tests/golden/signature

[ "${1:-}" != --write ] || build/test/tests/signature >$file
expected=$(cat $file)

# check NAME PROGRAM…
check() {
    name=$1
    shift
    found=$("$@")
    echo "signature $found ($name)"
    if [ "$found" != "$expected" ]; then
        echo "signature.sh: $name differs from $file, which has $expected" >&2
        exit 1
    fi
}

tools/cmake.sh release peck >/dev/null
check release build/release/peck signature
for preset in test gcc-O0 clang-O0 clang-O3 asan; do
    tools/cmake.sh $preset signature >/dev/null
    check $preset build/$preset/tests/signature
done
