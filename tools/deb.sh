#!/bin/sh
# deb.sh PECK DIR — the Debian package of this program: DIR/peck_VERSION_ARCH.deb with the program,
# man pages, completions, the systemd unit, and the web client when build/web is there.
set -eu
peck=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
cd "$(dirname "$0")/.."
version=$("$peck" --version | cut -d ' ' -f 2)
architecture=$(dpkg --print-architecture)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
root=$tree/root

tools/docs.sh "$peck" "$tree/docs" >/dev/null
gzip -9n "$tree"/docs/share/man/man1/*
mkdir -p "$root/usr/share/doc/peck" "$root/DEBIAN"
cp -R "$tree/docs/share" "$root/usr/"
install -D -m 755 "$peck" "$root/usr/bin/peck"
strip "$root/usr/bin/peck"
install -D -m 644 docs/deploy/peck.service "$root/lib/systemd/system/peck.service"
cp LICENSE "$root/usr/share/doc/peck/copyright"
cp docs/DEPLOY.md docs/HOSTING.md docs/deploy/nginx.conf docs/deploy/Caddyfile "$root/usr/share/doc/peck/"
if [ -f build/web/index.html ]; then
    mkdir -p "$root/usr/share/peck"
    cp -R build/web "$root/usr/share/peck/web"
fi
chmod -R u=rwX,go=rX "$root"

# The packages whose libraries the program loads; those of the C library follow from them.
depends=$(ldd "$peck" | sed -n 's/.* => \([^ ]*\) .*/\1/p' | while read -r library; do
    dpkg -S "$library" "$(realpath "$library")" "/usr$library" 2>/dev/null | head -1 | cut -d : -f 1
done | sort -u | paste -sd , | sed 's/,/, /g')
cat >"$root/DEBIAN/control" <<END
Package: peck
Version: $version
Architecture: $architecture
Maintainer: Peck <peck@localhost>
Section: games
Priority: optional
Depends: $depends
Recommends: nginx | caddy
Installed-Size: $(du -sk "$root" | cut -f 1)
Description: five family games: terminal, server, bots and analysis
 Heckmeck with or without Extra Wurm, Heckmeck am Karteneck, No Thanks! and Hexx & Hopp, played in a terminal or, with
 'peck serve', in a browser by people wherever they are.
END
# An upgrade restarts a server that runs; whoever removes the package stops it.
script() { # script NAME WHEN COMMANDS
    printf '#!/bin/sh\nset -e\n[ -d /run/systemd/system ] || exit 0\n[ "$1" != %s ] || %s\n' \
        "$2" "$3" >"$root/DEBIAN/$1"
}
script prerm remove 'systemctl stop peck.service'
script postinst configure '{ systemctl daemon-reload; systemctl try-restart peck.service; }'
script postrm remove 'systemctl daemon-reload'
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/postrm" "$root/DEBIAN/prerm"

dpkg-deb --root-owner-group -Z"${COMPRESSION:-xz}" --build "$root" "$out/peck_${version}_$architecture.deb" >/dev/null
echo "$out/peck_${version}_$architecture.deb"
