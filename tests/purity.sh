#!/bin/sh
# purity.sh LIBRARY — the games' library may use mem* of libc and nothing else.
# Symbols the library itself defines are fine, and so are the hooks of sanitizers, coverage and hardening.
set -eu
nm "$1" | awk '
    $1 == "U" { wanted[$2] = 1 }
    NF == 3 { defined[$3] = 1 }
    END {
        for (symbol in wanted) {
            if (symbol in defined || symbol ~ /^mem(cpy|move|set|cmp)$|^__mem(cpy|move|set)_chk$|^_GLOBAL_OFFSET_TABLE_$/) continue
            if (symbol ~ /^__(asan|ubsan|sanitizer|llvm|stack_chk|sancov|start___|stop___)/) continue
            print "the games library uses " symbol; bad = 1
        }
        exit bad
    }'
