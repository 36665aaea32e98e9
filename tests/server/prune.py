"""prune.py PECK — `peck admin prune` removes what nobody needs, and nothing else."""
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from wire import GAME, PATIENCE, Player, Server, ask, begin, new_table, wait_for

PECK = None
HOUR = 3600 * 1000
DAY = 24 * HOUR
MOST = 20000  # tables that wait for players


class Prune(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="peck-prune.")
        self.addCleanup(self.folder.cleanup)
        self.file = f"{self.folder.name}/db"
        self.server = Server(PECK, f"sqlite:{self.file}")
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())

    def admin(self, *words):
        run = subprocess.run([PECK, "admin", "--json", "--store", f"sqlite:{self.file}", *words],
                             capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def edit(self, *statements):
        """While no server runs; it does not start again."""
        if self.server.process.poll() is None:
            self.assertEqual(self.server.stop(), 0)
        with sqlite3.connect(self.file) as database:
            for sql, values in statements:
                database.executemany(sql, values)
        database.close()

    def ids(self, name):
        with sqlite3.connect(self.file) as database:
            found = {row[0] for row in database.execute(f"SELECT DISTINCT id FROM {name}")}
        database.close()
        return found

    def test_rules(self):
        port = self.server.port
        waiting, closed, abandoned, young = (new_table(port, game=GAME, seats=3) for _ in range(4))
        self.admin("close", closed, "enough")
        player = begin(port)
        player.play()
        player.ws.close()
        now = int(time.time() * 1000)
        self.edit(("UPDATE tables SET touched = ?, settled = 1 WHERE id = ?",
                   [(now - 2 * DAY, closed), (now - 40 * DAY, abandoned), (now - 400 * DAY, player.table),
                    (now - 20 * DAY, waiting)]))
        self.assertEqual(self.admin("prune"), {"closed": 1, "abandoned": 1, "finished": 1, "waiting": 0})
        self.assertEqual(self.ids("tables"), {waiting, young})
        self.assertEqual(self.ids("steps"), {waiting, young})
        self.assertEqual(self.ids("seated"), set())
        self.assertEqual(self.admin("check")["damaged"], [])

    def test_flood(self):
        """However many tables somebody opens, their number has an end; where people sit they stay longest."""
        kept = new_table(self.server.port, game=GAME, seats=3)
        now = int(time.time() * 1000)
        self.edit(("UPDATE tables SET touched = ?, players = 1 WHERE id = ?", [(now - 3 * HOUR, kept)]),
                  ("INSERT INTO tables (id, game, listed, phase, seats, players, due, touched, seq)"
                   " VALUES (?, ?, 0, 0, 3, 0, ?, ?, 0)",
                   [(f"flood{i}", GAME, 1 << 62, now - 2 * HOUR) for i in range(MOST + 4)]))
        self.assertEqual(self.admin("prune")["waiting"], 5)
        self.assertEqual(len(self.ids("tables")), MOST)
        self.assertIn(kept, self.ids("tables"))

    def test_by_itself(self):
        """The server does it on a schedule, and people at a table that is removed are told."""
        table = new_table(self.server.port, game=GAME, seats=3)
        self.edit(("UPDATE tables SET touched = ? WHERE id = ?", [(int(time.time() * 1000) - 40 * DAY, table)]))
        self.server = Server(PECK, f"sqlite:{self.file}")
        wait_for(lambda: any("event=pruned" in line for line in self.server.log))
        self.assertEqual(ask(self.server.port, "GET", f"/api/tables/{table}")[0], 404)
        self.assertRaises(RuntimeError, lambda: Player(self.server.port, table, 0, "Ann").sit())


if __name__ == "__main__":
    PECK = sys.argv.pop(1)
    unittest.main()
