#!/bin/sh
# version.sh PECK — the version is that of CMakeLists.txt everywhere: the program, its manual, what it prints as JSON, the
# Python package; and the changelog has a section for it.
set -eu
source=$(dirname "$0")/..
version=$(sed -n 's/^project(peck VERSION \([0-9.]*\) .*/\1/p' "$source/CMakeLists.txt")

expect() { # expect WHERE FOUND WANTED
    [ "$2" = "$3" ] || { echo "$1: '$2', not '$3'" && exit 1; }
}
expect "peck --version" "$("$1" --version)" "peck $version"
expect "peck manual" "$("$1" manual serve | head -n 1)" ".TH peck-serve 1 \"\" \"peck $version\""
expect "peck games --json" "$("$1" games --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["version"])')" \
    "$version"
expect pyproject.toml "$(python3 - "$source" <<'END'
import pathlib, re, sys, tomllib
top = pathlib.Path(sys.argv[1])
found = tomllib.loads((top / "pyproject.toml").read_text())["tool"]["scikit-build"]["metadata"]["version"]
print(re.search(found["regex"], (top / found["input"]).read_text())["value"])
END
)" "$version"
grep -q "^## \[$version\]" "$source/CHANGELOG.md" || { echo "CHANGELOG.md has no section $version" && exit 1; }
