#!/usr/bin/env python3
"""attacks.py BUILD [--short] [--only NAME] [--seconds N] — visitors who attack the server; `make attacks`.

Each attack runs against its own server, with all limits on, from its own address (127.0.0.2 and
others), while another visitor looks at the lobby, talks at a table and comes anew. Judged are the server's
memory, which may grow by 64 MB, its files, and how long the other one waits: at most three times as long
as without the attack, at the 99th percentile. --short is for the tests: a few seconds, and without aims of
speed. BUILD is the folder with peck."""
import argparse
import json
import multiprocessing
import os
import pathlib
import socket
import sys
import tempfile
import time

from serving import Judge, Progress, Server, raise_limit

import wire
from wire import Player, WebSocket, Wire, begin, new_table

MB = 1 << 20
GROWTH = 64 * MB
TIMES = 3
LEAST = 0.025  # s: less than this nobody notices, and a busy machine makes of 2 ms what it likes


# ---- Attackers: each is a process with its own address, until it is ended ----

def come_from(address):
    """Connections of this process come from that address of the loopback."""
    plain = socket.create_connection
    socket.create_connection = lambda to, timeout=None: plain(to, timeout, (address, 0))


def connect(port):
    end = socket.create_connection(("127.0.0.1", port), 5)
    end.setblocking(False)
    return end


def push(end, data):
    try:
        return end.send(data) > 0
    except BlockingIOError:
        return True
    except OSError:
        return False


def unread(port):
    """Sends requests and reads no answer."""
    requests = b"GET /api/tables HTTP/1.1\r\nHost: x\r\n\r\n" * 200
    ends = []
    while True:
        while len(ends) < 50:
            ends.append(connect(port))
        ends = [end for end in ends if push(end, requests)]
        time.sleep(0.001)


def connections(port):
    """Connects as fast as it goes, and leaves."""
    while True:
        try:
            connect(port).close()
        except OSError:
            time.sleep(0.01)


def halfopen(port):
    """Begins requests and does not finish them."""
    ends = []
    while True:
        try:
            if len(ends) < 2000:
                ends.append(connect(port))
            ends = [end for end in ends if push(end, b"G")]
        except OSError:
            ends = []
        time.sleep(0.001)


def lists(port):
    """Asks for its own tables again and again, and leaves before the answer comes."""
    _, headers, _ = wire.ask(port, "GET", "/api/me")
    cookie = headers["set-cookie"].split(";")[0]
    for _ in range(15):
        table = new_table(port, game=wire.GAME, seats=3)
        ws = WebSocket(port, [f"Cookie: {cookie}"])
        ws.say({"type": "hello", "protocol": 1, "table": table, "token": os.urandom(32).hex()})
        ws.say({"type": "sit", "id": "1", "seat": 0, "name": "A", "token": os.urandom(32).hex()})
    request = f"GET /api/tables?person=me HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n".encode()
    while True:
        try:
            end = connect(port)
            push(end, request)
            end.close()
        except OSError:
            pass
        time.sleep(0.002)


