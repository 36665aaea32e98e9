#!/bin/bash
# fresh.sh [RELEASE…] — the README's two commands on machines that have nothing. For each release (bookworm and
# trixie unless named; noble is Ubuntu 24.04) it makes a root with git, make and CA certificates in build/fresh
# and clones the last commit there. Then, in that root:
#     refuse  `make run` as a user without sudo says in one sentence what to install
#     run     `make run` until the page answers, and once more: how long, and how many megabytes
#     test    `make test`
#     deb     the Debian package is built, installed, used and removed
# CHECKS="run deb" does only those. Needs root and debootstrap; nothing is mounted on this machine itself.
set -u
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- bookworm trixie
checks=${CHECKS:-refuse run test deb}
page=http://localhost:8080/
mkdir -p build/fresh/logs
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
    echo "fresh.sh needs root, and debootstrap: apt-get install debootstrap" >&2
    exit 1
fi
if curl -so /dev/null $page; then
    echo "Something answers at $page already; stop it first." >&2
    exit 1
fi

bare() { # bare RELEASE: makes $root
    local flags=(--variant=minbase --include=git,make,ca-certificates)
    if [ "$1" != noble ]; then
        debootstrap "${flags[@]}" "$1" "$root"
        return
    fi
    [ -f /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || flags+=(--no-check-gpg) # apt in the root checks
    # Debian's debootstrap need not know this release; all since gutsy are made alike.
    debootstrap "${flags[@]}" --components=main,universe "$1" "$root" "" /usr/share/debootstrap/scripts/gutsy &&
        sed -i 'p; s/ noble / noble-updates /' "$root/etc/apt/sources.list" && chroot "$root" apt-get update
}

make_root() { # make_root RELEASE: bare, with a clone of the last commit
    root=$PWD/build/fresh/$1
    rm -rf "$root"
    if ! [ -f "$root.tar" ]; then
        bare "$1" >"build/fresh/logs/$1-root.log" 2>&1 || return 1
        tar -C "$root" -cf "$root.tar" .
    else
        mkdir -p "$root" && tar -C "$root" -xf "$root.tar"
    fi
    cp /etc/resolv.conf "$root/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" # trusts what this machine trusts
    git clone -q --bare . "$root/peck.git"
    chroot "$root" useradd --create-home anna
}

# inside COMMAND: becomes a shell in the root, where nothing of this machine's environment is left but proxies
# and certificates. When it ends or is killed, so does everything it started.
inside() {
    local kept=()
    while IFS= read -r variable; do kept+=("$variable"); done < <(env | grep -iE '^[a-z_]*(_proxy|_certs?|cert_[a-z]+|_ca_bundle|cafile)=')
    exec unshare --mount --pid --fork --kill-child bash -c '
        mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t sysfs -o ro sysfs "$0/sys" &&
        exec env -i HOME=/root LANG=C.UTF-8 TERM=dumb CI="${CI:-}" \
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${@:2}" chroot "$0" bash -c "$1"' \
        "$root" "$1" "${kept[@]}"
}

megabytes() {
    echo $(($(du -skx "$root" | cut -f 1) / 1024))
}

refuse() {
    (inside 'su - anna -c "git config --global safe.directory /peck.git && git clone -q /peck.git peck && cd peck && make run"') >"$log" 2>&1 && return 1
    grep -q 'run this as root.*apt-get install.* cmake ' "$log"
}

serve() { # until the page answers; prints the seconds that took
    local start seconds
    start=$(date +%s%N)
    inside 'cd && { [ -d peck ] || git clone -q /peck.git peck; } && cd peck && exec make run' >>"$log" 2>&1 &
    until curl -sfo /dev/null $page; do
        kill -0 $! 2>/dev/null || return 1
        sleep 0.1
    done
    seconds=$(($(date +%s%N) - start))
    kill -KILL $! && wait $! 2>/dev/null # unshare ignores gentler signals
    printf '%d.%d s' $((seconds / 1000000000)) $((seconds / 100000000 % 10))
}

run() {
    local before first again
    before=$(megabytes)
    first=$(serve) && again=$(serve) || return 1
    said="clone to page $first, $(($(megabytes) - before)) MB more on disk; again $again"
}

test() {
    (inside 'cd && cd peck && make test') >"$log" 2>&1 || return 1
    said=$(tail -n 1 "$log")
}

deb() {
    (inside 'cd && cd peck && tools/deb_check.sh') >"$log" 2>&1
}

status=0
for release in "$@"; do
    make_root "$release" || { echo "$release: no root could be made" && status=1 && continue; }
    for check in $checks; do
        log=build/fresh/logs/$release-$check.log said='' start=$SECONDS
        : >"$log"
        if $check; then
            echo "$release $check: fine in $((SECONDS - start)) s${said:+: $said}"
        else
            echo "$release $check: FAILED after $((SECONDS - start)) s; the log is $log" && tail -n 20 "$log"
            status=1
        fi
    done
done
exit $status
