#!/usr/bin/env python3
"""failover.py BUILD [--short] [--rounds N] — the primary of a PostgreSQL pair dies under load; part of `make chaos`.

Two clusters of its own: the standby is synchronous, so a commit is answered when both have it. Two servers know both
by one URL with target_session_attrs=read-write. In every round all processes of the primary are killed (SIGKILL)
while people play, the standby is promoted, and the dead one becomes its standby. In the end every acknowledged step
must be there. BUILD is the folder with peck and bench_load. --short is for the tests: one round."""
import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from chaos import Chaos, steps_of_postgres
from serving import Progress, raise_limit

import wire

BIN = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))[-1]
PATIENCE = 120  # s: only what hangs takes so long


def as_nobody():
    """initdb and postgres refuse root."""
    if os.getuid() != 0:
        return {}
    return {"user": "nobody", "group": "nogroup", "extra_groups": []}


def children_of(parent):
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()
        except OSError:
            continue  # it has ended
        if int(fields[1]) == parent:
            yield int(path.parent.name)


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"{what}: not within {PATIENCE} s")
        time.sleep(0.02)


class Node:
    """A cluster that listens on a socket in its folder, and nowhere else."""

    def __init__(self, folder, name):
        self.folder = folder / name
        self.data = self.folder / "data"
        self.folder.mkdir()
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody", "nogroup")

    def run(self, program, *words):
        done = subprocess.run([BIN / program, *map(str, words)], capture_output=True, text=True, cwd=self.folder,
                              timeout=2 * PATIENCE, check=False, **as_nobody())
        if done.returncode != 0:
            log = self.folder / "log"
            raise SystemExit(f"{program}: {done.stderr}{log.read_text() if log.exists() else ''}")

    def initialise(self):
        self.run("initdb", "-D", self.data, "-U", "peck", "--auth=trust", "-E", "UTF8", "--no-sync")

    def follow(self, primary):
        """A fresh copy of the primary, which streams from it. It is no primary, so nobody has to confirm to it."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "-D", self.data, "-d", f"host={primary.folder} user=peck dbname=postgres", "-R",
                 "-c", "fast", "--no-sync")
        settings = self.data / "postgresql.auto.conf"
        settings.write_text("".join(line for line in settings.read_text().splitlines(True) if "synchronous" not in line))

    def start(self):
        self.run("pg_ctl", "-D", self.data, "-w", "-t", PATIENCE, "-l", self.folder / "log", "-o",
                 f"-k {self.folder} -c listen_addresses=''", "start")

    def ask(self, sql):
        done = subprocess.run([BIN / "psql", "-qAtX", f"host={self.folder} user=peck dbname=postgres", "-c", sql],
                              capture_output=True, text=True, timeout=PATIENCE, check=True)
        return done.stdout.strip()

    def require_standby(self):
        """From now on a commit is answered when the standby has it, too."""
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")
        wait_until(lambda: self.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1",
                   "the standby is synchronous")

    def kill(self):
        """Every process of it at once, as when the machine is gone."""
        master = int((self.data / "postmaster.pid").read_text().split()[0])
        for process in [master, *children_of(master)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        (self.data / "postmaster.pid").unlink()

    def promote(self):
        self.run("pg_ctl", "-D", self.data, "-w", "-t", PATIENCE, "promote")

    def stop(self):
        subprocess.run([BIN / "pg_ctl", "-D", self.data, "-m", "immediate", "stop"], capture_output=True, check=False,
                       cwd=self.folder, **as_nobody())


class Failover(Chaos):
    def run(self, rounds):
        primary, standby = (Node(self.folder, name) for name in "ab")
        url = (f"postgres://peck@/postgres?host={primary.folder},{standby.folder}"
               "&target_session_attrs=read-write&connect_timeout=5")
        try:
            primary.initialise()
            primary.start()
            standby.follow(primary)
            standby.start()
            primary.require_standby()
            self.play(url, primary, standby, rounds)
        finally:
            primary.stop()
            standby.stop()

    def play(self, url, primary, standby, rounds):
        servers = [self.server(url) for _ in range(2)]
        for server in servers:
            server.start()
        clients = self.clients(servers, "--spread", "--tables", 12 if self.short else 60, "--pace", 20)
        bar, gaps = Progress("failover", rounds), []
        for done in range(rounds):
            before = self.steps(servers)
            wait_until(lambda: self.steps(servers) > before + 200, "people play")
            begun, before = time.monotonic(), self.steps(servers)
            primary.kill()
            standby.promote()
            wait_until(lambda: self.steps(servers) > before + 50, "people play on")
            gaps.append(time.monotonic() - begun)
            primary, standby = standby, primary
            if done + 1 < rounds:
                standby.follow(primary)
                standby.start()
                primary.require_standby()
            bar.show(done, f"again after {gaps[-1]:.1f} s")
        bar.end()
        result = clients.terminate()
        for server in servers:
            server.stop()
        gaps.sort()
        self.judge.say(f"PostgreSQL with a synchronous standby, primary killed and standby promoted {rounds} times: "
                       f"{result['moves']} moves, people play again after {gaps[len(gaps) // 2]:.1f} s (median), "
                       f"{gaps[-1]:.1f} s (most)")
        self.judge_log(steps_of_postgres(url), result, outages=True)

    @staticmethod
    def steps(servers):
        return sum(wire.metric(server.port, "steps_total") for server in servers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--rounds", type=int)
    options = parser.parse_args()
    raise_limit()
    with tempfile.TemporaryDirectory(prefix="peck-failover.") as folder:
        os.chmod(folder, 0o755)
        failover = Failover(options.build.resolve(), pathlib.Path(folder), options.short, 1)
        failover.run(options.rounds or (1 if options.short else 20))
    failover.judge.exit()


if __name__ == "__main__":
    main()
