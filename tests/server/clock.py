"""clock.py PECK SHIFT — somebody sets the clock of the machine while `peck serve` runs.

SHIFT is the library clock/shift.c, which is preloaded: only the server's time of day moves."""
import json
import os
import pathlib
import sys
import tempfile
import time
import unittest

from wire import Player, Server, ask, begin, wait_for

PECK = SHIFT = None
MINUTES = 60


class Clock(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="peck-clock.")
        self.file = pathlib.Path(self.folder.name, "clock")
        self.set(0)
        self.start()

    def tearDown(self):
        self.assertEqual(self.server.stop(), 0)
        self.folder.cleanup()

    def start(self):
        env = dict(os.environ, LD_PRELOAD=SHIFT, PECK_CLOCK=str(self.file),
                   ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0")
        self.server = Server(PECK, f"sqlite:{self.folder.name}/db", env=env)
        self.port = self.server.port

    def set(self, seconds):
        new = self.file.with_suffix(".new")
        new.write_text(str(seconds))
        new.rename(self.file)

    def moves(self, player, count):
        """The bots and the person go on for so many steps."""
        until = player.view["seq"] + count
        while player.view["seq"] < until and player.phase() == "playing":
            if player.actions():
                player.act()
            else:
                player.hear()

    def test_set_while_it_runs(self):
        """Ten minutes back, and then twenty ahead: nobody is refused, kicked or made to wait."""
        player = begin(self.port, seats=4, clock="move", time=30000)
        for jump in -10 * MINUTES, 10 * MINUTES:
            self.set(jump)
            began = time.monotonic()
            for path in "/healthz", "/api/tables", "/":
                self.assertNotEqual(ask(self.port, "GET", path)[0], 429, (jump, path))
            player.command(type="chat", text=f"the clock is off by {jump}")
            self.moves(player, 6)
            if player.phase() == "playing":
                chair = player.view["table"]["chairs"][0]
                self.assertFalse(chair.get("away"), chair)
            self.assertLess(time.monotonic() - began, 25, "the bots waited for the clock")
        player.ws.close()

    def test_a_log_from_the_future(self):
        """The server was ahead by an hour, and starts again with the right time: bots play on."""
        self.set(60 * MINUTES)
        self.assertEqual(self.server.stop(), 0)
        self.start()
        player = begin(self.port, seats=4, clock="move", time=30000)
        self.moves(player, 2)
        self.set(0)
        player.ws.close()
        self.assertEqual(self.server.stop(), 0)
        self.start()
        again = Player(self.port, player.table, 0, "Ann", token=player.token)
        while again.view is None:
            again.hear()
        began = time.monotonic()
        self.moves(again, 6)
        self.assertLess(time.monotonic() - began, 25)
        again.ws.close()

    def test_an_account_from_the_future(self):
        """Whoever has made an account while the clock was ahead is still that account."""
        person = {"name": "Ann", "password": "correct horse battery 7"}
        self.set(60 * MINUTES)
        self.assertEqual(self.server.stop(), 0)
        self.start()
        self.assertEqual(ask(self.port, "POST", "/api/account", person)[0], 201)
        self.set(0)
        self.assertEqual(self.server.stop(), 0)
        self.start()
        status, headers, _ = ask(self.port, "POST", "/api/login", person)
        self.assertEqual(status, 200)
        cookie = headers["set-cookie"].split(";")[0]
        me = json.loads(ask(self.port, "GET", "/api/me", None, [f"Cookie: {cookie}"])[2])
        self.assertEqual((me["account"], me["name"]), (True, "Ann"), me)


if __name__ == "__main__":
    PECK, SHIFT = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
