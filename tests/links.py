"""links.py PECK — the Markdown of the repository: every relative link and anchor leads somewhere, every path of a
document that sources and scripts name exists, text is wrapped at 100 columns, and the `peck` commands in shell blocks
are ones that the program takes. Commands that need no file and end at once are run."""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = {"build", "node_modules", ".git"}
COLUMNS = 100
# Documents that are not wrapped: written by programs, or with lines of their own.
LONG = {"CHANGELOG.md", "benchmarks-python.md", "benchmarks.md", "rules.md", "strength.md"}
RUN = {"advise", "games", "rules", "strategy", "help", "position"}


def files(*endings):
    for folder, folders, names in os.walk(TOP):
        folders[:] = sorted(set(folders) - SKIPPED)  # not even looked into: other tests write there meanwhile
        for name in sorted(names):
            if name.endswith(endings):
                yield pathlib.Path(folder, name)


def without_code(text):
    """The text with the contents of fenced blocks emptied, so that line numbers stay."""
    return re.sub(r"^( *)```.*?^\1```", lambda match: "\n" * match[0].count("\n"), text, flags=re.M | re.S)


def anchors(text):
    """What GitHub and MyST call the headings."""
    seen = {}
    for heading in re.findall(r"^#+ (.*)", without_code(text), re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        yield slug if count == 0 else f"{slug}-{count}"


def check_links(page, text):
    for match in re.finditer(r"\]\(([^)\s]+)\)", without_code(text)):
        target, _, anchor = match[1].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = (page.parent / target).resolve() if target else page
        if not file.exists():
            yield f"links to {match[1]}, which does not exist"
        elif anchor and anchor not in anchors(file.read_text("utf-8")):
            yield f"links to {match[1]}, which has no such heading"


def check_columns(text):
    for number, line in enumerate(without_code(text).splitlines(), 1):
        if len(line) > COLUMNS and "|" not in line and " " in line.strip().lstrip("-> "):
            yield f"line {number} has {len(line)} columns"


def commands(text):
    """The commands of shell blocks, without the comments after them."""
    for block in re.findall(r"^ *```sh\n(.*?)^ *```", text, re.M | re.S):
        for line in block.replace("\\\n", " ").splitlines():
            try:
                words = shlex.split(line, comments=True)
            except ValueError:
                continue
            yield words[next((i + 1 for i, word in enumerate(words) if word == "|"), 0):]


def check_command(words, peck, helps):
    if words[:1] in (["sudo"], ["$"]):
        words = words[1:]
    if not words or words[0] not in ("peck", "build/release/peck") or len(words) == 1:
        return
    verb = words[1]
    if verb not in helps:
        helps[verb] = subprocess.run([peck, "manual", verb], capture_output=True, text=True)
        helps[verb].stdout = helps[verb].stdout.replace("\\-", "-")  # of roff
    if verb.startswith("-"):
        return
    if helps[verb].returncode:
        yield f"`{' '.join(words)}`: there is no verb {verb}"
        return
    for flag in (word.partition("=")[0] for word in words if word.startswith("--")):
        if flag not in helps[verb].stdout and flag not in ("--help", "--version"):
            yield f"`{' '.join(words)}`: peck {verb} has no {flag}"
    if verb in RUN and not any(word in ("<", ">", "|") or word.isupper() for word in words[1:]):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([peck, *words[1:]], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if run.returncode:
            yield f"`{' '.join(words)}` ends with {run.returncode}: {run.stderr.strip()}"


def check_mentions(source, text):
    """A path is one from the top, or in a game's room one from there."""
    parts = source.relative_to(TOP).parts
    rooms = [TOP, TOP.joinpath(*parts[:2])] if parts[0] == "games" else [TOP]
    for path in set(re.findall(r"(?<![\w/-])docs/[\w/-]+\.md\b", text)):
        if not any((room / path).exists() for room in rooms):
            yield f"names {path}, which does not exist"


def main(peck):
    faults, helps, run = [], {}, 0
    for page in files(".md"):
        text, name = page.read_text("utf-8"), page.relative_to(TOP)
        faults += [f"{name}: {fault}" for fault in check_links(page, text)]
        if name.name not in LONG and "text" not in name.parts:
            faults += [f"{name}: {fault}" for fault in check_columns(text)]
        for words in commands(text):
            run += 1
            faults += [f"{name}: {fault}" for fault in check_command(words, peck, helps)]
    for source in files(".c", ".h", ".py", ".sh", ".ts", ".svelte", ".txt", ".toml", ".md", "Makefile", "Containerfile"):
        name = source.relative_to(TOP)
        faults += [f"{name}: {fault}" for fault in check_mentions(source, source.read_text("utf-8"))]
    if not run:
        faults.append("no command was found in any shell block")
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
