#!/usr/bin/env python3
"""strength.py [MATCHES | kept] — plays the lines of docs/strength/lines.txt and writes docs/STRENGTH.md. MATCHES (10,000) is for the lines that name no number. With
`kept` nothing is played: the document has what was measured so far, at any number of matches.

Answers are kept in build/strength, under a digest of what a game's figures follow from, so a run
that was cut off goes on where it stopped and a changed bot is measured anew. The document names the commit, and the
program refuses a tree with changes in what the figures follow from: bots, nets and lines are
frozen before anybody looks."""
import hashlib, json, pathlib, re, subprocess, sys

TOP = pathlib.Path(__file__).resolve().parent.parent
PECK = TOP / "build/release/peck"
LINES = TOP / "docs/strength/lines.txt"
KEPT = TOP / "build/strength"
GAMES = ["heckmeck", "hexxhopp", "karteneck", "nothanks"]
SEED = "20261115"
INTRODUCTION = """# Strength

Written by `make strength` at commit {commit} ({count} matches in all). Every line is one command,

    peck arena … --seed {seed} --json

with as many matches as the table shows; [ARENA.md](ARENA.md) tells how a block of
matches with the same chance is played and what *adjusted for luck* means. ± is two standard
errors. A goal is met when the figure reaches it, the one adjusted for luck where there is one;
"within ±" says that it missed the goal by less than its error, so that the line proves neither.
"""


def git(*words):
    return subprocess.run(["git", "-C", TOP, *words], capture_output=True, text=True).stdout.strip()


def read_lines():
    """Yields ("title" | "text", words) and ("line", goal, arguments)."""
    for raw in LINES.read_text().splitlines():
        mark, _, rest = raw.partition(" ")
        if not mark or mark == "#":
            continue
        if mark in "=~":
            yield "title" if mark == "=" else "text", rest
        elif re.fullmatch(r"[<>][\d.]+|par|-", mark):
            yield "line", mark, rest
        else:
            sys.exit(f"{LINES.name}: a line begins with a goal (>56, <10, par, -), not '{mark}'")


def origin(game):
    """A digest of the sources and nets that matches of this game follow from: all but the files
    of the other games."""
    others = [other for other in GAMES if other != game]
    files = git("ls-files", "-s", "src/core", "src/games", "src/match", "src/play", "include",
                "data").splitlines()
    own = [file for file in files if not file.rpartition("/")[2].startswith(tuple(others))]
    return hashlib.sha256("\n".join(own).encode()).hexdigest()[:16]


def folder(arguments):
    return KEPT / origin(arguments.split()[0])


def kept_answer(arguments):
    """The answer with the most matches to these arguments, or None."""
    found = folder(arguments).glob(digest(arguments) + "-*.json")
    files = [json.loads(file.read_text()) for file in found]
    return max(files, key=lambda answer: answer["matches"], default=None)


def digest(arguments):
    return hashlib.sha256(re.sub(r" --matches \d+", "", arguments).encode()).hexdigest()[:16]


def measure(arguments, matches):
    """The arena's answer, from the folder of answers when it is there."""
    if matches == "kept":
        return kept_answer(arguments)
    words = arguments.split()
    if "--matches" not in words:
        words += ["--matches", matches]
    number = words[words.index("--matches") + 1]
    file = folder(arguments) / f"{digest(arguments)}-{number}.json"
    if not file.exists():
        command = [PECK, "arena", *words, "--seed", SEED, "--json"]
        run = subprocess.run(command, stdout=subprocess.PIPE)
        if run.returncode:
            sys.exit(f"peck arena {arguments} ended with status {run.returncode}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(run.stdout)
    return json.loads(file.read_text())


def interval(figure):
    return f"{100 * figure['win_rate']:.1f} ± {200 * figure['std_error']:.1f}"


def verdict(goal, answer):
    """What was wanted, and whether it was reached."""
    best = answer.get("luck_adjusted", answer)
    rate, error = 100 * best["win_rate"], 200 * best["std_error"]
    if goal == "-":
        return "", ""
    if goal == "par":
        par = 100 * answer["par"]
        met = "yes" if rate - error > par else "within ±" if rate + error > par else "no"
        return f"above {par:.1f}", met
    sign, wanted = (1, "≥") if goal[0] == ">" else (-1, "≤")
    lead = sign * (rate - float(goal[1:]))
    return f"{wanted} {goal[1:]}", "yes" if lead >= 0 else "within ±" if lead > -error else "no"


def row(goal, arguments, answer):
    adjusted = interval(answer["luck_adjusted"]) if "luck_adjusted" in answer else ""
    words, met = verdict(goal, answer)
    shown = re.sub(r" --matches \d+", "", arguments)
    return (f"| `{shown}` | {answer['matches']:,} | {interval(answer)} | {adjusted} "
            f"| {100 * answer['par']:.1f} | {words} | {met} |")


def league(arguments, answer):
    yield f"`{arguments}`, {answer['matches']:,} matches:\n"
    yield "| bot | wins % | adjusted for luck | rating |\n|---|---|---|---|"
    for bot in sorted(answer["pool"], key=lambda bot: -bot["win_rate"]):
        adjusted = interval(bot["luck_adjusted"]) if "luck_adjusted" in bot else ""
        rating = bot["rating"]
        yield (f"| {bot['bot']} | {interval(bot)} | {adjusted} "
               f"| {rating['rating']:.0f} ± {2 * rating['std_error']:.0f} |")
    yield ""


HEAD = """
| `peck arena` | matches | wins % | adjusted for luck | par | goal | met |
|---|---|---|---|---|---|---|"""


def write(matches):
    lines = list(read_lines())
    count = sum(kind == "line" for kind, *_ in lines)
    total, done, out, headed = 0, 0, [], False
    for kind, *words in lines:
        if kind != "line":
            out.append(f"\n## {words[0]}" if kind == "title" else f"\n{words[0]}")
            headed = False
            continue
        goal, arguments = words
        done += 1
        if sys.stderr.isatty():  # the arena draws its own bar below
            print(f"{done}/{count} {arguments}", file=sys.stderr)
        answer = measure(arguments, matches)
        if answer is None:
            out += ["", f"Not measured yet: `{arguments}`"]
            headed = False
            continue
        total += answer["matches"]
        if "pool" in answer:
            out += ["", *league(arguments, answer)]
            continue
        if not headed:
            out.append(HEAD)
            headed = True
        out.append(row(goal, arguments, answer))
    commit = git("rev-parse", "--short", "HEAD")
    text = INTRODUCTION.format(commit=commit, count=f"{total:,}", seed=SEED)
    (TOP / "docs/STRENGTH.md").write_text(text + "\n".join(out) + "\n")


def main():
    matches = sys.argv[1] if len(sys.argv) > 1 else "10000"
    if not (matches.isdigit() or matches == "kept") or len(sys.argv) > 2:
        sys.exit(__doc__)
    changed = git("status", "--porcelain", "--", "src", "data", "include", LINES)
    if changed:
        sys.exit("strength: commit first; the document names what it measured:\n" + changed)
    write(matches)


main()
