#!/usr/bin/env python3
"""sixth_game.py FOLDER PART… — a room dropped into games/ plays behind every door.

Copies the source tree to FOLDER, adds the game *coins* by the commands of docs/study/adding-a-game.md,
builds that and plays it. The commands may add files to games/coins and one line to games.def, and
nothing else. Parts: `program` (command line, terminal, server), `browser` (WebAssembly and a real
browser; needs node_modules and Chromium), `python` (the package; needs what its tests need). What was built stays
in FOLDER, so that only what has changed since is built again."""
import filecmp
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "tests/server"))
from wire import Server, ask, begin  # noqa: E402

FOLDER = pathlib.Path(sys.argv[1]).resolve()
TREE = FOLDER / "tree"
LIMIT = 90  # seconds that one step may take, on the busiest machine
LANGUAGES = ("en", "de", "pl", "ru")


def run(*words, cwd=TREE, **more):
    """Runs a command; what it prints, and an error with all of it when it fails."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def check(found, *wanted):
    """What was printed has all of these."""
    for words in wanted:
        if words not in found:
            sys.exit(f"'{words}' is not in:\n{found}")


# ---- The tree ----

def sources():
    if (TOP / ".git").exists():
        names = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard", "-z"],
                                        cwd=TOP, text=True)
        return [name for name in names.split("\0") if (TOP / name).is_file()]
    built = {"build", "node_modules", "__pycache__"}
    return [str(path.relative_to(TOP)) for path in TOP.rglob("*")
            if path.is_file() and not built & set(path.relative_to(TOP).parts)]


def documented():
    """The commands that add a game: the first shell block of the document."""
    text = (TOP / "docs/study/adding-a-game.md").read_text("utf-8")
    return re.search(r"^```sh\n(.*?)^```$", text, re.S | re.M).group(1)


def add_room(stage):
    names = sources()
    for name in names:
        (stage / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(TOP / name, stage / name)
    run("sh", "-eu", "-c", documented(), cwd=stage)
    now = {str(path.relative_to(stage)) for path in stage.rglob("*") if path.is_file()}
    room = {"pack.c", "rules.md", "rules/game.c", "tests/rules.c"}
    added = {name.removeprefix("games/coins/") for name in now - set(names)}
    changed = [name for name in names
               if name not in now or not filecmp.cmp(TOP / name, stage / name, shallow=False)]
    if added != room or changed != ["games/games.def"]:
        sys.exit(f"the commands add {sorted(added)} and change {changed}")
    lines = (stage / "games/games.def").read_text("utf-8").splitlines()
    if set(lines) - set((TOP / "games/games.def").read_text("utf-8").splitlines()) != {"GAME(coins)"}:
        sys.exit(f"games.def has become {lines}")
    return now


def put_tree():
    """Makes TREE the sources with the room, and touches only the files that differ."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        stage = pathlib.Path(name)
        now = add_room(stage)
        for path in sorted(now):
            if (TREE / path).is_file() and filecmp.cmp(stage / path, TREE / path, shallow=False):
                continue
            (TREE / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(stage / path, TREE / path)
    kept = {"build", "node_modules"}
    for path in list(TREE.rglob("*")):
        place = path.relative_to(TREE)
        if not kept & set(place.parts) and path.is_file() and str(place) not in now:
            path.unlink()


def build(name, targets, *settings):
    """Builds targets of the tree in build/NAME, quickly rather than well."""
    folder = TREE / "build" / name
    run("cmake", "-G", "Ninja", "-S", TREE, "-B", folder, *settings)
    run("cmake", "--build", folder, "--target", *targets)
    return folder


# ---- The command line ----

POSITION = "coins seats=2 first=0 | p turn=0 coin=h left=6 points=0,0"


def command_line(peck, scratch):
    check(run(peck, "games"), "coins       Coins, 2–7 seats", "--option rounds=N")
    for language in LANGUAGES:
        check(run(peck, "rules", "coins", "--lang", language),
              "Coins\n=====", "one hidden coin at a time", "games/coins/rules.md")
    check(run(peck, "sim", "coins", "--seats", "3", "--matches", "200", "--seed", "1",
              "--record", scratch / "sim.match"), "plies of a match")
    check(run(peck, "replay", scratch / "sim.match"), "match 200: coins, 3 seats, 19 plies")
    for language in LANGUAGES:
        check(run(peck, "advise", "coins", POSITION, "--lang", language), "> keep", "  drop")
    advice = json.loads(run(peck, "advise", "coins", POSITION, "--json"))
    assert advice["best"] == "keep" and len(advice["actions"]) == 2, advice
    check(run(peck, "arena", "coins", "--bot", "easy", "--bot", "random", "--matches", "40",
              "--seed", "1"), "easy", "random")
    check(run(peck, "completion", "bash"), "coins")


# ---- The terminal ----

def plain(peck, scratch):
    """A person keeps what shows heads, by the words of the position, against a bot; in every
    language."""
    for language in LANGUAGES:
        record = scratch / f"plain-{language}.match"
        words = ["play", "coins", "--plain", "--seats", "you,normal", "--seed", "3", "--option",
                 "first=0", "--lang", language, "--record", record]
        told = run(peck, *words, input="list\nh\ns\nrules\nkeep\n2\ndrop\n")
        check(told, "coin=", "1: keep; 2: drop", ": keep.", ": drop.", "2 drop: drop.",
              "games/coins/rules.md", "%")
        assert re.search(r"[{}]", told) is None, told
        check(run(peck, "replay", record), "coins, 2 seats, first=0, 12 plies, score")
    check(run(peck, "analyse", scratch / "plain-en.match"), "Coins, 2 seats, first=0, 12 moves", "blunder")
    hot = run(peck, "play", "coins", "--plain", "--seats", "Anna,Bert", "--seed", "3", "--option",
              "first=0", input="keep\n\nkeep\nq\n")
    check(hot, "Chance: coin ?.", "p turn=0 coin=h", "p turn=1 coin=")
    assert "coin=?" not in hot, hot  # players see the coin that they decide about


def screen(peck, scratch):
    """The same on the full screen, with keys, through tmux."""
    socket = f"peck-sixth-{os.getpid()}"

    def tmux(*words):
        return run("tmux", "-u", "-L", socket, "-f", "/dev/null", *words, cwd=scratch)

    def wait(*words):
        end = time.monotonic() + LIMIT
        while not all(word in (shown := tmux("capture-pane", "-p", "-t", "coins"))
                      for word in words):
            if time.monotonic() > end:
                sys.exit(f"the screen never showed {words}:\n{shown}")
            time.sleep(0.05)
    play = (f"{peck} play coins --pace 0 --seats you,easy --seed 3 --option first=0 "
            f"--option rounds=2 --record screen.match; sleep 1000")
    tmux("new-session", "-d", "-s", "coins", "-x", "80", "-y", "24",
         f"env LC_ALL=C.UTF-8 XDG_STATE_HOME={scratch} TERM=screen sh -c '{play}'")
    try:
        wait("Coins", "Your turn", "▶ You", "Chance: coin", "keep  drop")
        tmux("send-keys", "-t", "coins", "Right", "Enter")
        wait("You: keep.")
        tmux("send-keys", "-t", "coins", "?")
        wait("games/coins/rules.md")
        tmux("send-keys", "-t", "coins", "q")
        wait("Your turn", "keep  drop")
        tmux("send-keys", "-t", "coins", "Left", "Enter")
        wait("The match is over.", "1. You: 1 point.")
        tmux("send-keys", "-t", "coins", "q")
        wait("Match saved: screen.match")
    finally:
        tmux("kill-server")


# ---- The server ----

def server(peck, scratch):
    """A table opened over HTTP, and a match against bots at it, over its WebSocket."""
    host = Server(str(peck), f"sqlite:{scratch}/store")
    try:
        listed = json.loads(ask(host.port, "GET", "/api/games")[2])["games"]
        facts = next(game for game in listed if game["name"] == "coins")
        assert [box["id"] for box in facts["boxes"]] == ["coins"], facts
        player = begin(host.port, game="coins", seats=3, bot="normal")
        player.play()
        view = player.view["view"]
        assert view["over"] and view["game"] == "coins" and view["ply"] == 19, view
        record = ask(host.port, "GET", f"/api/tables/{player.table}/record")[2]
        (scratch / "online.match").write_bytes(record)
        check(run(peck, "verify", scratch / "online.match"), "coins")
    finally:
        status = host.stop()
    assert status == 0, status


def part_program():
    folder = build("test", ["peck", "say", "coins_rules"], "-DCMAKE_C_FLAGS=-O0")
    peck = folder / "peck"
    rules = FOLDER / "cited"
    shutil.rmtree(rules, ignore_errors=True)
    shutil.copytree(TREE / "games/coins", rules / "coins")
    check(run("tests/rules_cited.sh", rules, folder / "tests/coins_rules"), "7 rules")
    run(folder / "tests/coins_rules")
    run(folder / "tests/say")
    run(sys.executable, "-B", "tests/catalogue.py", TREE)
    os.environ["LC_ALL"] = "C.UTF-8"
    with tempfile.TemporaryDirectory(prefix="peck-sixth-") as name:
        scratch = pathlib.Path(name)
        os.environ["XDG_STATE_HOME"] = os.environ["TMUX_TMPDIR"] = name
        for play in command_line, plain, screen, server:
            timed(play.__name__, lambda play=play: play(peck, scratch))


# ---- The browser ----

def part_browser():
    build("wasm", ["engine"], f"-DCMAKE_TOOLCHAIN_FILE={TREE}/cmake/wasm.cmake", "-DPECK_WASM=ON",
          "-DPECK_TESTS=OFF", "-DPECK_CHECKED=OFF", "-DCMAKE_C_FLAGS=-O1 -DNDEBUG -DPECK_PLAYS_ONLY")
    if not (TREE / "node_modules").exists():
        (TREE / "node_modules").symlink_to(TOP / "node_modules")
    for test in (TOP / "tests/sixth").glob("*.ts"):
        shutil.copy(test, TREE / "games/coins/tests" / test.name)
    tools = TOP / "node_modules/.bin"
    web = TREE / "web"
    print(run(tools / "vitest", "run", "games/coins", "web/tests/engine", "web/tests/boxes",
              "--testNamePattern", "coins", cwd=web))
    run(tools / "vite", "build", "--logLevel", "warn", cwd=web)
    (TREE / "build/web/sw.js").write_text("")  # nothing is kept for use without a network
    print(run(tools / "playwright", "test", "--reporter=list", "games/coins", cwd=web))


# ---- Python ----

def part_python():
    folder = build("python", ["_peck"], "-DPECK_PYTHON=ON", "-DPECK_CHECKED=ON",
                   "-DCMAKE_C_FLAGS=-O0", f"-DPython_EXECUTABLE={sys.executable}")
    package = TREE / "python/src"
    (extension,) = folder.glob("_peck*.so")
    shutil.copy(extension, package / "peck" / extension.name)
    print(run(sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "coins",
              TREE / "python/tests", env={**os.environ, "PYTHONPATH": str(package)}))


def timed(name, do):
    start = time.monotonic()
    do()
    print(f"{name}: {time.monotonic() - start:.1f} s", flush=True)


if __name__ == "__main__":
    TREE.mkdir(parents=True, exist_ok=True)
    timed("tree", put_tree)
    for part in sys.argv[2:]:
        timed(part, globals()[f"part_{part}"])
