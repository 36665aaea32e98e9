#!/bin/sh
# lint.sh — formatting, clang-tidy, cppcheck, and the syntax of the shell scripts.
set -eu
cd "$(dirname "$0")/.."

git ls-files '*.c' '*.h' | xargs clang-format-19 --dry-run -Werror
cmake --preset clang-O3 >/dev/null
cmake --build build/clang-O3 >/dev/null
git ls-files 'src/*.c' 'tests/*.c' 'fuzz/*.c' | xargs -P 2 -n 4 clang-tidy-19 --quiet -p build/clang-O3
cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability,performance \
    --inline-suppr -I include src
for script in $(git ls-files '*.sh'); do
    sh -n "$script"
done
echo "lint: clean"
