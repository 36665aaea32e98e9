#!/usr/bin/env python3
"""load.py BUILD [--short] [--minutes M] — how much load one process on SQLite takes; `make load`.

BUILD is the folder with peck and bench_load. --short is for the tests: a few seconds of each, and no aim of
speed. Without it boardgame.io is measured in the same run; its packages are installed under build/ first."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from serving import ROOT, Clients, Judge, Progress, Server, raise_limit, start

MB = 1 << 20
PATIENCE = 120  # seconds that something may take which is over sooner, unless it hangs
PARTS = ("hold", "moves", "half", "rude", "compare")
SCRIPTS = next(ROOT.glob("games/*/bench/boardgameio"))


def wait_with_bar(clients, what, seconds, sample=None):
    """Shows progress while clients run; `sample` is called about once a second."""
    bar = Progress(what, seconds)
    begun = time.monotonic()
    while clients.process.poll() is None:
        time.sleep(min(1, seconds / 4))
        bar.show(time.monotonic() - begun)
        if sample is not None and clients.process.poll() is None:
            sample()
    bar.end()
    return clients.end()


class Load:
    def __init__(self, build, folder, short, minutes):
        self.build, self.folder, self.short, self.minutes = build, folder, short, minutes
        self.judge = Judge()
        self.log = open(folder / "server.log", "wb")
        self.servers = 0

    def serve(self):
        self.servers += 1
        server = Server(self.build / "peck", self.folder / f"{self.servers}.sqlite", self.log)
        server.start()
        return server

    def hold(self):
        """Connections that stay open and only answer pings."""
        tables = 50 if self.short else 2500
        seconds = 3 if self.short else 60 * self.minutes
        server = self.serve()
        before = server.rss()
        held = []
        result = wait_with_bar(Clients(self.build, "hold", [server.port], "--tables", tables, "--seconds", seconds),
                               "hold", seconds, lambda: held.append(server.rss()))
        server.stop()
        each = (max(held) - before) / (4 * tables)
        self.judge.say(f"Hold: {result['connections']} connections at {tables} tables for {result['seconds']:.0f} s, "
                       f"{result['pings']} pings; {each:.0f} bytes of the server each")
        self.judge.check(result["dropped"] == 0 and result["connections"] == 4 * tables,
                         f"{result['dropped']} dropped")

    def moves(self):
        """Durable moves, each sent to four players."""
        for tables, pace, seconds in ((20, 20, 3),) if self.short else ((100, 0, 20), (1000, 280, 60)):
            server = self.serve()
            result = wait_with_bar(Clients(self.build, "play", [server.port], "--tables", tables, "--pace", pace,
                                           "--seconds", seconds), "moves", seconds)
            server.stop()
            self.judge.say(f"Moves: {tables} tables, {pace} ms of thought: {result['moves_per_s']} moves/s "
                           f"({result['steps_per_s']} steps/s), acknowledged in {result['p50_ms']} ms (median), "
                           f"{result['p99_ms']} ms (p99), {result['max_ms']} ms (most); "
                           f"{result['bytes_in'] / result['seconds'] / MB:.1f} MB/s to the clients")
            self.judge.check(result["dropped"] == 0 and result["errors"] == 0 and result["refused"] == 0,
                             "nothing dropped or refused")
            self.judge.check(result["moves"] > 0 and result["stalled"] == 0, f"{result['stalled']} tables stand still")
            if not self.short:
                self.judge.check(result["moves_per_s"] >= 3000, "3000 moves/s or more")
                self.judge.check(result["p99_ms"] <= 50, "p99 of 50 ms or less")

    def half(self):
        """Others play while connections are there that never finish their request."""
        half, tables, seconds = (100, 8, 13) if self.short else (10000, 100, 20)
        server = self.serve()
        players = Clients(self.build, "play", [server.port], "--tables", tables, "--pace", 50, "--seconds", seconds)
        time.sleep(2)
        halves = Clients(self.build, "half", [server.port], "--tables", half, "--seconds", PATIENCE)
        result = wait_with_bar(players, "half-open", seconds)
        closed = halves.end()
        server.stop()
        self.judge.say(f"Half-open: {closed['connected']} connections while {tables} tables play at "
                       f"{result['moves_per_s']} moves/s, p99 {result['p99_ms']} ms; {closed['closed']} closed, the last "
                       f"after {closed['last_s']} s")
        self.judge.check(closed["connected"] == closed["closed"] == half, "all half-open ones closed")
        self.judge.check(result["dropped"] == 0, f"{result['dropped']} players dropped")
        if not self.short:
            self.judge.check(closed["last_s"] <= 15, "within 15 s")
            self.judge.check(result["p99_ms"] <= 50, "p99 of 50 ms or less")

    def rude(self):
        """Spectators who do not read while others play; then wrong frames, again and again."""
        slow, tables, seconds = (5, 8, 8) if self.short else (20, 50, 30)
        server = self.serve()
        held = [server.rss()]
        result = wait_with_bar(Clients(self.build, "play", [server.port], "--tables", tables, "--pace", 50, "--slow",
                                       slow, "--seconds", seconds), "slow", seconds, lambda: held.append(server.rss()))
        self.judge.say(f"Slow readers: {result['slow']} while {tables} tables play at {result['moves_per_s']} moves/s, "
                       f"p99 {result['p99_ms']} ms; {result['slow_closed']} closed; memory of the server "
                       f"{held[0] / MB:.1f} MB before, {max(held) / MB:.1f} MB at most")
        self.judge.check(result["slow"] == result["slow_closed"] == slow, "all slow readers closed")
        self.judge.check(result["dropped"] == 0, f"{result['dropped']} players dropped")
        self.frames(server)
        server.stop()

    def frames(self, server):
        memory = []
        for _ in range(3 if self.short else 100):
            command = [self.build / "bench_load", "frames", str(server.port), "--seconds", str(PATIENCE)]
            answer = subprocess.run(command, capture_output=True, text=True, check=False)
            memory.append(server.rss())
            if answer.returncode != 0:
                break
        self.judge.say(f"Wrong frames, {len(memory)} times: {answer.stdout.strip()}; memory of the server "
                       f"{memory[0] / MB:.1f} MB after the first time, {memory[-1] / MB:.1f} MB after the last")
        self.judge.check(answer.returncode == 0, "the right close code for each")
        self.judge.check(memory[-1] - memory[len(memory) // 2] < MB, "memory flat")

    # ---- Beside boardgame.io ----

    def install(self):
        place = ROOT / "build" / "boardgameio"
        place.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(SCRIPTS / name, place)
        if not (place / "node_modules").exists():
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=place, check=True, stdout=subprocess.DEVNULL)
        os.environ["NODE_PATH"] = str(place / "node_modules")

    def drive(self, kind, server, tables, seconds):
        """The clients in JavaScript, the same for both servers."""
        held = []
        driver = start(["node", SCRIPTS / "driver.js", kind, str(server.port), str(tables), str(seconds)],
                       stdout=subprocess.PIPE, text=True)
        while driver.poll() is None:
            held.append(server.rss())
            time.sleep(0.2)
        if driver.returncode != 0:
            raise SystemExit(f"driver.js {kind} failed")
        server.stop()
        return {**json.loads(driver.stdout.read()), "rss": max(held)}

    def measure(self, kind, fresh):
        """Speed with 50 tables; memory by what 500 more tables take at which nobody plays."""
        result = self.drive(kind, fresh(), 50, 20)
        result["memory"] = (self.drive(kind, fresh(), 600, 0)["rss"] - self.drive(kind, fresh(), 100, 0)["rss"]) / 500
        return result

    def boardgameio(self, name):
        server = Boardgameio([str(self.folder / name)] if name else [], self.log)
        server.start()
        return server

    def compare(self):
        """The same clients, one after the other, at both servers; boardgame.io with files and in memory."""
        self.install()
        names = (f"flatfile{i}" for i in range(3))
        ours = self.measure("peck", self.serve)
        results = {"Peck, SQLite": ours,
                   "boardgame.io, FlatFile": self.measure("boardgameio", lambda: self.boardgameio(next(names))),
                   "boardgame.io, memory": self.measure("boardgameio", lambda: self.boardgameio(""))}
        self.judge.say("Beside boardgame.io, 50 tables of four, clients in JavaScript; in brackets as a multiple of Peck's")
        for name, result in results.items():
            self.judge.say(f"  {name:<24} {result['moves_per_s']:7.0f} moves/s ({ratio(ours, result, 'moves_per_s')})"
                           f"  p50 {result['p50_ms']:7.1f} ms  p99 {result['p99_ms']:7.1f} ms"
                           f" ({ratio(ours, result, 'p99_ms')})  {result['memory'] / 1024:6.0f} kB a table"
                           f" ({ratio(ours, result, 'memory')})")


def ratio(ours, theirs, key):
    """Theirs as a multiple of ours."""
    return f"{theirs[key] / ours[key]:.3g} ×" if ours[key] > 0 else "-"


class Boardgameio(Server):
    """boardgame.io in the place of `peck serve`; it tells its port."""

    def __init__(self, where, log):
        self.command = ["node", str(SCRIPTS / "server.js"), *where]
        self.log = log
        self.process = None

    def start(self):
        self.process = start(self.command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if line.startswith("port "):
                self.port = int(line.split()[1])
                return
        raise SystemExit("boardgame.io did not start")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--minutes", type=float, default=10, help="for which connections are held")
    parser.add_argument("--only", choices=PARTS)
    options = parser.parse_args()
    raise_limit()
    with tempfile.TemporaryDirectory(prefix="peck-load.", ignore_cleanup_errors=True) as folder:
        load = Load(options.build.resolve(), pathlib.Path(folder), options.short, options.minutes)
        for part in PARTS:
            if options.only == part or (options.only is None and not (options.short and part == "compare")):
                getattr(load, part)()
    load.judge.exit()


if __name__ == "__main__":
    main()
