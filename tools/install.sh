#!/bin/sh
# install.sh SET [LATER…] — installs the Debian or Ubuntu packages of a set that are missing, and says which. As root
# or through sudo; without either it prints the command to run and stops with status 1. LATER are sets that
# the caller installs after this one: they are checked and named in that command, too, but not installed yet.
#
# "a|b" stands for the first of the two that this release has: the newest clang for WebAssembly differs. Words
# joined by "+" are installed together. "@a" is only unpacked, into build/packages/a: Debian 12 has llhttp as
# sources in a package that would install a Node.js, which is too old for the client.
set -eu

wasm() {
    echo "clang-$1+lld-$1+libclang-rt-$1-dev-wasm32"
}

pip="python3 python3-pip-whl ca-certificates"
program="$pip gcc libc6-dev cmake ninja-build pkg-config
    libjansson-dev libncurses-dev libsqlite3-dev libpq-dev libuv1-dev libwslay-dev
    libllhttp-dev|@node-llhttp libsodium-dev nettle-dev libgmp-dev
    libcurl4-openssl-dev libqrencode-dev libutf8proc-dev"
client="wasi-libc $(wasm 19)|$(wasm 18)|$(wasm 17)|$(wasm 14)"
build="$program $client"
docs="$build python3-venv"
deb="$docs dpkg-dev libllhttp-dev|node-llhttp"
browser="chromium-headless-shell|chromium"
if grep -qs '^ID=ubuntu$' /etc/os-release; then # its Chromium is a snap, which no test can steer: web.sh fetches one
    browser="libnss3 fontconfig-config fonts-dejavu-core"
fi
test="$deb clang-19 libclang-rt-19-dev llvm-19 clang-format-19 clang-tidy-19 cppcheck libcmocka-dev
    python3-dev man-db zsh fish tmux postgresql nginx-light|nginx caddy openssl python3-cryptography
    $browser iproute2 procps"
ports="$build python3-dev libcmocka-dev qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
    gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross"

container="podman runc netavark aardvark-dns iptables podman-compose debootstrap python3"

packages() { # packages SET: its packages
    case $1 in
    pip) echo "$pip" ;;
    program) echo "$program" ;;
    client) echo "$client" ;;
    build) echo "$build" ;;
    docs) echo "$docs" ;;
    deb) echo "$deb" ;;
    container) echo "$container" ;;
    test) echo "$test" ;;
    ports) echo "$ports" ;;
    *)
        echo "usage: tools/install.sh pip|program|client|build|docs|deb|container|test|ports [LATER…]" >&2
        return 2
        ;;
    esac
}
wanted=$(packages "${1:-}")
later=
for set in "$@"; do
    [ "$set" = "$1" ] || later="$later $(packages "$set")"
done

if ! command -v dpkg-query >/dev/null; then
    echo "Peck's scripts install packages on Debian and Ubuntu only; docs/play/install.md has ways for other systems." >&2
    exit 1
fi
installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | paste -sd ' ') "

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
    case $installed in
    *" ${1#@} "*) ;;
    *) [ "$1" != "${1#@}" ] && [ -d "build/packages/${1#@}" ] ;;
    esac
}

is_known() {
    apt-cache show --no-all-versions "${1#@}" >/dev/null 2>&1
}

# names PACKAGE…: with every choice made, each once. apt is asked only where there is one: it takes its time. Where
# it knows none, as before the first update, what might only be unpacked waits until it does.
names() {
    for package in "$@"; do
        case $package in
        *'|@'*) first is_known "$package" || true ;;
        *'|'*) first is_known "$package" || echo "${package%%|*}" | tr '+' ' ' ;;
        *) echo "$package" ;;
        esac
    done | tr ' ' '\n' | awk '!seen[$0]++' | paste -sd ' '
}

# ordinary, bare NAME…: those that apt installs; those that are only unpacked.
ordinary() {
    printf '%s\n' "$@" | sed '/^@/d' | paste -sd ' '
}
bare() {
    printf '%s\n' "$@" | sed -n 's/^@//p'
}

# unpack NAME…: each without what it depends on; needs no root.
unpack() {
    for name in "$@"; do
        rm -rf "build/packages/$name" build/packages/fetched &&
            mkdir -p build/packages/fetched &&
            (cd build/packages/fetched && apt-get download -qq "$name") &&
            dpkg-deb --extract build/packages/fetched/*.deb build/packages/fetched/files &&
            mv build/packages/fetched/files "build/packages/$name" &&
            rm -r build/packages/fetched || return 1
    done
}

missing_of() { # missing_of PACKAGE…: those that are not installed; without a process for each, as every start asks
    for package in "$@"; do
        case $package in
        *'|'* | *+*) first is_installed "$package" >/dev/null ;;
        *) is_installed "$package" ;;
        esac || echo "$package"
    done
}
for_root=$(missing_of $wanted $later)
[ -n "$for_root" ] || exit 0
missing=$(missing_of $wanted)
for_root=$(ordinary $(names $for_root))

if [ "$(id -u)" = 0 ] || [ -z "$for_root" ]; then
    as_root=
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
    as_root=sudo
else
    echo "Peck needs packages that only root can install; run this as root, then try again:" \
        "apt-get update && apt-get install -y --no-install-recommends $for_root" >&2
    exit 1
fi
[ -n "$missing" ] || exit 0
mkdir -p build/logs
log=build/logs/install-$1.log
# Without the descriptions of packages in other languages, which nobody reads here; those that exist stay.
if [ -n "$for_root" ] && [ -z "$(find build/logs/apt-update -mmin -60 2>/dev/null)" ]; then
    $as_root apt-get update -qq -o Acquire::Languages=none -o APT::Get::List-Cleanup=false
    touch build/logs/apt-update
fi
names=$(names $missing)
ordinary=$(ordinary $names)
echo "Installing Debian packages (usually less than a minute): $names" | tr -d @
if ! { { [ -z "$ordinary" ] || $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends -o APT::Keep-Downloaded-Packages=false $ordinary; } &&
    unpack $(bare $names); } >"$log" 2>&1; then
    cat "$log" >&2
    echo "The packages could not be installed; the reason is above." >&2
    exit 1
fi