def guesses(port):
    """Guesses passwords: each costs the server 19 MB and some 30 ms."""
    while True:
        try:
            end = connect(port)
            body = json.dumps({"name": os.urandom(4).hex(), "password": "guess guess"})
            push(end, f"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            time.sleep(0.01)
        except OSError:
            pass


def tables(port):
    """Opens tables as fast as it may, and sits down at none."""
    while True:
        try:
            wire.ask(port, "POST", "/api/tables", {"game": wire.GAME, "seats": 3})
        except OSError:
            pass


def bots(port):
    """Twenty tables with four of the strongest bots each, which it leaves."""
    for _ in range(20):
        try:
            player = begin(port, game=wire.SLOW, seats=5, bot="expert")
            player.command(type="leave")
            player.ws.close()
        except (RuntimeError, OSError, EOFError, AssertionError):
            time.sleep(1)
    time.sleep(1000)


ATTACKS = {"unread": unread, "connections": connections, "halfopen": halfopen, "lists": lists,
           "guesses": guesses, "tables": tables, "bots": bots}


def attack(name, port, number, ready):
    come_from(f"127.0.0.{2 + number}")
    ready.set()
    ATTACKS[name](port)


# ---- Somebody else ----

def visit(port, times):
    """One round: the lobby, a word at a table, and a new connection; the seconds of each."""
    for path in "/api/tables", "/healthz":
        begun = time.monotonic()
        status = wire.ask(port, "GET", path)[0]
        times.append(time.monotonic() - begun)
        if status != 200:
            raise SystemExit(f"the visitor got {status}")


def talk(ws, times):
    begun = time.monotonic()
    ws.say({"type": "ping"})
    while ws.hear()["type"] != "pong":
        pass
    times.append(time.monotonic() - begun)


def wait_for_bot(player, times):
    """One own move, and then until the next: bots wait 350 ms themselves, which is not counted."""
    if player.phase() != "playing":
        return False
    if player.actions():
        player.act(-1)
        begun, seq = time.monotonic(), player.view["seq"]
        if player.actions():
            return True  # it had to take, and goes on
        while player.phase() == "playing" and player.view["seq"] == seq:
            player.hear()
        times.append(max(0, time.monotonic() - begun - 0.35))
    else:
        player.hear()
    return True


def visitor(port, name, stop, result):
    come_from("127.0.0.99")
    times = []
    player = begin(port, seats=3, bot="easy") if name == "bots" else None
    ws = WebSocket(port)
    ws.say({"type": "hello", "protocol": 1, "table": new_table(port, game=wire.GAME, seats=3)})
    while not stop.is_set():
        if player is None:
            visit(port, times)
            talk(ws, times)
            time.sleep(0.15)
        elif not wait_for_bot(player, times):
            player = begin(port, seats=3, bot="easy")
    result.put(times)


def p99(times):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * 0.99))] if times else 0


# ---- The judge ----

class Attacks:
    def __init__(self, build, folder, seconds, short):
        self.build, self.folder, self.seconds, self.short = build, folder, seconds, short
        self.judge = Judge()
        self.log = open(folder / "server.log", "wb")

    def watch(self, server, name, attackers):
        """How long the visitor waits at the 99th percentile, and the most memory meanwhile."""
        stop, result = multiprocessing.Event(), multiprocessing.Queue()
        others = []
        for number in range(attackers):
            ready = multiprocessing.Event()
            others.append(multiprocessing.Process(target=attack, args=(name, server.port, number, ready), daemon=True))
            others[-1].start()
            ready.wait()
        if attackers > 0:
            time.sleep(2 if self.short else 5)
        process = multiprocessing.Process(target=visitor, args=(server.port, name, stop, result), daemon=True)
        process.start()
        most, end = 0, time.monotonic() + self.seconds
        progress = Progress(name, self.seconds)
        while time.monotonic() < end:
            most = max(most, server.rss())
            progress.show(self.seconds - (end - time.monotonic()), f"{most / MB:.0f} MB")
            time.sleep(0.05)
        progress.end()
        stop.set()
        times = result.get(timeout=120)
        process.join()
        for other in others:
            other.kill()  # SIGTERM may be lost in a destructor
            other.join()
        return times, most

    def disk(self):
        return sum(path.stat().st_size for path in self.folder.glob("db*"))

    def run(self, name):
        for path in self.folder.glob("db*"):
            path.unlink()
        server = Server(self.build / "peck", self.folder / "db", self.log)
        server.command.remove("--unlimited")
        server.start()
        calm, before = self.watch(server, name, 0)
        disk = self.disk()
        times, most = self.watch(server, name, 1)
        grown = most - before
        self.judge.say(f"{name}: {ATTACKS[name].__doc__.splitlines()[0]}")
        self.judge.check(grown <= GROWTH, f"memory {before / MB:.0f} MB, at most {most / MB:.0f} MB")
        wanted = max(TIMES * p99(calm), LEAST)
        said = (f"p99 {p99(calm) * 1000:.1f} ms alone, {p99(times) * 1000:.1f} ms under attack "
                f"({len(calm)} and {len(times)} answers)")
        self.judge.check(self.short or p99(times) <= wanted, said)
        self.judge.check(self.disk() - disk < 64 * MB, f"files {disk / MB:.1f} MB, then {self.disk() / MB:.1f} MB")
        server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--only", choices=ATTACKS, action="append")
    options = parser.parse_args()
    raise_limit()
    with tempfile.TemporaryDirectory(prefix="peck-attacks.") as folder:
        attacks = Attacks(options.build.resolve(), pathlib.Path(folder),
                          options.seconds or (4 if options.short else 30), options.short)
        for name in options.only or ATTACKS:
            attacks.run(name)
    attacks.judge.exit()


if __name__ == "__main__":
    main()
