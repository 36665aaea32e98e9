#!/bin/sh
# cmake.sh PRESET TARGET… — builds targets of a preset in build/PRESET. It is configured once: after that ninja
# itself notices when the build files change.
set -eu
cd "$(dirname "$0")/.."
preset=$1
shift
[ -f "build/$preset/build.ninja" ] || cmake --preset "$preset" >/dev/null
exec cmake --build "build/$preset" --target "$@"
