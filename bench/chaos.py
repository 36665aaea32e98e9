#!/usr/bin/env python3
"""chaos.py BUILD [--short] [--kills N] [--rounds N] — servers that die under load; `make chaos`.

On SQLite one process is killed (SIGKILL) and started again N times while players play and come back, in a
database with 10,000 other tables open. On a private PostgreSQL two and three processes are killed and paused
(SIGSTOP) at random. The clients write down what was acknowledged; in the end the log must have each of it
under its number, once, without a gap, and every table must have gone on. BUILD is the folder with peck
and bench_load. --short is for the tests."""
import argparse
import collections
import pathlib
import random
import re
import secrets
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from serving import ROOT, Clients, Judge, Progress, Server, raise_limit

FOREVER = 100000  # seconds: until they are stopped
IDS = re.compile(r'"id":\s*"([^"]+)"')


def steps_of_sqlite(path):
    with sqlite3.connect(path) as database:
        yield from database.execute("SELECT id, seq, body FROM steps ORDER BY id, seq")


def steps_of_postgres(url):
    ask = "COPY (SELECT id, seq, body FROM steps ORDER BY id, seq) TO STDOUT"
    with subprocess.Popen(["psql", "-qAtX", url, "-c", ask], stdout=subprocess.PIPE, text=True) as psql:
        for line in psql.stdout:
            table, seq, body = line.rstrip("\n").split("\t")
            yield table, int(seq), body
    if psql.returncode != 0:
        raise SystemExit("psql failed")


