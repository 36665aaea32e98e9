"""hardening.py PECK SOURCE — the program is built so that overflows end it instead of being of use: reads the
binary PECK, and SOURCE/CMakePresets.json for whether what people run is built in the same way."""
import json
import pathlib
import platform
import re
import subprocess
import sys

PECK, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])


def read(*command):
    return subprocess.run([*command, PECK], capture_output=True, text=True, check=True).stdout


headers, symbols = read("readelf", "-hldW"), read("nm", "-D", "--undefined-only")
wanted = {
    "a position-independent program": re.search(r"FLAGS_1.*\bPIE\b", headers),
    "read-only relocations": "GNU_RELRO" in headers,
    "all of them, from the start": re.search(r"FLAGS_1.*\bNOW\b", headers),
    "a stack without code": re.search(r"GNU_STACK.* RW +0x", headers),
    "guarded stack frames": "__stack_chk_fail" in symbols,
    "checked copies and prints": {"__memcpy_chk", "__snprintf_chk"} <= set(re.findall(r"\w+_chk", symbols)),
}
if platform.machine() == "x86_64":  # how a large frame touches each of its pages is known for this one
    probes = re.findall(r"\bor[ql]? +\$0x0,(?:0x[0-9a-f]+)?\(%[er]sp\)", read("objdump", "-d"))
    wanted["large frames that touch every page"] = len(probes) > 10
presets = json.loads(SOURCE.joinpath("CMakePresets.json").read_text())["configurePresets"]
release = next(preset for preset in presets if preset["name"] == "release")["cacheVariables"]
wanted["a release built like this"] = release.get("PECK_HARDENED") == "ON"
missing = [what for what, there in wanted.items() if not there]
if missing:
    sys.exit(f"{PECK} lacks: {', '.join(missing)}")
print(f"{PECK} has {', '.join(wanted)}")
