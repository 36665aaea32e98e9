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
# The same package with the templates among the games, and with assertions.
templates=build/python-templates
cmake -S . -B $templates -G Ninja -DCMAKE_BUILD_TYPE=Release -DPECK_PYTHON=ON -DPECK_TEMPLATES=ON \
    -DPython_EXECUTABLE="$(command -v python3)" >/dev/null
cmake --build $templates >/dev/null
cmake --install $templates --prefix $room/templates >/dev/null
cp -R python/src/peck $room/templates/
# From another directory, so that the package tested is the one installed.
cd $room
bin/python -B -m pytest -q -p no:cacheprovider --junitxml=../reports/python.xml ../../python/tests ../../games
# Templates bring rules and nothing else: the tests that go over all games play them.
names=$(sed -n 's/^TEMPLATE(\([a-z]*\)).*/ or \1/p' ../../games/games.def | tr -d '\n')
PYTHONPATH=templates bin/python -B -m pytest -q -p no:cacheprovider \
    --junitxml=../reports/python_templates.xml -k "${names# or }" ../../python/tests
bin/python -B ../../tests/sixth_game.py ../sixth python # a game with rules alone
bin/python -B -m mypy --strict --config-file ../../pyproject.toml -p peck
echo "python: $(basename "$wheel") is fine"
