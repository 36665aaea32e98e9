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
    cat <<'EOF'

## A turn of Heckmeck
`build/release/bench_heckmeck_turn`: the exact solver for eight payoffs at a time, beside a
straightforward solver with a memory; then how long players think. One solution serves all decisions
of a turn. The aims are 8 µs for each payoff, and 1 ms for a turn of *hard*.
No public solver was found that installs under a usual name; the player of the Python package
pickomino-env 1.4.1, a rule of thumb that solves nothing, took 92 µs a decision:
`python3 -m timeit -s 'from pickomino_env.modules.bot import Bot; b = Bot()' 'b.policy([2,1,1,1,1,2], [0]*6, 21)'`.
EOF
    echo '```'
    build/release/bench_heckmeck_turn
    echo '```'
    echo
    echo "## Python"
    echo "Steps a second from Python, beside other packages, are in [benchmarks/python.md](benchmarks/python.md),"
    echo "which \`python/bench/speed.py\` writes."
} >$out.new
mv $out.new $out
cat $out
