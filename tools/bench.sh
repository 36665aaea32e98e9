#!/bin/sh
# bench.sh [SECONDS] — measures with build/release/peck, SECONDS (default 1) for each line, and
# writes docs/BENCHMARKS.md.
set -eu
cd "$(dirname "$0")/.."
out=docs/BENCHMARKS.md
trap 'rm -f $out.new' EXIT
{
    echo "# Benchmarks"
    echo
    echo "Written by \`make bench\` on one core of: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo |
        head -1), $(gcc --version | head -1), $(date -u +%Y-%m-%d)."
    echo "\`peck help bench\` tells what the columns mean and how they are measured."
    echo "No match allocates memory: a state lies on the stack, and \`tests/purity.sh\` holds the games'"
    echo "library to \`mem*\`. The aim for floor/compiled is 0.25 or more for No Thanks!, 0.125 for the rest."
    echo
    build/release/peck bench --markdown --seconds "${1:-1}"
} >$out.new
mv $out.new $out
cat $out
