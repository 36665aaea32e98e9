"""turns.py PECK — whoever asks a server for much waits for themselves, and others do not. Each test is an attack
beside an honest visitor. They are compared by the order of their answers and by the moves that each gets,
never by time."""
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import unittest

from wire import PATIENCE, SLOW, Player, Server, WebSocket, Wire, ask, begin, metric, wait_for

PECK = sys.argv[1]


def came_from(address):
    return f"X-Forwarded-For: {address}"


class Sitter(Player):
    """A player at an address, with a cookie."""

    def __init__(self, port, table, address, cookie):
        self.headers = [came_from(address), f"Cookie: {cookie}"]
        super().__init__(port, table, 0, "Ann")

    def open(self):
        self.ws = WebSocket(self.port, self.headers)
        self.ws.say({"type": "hello", "protocol": 1, "table": self.table, "token": self.token})


class Turns(unittest.TestCase):
    by = ()  # what starts the server

    def setUp(self):
        root = tempfile.TemporaryDirectory(prefix="peck-turns.")
        self.addCleanup(root.cleanup)
        self.store = f"sqlite:{root.name}/db"
        # Nobody reads all the time, and on a busy machine that takes long: pings come late.
        self.server = Server(PECK, self.store, "--proxy", "127.0.0.1", "--ping", "600", by=self.by)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())
        self.port = self.server.port

    def cookie(self, address):
        return ask(self.port, "GET", "/api/me", None, [came_from(address)])[1]["set-cookie"].split(";")[0]


class Requests(Turns):
    def guess(self, address, count):
        """Connections that each have sent a wrong password: 30 ms of work or more for each."""
        body = json.dumps({"name": "nobody", "password": "a guess at it"})
        wires = []
        for _ in range(count):
            wire = Wire(self.port)
            wire.send(f"POST /api/login HTTP/1.1\r\n{wire.host_line(self.port)}\r\n{came_from(address)}\r\n"
                      f"Content-Length: {len(body)}\r\n\r\n{body}")
            wires.append(wire)
        return wires

    def test_addresses_take_turns(self):
        """Twenty slow requests of one address, then one of another: it comes before most of them. It may have come
        when most were answered already; then that says nothing, and the next address attacks."""
        for attack in range(10):
            before = metric(self.port, "login_failures_total")
            wires = self.guess(f"203.0.113.{attack}", 10)
            late = metric(self.port, "login_failures_total") - before
            self.assertEqual(ask(self.port, "GET", "/api/tables", None, [came_from("198.51.100.1")])[0], 200)
            first = metric(self.port, "login_failures_total") - before
            for wire in wires:
                self.assertEqual(wire.response()[0], 401)
                wire.close()
            if late == 0:
                break
        self.assertLessEqual(first, 6)  # four have a thread, two more may be done when we ask

    def test_a_thread_stays_free(self):
        """However many slow requests an address has, another's begins before any of them is done. Of some attacks:
        a request may take longer than a password where the machine is busy."""
        free = 0
        for attack in range(10):
            wires = self.guess(f"203.0.113.{attack}", 10)
            before = metric(self.port, "login_failures_total")
            waiting = metric(self.port, "requests_waiting")
            ask(self.port, "GET", "/api/tables", None, [came_from("198.51.100.1")])
            free += waiting > 4 and metric(self.port, "login_failures_total") == before
            for wire in wires:
                wire.response()
                wire.close()
        self.assertGreater(free, 0)

    def test_jobs_of_who_has_gone_are_dropped(self):
        before = metric(self.port, "login_failures_total")
        wires = self.guess("203.0.113.77", 10)
        for wire in wires:
            wire.close()
        wait_for(lambda: metric(self.port, "connections") == 1)
        self.assertEqual(ask(self.port, "GET", "/api/me", None, [came_from("203.0.113.77")])[0], 200)
        done = metric(self.port, "login_failures_total") - before
        self.assertLess(done, 8, "their jobs were done all the same")


class Priority(Turns):
    def threads(self):
        """Priority and processor time of each thread."""
        found = {}
        for stat in pathlib.Path(f"/proc/{self.server.process.pid}/task").glob("*/stat"):
            fields = stat.read_text().rpartition(")")[2].split()
            found[int(stat.parent.name)] = int(fields[16]), int(fields[11]) + int(fields[12])
        return found

    def test_bots_stand_back(self):
        """Behind the loop, and furthest where nobody looks. They have threads of their own, at most one for each
        processor and kind: each keeps megabytes."""
        tables = [begin(self.port, game=SLOW, seats=3, bot="expert") for _ in range(3)]
        for player in tables[1:]:
            player.command(type="leave")
            player.ws.close()
        own = os.getpriority(os.PRIO_PROCESS, 0)
        seen = set()

        def think():
            if tables[0].phase() == "playing" and tables[0].actions():
                tables[0].act(0)
            tables[0].listen()
            seen.update((thread, nice) for thread, (nice, busy) in self.threads().items() if busy > 0)
            return {min(19, own + 2), min(19, own + 12)} <= {nice for _, nice in seen}

        wait_for(think)
        self.assertEqual(dict(seen)[self.server.process.pid], own)
        behind = [thread for thread, nice in seen if nice > own]
        self.assertLessEqual(len(behind), 2 * (os.cpu_count() or 1))


