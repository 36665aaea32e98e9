#!/bin/sh
# postgres.sh COMMAND… — runs a command with a private PostgreSQL, whose URL is its last argument.
# The cluster lies in a temporary folder, listens on a socket there and nowhere else, and goes with
# it. initdb refuses root, so then it belongs to `nobody`.
set -eu
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
dir=$(mktemp -d /tmp/peck-pg.XXXXXX)
if [ "$(id -u)" = 0 ]; then
    chown nobody "$dir"
    as() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
else
    as() { "$@"; }
fi
stop() {
    as "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$dir"
}
trap stop EXIT INT TERM

# A cluster that does not come up is no failure of what was to be tested: say why.
begin() {
    as "$bin/initdb" -D "$dir/data" -U peck --auth=trust -E UTF8 --no-sync &&
        as "$bin/pg_ctl" -D "$dir/data" -w -t 300 -o "-k $dir -c listen_addresses=''" -l "$dir/log" start
}
touch "$dir/log"
[ "$(id -u)" != 0 ] || chown nobody "$dir/log"
if ! begin >"$dir/begin" 2>&1; then
    echo "PostgreSQL did not start:"
    cat "$dir/begin" "$dir/log"
    exit 1
fi
"$@" "postgres://peck@/postgres?host=$dir"
