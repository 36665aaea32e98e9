#!/bin/sh
# deb.sh PECK — the Debian package: it is made, unpacked, and what is in it works.
set -eu
source=$(dirname "$0")/../..
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
package=$(COMPRESSION=gzip "$source/tools/deb.sh" "$1" "$dir")
# With versions; the names differ from release to release (libuv1, libuv1t64).
dpkg-deb --field "$package" Depends | grep -qE '(^| )libuv1(t64)? \(>= [0-9.]+\)'
[ "peck $(dpkg-deb --field "$package" Version | cut -d + -f 1)" = "$("$1" --version)" ]
dpkg-deb --extract "$package" "$dir/tree"
[ "$("$dir/tree/usr/bin/peck" --version)" = "$("$1" --version)" ]
for file in usr/share/man/man1/peck-serve.1.gz usr/share/bash-completion/completions/peck \
    usr/share/doc/peck/deploy.md usr/share/doc/peck/club.md usr/share/doc/peck/copyright \
    usr/lib/systemd/system/peck.service; do
    [ -f "$dir/tree/$file" ] || { echo "$file is missing" && exit 1; }
done
# What dpkg would run, on a machine whose systemd writes down what it is asked.
dpkg-deb --control "$package" "$dir/control"
mkdir "$dir/bin"
printf '#!/bin/sh\necho "$*" >>%s\n' "$dir/asked" >"$dir/bin/systemctl"
chmod 755 "$dir/bin/systemctl"
asked() { # asked SCRIPT WORD WANTED
    sed -i "s|/run/systemd/system|$dir|" "$dir/control/$1"
    : >"$dir/asked"
    PATH=$dir/bin:$PATH "$dir/control/$1" "$2"
    [ "$(paste -sd , "$dir/asked")" = "$3" ] || { echo "$1 $2: $(cat "$dir/asked")" && exit 1; }
}
asked prerm upgrade ''
asked postinst configure 'daemon-reload,try-restart peck.service'
asked prerm remove 'stop peck.service'
asked postrm remove 'daemon-reload'
# The program of the unit is not installed here, so its path is that of the one unpacked.
sed "s|/usr/bin/peck|$dir/tree/usr/bin/peck|" "$dir/tree/usr/lib/systemd/system/peck.service" \
    >"$dir/peck.service"
if command -v systemd-analyze >/dev/null; then
    systemd-analyze verify --man=no "$dir/peck.service"
    fine=0
    systemd-analyze security --offline=true --threshold=20 --no-pager "$dir/peck.service" \
        >"$dir/score" || fine=1
    tail -n 1 "$dir/score"
    [ $fine = 0 ]
fi
