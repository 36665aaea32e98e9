#!/bin/sh
# deb.sh PECK DIR — the Debian package of this program for the release it is built in: the program, man pages,
# completions, the systemd unit, and the web client and the documentation when they are built. Prints the path of
# DIR/peck_VERSION+RELEASE_ARCH.deb. The release is part of the version, so that upgrading Debian also
# replaces a package that was linked with the libraries of the old release.
set -eu
peck=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
cd "$(dirname "$0")/.."
release=$(. /etc/os-release && echo "${ID%ian}${VERSION_ID:-}")
version=$("$peck" --version | cut -d ' ' -f 2)+$release
architecture=$(dpkg --print-architecture)
maintainer="The Peck authors <peck@localhost>"
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
root=$tree/root
doc=$root/usr/share/doc/peck

tools/docs.sh "$peck" "$tree/docs" >/dev/null
gzip -9n "$tree"/docs/share/man/man1/*
mkdir -p "$doc" "$root/DEBIAN" "$root/usr/share/zsh" "$root/usr/share/lintian/overrides"
cp -R "$tree/docs/share" "$root/usr/"
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
install -D -m 755 "$peck" "$root/usr/bin/peck"
strip --remove-section=.comment --remove-section=.note "$root/usr/bin/peck"
install -D -m 644 docs/host/deploy/peck.service "$root/usr/lib/systemd/system/peck.service"
cp docs/play/install.md docs/host/deploy.md docs/host/club.md docs/host/deploy/nginx.conf docs/host/deploy/Caddyfile "$doc/"
gzip -9nc CHANGELOG.md >"$doc/NEWS.gz"
gzip -9nc >"$doc/changelog.gz" <<END
peck ($version) stable; urgency=medium

  * /usr/share/doc/peck/NEWS.gz says what is new.

 -- $maintainer  $(date -Rud "@$SOURCE_DATE_EPOCH")
END
if [ -f build/web/index.html ]; then
    mkdir -p "$root/usr/share/peck"
    cp -R build/web "$root/usr/share/peck/web"
fi
if [ -f build/docs/site/index.html ]; then
    mkdir -p "$root/usr/share/peck"
    cp -R build/docs/site "$root/usr/share/peck/docs"
fi
python3 -B tools/copyright.py LICENSE usr/share/peck/web=build/web/licenses.json \
    usr/share/peck/docs=build/docs/site/licenses.json >"$doc/copyright"
for part in wasi-libc node-llhttp; do # linked statically, where they come as sources
    [ ! -f "/usr/share/doc/$part/copyright" ] || cp "/usr/share/doc/$part/copyright" "$doc/copyright.$part"
done
# There is no mail address yet; /usr/games is not on the path of everybody who runs a server.
printf 'peck: %s\n' bogus-mail-host bogus-mail-host-in-debian-changelog \
    package-section-games-but-contains-no-game >"$root/usr/share/lintian/overrides/peck"
chmod -R u=rwX,go=rX "$root"

mkdir "$tree/debian"
printf 'Source: peck\n\nPackage: peck\nArchitecture: any\n' >"$tree/debian/control"
depends=$(cd "$tree" && dpkg-shlibdeps -O root/usr/bin/peck 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ]
cat >"$root/DEBIAN/control" <<END
Package: peck
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: games
Priority: optional
Depends: $depends, ca-certificates
Suggests: nginx | caddy, postgresql
Installed-Size: $(du -sk --apparent-size "$root" | cut -f 1)
Description: five family games: terminal, server, bots and analysis
$("$peck" games --json | python3 -c '
import json, sys, textwrap
titles = [game["title"] for game in json.load(sys.stdin)["games"]]
print(textwrap.fill(", ".join(titles[:-1]) + " and " + titles[-1] + ". Play in a terminal with \"peck play\", or "
                    "start \"peck serve\" and play in a browser: against bots, or with people wherever they are.",
                    78, initial_indent=" ", subsequent_indent=" "))')
END
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
# An upgrade restarts a server that runs; removing the package stops it.
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