class Bots(Turns):
    """On a machine with time to spare no bot waits. So each processor is kept busy, and the server comes after that;
    other tests come before both."""
    by = ("nice", "-n", "19")

    def setUp(self):
        for _ in range(os.cpu_count() or 1):
            busy = subprocess.Popen(["nice", "-n", "10", sys.executable, "-c", "while True: pass"])
            self.addCleanup(busy.wait)
            self.addCleanup(busy.kill)
        super().setUp()

    def begin(self, cookie, address, bot, leaves=True):
        """A table of bots alone, which goes on by itself: its one person has left the seat and looks on."""
        headers = [came_from(address), f"Cookie: {cookie}"]
        status, _, body = ask(self.port, "POST", "/api/tables", {"game": SLOW, "seats": 3}, headers)
        self.assertEqual(status, 201, body)
        player = Sitter(self.port, json.loads(body)["table"], address, cookie)
        player.sit()
        for seat in 1, 2:
            player.bot(seat, bot)
        player.ready()
        while player.phase() == "gathering":
            player.hear()
        player.show()
        while player.phase() == "showing":
            player.hear()
        player.command(type="leave")
        player.began = player.view["seq"]
        return player

    def moves(self, player):
        """Moves that it got since it began."""
        while player.ws.held or select.select([player.ws.socket], [], [], 0)[0]:
            player.hear()
        return player.view["seq"] - player.began

    def wait_for_moves(self, players, count):
        for player in players:
            while player.view["seq"] - player.began < count and player.phase() == "playing":
                player.hear()

    def test_an_opener_shares_with_others(self):
        """Twelve tables of one person, watched from twelve addresses, get no more than one of another."""
        rude = self.cookie("203.0.113.1")
        many = [self.begin(rude, f"203.0.113.{i}", "expert") for i in range(12)]
        one = self.begin(self.cookie("198.51.100.1"), "198.51.100.1", "expert")
        before = [self.moves(player) for player in many]
        self.wait_for_moves([one], 6)
        got = [self.moves(player) - was for player, was in zip(many, before)]
        self.assertLess(sum(got) / len(got), 6 / 2, got)

    def test_cheap_bots_come_first(self):
        """Of one person's tables."""
        cookie = self.cookie("203.0.113.1")
        dear = [self.begin(cookie, "203.0.113.1", "expert") for _ in range(12)]
        cheap = self.begin(cookie, "203.0.113.1", "easy")
        before = [self.moves(player) for player in dear]
        self.wait_for_moves([cheap], 8)
        got = [self.moves(player) - was for player, was in zip(dear, before)]
        self.assertLess(sum(got) / len(got), 8 / 2, got)

    def inspect(self, table):
        run = subprocess.run([PECK, "admin", "--json", "--store", self.store, "inspect", table],
                             capture_output=True, text=True, timeout=PATIENCE, check=True)
        return json.loads(run.stdout)["steps"]

    def test_tables_that_nobody_watches_wait(self):
        """While those that somebody watches could use every thread."""
        left = [self.begin(self.cookie(f"203.0.113.{i}"), f"203.0.113.{i}", "expert") for i in range(6)]
        for player in left:
            player.ws.close()
        count = 3 * (os.cpu_count() or 1) + 2
        watched = [self.begin(self.cookie(f"198.51.100.{i}"), f"198.51.100.{i}", "expert")
                   for i in range(count)]
        before = [self.inspect(player.table) for player in left]
        start = [player.view["seq"] - player.began for player in watched]
        self.wait_for_moves(watched, max(start) + 5)
        got = [self.inspect(player.table) - was for player, was in zip(left, before)]
        self.assertLess(sum(got) / len(got), 5 / 2, got)

    def test_waiting_bots_are_told(self):
        """In the metrics, and in the log when it takes long."""
        cookie = self.cookie("203.0.113.1")
        players = [self.begin(cookie, "203.0.113.1", "expert") for _ in range(12)]
        wait_for(lambda: metric(self.port, "thoughts_waiting") > 2)
        wait_for(lambda: any("bots wait for a thread" in line for line in self.server.log))
        for player in players:
            player.ws.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], warnings="ignore")
