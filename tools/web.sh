#!/bin/sh
# web.sh fetch|build|prepare|test — the browser client. `fetch` only gets Node.js and the packages of the build;
# `build` makes build/web, unless it is newer than everything it is made of; `prepare` also installs what the
# tests need; `test` checks types and accessibility, runs the unit tests and plays in a real browser.
set -eu
cd "$(dirname "$0")/.."
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1

# packages STAMP FLAG…: npm packages, once for each lock file. Not `npm ci`: it insists on packages for other
# machines, which the lock need not have.
packages() {
    stamp=node_modules/.$1
    shift
    [ "$stamp" -nt package-lock.json ] && return
    npm install --no-save --no-audit --no-fund --loglevel=error "$@"
    touch "$stamp"
}

# browser: Chromium for the tests from npm, where Debian's is not to be had (Ubuntu).
browser() {
    for path in /usr/bin/chromium-headless-shell /usr/bin/chromium build/browser/chromium; do
        [ ! -x $path ] || return 0
    done
    mkdir -p build/browser
    packed=$(npm pack --silent --pack-destination build/browser @sparticuz/chromium@153.0.0)
    tar -xzf "build/browser/$packed" -C build/browser
    node --input-type=module --eval '
        import { createReadStream, createWriteStream } from "node:fs";
        import { pipeline } from "node:stream/promises";
        import { createBrotliDecompress } from "node:zlib";
        await pipeline(createReadStream("build/browser/package/bin/chromium.br"), createBrotliDecompress(),
            createWriteStream("build/browser/part", { mode: 0o755 }));'
    mv build/browser/part build/browser/chromium
    rm -r "build/browser/$packed" build/browser/package
}

is_current() {
    [ -f build/web.stamp ] && [ -z "$(find package-lock.json svelte.config.js web i18n games build/wasm/engine.wasm \
        -newer build/web.stamp -type f -not -path 'web/e2e/*' -not -path '*/tests/*' | head -1)" ]
}

case "${1:-}" in
fetch) ;;
build | prepare | test) # the engine, beside what npm does below
    { tools/install.sh client && tools/cmake.sh wasm engine; } &
    engine=$!
    ;;
*)
    echo "usage: tools/web.sh fetch|build|prepare|test" >&2
    exit 2
    ;;
esac
mkdir -p build
exec 9>build/fetch.lock # build.sh has `fetch` run beside other work: whoever comes later waits here
flock 9
node=$(tools/node.sh)
PATH=$PWD/node_modules/.bin:$node:$PATH
case $1 in
fetch | build) [ -f node_modules/.for-test ] || packages for-build --omit=dev ;;
*)
    packages for-test
    browser
    ;;
esac
exec 9>&-
[ "$1" != fetch ] || exit 0
wait $engine
if ! is_current; then
    node web/build.mjs
    touch build/web.stamp
fi
[ "$1" = test ] || exit 0

tools/cmake.sh release peck # the server of the tests
tools/site.sh build/release/peck build/docs/site
svelte-check --fail-on-warnings
cd web
vitest run --reporter=default --reporter=junit --outputFile.junit=../build/reports/browser-unit.xml
playwright test
python3 -B ../tests/sixth_game.py ../build/sixth browser # a game with rules alone
