#!/bin/sh
# build.sh — what `make build` and `make run` do: installs what is missing, then builds the program and the
# browser client side by side. The compiler for the client is large, so it is installed while the program
# is already being built. A second call finds everything built and takes less than a second.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/logs
log=build/logs/client.log

tools/install.sh program client
if ! [ -x build/release/peck ] || ! [ -f build/web.stamp ]; then
    echo "Building the program and the browser client (usually about a minute) …"
fi
tools/web.sh build >$log 2>&1 &
client=$!
if [ -t 1 ]; then
    tools/cmake.sh release peck # ninja shows how far it is
else
    tools/cmake.sh release peck >build/logs/program.log 2>&1 || {
        tail -n 40 build/logs/program.log >&2
        exit 1
    }
fi
if ! wait $client; then
    tail -n 40 $log >&2
    echo "The browser client was not built; the whole log is in $log." >&2
    exit 1
fi
