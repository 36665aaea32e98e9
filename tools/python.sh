#!/bin/sh
# python.sh — builds the wheel of the Python package in a clean virtual environment, installs it
# there with what its tests need, and runs them; the signature is among them.
set -eu
cd "$(dirname "$0")/.."
room=build/python-test
rm -rf $room
python3 -m venv $room
export PIP_DISABLE_PIP_VERSION_CHECK=1
$room/bin/pip wheel -q --no-deps -w $room/wheels .
wheel=$(ls $room/wheels/peck_games-*-cp311-abi3-*.whl)
$room/bin/pip install -q "$wheel[test]"
# From another directory, so that the package tested is the one installed.
cd $room
bin/python -B -m pytest -q -p no:cacheprovider ../../python/tests
bin/python -B -m mypy --strict --config-file ../../pyproject.toml -p peck
echo "python: $(basename "$wheel") is fine"
