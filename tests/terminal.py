#!/usr/bin/env python3
"""terminal.py PECK — the plain mode at a real keyboard (a pseudo-terminal): the clock runs by
itself, Ctrl-C leaves a saved match, and one hand is off the screen before the next is shown."""
import os
import pty
import select
import signal
import sys
import tempfile
import time

PATIENCE = 90  # seconds, on a busy machine
peck = sys.argv[1]
faults = []


class Terminal:
    def __init__(self, *arguments, alone=False):
        self.folder = tempfile.TemporaryDirectory()
        self.record = os.path.join(self.folder.name, "match.peck")
        self.text = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.environ.update(LC_ALL="C.UTF-8", TERM="dumb", XDG_STATE_HOME=self.folder.name)
            words = [] if alone else ["play", "--plain", "--record", self.record, *arguments]
            os.execv(peck, [peck, *words])

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def wait_for(self, words, start=0):
        """Reads until the words come after `start`; returns the place after them."""
        end = time.monotonic() + PATIENCE
        while words not in self.text[start:]:
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.monotonic()))
            try:
                more = os.read(self.fd, 65536) if ready else b""
            except OSError:  # the other side is closed
                more = b""
            if not more:
                faults.append(f"'{words}' never came: {self.text[start:][-300:]}")
                return len(self.text)
            self.text += more.decode("utf-8", "replace").replace("\r", "")
        return self.text.index(words, start) + len(words)

    def status(self):
        return os.waitpid(self.pid, 0)[1]


def check(fact, words):
    if not fact:
        faults.append(words)


# `peck` alone is `peck play`.
start = Terminal(alone=True)
place = start.wait_for("Which game?")
start.type("\x04")
check(start.status() == 0, "leaving the start menu is no fault")

# A bot acts though nobody types; then the person does.
race = Terminal("hexxhopp", "--seats", "you,normal", "--seed", "3")
place = race.wait_for("> ")
place = race.wait_for("Normal turns up", place)
race.type("open\n")
place = race.wait_for("You turn up", place)
race.type("q\n")
race.wait_for("Goodbye.", place)
check(race.status() == 0, "leaving is no fault")

# Ctrl-C: the sentence is said, the match is saved, and the shell sees the signal.
alone = Terminal("heckmeck", "--seats", "you,easy", "--seed", "3", "--option", "first=0")
place = alone.wait_for("> ")
alone.type("1\n")
place = alone.wait_for("You set aside", place)
place = alone.wait_for("> ", place)
alone.type("\x03")
alone.wait_for("To continue: peck play --resume", place)
status = alone.status()
check(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGINT, f"Ctrl-C: {status}")
with open(alone.record, encoding="utf-8") as file:
    check("\n0 keep " in file.read(), "the match is not saved")

# Between two people the screen is empty: a hundred lines would not show what was there.
people = Terminal("karteneck", "--seats", "Anna,Bert", "--seed", "3", "--option", "first=0")
place = people.wait_for("Your hand: ")
people.type("1\n")
start = people.wait_for("Anna draws a card.", place)
place = people.wait_for("Bert: press Enter.", start)
check(people.text[start:place].count("\n") >= 60, "the hand is not covered")
check("Your hand" not in people.text[start:], "a hand is shown before Enter")
people.type("\n")
people.wait_for("Your hand: ", place)
people.type("\x04")
people.wait_for("Goodbye.", place)
check(people.status() == 0, "the end of the input is no fault")

print("\n".join(faults))
sys.exit(bool(faults))
