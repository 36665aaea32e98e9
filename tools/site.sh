#!/bin/sh
# site.sh PECK DIR — the documentation as a searchable site in DIR, made of docs, the games' rules and what PECK says
# about its verbs. Sphinx, MyST and Furo come from PyPI into build/site-venv, in the versions of tools/site.txt.
set -eu
peck=$(realpath "$1")
mkdir -p "$(dirname "$2")"
out=$(realpath "$2")
cd "$(dirname "$0")/.."
room=build/site-venv
if ! cmp -s tools/site.txt $room/installed.txt; then
    rm -rf $room
    python3 -m venv $room
    $room/bin/pip install -q --disable-pip-version-check -r tools/site.txt
    cp tools/site.txt $room/installed.txt
fi
$room/bin/python -B tools/site.py "$peck" "$out"
