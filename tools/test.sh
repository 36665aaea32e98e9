#!/bin/sh
# test.sh — everything `make test` does: the tests, then the signature across compilers,
# optimisation levels and sanitizers, then the Python package and the browser client.
set -eu
cd "$(dirname "$0")/.."
tools/install.sh test

cmake --preset test >/dev/null
cmake --build build/test
ctest --test-dir build/test --output-on-failure -j 2

tools/signature.sh
tools/python.sh
tools/web.sh test
