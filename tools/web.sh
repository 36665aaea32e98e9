#!/bin/sh
# web.sh build|prepare|test — the browser client. `build` makes build/web, unless it is newer than everything it
# is made of; `prepare` also installs what the tests need; `test` checks types and accessibility, runs
# the unit tests and plays in a real browser.
set -eu
cd "$(dirname "$0")/.."
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1

# The engine, beside what npm does below.
{ tools/install.sh client && tools/cmake.sh wasm engine; } &
engine=$!
node=$(tools/node.sh)
PATH=$PWD/node_modules/.bin:$node:$PATH

# packages STAMP FLAG…: npm packages, once for each lock file. Not `npm ci`: it insists on packages for other
# machines, which the lock need not have.
packages() {
    stamp=node_modules/.$1
    shift
    [ "$stamp" -nt package-lock.json ] && return
    npm install --no-save --no-audit --no-fund --loglevel=error "$@"
    touch "$stamp"
}

is_current() {
    [ -f build/web.stamp ] && [ -z "$(find package-lock.json svelte.config.js web i18n games build/wasm/engine.wasm \
        -newer build/web.stamp -type f -not -path 'web/e2e/*' -not -path '*/tests/*' | head -1)" ]
}

case "${1:-}" in
build) [ -f node_modules/.for-test ] || packages for-build --omit=dev ;;
prepare | test) packages for-test ;;
*)
    echo "usage: tools/web.sh build|prepare|test" >&2
    exit 2
    ;;
esac
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
