#!/usr/bin/env python3
"""strength.py [WORD…] — plays the lines of games/*/bench/strength.txt that have all these words in them and writes
docs/explain/strength.md. Every other line keeps the row that it has there, with the commit at which it was measured;
one that has none is played, too.

In those files `= title` begins a table and `~ text` a paragraph below its title; every other line is a goal in
per cent (`>` at least, `<` at most, `par` above par by two standard errors, `-` none) and the arguments of
`peck arena`. Where --matches is missing it is 10,000; the seed is the same for all.

Answers are kept in build/strength, under a digest of what a game's figures follow from, so a run
that was cut off goes on where it stopped and a changed bot is measured anew. The program refuses a tree with changes
in what the figures follow from: bots, nets and lines are frozen before anybody looks."""
import hashlib, json, pathlib, re, subprocess, sys, textwrap

TOP = pathlib.Path(__file__).resolve().parent.parent
PECK = TOP / "build/release/peck"
LINES = "games/*/bench/strength.txt"
KEPT = TOP / "build/strength"
GAMES = re.findall(r"^GAME\((\w+)\)", (TOP / "games/games.def").read_text(), re.M)
SEED, MATCHES = "20261115", "10000"
DOCUMENT = TOP / "docs/explain/strength.md"
INTRODUCTION = """# Strength

`make strength` wrote this page ({count} matches in all). Every line is one command,

    peck arena … --seed {seed} --json

run by the program of the commit in the last column. A game's rows stay true until its players
change. [Measure bots](../study/arena.md) explains the figures. ± is two standard errors.

A goal is met when the figure reaches it, adjusted for luck where possible. "within ±" means that it
missed the goal by less than its error. **Known gaps** are the lines with "no".
"""


def git(*words):
    return subprocess.run(["git", "-C", TOP, *words], capture_output=True, text=True).stdout.strip()


def read_lines():
    """Yields ("title" | "text", words) and ("line", goal, arguments)."""
    files = [TOP / LINES.replace("*", game) for game in GAMES]
    for file, raw in [(file, raw) for file in files if file.exists() for raw in file.read_text().splitlines()]:
        mark, _, rest = raw.partition(" ")
        if not mark or mark == "#":
            continue
        if mark in "=~":
            yield "title" if mark == "=" else "text", rest
        elif re.fullmatch(r"[<>][\d.]+|par|-", mark):
            yield "line", mark, rest
        else:
            sys.exit(f"{file}: a line begins with a goal (>56, <10, par, -), not '{mark}'")


def origin(game):
    """A digest of the sources and nets that matches of this game follow from."""
    room = f"games/{game}"
    files = git("ls-files", "-s", "src/core", "src/match", "src/play", "include", f"{room}/rules",
                f"{room}/players", f"{room}/data")
    return hashlib.sha256(files.encode()).hexdigest()[:16]


def folder(arguments):
    return KEPT / origin(arguments.split()[0])


def measure(arguments):
    """The arena's answer, from the folder of answers when it is there."""
    words = arguments.split()
    if "--matches" not in words:
        words += ["--matches", MATCHES]
    file = folder(arguments) / (hashlib.sha256(" ".join(words).encode()).hexdigest()[:16] + ".json")
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


def shown(arguments):
    """A line as the document names it."""
    return re.sub(r" --matches \d+", "", arguments)


def row(goal, arguments, answer, commit):
    adjusted = interval(answer["luck_adjusted"]) if "luck_adjusted" in answer else ""
    words, met = verdict(goal, answer)
    return [f"| `{shown(arguments)}` | {answer['matches']:,} | {interval(answer)} | {adjusted} "
            f"| {100 * answer['par']:.1f} | {words} | {met} | {commit} |"]


def league(arguments, answer, commit):
    rows = [f"`{shown(arguments)}`, {answer['matches']:,} matches, commit {commit}:", "",
            "| bot | wins % | adjusted for luck | rating |", "|---|---|---|---|"]
    for bot in sorted(answer["pool"], key=lambda bot: -bot["win_rate"]):
        adjusted = interval(bot["luck_adjusted"]) if "luck_adjusted" in bot else ""
        rating = bot["rating"]
        rows.append(f"| {bot['bot']} | {interval(bot)} | {adjusted} "
                    f"| {rating['rating']:.0f} ± {2 * rating['std_error']:.0f} |")
    return rows


def measured_before():
    """What the document has of each line: a row, or a league of several."""
    text = DOCUMENT.read_text()
    rows = re.findall(r"^(\| `(\w+ --seats [^`]+)`.*)$", text, re.M)
    leagues = re.findall(r"^(`(\w+ --seats [^`]+)`.*\n\n(?:\|.*\n)+)", text, re.M)
    return {name: whole.splitlines() for whole, name in rows + leagues}


def matches_of(rows):
    """How many matches a row or a league tells of."""
    return int(re.match(r"[^`]*`[^`]+`[ ,|]+([\d,]*\d)", rows[0])[1].replace(",", ""))


HEAD = """
| `peck arena` | matches | wins % | adjusted for luck | par | goal | met | commit |
|---|---|---|---|---|---|---|---|"""


def write(wanted):
    lines, before, commit = list(read_lines()), measured_before(), git("rev-parse", "--short", "HEAD")
    played = [words[1] for kind, *words in lines if kind == "line" and
              (set(wanted) <= set(words[1].split()) or shown(words[1]) not in before)]
    if not played:
        sys.exit(f"strength: no line of {LINES} has all the words {' '.join(wanted)}")
    total, out, headed = 0, [], False
    for kind, *words in lines:
        if kind != "line":
            out.append(f"\n## {words[0]}" if kind == "title" else "\n" + textwrap.fill(words[0], 100))
            headed = False
            continue
        goal, arguments = words
        if arguments in played:
            if sys.stderr.isatty():  # the arena draws its own bar below
                print(f"{played.index(arguments) + 1}/{len(played)} {arguments}", file=sys.stderr)
            answer = measure(arguments)
            rows = (league(arguments, answer, commit) if "pool" in answer else
                    row(goal, arguments, answer, commit))
        else:
            rows = before[shown(arguments)]
        total += matches_of(rows)
        if not rows[0].startswith("|"):
            out.append("")
        elif not headed:
            out.append(HEAD)
            headed = True
        out += rows
    text = INTRODUCTION.format(count=f"{total:,}", seed=SEED)
    DOCUMENT.write_text(text + "\n".join(out) + "\n")


def main():
    if any(word in ("-h", "--help") for word in sys.argv[1:]):
        sys.exit(__doc__)
    changed = git("status", "--porcelain", "--", "src", "games", "include")
    if changed:
        sys.exit("strength: commit first; the document names what it measured:\n" + changed)
    write(sys.argv[1:])


main()
