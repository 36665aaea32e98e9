"""sbom.py DEB LICENSES.JSON PACKAGE-LOCK.JSON DOCS.JSON — prints what is in a release, as a bill of materials in the format CycloneDX
1.6: the Debian packages that the program is linked with, with their versions here, the npm packages
whose code is in the browser client, and the Python packages whose code is in the documentation. The same inputs and SOURCE_DATE_EPOCH give the same bytes."""
import base64
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import uuid

# Debian's short names of licenses that SPDX knows by another one.
SPDX = {"Expat": "MIT", "MIT": "MIT", "MIT/X11": "X11", "ISC": "ISC", "PostgreSQL": "PostgreSQL",
        "Apache-2.0": "Apache-2.0", "BSD-2-clause": "BSD-2-Clause", "LGPL-2.1+": "LGPL-2.1-or-later"}


def output(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def debian_license(package):
    """What most of its files are under: the paragraph `Files: *`, where the file has such paragraphs."""
    path = pathlib.Path("/usr/share/doc", package, "copyright")
    text = path.read_text() if path.exists() else ""
    found = re.search(r"^Files: \*\n(?:.+\n)*?License: *(.+)", text, re.MULTILINE)
    name = found[1].strip() if found else f"see {path}"
    return {"id": SPDX[name]} if name in SPDX else {"name": name}


def debian(package, how):
    system = platform.freedesktop_os_release()
    fields = output("dpkg-query", "-W", "-f", "${Version} ${Architecture}", package).split()
    purl = (f"pkg:deb/{system['ID']}/{package}@{fields[0]}?arch={fields[1]}"
            f"&distro={system['ID']}-{system.get('VERSION_ID', '')}")
    return {"type": "library", "bom-ref": purl, "name": package, "version": fields[0],
            "description": how, "licenses": [{"license": debian_license(package)}], "purl": purl}


def npm(package, lock):
    purl = f"pkg:npm/{package['name'].replace('@', '%40')}@{package['version']}"
    locked = lock["packages"][f"node_modules/{package['name']}"]
    assert locked["version"] == package["version"], package["name"]
    algorithm, digest = locked["integrity"].split("-", 1)
    assert algorithm == "sha512"
    return {"type": "library", "bom-ref": purl, "name": package["name"], "version": package["version"],
            "description": "in the browser client", "purl": purl,
            "hashes": [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}],
            "licenses": [{"license": {"id": package["identifier"]}}]}


def pypi(package):
    purl = f"pkg:pypi/{package['name']}@{package['version']}"
    return {"type": "library", "bom-ref": purl, "name": package["name"], "version": package["version"],
            "description": "in the documentation", "purl": purl,
            "licenses": [{"license": {"id": package["identifier"]}}]}


def materials(depends, licenses, lock, docs):
    linked = re.findall(r"(?:^|, )([^ ,]+)", depends)
    found = [debian(package, "linked dynamically") for package in linked]
    # Debian 12 has llhttp as sources only; there is no other C library for WebAssembly.
    static = ["wasi-libc"] + ([] if any("llhttp" in name for name in linked) else ["node-llhttp"])
    found += [debian(package, "linked statically") for package in static]
    return found + [npm(package, lock) for package in licenses] + [pypi(package) for package in docs]


def main(deb, licenses, lock, docs):
    version = output("dpkg-deb", "--field", deb, "Version").split("+")[0]
    components = materials(output("dpkg-deb", "--field", deb, "Depends"),
                           json.loads(pathlib.Path(licenses).read_text()),
                           json.loads(pathlib.Path(lock).read_text()),
                           json.loads(pathlib.Path(docs).read_text()))
    when = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    own = f"peck@{version}"
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"timestamp": when.strftime("%Y-%m-%dT%H:%M:%SZ"),
                     "component": {"type": "application", "bom-ref": own, "name": "peck",
                                   "version": version, "licenses": [{"license": {"id": "MIT"}}]}},
        "components": components,
        "dependencies": [{"ref": own, "dependsOn": [part["bom-ref"] for part in components]}]
        + [{"ref": part["bom-ref"]} for part in components],
    }
    bill["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bill)).urn
    print(json.dumps(bill, indent=2))


if __name__ == "__main__":
    main(*sys.argv[1:])
