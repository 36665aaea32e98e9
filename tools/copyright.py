"""copyright.py LICENSE LICENSES.JSON — prints the copyright file of the Debian package: the license of Peck, and
those of the npm packages whose code is in the browser client."""
import json
import pathlib
import sys


def indented(text):
    """A license as a field of the machine-readable format: an empty line is a dot."""
    return "\n".join(f" {line}".rstrip() or " ." for line in text.strip().splitlines())


def paragraph(files, text, comment=""):
    print(f"\nFiles: {files}\nCopyright: {notice_of(text)}\nLicense: MIT\n{indented(text)}")
    if comment:
        print(f"Comment: {comment}")


def notice_of(text):
    """The line that names the holder."""
    lines = (line.strip() for line in text.splitlines())
    said = next((line for line in lines if line.startswith("Copyright")), "see the license")
    return said.removeprefix("Copyright").removeprefix(" (c)").strip()


def main(own, bundled):
    print("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/")
    print("Upstream-Name: peck")
    paragraph("*", pathlib.Path(own).read_text())
    for package in json.loads(bundled.read_text()) if bundled.exists() else []:
        assert package["identifier"] == "MIT", f"{package['name']} has another license"
        paragraph("usr/share/peck/web/*", package["text"], f"{package['name']} {package['version']}")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
