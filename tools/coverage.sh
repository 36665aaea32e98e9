#!/bin/sh
# coverage.sh — line, branch and MC/DC coverage of the games by the tests of rules, laws and core.
# Prints a table; the annotated sources are in build/coverage/html.
set -eu
cd "$(dirname "$0")/.."

cmake --preset coverage >/dev/null
cmake --build build/coverage
rm -rf build/coverage/raw
LLVM_PROFILE_FILE="$PWD/build/coverage/raw/%p.profraw" \
    ctest --test-dir build/coverage -R '^(rules_|core$|laws$|oracle_)' --output-on-failure
llvm-profdata-19 merge -o build/coverage/all.profdata build/coverage/raw/*.profraw
objects=
for program in build/coverage/tests/rules_* build/coverage/tests/laws build/coverage/tests/core; do
    [ -d "$program" ] || objects="$objects -object $program"
done
llvm-cov-19 report -instr-profile build/coverage/all.profdata $objects \
    -show-branch-summary -show-mcdc-summary -show-region-summary=false src/games src/core
llvm-cov-19 show -instr-profile build/coverage/all.profdata $objects -show-branches=count \
    -show-mcdc -format html -output-dir build/coverage/html src/games src/core
