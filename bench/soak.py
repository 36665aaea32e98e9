#!/usr/bin/env python3
"""soak.py BUILD [--short] [--minutes M] — mixed company for an hour, and somebody who attacks; `make soak`.

One process on SQLite with all limits on. People play every game alone with bots or in pairs, and others watch and
chat, each from an address of their own. Once a minute one of the attacks of attacks.py runs for a few seconds.
Judged are memory, whose maximum may not grow after the first third; the files, which may grow by what was played and
nothing else; the log, which may have no error; and that every visitor was served. BUILD is the folder with peck."""
import argparse
import json
import multiprocessing
import pathlib
import random
import re
import socket
import tempfile
import threading
import time

from attacks import ATTACKS, MB, attack
from serving import Judge, Progress, Server, raise_limit

import wire
from wire import Player, WebSocket, begin, new_table

GROWTH = 8 * MB  # of memory, after the first third
ALONE, PAIRS, WATCHERS = 10, 5, 6
ATTACK = 4  # seconds of each minute

here = threading.local()
plain = socket.create_connection


def connect_from_here(to, timeout=None, source=None):
    """Every thread is a visitor with an address of its own."""
    return plain(to, timeout, source or (getattr(here, "address", "127.0.0.1"), 0))


class Company:
    """Those who behave; `failed` has what went wrong for them."""

    def __init__(self, port, seed):
        self.port, self.seed = port, seed
        self.stop = threading.Event()
        self.failed, self.acts, self.matches, self.chats, self.watched = [], 0, 0, 0, 0
        self.tables = []  # where somebody plays, the newest last
        self.games = [game["name"] for game in json.loads(wire.ask(port, "GET", "/api/games")[2])["games"]]
        self.threads = []

    def start(self):
        roles = [self.play_alone] * ALONE + [self.play_pair] * PAIRS + [self.watch] * WATCHERS
        for number, role in enumerate(roles):
            thread = threading.Thread(target=self.run, args=(number, role), daemon=True)
            self.threads.append(thread)
            thread.start()

    def run(self, number, role):
        here.address = f"127.0.1.{number + 1}"
        dice = random.Random(self.seed * 1000 + number)
        while not self.stop.is_set():
            try:
                role(dice)
            except Exception as fault:  # whatever it is, a visitor was not served
                self.failed.append(f"{role.__name__}: {fault!r}")
                time.sleep(1)

    def think(self, dice):
        self.stop.wait(dice.uniform(0.1, 0.8))

    def act(self, player, dice):
        """One action; where all play at once, somebody may have been faster, or have ended the round."""
        actions = player.actions()
        try:
            player.command(type="act", ply=player.view["view"]["ply"], action=dice.choice(actions))
            self.acts += 1
        except RuntimeError as refused:
            if refused.args[0].get("code") not in ("illegal", "stale", "not-your-turn"):
                raise

    def play_on(self, players, dice):
        """Until the match is over, or they have had enough of it."""
        for _ in range(400):
            self.think(dice)
            if self.stop.is_set():
                break
            for player in players:
                player.listen()
                if player.phase() == "playing" and player.actions():
                    self.act(player, dice)
            if players[0].phase() == "over":
                self.matches += 1
                break
        for player in players:
            player.ws.close()

    def play_alone(self, dice):
        player = begin(self.port, game=dice.choice(self.games), seats=3, listed=True,
                       bot=dice.choice(("easy", "normal", "hard")))
        self.tables = self.tables[-20:] + [player.table]
        self.play_on([player], dice)

    def play_pair(self, dice):
        table = new_table(self.port, game=dice.choice(self.games), seats=3, listed=True)
        players = [Player(self.port, table, seat, name) for seat, name in enumerate(("Ann", "Bob"))]
        for player in players:
            player.sit()
        players[0].bot(2, "normal")
        for player in players:
            player.ready()
        for player in players:
            while player.phase() == "gathering":
                player.hear()
            player.show()
        for player in players:
            while player.phase() == "showing":
                player.hear()
        self.tables = self.tables[-20:] + [table]
        self.play_on(players, dice)

    def watch(self, dice):
        """The lobby, then a table for a while, with a word now and then."""
        status, _, _ = wire.ask(self.port, "GET", "/api/tables")
        if status != 200:
            raise RuntimeError(f"the lobby answers {status}")
        if not self.tables:
            self.stop.wait(1)
            return
        ws = WebSocket(self.port)
        ws.say({"type": "hello", "protocol": 1, "table": dice.choice(self.tables)})
        for _ in range(3):
            end = time.monotonic() + dice.uniform(2, 10)
            while time.monotonic() < end and not self.stop.is_set():
                ws.say({"type": "ping"})
                while (heard := ws.hear())["type"] != "pong":
                    if heard["type"] == "error":
                        raise RuntimeError(heard)
                self.stop.wait(0.5)
            ws.say({"type": "chat", "id": f"{dice.random()}", "text": "a word of somebody who watches"})
            self.chats += 1
        self.watched += 1
        ws.close()


