"""site.py PECK DIR — builds the documentation as a site in DIR; tools/site.sh calls it with Sphinx installed.

The pages are copied to build/site-source first: what is in docs to the top, everything else to its own folder. The list of
pages in docs/index.md becomes the navigation, and the page of the command line gets the help of every verb. Afterwards
scripts and styles inside pages move to files, because the server's Content-Security-Policy forbids them there."""
import gzip
import hashlib
import importlib.metadata
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import sphinx.cmd.build

TOP = pathlib.Path(__file__).resolve().parent.parent
SOURCE = TOP / "build/site-source"
PAGES = ["docs/**/*.md", "games/*/rules.md", "games/*/docs/*.md", "games/*/text/rules.*.md",
         "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
FILES = ["docs/pictures/*", "docs/host/deploy/*"]
CONF = '''
project = "Peck"
copyright = "the Peck authors"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Peck"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_logo = "static/icon.svg"
html_favicon = "static/icon.svg"
html_show_sourcelink = html_copy_source = html_show_sphinx = False
html_last_updated_fmt = None
myst_heading_anchors = 4
suppress_warnings = ["toc.not_included", "misc.highlighting_failure"]
highlight_language = "none"
'''


STYLE = """.sidebar-logo { max-width: 5rem; margin-left: 0 }
@media (max-width: 46em) {
  td { vertical-align: top }
  td code { overflow-wrap: anywhere; white-space: normal }
}
"""


def place(path):
    """Where a file of the repository goes in the source of the site."""
    parts = path.relative_to(TOP).parts
    return SOURCE.joinpath(*(parts[1:] if parts[0] == "docs" else parts))


def links_moved(text, page, known):
    """Relative links as they are after the move; a link to a file that is not part of the site becomes its name."""

    def moved(match):
        label, target, anchor = match.groups()
        if re.match(r"[a-z]+:|#", target) or not target:
            return match[0]
        file = (page.parent / target).resolve()
        if file not in known:
            return label[1:-1]
        return f"{label}({os.path.relpath(place(file), place(page).parent)}{anchor or ''})"

    return re.sub(r"(!?\[[^\]]*\])\(([^)#\s]*)(#[^)\s]*)?\)", moved, text)


def navigation(text):
    """The sections of docs/index.md that list pages, as hidden tables of contents."""
    trees = ""
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        title, _, rest = section.partition("\n")
        pages = re.findall(r"^\s*[-|] *\[[^\]]*\]\(([^)#]*)\.md\)", rest, re.M)
        if pages:
            trees += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(pages) + "\n```\n"
    return trees


def verbs(peck):
    """The help of every verb, as sections."""
    say = lambda *words: subprocess.run([peck, "help", *words], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^  ([a-z]+) ", say(), re.M)
    return "".join(f"\n## peck {name}\n\n```\n{say(name)}```\n" for name in dict.fromkeys(names))


def stage(peck):
    shutil.rmtree(SOURCE, ignore_errors=True)
    pages = {file for pattern in PAGES for file in TOP.glob(pattern)}
    others = {file for pattern in FILES for file in TOP.glob(pattern)}
    for file in others:
        place(file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place(file))
    for page in sorted(pages):
        text = links_moved(page.read_text("utf-8"), page, pages | others)
        if page == TOP / "docs/index.md":
            text += navigation(text)
        if page == TOP / "docs/reference/command-line.md":
            text += verbs(peck)
        place(page).parent.mkdir(parents=True, exist_ok=True)
        place(page).write_text(text, "utf-8")
    (SOURCE / "static").mkdir()
    shutil.copy(TOP / "web/public/icon.svg", SOURCE / "static")
    (SOURCE / "static/site.css").write_text(STYLE, "utf-8")
    (SOURCE / "conf.py").write_text(CONF, "utf-8")


def move_inline(out):
    """Scripts and styles inside pages become files of their own, shared by all pages that have the same."""

    def moved(kind, body, up):
        name = f"_static/inline-{hashlib.sha256(body.encode()).hexdigest()[:8].upper()}.{kind}"
        (out / name).write_text(body, "utf-8")
        return f'<script src="{up}{name}"></script>' if kind == "js" else f'<link rel="stylesheet" href="{up}{name}">'

    for page in out.rglob("*.html"):
        up = "../" * (len(page.relative_to(out).parts) - 1)
        text = page.read_text("utf-8")
        text = re.sub(r"<script>(.+?)</script>", lambda match: moved("js", match[1], up), text, flags=re.S)
        text = re.sub(r"<style>(.+?)</style>", lambda match: moved("css", match[1], up), text, flags=re.S)
        page.write_text(text, "utf-8")


def licenses(out):
    """Of the packages whose scripts and styles are in the site: licenses.json, as the browser client has it."""
    parts = [("sphinx", "BSD-2-Clause"), ("furo", "MIT")]
    found = [{"name": name, "version": importlib.metadata.version(name), "identifier": identifier,
              "text": next(file.read_text() for file in importlib.metadata.files(name) if "LICENSE" in file.name)}
             for name, identifier in parts]
    (out / "licenses.json").write_text(json.dumps(found, indent=2), "utf-8")


def compress(out):
    for file in [file for file in out.rglob("*") if file.suffix in (".html", ".js", ".css", ".svg")]:
        file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))


def main(peck, out):
    stage(peck)
    made = pathlib.Path(f"{out}.new")
    shutil.rmtree(made, ignore_errors=True)
    trees = TOP / "build/site-trees"
    shutil.rmtree(trees, ignore_errors=True)
    status = sphinx.cmd.build.main(["-q", "-d", str(trees), str(SOURCE), str(made)])
    if status:
        sys.exit(status)
    for unused in (".buildinfo", "objects.inv", "_sources"):
        path = made / unused
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    move_inline(made)
    licenses(made)
    compress(made)
    shutil.rmtree(out, ignore_errors=True)
    made.rename(out)
    print(f"written to {out}")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
