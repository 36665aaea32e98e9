"""webzip.py FOLDER ZIP — the browser client as an archive for any web server. Files that were compressed beforehand are
left out: a server compresses by itself, or does not. The same files and SOURCE_DATE_EPOCH give the
same bytes."""
import os
import pathlib
import sys
import time
import zipfile

README = """Peck: five family games against bots, in a browser.

Put these files into any folder of any web server. There is nothing to set up, and people who have
visited once can play without a network. Playing with others online needs `peck serve`.

A browser does not run this from a disk (file://). On your own machine:
    python3 -m http.server
"""


def main(folder, archive):
    when = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    top = pathlib.Path(folder)
    files = {str(path.relative_to(top)): path.read_bytes() for path in top.rglob("*")
             if path.is_file() and path.suffix not in (".br", ".gz")}
    files["LICENSE.txt"] = pathlib.Path("LICENSE").read_bytes()
    files["README.txt"] = README.encode()
    with zipfile.ZipFile(archive, "w") as zip:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, when)
            entry.external_attr = 0o644 << 16
            zip.writestr(entry, files[name], zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
