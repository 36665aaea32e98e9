#!/bin/sh
# test.sh — everything `make test` does: the tests of the program, the signature across compilers, optimisation
# levels and sanitizers, the Python package, and the browser client. A step that fails does not keep the
# others from running. The last lines say how many tests passed, failed and were skipped, and why.
set -u
cd "$(dirname "$0")/.."
began=$(date +%s)
tools/install.sh test || exit 1
rm -rf build/reports
mkdir -p build/reports build/logs

# step NAME USUALLY COMMAND…: runs it, its output in build/logs/NAME.log; shows the log when it fails.
step() {
    name=$1
    printf '%-10s (usually %s) … ' "$name" "$2"
    shift 2
    start=$(date +%s)
    if "$@" >"build/logs/$name.log" 2>&1; then
        echo "done in $(($(date +%s) - start)) s"
        echo "$name passed" >>build/reports/steps
    else
        echo "FAILED after $(($(date +%s) - start)) s"
        echo "$name failed" >>build/reports/steps
        tail -n 150 "build/logs/$name.log"
    fi
}

step build "1 minute" tools/cmake.sh test all
step program "6 minutes" ctest --test-dir build/test --output-on-failure -j 2 \
    --output-junit "$PWD/build/reports/program.xml"
step signature "1 minute" tools/signature.sh
step python "2 minutes" tools/python.sh
step browser "5 minutes" tools/web.sh test

python3 -B tools/summary.py build/reports $(($(date +%s) - began))
