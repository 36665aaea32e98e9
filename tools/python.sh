#!/bin/sh
# python.sh — builds the wheel of the Python package in a clean virtual environment, installs it
# there with what its tests need, and runs them; the signature is among them. Where the package cannot be built,
# pip must say why.
set -eu
cd "$(dirname "$0")/.."
room=build/python-test
rm -rf $room
python3 -m venv $room
export PIP_DISABLE_PIP_VERSION_CHECK=1
if CC=no-such-compiler $room/bin/pip wheel -q --no-deps -w $room/wheels . >$room/refusal 2>&1 ||
    ! grep -q 'Peck cannot be built without a C compiler' $room/refusal; then
    cat $room/refusal
    echo "python.sh: pip does not say that there is no compiler" >&2
    exit 1
fi
$room/bin/pip wheel -q --no-deps -w $room/wheels .
wheel=$(ls $room/wheels/peck_games-*-cp311-abi3-*.whl)
$room/bin/pip install -q "$wheel[test]"
# From another directory, so that the package tested is the one installed.
cd $room
bin/python -B -m pytest -q -p no:cacheprovider --junitxml=../reports/python.xml ../../python/tests ../../games
bin/python -B ../../tests/sixth_game.py ../sixth python # a game with rules alone
bin/python -B -m mypy --strict --config-file ../../pyproject.toml -p peck
echo "python: $(basename "$wheel") is fine"
