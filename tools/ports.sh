#!/bin/sh
# ports.sh [PORT…] — what `make ports` does, on an x86-64 machine. It compiles the engine's tests for other
# processors and runs them under qemu: aarch64; s390x, which stores the high byte first; arm, which has 32 bits;
# and x86, for processors older than 2009. The golden records are among the tests, the signature too (but on s390x), and
# bots must answer as they do here. Tests that take minutes here are left out: they would take hours there. The laws of
# the games are tried with every seventh set-up.
set -eu
cd "$(dirname "$0")/.."
room=$PWD/build/ports
slow='^(arena|guides|players|[a-z]+_(players|exact|turn_solver))$'
mkdir -p "$room"
tools/install.sh ports

fail() {
    echo "ports.sh: $1" >&2
    exit 1
}

# Each processor needs its own cmocka, so it is fetched as source. That takes a list of sources, which few
# machines have: apt gets a private one, and the system stays as it is.
fetch_cmocka() {
    rm -rf "$room/apt"
    mkdir -p "$room/apt/lists/partial" "$room/apt/cmocka"
    apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT) # $(ORIGIN)' \
        'Identifier: Packages' | grep -E '# (Debian|Ubuntu)$' >"$room/apt/sources.list"
    apt="apt-get -qq -o Dir::Etc::SourceList=$room/apt/sources.list -o Dir::Etc::SourceParts=-
        -o Dir::State::Lists=$room/apt/lists -o Dir::Cache=$room/apt -o APT::Sandbox::User=$(id -un)"
    $apt update
    (cd "$room/apt" && $apt source --download-only cmocka)
    tar -xf "$(ls "$room"/apt/cmocka_*.orig.tar.* | grep -v 'asc$')" -C "$room/apt/cmocka" --strip-components 1
    mv "$room/apt/cmocka" "$room/cmocka"
}

# build_cmocka PORT TRIPLE: into build/ports/PORT, where cmake/port.cmake looks for it.
build_cmocka() {
    cmake -S "$room/cmocka" -B "$room/cmocka-$1" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/port.cmake" \
        -DPORT="$1" -DPORT_TRIPLE="$2" -DCMAKE_BUILD_TYPE=Release -DWITH_EXAMPLES=OFF \
        -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_POLICY_VERSION_MINIMUM=3.5 --log-level=WARNING
    cmake --build "$room/cmocka-$1"
    DESTDIR="$room/$1" cmake --install "$room/cmocka-$1" >/dev/null
}

# port NAME TRIPLE
port() {
    [ -d "$room/cmocka" ] || fetch_cmocka
    [ -d "$room/$1" ] || build_cmocka "$1" "$2"
    tools/cmake.sh "port-$1" all
    PECK_SETUPS_EVERY=7 ctest --test-dir "build/port-$1" -j "$(nproc)" -E "$slow" --timeout 3600 --output-on-failure
    tools/cmake.sh port-x86 answers >/dev/null
    build/port-x86/tests/answers >"$room/answers"
    "qemu-$1" -L "/usr/$2" "build/port-$1/tests/answers" | diff "$room/answers" - ||
        fail "bots answer differently on $1: see above"
}

# refuses NAME COMMAND…: it must fail with the sentence about the processor.
refuses() {
    name=$1
    shift
    ! "$@" >"$room/refusal" 2>&1 || fail "$name does not refuse an old processor"
    grep -q 'needs a processor with SSE4.2' "$room/refusal" ||
        fail "$name does not say that the processor is too old: $(tail -n 1 "$room/refusal")"
}

# Processors of the usual kind: one without SSE4.2, and one without AVX2.
old_x86() {
    tools/cmake.sh release peck
    solvers= # they choose what to calculate with by the processor
    for file in games/*/tests/turn_solver.c; do
        solvers="$solvers $(echo "$file" | cut -d / -f 2)_turn_solver"
    done
    tools/cmake.sh port-x86 signature $solvers
    [ -d build/port-python ] || cmake -S . -B build/port-python -G Ninja -DPECK_PYTHON=ON -DPECK_TESTS=OFF \
        -DPECK_CHECKED=OFF -DCMAKE_BUILD_TYPE=Release >/dev/null
    cmake --build build/port-python
    for cpu in core2duo qemu64; do
        refuses peck qemu-x86_64 -cpu $cpu build/release/peck signature
        refuses "the Python module" env PYTHONPATH=build/port-python \
            qemu-x86_64 -cpu $cpu "$(python3 -c 'import sys; print(sys.executable)')" -c 'import _peck'
    done
    [ "$(qemu-x86_64 -cpu core2duo build/port-x86/tests/signature)" = "$(cat tests/golden/signature)" ] ||
        fail "compiled with PECK_X86_64_V2=OFF, the signature differs on a processor without SSE4.2"
    [ "$(qemu-x86_64 -cpu Nehalem build/release/peck signature)" = "$(cat tests/golden/signature)" ] ||
        fail "the signature differs on a processor without AVX2"
    for solver in $solvers; do
        qemu-x86_64 -cpu Nehalem "build/port-x86/tests/$solver"
    done
}

for port in ${*:-aarch64 s390x arm x86}; do
    echo "== $port"
    case $port in
    aarch64 | s390x) port "$port" "$port-linux-gnu" ;;
    arm) port arm arm-linux-gnueabihf ;;
    x86) old_x86 ;;
    *) fail "there is no port '$port'; there are aarch64, s390x, arm and x86" ;;
    esac
done
echo "ports: all fine"
