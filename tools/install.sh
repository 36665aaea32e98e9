#!/bin/sh
# install.sh build|test — installs the Debian packages that are missing, and says which.
# As root, or through sudo. Without either it prints the command to run and stops with status 1.
set -eu

build="gcc libc6-dev cmake ninja-build pkg-config libjansson-dev libncurses-dev libsqlite3-dev
       libpq-dev libuv1-dev libwslay-dev node-llhttp libsodium-dev nettle-dev
       libqrencode-dev clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32"
test="$build clang-19 libclang-rt-19-dev llvm-19 clang-format-19 clang-tidy-19 cppcheck
      libcmocka-dev python3 python3-dev python3-venv man-db zsh fish tmux postgresql-15
      nginx-light caddy openssl chromium"

case "${1:-}" in
build) wanted=$build ;;
test) wanted=$test ;;
*)
    echo "usage: tools/install.sh build|test" >&2
    exit 2
    ;;
esac

missing=
for package in $wanted; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
    as_root=sudo
else
    echo "Peck needs some Debian packages. As root, run:" >&2
    echo "    apt-get update && apt-get install -y --no-install-recommends$missing" >&2
    exit 1
fi
echo "Installing Debian packages:$missing"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
