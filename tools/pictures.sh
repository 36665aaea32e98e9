#!/bin/sh
# pictures.sh — takes the pictures of the documentation, docs/pictures, again: those of the tests, which play
# some plies of every game at 360 and 1280 pixels; and those that messengers show of a link to a table. Look at
# them before they are committed.
set -eu
cd "$(dirname "$0")/.."
tools/install.sh test
tools/web.sh prepare
node=$(tools/node.sh)
(cd web && PATH=$node:$PATH ../node_modules/.bin/playwright test e2e/screens.spec.ts --grep 'light en')
(cd web && PATH=$node:$PATH node previews.mjs)
mkdir -p docs/pictures
cp build/web-tests/pictures/*.png docs/pictures