class Chaos:
    def __init__(self, build, folder, short, seed):
        self.build, self.folder, self.short = build, folder, short
        self.judge = Judge()
        self.random = random.Random(seed)
        self.log = open(folder / "server.log", "wb")
        self.journal = folder / "journal"
        self.secret = folder / "secret"
        self.secret.touch(mode=0o600)
        self.secret.write_text(secrets.token_hex(32) + "\n", encoding="ascii")

    def server(self, store):
        return Server(self.build / "peck", store, self.log, "--secret-file", str(self.secret))

    def fill(self, store, tables):
        """Tables in play to which nobody comes: copies of one that was begun."""
        server = self.server(store)
        server.start()
        Clients(self.build, "play", [server.port], "--tables", 1, "--pace", 50, "--seconds", 1).end()
        server.stop()
        with sqlite3.connect(store) as database:
            (table,) = database.execute("SELECT id FROM tables").fetchone()
            for name in ("tables", "steps"):
                rest = [column[1] for column in database.execute(f"PRAGMA table_info({name})")][1:]
                database.executemany(f"INSERT INTO {name} SELECT ?, {', '.join(rest)} FROM {name} WHERE id = ?",
                                     ((f"{table[:8]}copy{i}", table) for i in range(tables)))

    def clients(self, servers, *options):
        return Clients(self.build, "play", [server.port for server in servers], "--returns", "--seconds", FOREVER,
                       "--journal", self.journal, "--seed", self.random.randrange(1, 1 << 31), *options)

    def judge_log(self, steps, result, outages=False):
        """Compares what was acknowledged with what is there. Without a store, whoever comes is told to come again."""
        acked = collections.defaultdict(dict)
        for line in open(self.journal, encoding="ascii"):
            table, seq, name = line.split()
            acked[table][int(seq)] = name
        wanted = sum(map(len, acked.values()))
        missing, gaps, twice, expected, last, seen = wanted, 0, 0, 0, None, set()
        for table, seq, body in steps:
            expected = expected + 1 if table == last else 0
            seen = seen if table == last else set()
            gaps += seq != expected
            last = table
            names = IDS.findall(body)
            twice += sum(name in seen for name in names)
            seen.update(names)
            missing -= acked[table].get(seq) in names if table in acked else 0
        self.judge.check(wanted > 0 and missing == 0, f"{wanted} steps acknowledged, {missing} of them not in the log")
        self.judge.check(gaps == 0, f"{gaps} gaps in the numbers")
        self.judge.check(twice == 0, f"{twice} messages took effect twice")
        self.judge.check(result["stalled"] == 0, f"{result['stalled']} tables did not go on")
        self.judge.check(result["unanswered"] == 0, f"{result['unanswered']} messages without an answer")
        self.judge.check(outages or result["errors"] == 0, f"{result['errors']} errors told to clients")

    def kills(self, count, tables):
        """One process on SQLite, again and again."""
        store = self.folder / "kills.sqlite"
        self.fill(store, tables)
        server = self.server(store)
        ready = [server.start()]
        clients = self.clients([server], "--tables", 20 if self.short else 100, "--pace", 5)
        bar = Progress("kill -9", count)
        time.sleep(1)
        for done in range(count):
            time.sleep(self.random.uniform(0.02, 0.4))
            server.kill()
            ready.append(server.start())
            bar.show(done, f"ready in {ready[-1] * 1000:.0f} ms")
        bar.end()
        result = clients.terminate()  # all servers are up: every table goes on
        server.stop()
        ready.sort()
        self.judge.say(f"kill -9, {count} times under load, {tables} other tables open: ready again in "
                       f"{1000 * ready[len(ready) // 2]:.0f} ms (median), {1000 * ready[len(ready) * 99 // 100]:.0f} ms "
                       f"(p99), {1000 * ready[-1]:.0f} ms (most); "
                       f"{result['returned']} reconnections, {result['moves']} moves, {result['finished']} matches ended")
        self.judge_log(steps_of_sqlite(store), result)
        if not self.short:
            self.judge.check(ready[-1] <= 1, "ready within 1 s")

    # ---- PostgreSQL ----

    def hurt(self, server):
        """Kills or pauses it for a while; it is well again when this returns."""
        if self.random.random() < 0.5:
            server.kill()
            time.sleep(self.random.uniform(0, 0.5))
            server.start()
        else:
            server.signal(signal.SIGSTOP)
            time.sleep(self.random.uniform(0.1, 3))
            server.signal(signal.SIGCONT)

    def several(self, url, processes, rounds):
        servers = [self.server(url) for _ in range(processes)]
        for server in servers:
            server.start()
        clients = self.clients(servers, "--spread", "--tables", 12 if self.short else 60, "--pace", 20)
        bar = Progress(f"{processes} processes", rounds)
        time.sleep(1)
        for done in range(rounds):
            time.sleep(self.random.uniform(0.05, 0.5))
            self.hurt(self.random.choice(servers))
            bar.show(done)
        bar.end()
        result = clients.terminate()  # all servers are up: every table goes on
        for server in servers:
            server.stop()
        self.judge.say(f"PostgreSQL, {processes} processes, killed or paused {rounds} times: {result['moves']} moves, "
                       f"{result['returned']} reconnections, back within {result['back_p99_ms']} ms (p99), "
                       f"{result['back_max_ms']} ms (most)")
        self.judge_log(steps_of_postgres(url), result)
        if not self.short:
            self.judge.check(result["back_max_ms"] <= 5000, "back at another process within 5 s")

    def speed(self, url):
        """Moves a second with one, two and three processes, and what a move costs them: with a table's players at one
        process, as a proxy sends them that routes by table, and with players at any."""
        for processes, spread in ((1, ()), (2, ()), (2, ("--spread",)), (3, ()), (3, ("--spread",))):
            servers = [self.server(url) for _ in range(processes)]
            for server in servers:
                server.start()
            before = sum(server.cpu() for server in servers)
            result = Clients(self.build, "play", [server.port for server in servers], "--tables", 60, "--seconds", 10,
                             "--seed", self.random.randrange(1, 1 << 31), *spread).end()
            cpu = sum(server.cpu() for server in servers) - before
            for server in servers:
                server.stop()
            self.judge.say(f"PostgreSQL, {processes} processes, {'any process' if spread else 'by table'}: "
                           f"{result['moves_per_s']} moves/s, {1e6 * cpu / max(1, result['moves']):.0f} µs of processor "
                           f"time a move, p99 {result['p99_ms']} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    parser.add_argument("--postgres", metavar="URL", help="of an empty database; without it one is made")
    parser.add_argument("--only", choices=("sqlite", "postgres", "speed"))
    options = parser.parse_args()
    kills = options.kills or (15 if options.short else 1000)
    rounds = options.rounds or (6 if options.short else 200)
    if options.only != "sqlite" and options.postgres is None:
        wrapped = [str(ROOT / "tests" / "server" / "postgres.sh"), sys.executable, "-B", *sys.argv, "--postgres"]
        sys.exit(subprocess.run(wrapped, check=False).returncode)
    raise_limit()
    with tempfile.TemporaryDirectory(prefix="peck-chaos.") as folder:
        chaos = Chaos(options.build.resolve(), pathlib.Path(folder), options.short, options.seed)
        chaos.judge.say(f"seed {options.seed}")
        if options.only in (None, "sqlite"):
            chaos.kills(kills, 100 if options.short else 10000)
        if options.only in (None, "postgres"):
            for processes, share in ((2, rounds // 2), (3, rounds - rounds // 2)):
                chaos.several(options.postgres, processes, share)
        if options.only != "sqlite" and not options.short:
            chaos.speed(options.postgres)
    chaos.judge.exit()


if __name__ == "__main__":
    main()