def disk_of(folder):
    return {path.name: path.stat().st_size for path in folder.glob("db*")}


class Soak:
    def __init__(self, build, folder, seconds, short):
        self.folder, self.seconds, self.short = folder, seconds, short
        self.judge = Judge()
        self.log = open(folder / "server.log", "wb")
        self.server = Server(build / "peck", folder / "db", self.log)
        self.server.command.remove("--unlimited")
        self.samples = []  # (seconds, memory, files, steps)
        self.attacks = 0

    def sample(self, begun):
        steps = wire.metric(self.server.port, "steps_total")
        self.samples.append((time.monotonic() - begun, self.server.rss(), disk_of(self.folder), steps))

    def attack(self, seconds):
        name = list(ATTACKS)[self.attacks % len(ATTACKS)]
        ready = multiprocessing.Event()
        self.attacks += 1
        process = multiprocessing.Process(target=attack, args=(name, self.server.port, 0, ready), daemon=True)
        process.start()
        ready.wait()
        time.sleep(seconds)
        process.kill()  # SIGTERM may be lost in a destructor
        process.join()

    def run(self):
        self.server.start()
        company = Company(self.server.port, 1)
        company.start()
        begun, bar = time.monotonic(), Progress("soak", self.seconds)
        attack_every, attack_for = (2, 1) if self.short else (60, ATTACK)
        next_attack = begun + attack_every / 2
        while time.monotonic() - begun < self.seconds:
            time.sleep(0.5 if self.short else 5)
            self.sample(begun)
            bar.show(time.monotonic() - begun, f"{self.samples[-1][1] / MB:.0f} MB")
            if time.monotonic() >= next_attack:
                self.attack(attack_for)
                next_attack += attack_every
        bar.end()
        company.stop.set()
        for thread in company.threads:
            thread.join(wire.PATIENCE)
        self.cpu = self.server.cpu()
        self.server.stop()
        self.report(company)

    def report(self, company):
        third = len(self.samples) // 3
        first, last = self.samples[:third], self.samples[-third:]
        memory = [max(sample[1] for sample in part) for part in (first, last)]
        steps = self.samples[-1][3] - self.samples[0][3]
        files = [sample[2].get("db", 0) for sample in (self.samples[0], self.samples[-1])]
        wal = max(sample[2].get("db-wal", 0) for sample in self.samples)
        text = open(self.log.name, encoding="utf-8", errors="replace").read()
        errors = re.findall(r"^.*level=error.*$", text, re.M)
        warnings = re.findall(r'level=warn msg=("[^"]*"|\S+)', text)
        self.judge.say(f"Soak: {self.samples[-1][0] / 60:.0f} minutes, {company.acts} actions and {company.matches} "
                       f"ended matches of {ALONE} people alone and {PAIRS} pairs, {company.watched} visits and "
                       f"{company.chats} lines of {WATCHERS} spectators, {self.attacks} attacks; {steps} steps, "
                       f"{self.cpu:.0f} s of processor time")
        self.judge.check(self.short or memory[1] - memory[0] <= GROWTH,
                         f"memory at most {memory[0] / MB:.0f} MB in the first third, {memory[1] / MB:.0f} MB in the last")
        each = (files[1] - files[0]) / max(1, steps)
        self.judge.check(each < 1500 and wal < 64 * MB, f"database {files[0] / MB:.1f} MB, then {files[1] / MB:.1f} MB: "
                         f"{each:.0f} bytes a step; write-ahead log at most {wal / MB:.1f} MB")
        self.judge.check(not errors, f"{len(errors)} errors in the log" + "".join("\n        " + e for e in errors[:5]))
        self.judge.say(f"        warnings: { {w: warnings.count(w) for w in set(warnings)} }")
        self.judge.check(company.acts > 0 and not company.failed, f"{len(company.failed)} times a visitor was not served"
                         + "".join("\n        " + fault for fault in company.failed[:5]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--minutes", type=float)
    options = parser.parse_args()
    raise_limit()
    socket.create_connection = connect_from_here
    with tempfile.TemporaryDirectory(prefix="peck-soak.") as folder:
        soak = Soak(options.build.resolve(), pathlib.Path(folder), 60 * options.minutes if options.minutes else
                    12 if options.short else 3600, options.short)
        soak.run()
    soak.judge.exit()


if __name__ == "__main__":
    main()
