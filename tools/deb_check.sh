#!/bin/sh
# deb_check.sh — builds the Debian package for this release, installs it with apt, plays with what is installed, and
# removes it. It installs packages and needs root: for the bare roots of `make fresh`, at the top of a clone.
set -eu
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$dir"' EXIT
export DEBIAN_FRONTEND=noninteractive

# quietly COMMAND…: shows what it printed when it fails.
quietly() {
    "$@" >"$dir/log" 2>&1 || {
        cat "$dir/log" >&2
        return 1
    }
}

rm -f build/peck_*.deb
quietly make deb
package=$(ls build/peck_*.deb)
quietly apt-get install -y --no-install-recommends "./$package"
echo "$(basename "$package"), $(du -k "$package" | cut -f 1) kB"
cd / # from here on nothing of the clone is used

[ "$(command -v peck)" = /usr/bin/peck ]
[ "$(peck --version)" = "peck $(dpkg-query -W -f '${Version}' peck | cut -d + -f 1)" ]
game=$(peck games --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["games"][0]["name"])')
peck sim "$game" --matches 1 --record "$dir/match" >/dev/null
peck replay "$dir/match" >/dev/null

peck serve --port 0 --store "sqlite:$dir/server.sqlite" >/dev/null 2>"$dir/server" &
server=$!
until port=$(sed -n 's/.*event=listening.* port=\([0-9]*\).*/\1/p' "$dir/server") && [ -n "$port" ]; do
    kill -0 "$server" || { cat "$dir/server" >&2; exit 1; }
    sleep 0.1
done
python3 - "http://127.0.0.1:$port/" <<'END'
import json, sys, urllib.request
def get(path): return urllib.request.urlopen(sys.argv[1] + path, timeout=10).read().decode()
assert '<div id="app">' in get(""), "the page of the client"
assert json.loads(get("api/tables")) == {"tables": [], "docs": True}, "no tables yet, and the documentation"
assert "<title>Peck" in get("docs/index.html"), "the page of the documentation"
END
kill "$server"
wait "$server" # status 0: it has ended by itself
server=

quietly apt-get remove -y peck
[ ! -e /usr/bin/peck ] && [ ! -e /usr/share/peck ]
echo "installed, used and removed"
