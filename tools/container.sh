#!/bin/sh
# container.sh [IMAGE] — builds the container of the Containerfile and tries it: `make container`. The base is IMAGE
# (debian:13-slim, say) or, without it, a Debian of debootstrap: no registry is needed. Then a match is
# played in it, and in compose.yaml with PostgreSQL, through stops and starts. Needs root.
set -eu
cd "$(dirname "$0")/.."
release=trixie
room=build/container
tools/install.sh container
mkdir -p $room

# Podman's defaults may be more than this machine allows, and crun knows no cgroups of version 1.
export CONTAINERS_CONF=$PWD/$room/containers.conf
cat >$room/containers.conf <<END
[containers]
default_ulimits = ["nofile=$(ulimit -n):$(ulimit -n)", "nproc=4096:4096"]
[engine]
$([ -f /sys/fs/cgroup/cgroup.controllers ] || echo 'runtime = "runc"')
END

# The same things are left out as in Debian's own slim images.
make_base() {
    echo "Making a base image of Debian $release (usually a minute) …"
    rm -rf $room/base
    debootstrap --variant=minbase $release $room/base >$room/debootstrap.log
    printf 'path-exclude /usr/share/%s/*\n' doc man info locale >$room/base/etc/dpkg/dpkg.cfg.d/slim
    echo 'path-include /usr/share/doc/*/copyright' >>$room/base/etc/dpkg/dpkg.cfg.d/slim
    rm -rf $room/base/usr/share/man $room/base/usr/share/info $room/base/usr/share/locale \
        $room/base/var/lib/apt/lists/* $room/base/var/cache/apt $room/base/var/log/*
    find $room/base/usr/share/doc -type f ! -name copyright -delete
    tar -C $room/base -c . | podman import -q - "$1" >/dev/null
    rm -rf $room/base
}

# A stand-in for the image of PostgreSQL: it knows the same three variables.
make_postgres() {
    podman build -q --build-arg BASE="$1" -t "$2" - >$room/postgres.log 2>&1 <<'END'
ARG BASE
FROM $BASE
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql && \
    ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ && \
    install -d -o postgres /var/lib/postgresql/data
USER postgres
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
CMD cd /var/lib/postgresql/data && if ! [ -s PG_VERSION ]; then \
        echo "$POSTGRES_PASSWORD" >/tmp/password && \
        initdb -D . -U "$POSTGRES_USER" --auth-local=trust --auth-host=scram-sha-256 --pwfile=/tmp/password && \
        echo "host all all all scram-sha-256" >>pg_hba.conf && \
        echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D . postgres; fi && \
    exec postgres -D . -c listen_addresses='*'
END
}

base=${1:-localhost/peck-base:$release}
if [ $# = 0 ]; then
    export PECK_POSTGRES=localhost/peck-trial-postgres
    podman image exists "$base" || make_base "$base"
    podman image exists $PECK_POSTGRES || make_postgres "$base" $PECK_POSTGRES
fi

echo "Building the image (usually five minutes) …"
# A proxy's certificates of this machine, if it has any, are there while building and not in the image.
podman build --format docker --build-arg BASE="$base" -t localhost/peck \
    -v /usr/local/share/ca-certificates:/usr/local/share/ca-certificates:ro . >$room/build.log 2>&1 || {
    tail -n 40 $room/build.log >&2
    exit 1
}
size() {
    podman image inspect -f '{{.Size}}' "$1" | awk '{ printf "%d MB", $1 / 1e6 }'
}
echo "localhost/peck: $(size localhost/peck), $(size "$base") of which are the base"
python3 -B tests/server/container.py localhost/peck
