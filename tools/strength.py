#!/usr/bin/env python3
"""strength.py [WORD…] — plays the lines of games/*/bench/strength.txt that contain all these words and writes
docs/explain/strength.md. A line that has no figures yet is played, too; all others keep theirs. `--page` plays
nothing and writes the page only.

Figures are in games/*/bench/strength.tsv, with the commit that was measured. The page has the lines whose hero is a
level, and others only where they miss their goal.

In strength.txt `= title` begins a table and `~ text` a paragraph below its title. Every other line is a goal in per
cent (`>` at least, `<` at most, `par` above par by two standard errors, `-` none) and the arguments of `peck arena`.
Where --matches is missing it is 10,000; the seed is the same for all.

Answers are kept in build/strength, under a digest of everything that a game's figures depend on. A run that was cut
off continues where it stopped, and a changed bot is measured again. The program refuses a tree with changes in
bots, networks or lines, so that a commit names what was measured."""
import csv, hashlib, json, pathlib, re, subprocess, sys, textwrap

TOP = pathlib.Path(__file__).resolve().parent.parent
PECK = TOP / "build/release/peck"
KEPT = TOP / "build/strength"
GAMES = re.findall(r"^GAME\((\w+)\)", (TOP / "games/games.def").read_text(), re.M)
LEVELS = {"easy", "normal", "hard", "expert"}
SEED, MATCHES = "20261115", "10000"
DOCUMENT = TOP / "docs/explain/strength.md"
COLUMNS = ["commit", "matches", "bot", "wins", "wins_error", "adjusted", "adjusted_error", "rating",
           "rating_error", "arguments"]
INTRODUCTION = """# Strength

How often one bot wins among others, in per cent, adjusted for luck where the game allows it. Par is
one over the number of seats. `make strength` wrote this page from {count} matches. The full figures,
with errors and commits, are in `games/*/bench/strength.tsv`; each line there is one command:

    peck arena ARGUMENTS --seed {seed}

Two standard errors are at most 1 % unless ± says otherwise. A **bold** figure misses the goal in
brackets. [Measure bots](../study/arena.md) explains the method.
"""


def git(*words):
    return subprocess.run(["git", "-C", TOP, *words], capture_output=True, text=True).stdout.strip()


def room(game, ending):
    return TOP / f"games/{game}/bench/strength.{ending}"


def read_lines(game):
    """Yields ("title" | "text", words) and ("line", goal, arguments)."""
    file = room(game, "txt")
    for raw in file.read_text().splitlines() if file.exists() else []:
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
    """A digest of the sources and networks on which matches of this game depend."""
    files = git("ls-files", "-s", "src/core", "src/match", "src/play", "include", f"games/{game}/rules",
                f"games/{game}/players", f"games/{game}/data")
    return hashlib.sha256(files.encode()).hexdigest()[:16]


