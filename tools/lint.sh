#!/bin/sh
# lint.sh — formatting, clang-tidy, cppcheck, and the syntax of the shell scripts.
set -eu
cd "$(dirname "$0")/.."

git ls-files '*.c' '*.h' | xargs clang-format-19 --dry-run -Werror
# With assertions on, the analyser knows what the code may rely on.
cmake --preset clang-O0 >/dev/null
cmake --build build/clang-O0 >/dev/null
python=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
{
    git ls-files 'src/*.c' 'games/*.c' 'tests/*.c' 'fuzz/*.c' | grep -v '^src/doors/python/' |
        xargs -P 2 -n 4 clang-tidy-19 --quiet -p build/clang-O0
    # pip builds these, with its own flags.
    clang-tidy-19 --quiet src/doors/python/*.c -- -std=c17 -Iinclude -Isrc -isystem "$python" \
        -DPy_LIMITED_API=0x030b0000
} 2>&1 | { grep -vE '^[0-9]+ warnings? generated' || true; } >build/lint.log
! grep -E '(error|warning):' build/lint.log || { cat build/lint.log; exit 1; }
cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability,performance \
    --inline-suppr -I include src
for script in $(git ls-files '*.sh'); do
    case $(head -n 1 "$script") in
    *bash*) bash -n "$script" ;;
    *) sh -n "$script" ;;
    esac
done
echo "lint: clean"
