#!/bin/sh
# install.sh build|deb|container|test|ports — installs the Debian or Ubuntu packages that are missing, and says which. As root or
# through sudo; without either it prints the command to run and stops with status 1.
#
# "a|b" stands for the first of the two that this release has: Debian 12 has llhttp only as sources, and
# the newest clang for WebAssembly differs. Words joined by "+" are installed together.
set -eu

wasm() {
    echo "clang-$1+lld-$1+libclang-rt-$1-dev-wasm32"
}

build="gcc libc6-dev cmake ninja-build pkg-config python3 python3-venv ca-certificates
    libjansson-dev libncurses-dev libsqlite3-dev libpq-dev libuv1-dev libwslay-dev
    libllhttp-dev|node-llhttp libsodium-dev nettle-dev libqrencode-dev wasi-libc
    $(wasm 19)|$(wasm 18)|$(wasm 17)|$(wasm 14)"
deb="$build dpkg-dev"
test="$deb clang-19 libclang-rt-19-dev llvm-19 clang-format-19 clang-tidy-19 cppcheck libcmocka-dev
    python3-dev man-db zsh fish tmux postgresql nginx-light|nginx caddy openssl
    chromium|chromium-browser iproute2 procps"
ports="$build python3-dev libcmocka-dev qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
    gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross"

container="podman runc netavark aardvark-dns iptables podman-compose debootstrap python3"

case "${1:-}" in
build) wanted=$build usual="about a minute" ;;
deb) wanted=$deb usual="about a minute" ;;
container) wanted=$container usual="about a minute" ;;
test) wanted=$test usual="about two minutes" ;;
ports) wanted=$ports usual="about two minutes" ;;
*)
    echo "usage: tools/install.sh build|deb|container|test|ports" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null; then
    echo "Peck's scripts install packages on Debian and Ubuntu only; docs/INSTALL.md has ways for other systems." >&2
    exit 1
fi
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')

# first PROGRAM A|B+C|…: the first alternative whose every package PROGRAM says yes to.
first() {
    for words in $(echo "$2" | tr '|' ' '); do
        fits=yes
        for name in $(echo "$words" | tr '+' ' '); do
            $1 "$name" || fits=
        done
        if [ -n "$fits" ]; then
            echo "$words" | tr '+' ' '
            return
        fi
    done
    return 1
}

is_installed() {
    printf '%s\n' "$installed" | grep -qxF "$1"
}

is_known() {
    apt-cache show --no-all-versions "$1" >/dev/null 2>&1
}

# names PACKAGE…: with every choice made.
names() {
    for package in "$@"; do
        first is_known "$package" || echo "${package%%|*}" | tr '+' ' '
    done | paste -sd ' '
}

missing=
for package in $wanted; do
    first is_installed "$package" >/dev/null || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
    as_root=sudo
else
    echo "Peck needs packages that only root can install; run this as root, then try again:" \
        "apt-get update && apt-get install -y --no-install-recommends $(names $missing)" >&2
    exit 1
fi
mkdir -p build
$as_root apt-get update -qq
names=$(names $missing)
echo "Installing Debian packages ($usual): $names"
if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $names \
    >build/install.log 2>&1; then
    cat build/install.log >&2
    echo "The packages could not be installed; the reason is above." >&2
    exit 1
fi
