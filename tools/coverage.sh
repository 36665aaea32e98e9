#!/bin/sh
# coverage.sh — line, branch and MC/DC coverage of the games by the tests of rules, laws and core.
# Prints a table; the annotated sources are in build/coverage/html.
set -eu
cd "$(dirname "$0")/.."

tests='^([a-z]+_(rules|state).*|core|laws)$'
cmake --preset coverage >/dev/null
cmake --build build/coverage
rm -rf build/coverage/raw
LLVM_PROFILE_FILE="$PWD/build/coverage/raw/%p.profraw" \
    ctest --test-dir build/coverage -R "$tests" --output-on-failure
llvm-profdata-19 merge -o build/coverage/all.profdata build/coverage/raw/*.profraw
objects=build/coverage/tests/laws
for program in build/coverage/tests/*_rules* build/coverage/tests/*_state build/coverage/tests/core; do
    [ ! -x "$program" ] || objects="$objects -object $program"
done
llvm-cov-19 report $objects -instr-profile build/coverage/all.profdata \
    -show-branch-summary -show-mcdc-summary -show-region-summary=false \
    -sources games src/core
llvm-cov-19 show $objects -instr-profile build/coverage/all.profdata -show-branches=count \
    -show-mcdc -format html -output-dir build/coverage/html -sources games src/core