def measure(arguments):
    """The arena's answer, from build/strength if it is there."""
    words = arguments.split()
    if "--matches" not in words:
        words += ["--matches", MATCHES]
    file = KEPT / origin(words[0]) / (hashlib.sha256(" ".join(words).encode()).hexdigest()[:16] + ".json")
    if not file.exists():
        run = subprocess.run([PECK, "arena", *words, "--seed", SEED, "--json"], stdout=subprocess.PIPE)
        if run.returncode:
            sys.exit(f"peck arena {arguments} ended with status {run.returncode}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(run.stdout)
    return json.loads(file.read_text())


def figures(arguments, answer, commit):
    """The rows of strength.tsv for one line: one, or one for each bot of a pool. Errors are doubled."""
    for bot in answer.get("pool", [answer]):
        row = {"commit": commit, "matches": answer["matches"], "bot": bot.get("bot", ""),
               "arguments": arguments, "wins": f"{100 * bot['win_rate']:.1f}",
               "wins_error": f"{200 * bot['std_error']:.1f}"}
        if adjusted := bot.get("luck_adjusted"):
            row |= {"adjusted": f"{100 * adjusted['win_rate']:.1f}",
                    "adjusted_error": f"{200 * adjusted['std_error']:.1f}"}
        if rating := bot.get("rating"):
            row |= {"rating": f"{rating['rating']:.0f}", "rating_error": f"{2 * rating['std_error']:.0f}"}
        yield row


def read_figures(game):
    """What strength.tsv has of each line."""
    rows = {}
    if room(game, "tsv").exists():
        with room(game, "tsv").open(newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                rows.setdefault(row["arguments"], []).append(row)
    return rows


def write_figures(game, rows):
    with room(game, "tsv").open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, delimiter="\t", restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(row for each in rows for row in each)


def seats_of(arguments):
    return int(re.search(r"--seats (\d+)", arguments)[1])


def cell(goal, row):
    """A figure as the page shows it: with a large error, and bold with its goal where it misses that."""
    kind = "adjusted" if row["adjusted"] else "wins"
    rate, error, par = float(row[kind]), float(row[kind + "_error"]), 100 / seats_of(row["arguments"])
    text = f"{rate:.1f}" + (f"\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{error:.1f}" if error > 1 else "")
    if goal == "-":
        return text
    least = par + error if goal == "par" else float(goal[1:])
    if rate <= least if goal[0] == "<" else rate > least if goal == "par" else rate >= least:
        return text
    return f"**{text}** ({'above par' if goal == 'par' else ('≤' if goal[0] == '<' else '≥') + goal[1:]})"


def table(lines, rows):
    """One row for each hero in its company, or for each bot of a pool; one column for each number of seats. Nothing
    if the page leaves out all lines."""
    cells, columns = {}, sorted({seats_of(arguments) for _, arguments in lines})
    for goal, arguments in lines:
        words = dict(re.findall(r"--(hero|field) (\S+)", arguments))
        for row in rows[arguments]:
            name, figure = row["bot"] or f"{words['hero']} among {words['field']}", cell(goal, row)
            if words.get("hero", "").split("-")[0] in LEVELS or figure.startswith("**"):
                cells.setdefault(name, {})[seats_of(arguments)] = figure
    if not cells:
        return
    yield "| seats | " + " | ".join(map(str, columns)) + " |"
    yield "|---" + "|--:" * len(columns) + "|"
    for name, each in cells.items():
        yield f"| {name} | " + " | ".join(each.get(column, "") for column in columns) + " |"


def page(found):
    out, lines, head, total = [], [], [], 0

    def flush():
        if lines:
            shown = list(table(lines, rows))
            out.extend([*head, "", *shown] if shown else [])
            lines.clear()
            head.clear()

    for game in GAMES:
        rows = found[game]
        total += sum(int(each[0]["matches"]) for each in rows.values())
        for kind, *words in read_lines(game):
            if kind == "line":
                lines.append(words)
                continue
            flush()
            head.append(f"\n## {words[0]}" if kind == "title" else "\n" + textwrap.fill(words[0], 100))
        flush()
    text = INTRODUCTION.format(count=f"{total:,}", seed=SEED)
    DOCUMENT.write_text(text + "\n".join(out) + "\n")


def play(wanted):
    """Measures what is wanted or missing; returns the figures of every game."""
    commit, found = git("rev-parse", "--short", "HEAD"), {game: read_figures(game) for game in GAMES}
    lines = [(game, words[1]) for game in GAMES for kind, *words in read_lines(game) if kind == "line"]
    played = [arguments for game, arguments in lines
              if arguments not in found[game] or set(wanted) <= set(arguments.split())]
    if not played:
        sys.exit(f"strength: no line of games/*/bench/strength.txt contains all of: {' '.join(wanted)}")
    for number, arguments in enumerate(played, 1):
        if sys.stderr.isatty():  # the arena draws its own bar below
            print(f"{number}/{len(played)} {arguments}", file=sys.stderr)
        rows = figures(arguments, measure(arguments), commit)
        found[arguments.split()[0]][arguments] = [dict.fromkeys(COLUMNS, "") | row for row in rows]
    for game in {game for game, _ in lines}:
        write_figures(game, [found[game][arguments] for each, arguments in lines if each == game])
    return found


def main():
    if any(word in ("-h", "--help") for word in sys.argv[1:]):
        sys.exit(__doc__)
    if sys.argv[1:] == ["--page"]:
        page({game: read_figures(game) for game in GAMES})
        return
    changed = git("status", "--porcelain", "--", "src", "games", "include")
    if changed:
        sys.exit("strength: commit first, so that the figures can name a commit:\n" + changed)
    page(play(sys.argv[1:]))


main()
