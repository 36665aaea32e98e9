#!/bin/sh
# install.sh SET [LATER] — installs the Debian or Ubuntu packages of a set that are missing, and says which. As root
# or through sudo; without either it prints the command to run and stops with status 1. LATER is a set that
# the caller installs after this one: it is checked and named in that command, too, but not installed yet.
#
# "a|b" stands for the first of the two that this release has: Debian 12 has llhttp only as sources, and
# the newest clang for WebAssembly differs. Words joined by "+" are installed together.
set -eu

wasm() {
    echo "clang-$1+lld-$1+libclang-rt-$1-dev-wasm32"
}

program="gcc libc6-dev cmake ninja-build pkg-config python3 python3-venv ca-certificates
    libjansson-dev libncurses-dev libsqlite3-dev libpq-dev libuv1-dev libwslay-dev
    libllhttp-dev|node-llhttp libsodium-dev nettle-dev libqrencode-dev
    libutf8proc-dev"
client="wasi-libc $(wasm 19)|$(wasm 18)|$(wasm 17)|$(wasm 14)"
build="$program $client"
deb="$build dpkg-dev"
test="$deb clang-19 libclang-rt-19-dev llvm-19 clang-format-19 clang-tidy-19 cppcheck libcmocka-dev
    python3-dev man-db zsh fish tmux postgresql nginx-light|nginx caddy openssl
    chromium|chromium-browser iproute2 procps"
ports="$build python3-dev libcmocka-dev qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
    gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross"

container="podman runc netavark aardvark-dns iptables podman-compose debootstrap python3"

packages() { # packages SET: its packages
    case $1 in
    program) echo "$program" ;;
    client) echo "$client" ;;
    build) echo "$build" ;;
    deb) echo "$deb" ;;
    container) echo "$container" ;;
    test) echo "$test" ;;
    ports) echo "$ports" ;;
    *)
        echo "usage: tools/install.sh program|client|build|deb|container|test|ports [LATER]" >&2
        return 2
        ;;
    esac
}
wanted=$(packages "${1:-}")
later=${2:+$(packages "$2")}

if ! command -v dpkg-query >/dev/null; then
    echo "Peck's scripts install packages on Debian and Ubuntu only; docs/play/install.md has ways for other systems." >&2
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

missing_of() { # missing_of PACKAGE…: those that are not installed
    for package in "$@"; do
        first is_installed "$package" >/dev/null || echo "$package"
    done
}
missing=$(missing_of $wanted)
[ -n "$missing$(missing_of $later)" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
    as_root=sudo
else
    echo "Peck needs packages that only root can install; run this as root, then try again:" \
        "apt-get update && apt-get install -y --no-install-recommends $(names $(missing_of $wanted $later))" >&2
    exit 1
fi
[ -n "$missing" ] || exit 0
mkdir -p build/logs
log=build/logs/install-$1.log
if [ -z "$(find build/logs/apt-update -mmin -60 2>/dev/null)" ]; then
    $as_root apt-get update -qq
    touch build/logs/apt-update
fi
names=$(names $missing)
echo "Installing Debian packages (usually less than a minute): $names"
if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o APT::Keep-Downloaded-Packages=false $names >"$log" 2>&1; then
    cat "$log" >&2
    echo "The packages could not be installed; the reason is above." >&2
    exit 1
fi
