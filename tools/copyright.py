"""copyright.py LICENSE FOLDER=LICENSES.JSON… — prints the copyright file of the Debian package: the license of Peck, and
those of the packages whose code is in the browser client and in the documentation."""
import json
import pathlib
import sys


def indented(text):
    """A license as a field of the machine-readable format: an empty line is a dot."""
    return "\n".join(f" {line}".rstrip() or " ." for line in text.strip().splitlines())


def paragraph(files, text, comment="", name="MIT"):
    print(f"\nFiles: {files}\nCopyright: {notice_of(text)}\nLicense: {name}\n{indented(text)}")
    if comment:
        print(f"Comment: {comment}")


def notice_of(text):
    """The line that names the holder."""
    lines = (line.strip() for line in text.splitlines())
    said = next((line for line in lines if line.startswith("Copyright")), "see the license")
    return said.removeprefix("Copyright").removeprefix(" (c)").strip()


def main(own, *parts):
    print("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/")
    print("Upstream-Name: peck")
    paragraph("*", pathlib.Path(own).read_text())
    for folder, bundled in (part.split("=") for part in parts):
        file = pathlib.Path(bundled)
        for package in json.loads(file.read_text()) if file.exists() else []:
            name = package["identifier"]
            assert name in ("MIT", "BSD-2-Clause"), f"{package['name']} has another license"
            paragraph(f"{folder}/*", package["text"], f"{package['name']} {package['version']}", name)


if __name__ == "__main__":
    main(*sys.argv[1:])
