#!/bin/sh
# build.sh — what `make build` and `make run` do: installs what is missing, then builds the program and the
# browser client side by side. What takes long begins early: Node.js and its packages are fetched while Debian
# packages are installed, and the large compiler of the client is installed while the program is already being
# built. A second call finds everything built and takes less than a second.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/logs
log=build/logs/client.log

tools/install.sh pip program client
tools/web.sh fetch >build/logs/fetch.log 2>&1 & # if it fails, the build below says so
tools/install.sh program client
if ! [ -x build/release/peck ] || ! [ -f build/web.stamp ]; then
    echo "Building the program and the browser client (usually about a minute) …"
fi
tools/web.sh build >$log 2>&1 &
client=$!
# The client has more steps, one after the other; so it goes first and the program takes what is left.
if [ -t 1 ]; then
    nice tools/cmake.sh release peck # ninja shows how far it is
else
    nice tools/cmake.sh release peck >build/logs/program.log 2>&1 || {
        tail -n 40 build/logs/program.log >&2
        exit 1
    }
fi
if ! wait $client; then
    tail -n 40 $log >&2
    echo "The browser client was not built; the whole log is in $log." >&2
    exit 1
fi
