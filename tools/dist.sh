#!/bin/sh
# dist.sh — `make dist`: everything a release consists of, in build/dist, made of the last commit:
#     peck-VERSION.tar.gz              the sources
#     peck_VERSION+RELEASE_ARCH.deb    the Debian package, for the release of Debian or Ubuntu that this runs on
#     peck_games-VERSION….whl, .tar.gz the Python package for Linux, and its sources
#     peck-web-VERSION.zip             the browser client for any web server: play against bots
#     peck-VERSION.cdx.json            what is in all of these (SBOM, CycloneDX)
#     SHA256SUMS                       check with `sha256sum -c SHA256SUMS`
set -eu
cd "$(dirname "$0")/.."
if [ -n "$(git status --porcelain)" ]; then
    echo "Commit your changes first: a release is made of the last commit." >&2
    exit 1
fi
version=$(sed -n 's/^project(peck VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) # for every date in the packages
export SOURCE_DATE_EPOCH
out=$PWD/build/dist
rm -rf "$out"
mkdir -p "$out"
tools/install.sh deb
tools/build.sh
tools/site.sh build/release/peck build/docs/site

git archive --prefix="peck-$version/" HEAD | gzip -9n >"$out/peck-$version.tar.gz"
deb=$(tools/deb.sh build/release/peck "$out")
tools/wheel.sh "$out"
python3 -B tools/webzip.py build/web "$out/peck-web-$version.zip"
bill=$out/peck-$version.cdx.json
python3 -B tools/sbom.py "$deb" build/web/licenses.json package-lock.json \
    build/docs/site/licenses.json >"$bill"

echo "Checking the SBOM …"
[ -x build/sbom/bin/python ] || python3 -m venv build/sbom
build/sbom/bin/pip install -q --disable-pip-version-check 'cyclonedx-python-lib[json-validation]==11.12.0'
build/sbom/bin/python - "$bill" <<'END'
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
sys.exit(JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read()) and "the SBOM is not valid")
END

cd "$out"
sha256sum -- * >SHA256SUMS
ls -l
