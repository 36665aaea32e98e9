#!/usr/bin/env python3
"""screens.py [--write] PECK — the full screen of `peck play`, driven through tmux as people
drive it: real keys into a real terminal of a given size, and what it then shows.

Screens are compared with games/*/tests/screens/*.txt; --write writes those anew, and the change is
reviewed as a diff. All bots have fixed seeds and a fixed measure of work. Nothing sleeps for
a fixed time: every step waits until the screen is as it should be, with a generous limit, so
that a busy machine makes the test slow and not false."""
import fcntl
import json
import os
import pathlib
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

WRITE = sys.argv[1] == "--write"
PECK = str(pathlib.Path(sys.argv[-1]).resolve())
ROOMS = pathlib.Path(__file__).resolve().parent.parent / "games"
LIMIT = 90  # seconds that one step may take, on the busiest machine
SOCKET = f"peck-screens-{os.getpid()}"
faults = []


def tmux(*words):
    return subprocess.run(["tmux", "-u", "-L", SOCKET, "-f", "/dev/null", *words], text=True,
                          capture_output=True, check=False, encoding="utf-8").stdout


class Terminal:
    """A window with a shell in it, and files of its own."""
    count = 0

    def __init__(self, size, environment="LC_ALL=C.UTF-8"):
        Terminal.count += 1
        self.name = f"t{Terminal.count}"
        columns, rows = size
        settings = "env -u NO_COLOR -u LANG -u LC_MESSAGES PS1='$ ' " + environment
        tmux("new-session", "-d", "-s", self.name, "-x", str(columns), "-y", str(rows), "-c",
             FOLDER, settings + " sh")
        self.wait("$")

    def keys(self, *keys):
        tmux("send-keys", "-t", self.name, *keys)

    def type(self, line):
        tmux("send-keys", "-t", self.name, "-l", line)
        self.keys("Enter")

    def play(self, arguments, pace=0):
        self.type(f"clear; {PECK} play --pace {pace} {arguments}")

    def screen(self, *flags):
        return tmux("capture-pane", "-p", "-t", self.name, *flags)

    def resize(self, columns, rows):
        tmux("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def until(self, found, what):
        """Waits until found(screen); returns whether that came."""
        end = time.monotonic() + LIMIT
        while True:
            screen = self.screen()
            if found(screen):
                return True
            if time.monotonic() > end:
                faults.append(f"{what}\n{screen}")
                return False
            time.sleep(0.03)

    def wait(self, *words):
        return self.until(lambda screen: all(word in screen for word in words),
                          f"the screen never showed {words}:")

    def settled(self):
        """The screen when it has not changed for a second."""
        before, since = None, time.monotonic()
        while time.monotonic() - since < 1:
            screen = self.screen()
            if screen != before:
                before, since = screen, time.monotonic()
            time.sleep(0.05)
        return before

    def golden(self, name):
        """`game/name`: the screen is games/game/tests/screens/name.txt."""
        game, _, screen_name = name.partition("/")
        path = ROOMS / game / "tests/screens" / (screen_name + ".txt")
        if WRITE:
            path.write_text(self.settled(), "utf-8")
            return
        wanted = path.read_text("utf-8") if path.exists() else ""
        self.until(lambda screen: screen == wanted, f"{name} differs; wanted:\n{wanted}\ngot:")

    def close(self):
        tmux("kill-session", "-t", self.name)


SMALL, LARGE = (80, 24), (120, 40)

# Of every game that has them, in the order of the registry: the arguments with which it is played,
# the keys after which the screen is golden, and matches into which random keys are pressed. Keys may
# be sent at once: while bots play without pauses none is read.
GAMES = {game: json.loads(play.read_text("utf-8"))
         for game in re.findall(r"^GAME\((\w+)\)", (ROOMS / "games.def").read_text("utf-8"), re.M)
         if (play := ROOMS / game / "tests/screens/play.json").exists()}


def play_games():
    """Every game in both sizes; all are started before the first is looked at."""
    terminals = []
    for size in SMALL, LARGE:
        for game, play in GAMES.items():
            terminal = Terminal(size)
            terminal.play(f"{game} {play['arguments']} --record {terminal.name}.match")
            terminals.append((f"{game}/{size[0]}x{size[1]}", terminal, play["keys"]))
    for name, terminal, keys in terminals:
        if terminal.wait("Your turn"):
            terminal.keys(*keys)
            terminal.golden(name)
        terminal.close()


def speak_languages():
    """Long texts and long names fit; the help and the rules are in the reader's language."""
    for language in "de", "pl", "ru":
        terminal = Terminal(SMALL)
        terminal.play("heckmeck --option extra-wurm --option first=6 --seed 4 --lang "
                      f"{language} --seats easy,easy,hard,expert,normal,random,"
                      "Константин-Константинопольский --record language.match")
        terminal.wait("[3]")
        terminal.golden(f"heckmeck/7-{language}")
        terminal.keys("?")
        terminal.wait("PgUp" if language != "de" else "Bild")
        terminal.golden(f"heckmeck/help-{language}")
        terminal.close()


def spell_ascii():
    """LC_ALL=C: nothing but ASCII, and Russian in Latin letters. NO_COLOR: no colours."""
    terminal = Terminal(SMALL, "LC_ALL=C NO_COLOR=1")
    terminal.play("karteneck --seats Anna,Bert --seed 9 --option first=1 --lang ru "
                  "--record ascii.match")
    terminal.wait("Enter: pokazat'")
    terminal.keys("Enter")
    terminal.wait("Vashi karty")
    terminal.golden("karteneck/ascii")
    codes = re.findall(r"\x1b\[[0-9;]*m", terminal.screen("-e"))
    colours = [code for code in codes if re.search(r"[\[;][349][0-8]\b", code)]
    if colours or not codes:
        faults.append(f"NO_COLOR: there are the codes {set(codes)}")
    terminal.close()


def wrong_keys():
    """A wrong key says what works; Cyrillic letters play by their place; pages open."""
    terminal = Terminal(SMALL)
    terminal.play("nothanks --seats you,easy,easy --seed 5 --option first=0 --record k.match")
    terminal.wait("Your turn")
    terminal.keys("y")
    terminal.wait("That key does nothing here. These do: t n")
    terminal.keys("т")  # on the key of n
    terminal.wait("You say “No thanks!”", "10 ●")
    terminal.keys("u")
    terminal.wait("Undone.", "11 ●")
    terminal.keys("h")
    terminal.wait("win, %", "★", "take it", "no thanks, pay a chip")
    terminal.keys("x")
    terminal.wait("Your turn", "Taking the card now: +29 points")
    terminal.keys("Right")
    terminal.wait("the card counts +29")  # the chosen action's reason instead
    terminal.keys("s")
    terminal.wait("Match saved: k.match")
    terminal.keys("q")
    terminal.wait("Leave the match?", "peck play --resume k.match")
    terminal.keys("Enter")  # any key but q and y
    terminal.wait("Your turn")
    terminal.keys("q", "y")
    terminal.wait("To continue: peck play --resume k.match")
    terminal.close()


def late_enter():
    """Enter skips the bots' pauses and, however often and late it is pressed, plays nothing until an
    action is chosen."""
    terminal = Terminal(SMALL)
    terminal.play("nothanks --seats you,easy,easy --seed 9 --option first=0 --record i.match",
                  pace=300)
    terminal.wait("Your turn")
    terminal.keys("n")
    terminal.wait("You say “No thanks!”")

    def press(screen):
        terminal.keys("Enter")
        return "Your turn" in screen
    terminal.until(press, "the bots never played:")
    terminal.keys("Enter", " ", "Enter")
    terminal.wait("Choose first")
    if "You take" in terminal.screen():
        faults.append("an Enter that came late has played")
    terminal.keys("Right", "Enter")
    terminal.wait("You take card")
    terminal.close()


def long_menus():
    """Seven at the smallest table: what the menu does not show is counted, and can be reached."""
    terminal = Terminal(SMALL)
    terminal.play("heckmeck --option extra-wurm --option first=6 --seed 1 --lang de --seats "
                  "easy,easy,easy,easy,easy,easy,you --record long.match")
    terminal.wait("Du bist am Zug", "▼ 2 weitere")
    if "[w]" in terminal.screen():
        faults.append(f"the menu is not long: {terminal.screen()}")
    terminal.keys("Left")
    terminal.wait("[w] ", "▲ 4 weitere")
    terminal.keys("Right")
    terminal.wait("▼ 2 weitere")
    terminal.close()


def one_move():
    """Worm cards are laid as one move: until it is complete the log and the file say nothing of it,
    and it can be taken back, even with two people at the keyboard."""
    terminal = Terminal(SMALL)
    terminal.play("karteneck --seats Anna,Bert --seed 5 --option first=0 --record one.match")
    terminal.wait("Enter: show my hand")
    terminal.keys("Enter")
    terminal.wait("Anna's turn", "[w] W")
    before = pathlib.Path(FOLDER, "one.match").read_text("utf-8")
    terminal.keys("w", "w", "Enter")
    terminal.wait("Nobody sees this move until it is complete", "[d] add no more worm cards")
    if "Anna lays" in terminal.screen():
        faults.append(f"the log tells half a move: {terminal.screen()}")
    terminal.keys("s")
    terminal.wait("Match saved")
    if pathlib.Path(FOLDER, "one.match").read_text("utf-8") != before:
        faults.append("half a move is saved")
    terminal.keys("u")
    terminal.wait("Undone.", "[p] pass")
    terminal.keys("w", "w", "Enter")
    terminal.wait("[d] add no more")
    terminal.keys("d")
    terminal.wait("Bert's turn. Everyone else, look away!")
    after = pathlib.Path(FOLDER, "one.match").read_text("utf-8")
    if not re.search(r"0 lay W\d+\n0 done\n", after[len(before) - 1:]):
        faults.append(f"the move is not saved whole: {after}")
    terminal.close()


def rolling_dice():
    """Dice roll for half a pause, and neither the menu nor the log tells what they will show; the
    first key only ends that."""
    terminal = Terminal(SMALL)
    terminal.play("heckmeck --seats you,easy --seed 7 --option first=0 --record d.match", pace=60000)
    terminal.wait("Rolled", "┌─────┐")
    first = terminal.screen()
    if "You roll" in first or "set aside" in first:
        faults.append(f"rolling dice have landed: {first}")
    terminal.until(lambda screen: screen != first, "the dice do not move:")
    terminal.keys("w")  # would set aside the worms
    terminal.wait("[w] set aside the worms", "You roll: 1, 2, 2, 5, 5, 5, worm, worm.")
    if "You set aside" in terminal.screen():
        faults.append("a key that ended the roll has played")
    terminal.close()


def hints_beside():
    """In a wide window hints stand beside the table, and the same key takes them away."""
    terminal = Terminal(LARGE)
    terminal.play("nothanks --seats you,easy,easy --seed 5 --option first=0 --record h.match")
    terminal.wait("Your turn")
    terminal.keys("h")
    terminal.wait("Hints: chance of winning, %", "★", "[t] take it", "23 cards to come")
    terminal.keys("h")
    terminal.until(lambda screen: "★" not in screen, "the hints stay:")
    terminal.keys("h")
    terminal.wait("★")
    terminal.keys("t")  # a hint is for one decision
    terminal.until(lambda screen: "★" not in screen, "the hints stay after an action:")
    terminal.close()


def large_table():
    """On a large terminal the table is drawn larger, in the middle."""
    terminals = []
    for game, play in GAMES.items():
        terminal = Terminal((200, 60))
        terminal.play(f"{game} {play['arguments']} --record {terminal.name}.match")
        terminals.append((game, terminal, play["keys"]))
    for game, terminal, keys in terminals:
        if terminal.wait("Your turn"):
            terminal.keys(*keys)
            terminal.golden(f"{game}/200x60")
        terminal.close()


def narrowest_panel():
    """Seven at the smallest table that has a panel beside it: neither hides the other."""
    terminal = Terminal((112, 24))
    terminal.play("heckmeck --option extra-wurm --option first=6 --seed 1 --lang de --seats "
                  "easy,easy,easy,easy,easy,easy,you --record narrow.match")
    terminal.wait("Du bist am Zug", "[w] ")
    terminal.golden("heckmeck/112x24")
    terminal.close()


def many_colours():
    """256 colours where the terminal has them, eight elsewhere."""
    for name, pattern in ("screen-256color", r"\x1b\[[0-9;]*38;5;"), ("screen", r"\x1b\[[0-9;]*3[0-7][;m]"):
        terminal = Terminal(SMALL, f"LC_ALL=C.UTF-8 TERM={name}")
        terminal.play("heckmeck --seats you,easy --seed 7 --option first=0 --record x.match")
        terminal.wait("Your turn")
        codes = terminal.screen("-e")
        if not re.search(pattern, codes) or (name == "screen" and "38;5" in codes):
            faults.append(f"colours of {name}: {set(re.findall(chr(27) + r'.[0-9;]*m', codes))}")
        terminal.close()


def start_page():
    """The start page: rows, values and names; then the saved match, by the page and by --resume."""
    terminal = Terminal(SMALL, f"LC_ALL=C.UTF-8 XDG_STATE_HOME={FOLDER}/start")
    terminal.type(f"clear; {PECK} play --pace 0")
    terminal.wait("Start menu", "◀ Heckmeck ▶", "Start the match", "worms for the brave")
    terminal.keys("Right")
    terminal.wait("◀ Heckmeck Extra Wurm ▶")
    terminal.keys("Left", "Left")  # around the end
    terminal.wait("◀ Hexx & Hopp ▶", "rounds                  1")
    terminal.keys("Left")
    terminal.wait("◀ No Thanks! ▶", "Seat 4", "tactical")
    terminal.golden("nothanks/start")
    terminal.keys("Down", "Right", "Right")
    terminal.wait("◀ 5 ▶", "Seat 5")
    terminal.keys("Left", "Left", "Left", "Left")  # three at least
    terminal.wait("◀ 3 ▶")
    terminal.keys("Down", "Down", "b", "o", "BSpace", "e", "r", "t", "q")
    terminal.wait("◀ Bertq ▶")  # q is a letter here
    terminal.keys("BSpace", "Up", "Up", "Up", "Up", "Enter")
    terminal.wait("Everyone else, look away!")
    terminal.keys("q", "y")
    terminal.wait("To continue:")
    for command, keys in ("play", ["Enter"]), ("play --resume", []):
        terminal.type(f"clear; {PECK} {command} --pace 0")
        terminal.wait("Continue a saved match (1)" if keys else "Saved matches")
        terminal.keys(*keys)
        terminal.wait("Saved matches", "No Thanks!", "Bert, Normal")
        terminal.keys("Enter")
        terminal.wait("Everyone else, look away!")
        terminal.keys("q", "y")
        terminal.wait("To continue:")
    terminal.resize(60, 20)
    terminal.type(f"clear; {PECK} play --resume; echo to''o-small $?")
    terminal.wait("Peck needs 80 columns and 24 rows")
    terminal.keys("Enter", "q")  # what is not seen is not chosen
    terminal.wait("too-small 0")
    terminal.resize(80, 24)
    terminal.type(f"clear; {PECK} play --resume; echo st''atus $?")
    terminal.wait("Saved matches")
    terminal.keys("Escape")
    terminal.wait("status 0")
    terminal.close()


def mouse():
    """A click on the card takes it: the terminal of tmux reports clicks as three bytes. And a
    message that is longer than a line."""
    terminal = Terminal(SMALL)
    name = "long-" * 13 + "m.match"
    terminal.play(f"nothanks --seats you,easy,easy --seed 5 --option first=0 --record {name}")
    terminal.wait("Your turn")
    terminal.keys("s")
    terminal.wait("Match saved:", name)  # in the line of the keys, too
    tmux("send-keys", "-t", terminal.name, "-l", "\x1b[M" + chr(32) + chr(32 + 8) + chr(32 + 4))
    terminal.wait("You take card")
    terminal.close()


def resize():
    """The page adapts; a window that is too small says so, takes no action, and recovers."""
    terminal = Terminal(SMALL)
    terminal.play("heckmeck --seats you,easy --seed 7 --option first=0 --record r.match")
    terminal.wait("Your turn")
    terminal.resize(60, 20)
    terminal.wait("Peck needs 80 columns and 24 rows;")
    terminal.keys("w")
    terminal.resize(120, 40)
    terminal.wait("Your turn", "set aside the worms")
    terminal.golden("heckmeck/enlarged")
    terminal.resize(12, 4)
    terminal.wait("Peck needs")
    terminal.keys("q")
    terminal.resize(80, 24)
    terminal.wait("To continue:")
    terminal.close()


def anybody_in(folder):
    """Whether a process works in this folder: the shells of the terminals and their programs."""
    for link in pathlib.Path("/proc").glob("[0-9]*/cwd"):
        try:
            if os.readlink(link) == folder:
                return True
        except OSError:  # it is gone, or another user's
            pass
    return False


def leave_in_haste():
    """Ctrl-C, Ctrl-Z and a hang-up leave the terminal as it was, and the match saved."""
    terminal = Terminal(SMALL)
    terminal.type("stty -a >before")
    terminal.play("heckmeck --seats you,easy --seed 7 --option first=0 --record c.match")
    terminal.wait("Your turn")
    terminal.keys("w")
    terminal.wait("roll on")
    terminal.keys("C-z")
    terminal.wait("Stopped")
    terminal.type("clear; stty -a >stopped; fg")
    terminal.wait("roll on")
    terminal.keys("r")
    terminal.wait("Rolled")
    terminal.keys("C-c")
    terminal.wait("To continue: peck play --resume c.match")
    terminal.type("clear; stty -a >after; cmp before stopped && cmp before after && echo un''changed")
    terminal.wait("unchanged")
    terminal.play("--resume c.match")
    terminal.wait("Rolled", "You roll on.")
    terminal.type("")
    terminal.close()  # the terminal is gone: the program must go, too
    end = time.monotonic() + LIMIT
    while anybody_in(FOLDER):
        if time.monotonic() > end:
            faults.append("the program stays when its terminal is gone")
            break
        time.sleep(0.05)
    checked = subprocess.run([PECK, "replay", f"{FOLDER}/c.match"], capture_output=True,
                             check=False)
    if checked.returncode != 0:
        faults.append(f"the match is not saved well: {checked.stderr.decode()}")


def race():
    """Hexx & Hopp in real time: the bots act by themselves, and a person in between."""
    terminal = Terminal(SMALL)
    terminal.play("hexxhopp --seats you,easy --seed 7 --option rounds=1 --record race.match")
    terminal.wait("Everyone plays at once", "[o] turn up the next tile")
    terminal.keys("o")
    terminal.wait("set the tile aside")
    terminal.keys("v")
    terminal.wait("[o] turn up", "[b] take back tile")
    terminal.wait("Easy places at")
    terminal.keys("?")
    terminal.wait("The clock is stopped on this page.")
    terminal.keys("q")
    terminal.wait("Everyone plays at once")
    terminal.close()


def end_of_match():
    """The result with the turning points; and a terminal that can show no page at all."""
    terminal = Terminal(SMALL)
    terminal.play("heckmeck --seats easy,easy --seed 5 --record e.match")
    terminal.wait("The match is over.", "1. Easy", "2. Easy", "Turning points:")
    terminal.keys("Enter", "q")  # Enter leaves it shown
    terminal.wait("Match saved: e.match", "1. Easy:", "2. Easy 2:", "Turning points:")  # and it stays
    terminal.play("heckmeck --seats easy,easy --seed 5 --record e.match")
    terminal.wait("The match is over.", "Turning points:", "o once more")
    terminal.keys("o")
    terminal.wait("Easy 2 wins.", "Turning points:")
    terminal.keys("q")
    terminal.wait("Easy 2 wins.", f"Match saved: {FOLDER}/peck/")  # in a file of its own
    terminal.type(f"clear; TERM=dumb {PECK} play nothanks --seats you,easy,easy --seed 5")
    terminal.wait("Type ? for help, q to leave.")
    terminal.close()


KEYS = [b"\r", b" ", b"\t", b"\x1b[Z", b"\x1bOA", b"\x1bOB", b"\x1bOC", b"\x1bOD", b"\x1b[5~",
        b"\x1b[6~", b"\x7f", b"\x01", b"\xff", "ж".encode(), *(
            bytes([key]) for key in b"rtnovbew12345pdamxyz?hus+[]")]
SIZES = [(24, 80), (40, 120), (10, 30), (1, 1), (24, 112), (50, 200), (300, 500)]


def press(match, seed, presses):
    """Random keys, clicks and sizes into one match. It may be played to its end and left; else
    Ctrl-C must end it."""
    draw = random.Random(seed)
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(FOLDER)
        os.environ.update(LC_ALL=draw.choice(["C", "C.UTF-8"]), TERM="xterm")
        os.execv(PECK, [PECK, "play", "--pace", "0", "--seed", "1", "--record",
                        f"keys{seed}.match", *match.split()])
    def read():
        while select.select([terminal], [], [], 0)[0] and os.read(terminal, 65536):
            pass
    status = None
    try:
        for _ in range(presses):
            rows, columns = draw.choice(SIZES)
            kind = draw.random()
            if kind < 0.05:
                fcntl.ioctl(terminal, termios.TIOCSWINSZ,
                            struct.pack("4H", rows, columns, 0, 0))
            place = bytes([33 + draw.randrange(90), 33 + draw.randrange(40)])
            os.write(terminal, b"\x1b[M " + place if kind > 0.9 else draw.choice(KEYS))
            time.sleep(0.002)
            read()
        end = time.monotonic() + LIMIT
        while status is None and time.monotonic() < end:
            os.write(terminal, b"\x03")
            time.sleep(0.02)
            read()
            done, code = os.waitpid(child, os.WNOHANG)
            status = code if done else None
    except OSError:  # it has ended
        _, status = os.waitpid(child, 0)
    if status is None:
        os.kill(child, signal.SIGKILL)
    os.close(terminal)
    if status not in (0, signal.SIGINT):
        faults.append(f"random keys {seed} into {match}: status {status}")


def random_keys():
    matches = [f"{game} {arguments}" for game, play in GAMES.items() for arguments in play["pressed"]]
    matches += ["", "--lang ru"]  # the start page
    for seed, match in enumerate(matches):
        press(match, seed, 400)


FOLDER = tempfile.mkdtemp(prefix="peck-screens-")
os.environ["XDG_STATE_HOME"] = os.environ["TMUX_TMPDIR"] = FOLDER
tmux("new-session", "-d", "-s", "keeper", "sleep 3600")  # the server goes with its last session
assert GAMES, "no game has screens"
try:
    for test in (play_games, speak_languages, spell_ascii, wrong_keys, late_enter, long_menus,
                 one_move, rolling_dice, hints_beside, large_table, narrowest_panel, many_colours, start_page, mouse, resize,
                 leave_in_haste, race, end_of_match, random_keys):
        start = time.monotonic()
        test()
        print(f"{test.__name__}: {time.monotonic() - start:.1f} s")
finally:
    tmux("kill-server")
    subprocess.run(["rm", "-rf", FOLDER], check=True)
print("\n".join(faults))
sys.exit(1 if faults else 0)
