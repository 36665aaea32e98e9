#!/bin/sh
# web.sh build|test — the browser client: builds build/web, compressed beforehand; `test` checks types
# and accessibility, runs the unit tests (with the engine's signature) and plays in a real browser.
set -eu
cd "$(dirname "$0")/.."
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1

if ! node --eval 'process.exit(Number(process.versions.node.split(".")[0] < 20))' 2>/dev/null; then
    echo "The browser client needs Node.js 20 or newer, with npm, which Debian 12 does not have." >&2
    exit 1
fi
tools/wasm.sh
cd web
# Not `npm ci`: it insists on packages for other machines, which the lock need not have.
[ node_modules/.package-lock.json -nt package-lock.json ] ||
    npm install --no-save --no-audit --no-fund --loglevel=error
npx vite build --logLevel warn
node pack.mjs
[ "${1:-}" = test ] || exit 0

cmake --build ../build/release --target peck >/dev/null # the server of the tests
npx svelte-check --fail-on-warnings
npx vitest run
npx playwright test
