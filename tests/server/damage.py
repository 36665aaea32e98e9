"""damage.py PECK — a flipped byte, a step that is gone, a log that has lost its tail: found and named."""
import json
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from wire import PATIENCE, Closed, Player, Server, WebSocket, ask, begin, metric, wait_for

PECK = None


class Damage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="peck-damage.")
        self.addCleanup(self.folder.cleanup)
        self.file = f"{self.folder.name}/db"
        self.start()
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())
        player = begin(self.port)
        player.play(2)
        self.table, self.token = player.table, player.token
        player.ws.close()

    def start(self):
        self.server = Server(PECK, f"sqlite:{self.file}")
        self.port = self.server.port

    def stop(self):
        self.assertEqual(self.server.stop(), 0)

    def change(self, sql, *values):
        """While no server runs: SQLite's file is one process's."""
        self.stop()
        with sqlite3.connect(self.file) as database:
            self.assertEqual(database.execute(sql, values).rowcount, 1)
        database.close()
        self.start()

    def said_at_the_door(self):
        ws = WebSocket(self.port)
        ws.say({"type": "hello", "protocol": 1, "table": self.table, "token": self.token})
        message = ws.hear()
        self.assertRaises(Closed, ws.hear)
        ws.close()
        return message["type"], message["code"]

    def check(self):
        run = subprocess.run([PECK, "admin", "--json", "--store", f"sqlite:{self.file}", "check"],
                             capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def found(self, step):
        """Everybody gets the same error, and the log says where the damage is."""
        self.assertEqual(self.said_at_the_door(), ("error", "damaged"))
        status, _, body = ask(self.port, "GET", f"/api/tables/{self.table}")
        self.assertEqual((status, json.loads(body)["code"]), (500, "damaged"))
        self.assertGreaterEqual(metric(self.port, "damaged_total"), 2)
        line = f'event="a log is damaged" table={self.table} step={step}'
        wait_for(lambda: any(line in entry for entry in self.server.log))
        self.assertEqual(self.check()["damaged"], [{"table": self.table, "step": step}])

    def test_nothing(self):
        answer = self.check()
        self.assertEqual((answer["tables"], answer["damaged"]), (1, []))
        self.assertGreater(answer["steps"], 5)

    def test_flipped(self):
        """A byte of a time: the step still reads as one."""
        self.change("UPDATE steps SET body = replace(body, '\"at\":17', '\"at\":18') WHERE seq = 3")
        self.found(3)

    def test_exchanged(self):
        """A step of another place, which is sound in itself."""
        self.change("UPDATE steps SET (body, hash) = (SELECT body, hash FROM steps WHERE seq = 2) WHERE seq = 3")
        self.found(3)

    def test_missing(self):
        self.change("DELETE FROM steps WHERE seq = 3")
        self.found(3)

    def test_lost_tail(self):
        """Without its last steps a log is shorter, and goes on from there."""
        self.stop()
        with sqlite3.connect(self.file) as database:
            last, = database.execute("SELECT MAX(seq) FROM steps").fetchone()
            database.execute("DELETE FROM steps WHERE seq >= ?", (last - 1,))
            database.execute("UPDATE tables SET seq = ?", (last - 2,))
        database.close()
        self.start()
        player = Player(self.port, self.table, 0, "Ann", token=self.token)
        while player.view is None:
            player.hear()
        self.assertGreater(player.play(1) + (player.phase() == "over"), 0)
        player.ws.close()
        self.assertEqual(self.check()["damaged"], [])


if __name__ == "__main__":
    PECK = sys.argv.pop(1)
    unittest.main()
