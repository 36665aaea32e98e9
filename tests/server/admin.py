"""admin.py PECK [STORE] — `peck admin` and people's own data while a server runs: everybody at
a table learns of changes at once. On a file of SQLite, or on the PostgreSQL database of that URL."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from wire import PATIENCE, Closed, Player, Server, WebSocket, ask, wait_for

PECK = sys.argv[1]
STORE = sys.argv[2] if len(sys.argv) > 2 else None


class Guest(Player):
    """A player with a cookie."""

    def __init__(self, port, table, seat, name):
        self.cookie = ask(port, "GET", "/api/me")[1]["set-cookie"].split(";")[0]
        super().__init__(port, table, seat, name)

    def open(self):
        self.ws = WebSocket(self.port, [f"Cookie: {self.cookie}"])
        self.ws.say({"type": "hello", "protocol": 1, "table": self.table, "token": self.token})

    def ask(self, method, path, body=None):
        status, _, data = ask(self.port, method, path, body, [f"Cookie: {self.cookie}"])
        return status, json.loads(data)

    def until(self, holds):
        """Waits until the view is as expected; a long silence is an error."""
        while self.view is None or not holds(self.view["table"]):
            self.hear()


class Admin(unittest.TestCase):
    def setUp(self):
        root = tempfile.TemporaryDirectory(prefix="peck-admin.")
        self.addCleanup(root.cleanup)
        self.store = STORE or f"sqlite:{root.name}/db"
        secret = pathlib.Path(root.name, "secret")
        secret.touch(mode=0o600)
        secret.write_text(os.urandom(32).hex())
        self.secret = str(secret)
        self.server = Server(PECK, self.store, "--secret-file", self.secret)
        self.port = self.server.port
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())

    def admin(self, *words, fails=False):
        run = subprocess.run([PECK, "admin", "--json", "--store", self.store, *words],
                             capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, 1 if fails else 0, run.stderr)
        return run.stderr if fails else json.loads(run.stdout)

    def open(self):
        status, _, body = ask(self.port, "POST", "/api/tables",
                              {"game": "nothanks", "listed": True})
        self.assertEqual(status, 201)
        return json.loads(body)["table"]

    def test_close(self):
        table = self.open()
        player = Guest(self.port, table, 0, "Anna")
        player.sit()
        self.assertIn(table, [row["table"] for row in self.admin("list")["tables"]])
        self.assertEqual(self.admin("inspect", table)["chairs"][0]["name"], "Anna")
        self.assertEqual(self.admin("close", table, "the club closes"), {"closed": table})
        player.until(lambda told: told["phase"] == "closed")
        self.assertEqual(player.view["table"]["why"], "the club closes")
        self.assertNotIn(table, [row["table"] for row in self.admin("list")["tables"]])
        self.assertIn("closed already", self.admin("close", table, "again", fails=True))
        self.server.stop()
        inspected = self.admin("inspect", table)  # without a server
        self.assertEqual((inspected["phase"], inspected["why"]), ("closed", "the club closes"))

    def test_columns(self):
        """They are as wide for letters that take two bytes or two columns."""
        table = self.open()
        for seat, name in enumerate(("Łucja Żółć", "안나")):
            Guest(self.port, table, seat, name).sit()
        run = subprocess.run([PECK, "admin", "--store", self.store, "inspect", table],
                             capture_output=True, text=True, timeout=PATIENCE)
        head, anna, bert = run.stdout.split("chairs: 3\n")[1].split("\n")[:3]
        self.assertRegex(anna[head.index("person"):], "^[a-z2-9]{20} ")
        self.assertRegex(bert[head.index("person") - 2:], "^[a-z2-9]{20} ")

    def cut(self, guest):
        """Hears that it is banned, and the end."""
        heard = []
        with self.assertRaises(Closed) as closed:
            while True:
                heard.append(guest.ws.hear())
        self.assertEqual((heard[-1]["type"], heard[-1]["code"]), ("error", "banned"))
        self.assertEqual(closed.exception.code, 1008)

    def test_ban_of_who_is_connected(self):
        """On every process, and at once; who is not meant stays."""
        table = self.open()
        ports = [self.port]
        if STORE:
            other = Server(PECK, self.store, "--secret-file", self.secret)
            self.addCleanup(other.kill)
            ports.append(other.port)
        guests = [Guest(port, table, seat, name) for port in ports
                  for seat, name in enumerate(("Anna", "Bert"))]
        for anna, bert in zip(guests[::2], guests[1::2]):
            for guest in anna, bert:
                guest.until(lambda told: True)
            self.admin("ban", anna.ask("GET", "/api/me")[1]["person"])
            self.cut(anna)
            bert.command(type="chat", text="still here")
        self.admin("ban", "::ffff:127.0.0.1", "all of them")
        for bert in guests[1::2]:
            self.cut(bert)
        self.admin("unban", "127.0.0.1")

    def test_mute_of_who_is_connected(self):
        """On every process, and at once; they play on, and others are heard."""
        table = self.open()
        port = self.port
        if STORE:
            other = Server(PECK, self.store, "--secret-file", self.secret)
            self.addCleanup(other.kill)
            port = other.port
        anna, bert = (Guest(port, table, seat, name) for seat, name in enumerate(("Anna", "Bert")))
        anna.sit()
        bert.sit()
        person = anna.ask("GET", "/api/me")[1]["person"]
        anna.command(type="chat", text="a first line")
        self.assertEqual(self.admin("mute", person, "a test"), {"muted": person})

        def refused():
            try:
                anna.command(type="phrase", phrase="hello")
            except RuntimeError as refusal:
                self.assertEqual(refusal.args[0]["code"], "muted")
                return True
            return False
        wait_for(refused)
        anna.command(type="bot", seat=2, bot="easy")
        bert.command(type="chat", text="heard")
        self.assertEqual([row["who"] for row in self.admin("mutes")["mutes"]], [person])
        anna.ws.close()
        anna.open()  # and when they come again
        anna.until(lambda told: True)
        self.assertTrue(refused())
        self.admin("unmute", person)
        wait_for(lambda: not refused())
        self.assertIn("unmute " + person, [row["deed"] for row in self.admin("audit")["audit"]])

    def test_report_and_deletion(self):
        """Everybody's view loses the line at once; the administrator still has the report."""
        table = self.open()
        anna, bert = (Guest(self.port, table, seat, name) for seat, name in enumerate(("Anna", "Bert")))
        anna.command(type="chat", text="a rude line")
        anna.command(type="chat", text="a kind line")
        bert.until(lambda told: len(told["chat"]) == 2)
        number = bert.view["table"]["chat"][0]["number"]
        self.assertEqual(bert.ask("POST", f"/api/tables/{table}/reports", {"line": number, "why": "rude"}),
                         (201, {"reported": number}))
        self.assertEqual(self.admin("delete", table, str(number))["deleted"], number)
        for guest in anna, bert:
            guest.until(lambda told: [line["text"] for line in told["chat"]] == ["a kind line"])
        answer = self.admin("reports")
        self.assertEqual((answer["reports"][0]["table"], answer["reports"][0]["line"]), (table, number))
        self.assertEqual([line["text"] for line in answer["lines"] if line["report"] ==
                          answer["reports"][0]["report"]], ["a rude line", "a kind line"])
        self.admin("dismiss", str(answer["reports"][0]["report"]))

    def test_words(self):
        self.assertIn("close takes a table and", self.admin("close", "abc", fails=True))
        self.assertIn("ban takes an address", self.admin("ban", fails=True))
        self.assertIn("'hug' is not a command; use one of list, inspect,", self.admin("hug", fails=True))
        self.assertIn("300 bytes", self.admin("close", "abc", "a" * 301, fails=True))
        for nobody in "Anna", "192.0.2", "192.0.2.0/24", "2001:db8::/32":
            self.assertIn("neither an address nor a person", self.admin("ban", nobody, fails=True))
        self.assertEqual(self.admin("ban", "2001:DB8:0::7/64"), {"banned": "2001:db8::/64"})
        self.admin("unban", "2001:db8::/64")

    def test_an_old_cookie_is_nobody_at_a_table(self):
        """A guest's cookie from before the account lets somebody play, but not as its holder."""
        table = self.open()
        thief = Guest(self.port, table, 0, "Thief")
        owner = Guest(self.port, table, 1, "Owner")
        owner.cookie = thief.cookie
        time.sleep(0.01)
        status, headers, body = ask(
            self.port, "POST", "/api/account",
            {"name": f"Owner {os.getpid()} {bool(STORE)}", "password": "correct horse"},
            [f"Cookie: {thief.cookie}"])
        self.assertEqual(status, 201, body)
        owner.cookie = headers["set-cookie"].split(";")[0]
        for guest in thief, owner:
            guest.ws.close()
            guest.open()
            guest.sit()
        chairs = self.admin("inspect", table)["chairs"]
        self.assertEqual([chair["person"] for chair in chairs[:2]], ["", json.loads(body)["person"]])

    def test_ban(self):
        self.admin("ban", "127.0.0.1", "a test")
        with self.assertRaises(ConnectionError):
            WebSocket(self.port)
        self.assertEqual(ask(self.port, "POST", "/api/tables", {"game": "nothanks"})[0], 403)
        self.admin("unban", "127.0.0.1")
        self.open()

    def test_forget(self):
        table = self.open()
        anna, bert = (Guest(self.port, table, seat, name) for seat, name in
                      enumerate(("Anna", "Bert")))
        anna.sit()
        anna.command(type="chat", text="I am Anna")
        bert.sit()
        bert.until(lambda told: told["chairs"][0]["name"] == "Anna" and told["chat"])
        self.assertEqual(anna.ask("GET", "/api/me/export")[1]["tables"][0]["chat"][0]["text"],
                         "I am Anna")
        self.assertEqual(anna.ask("DELETE", "/api/me"), (200, {"tables": 1}))
        bert.until(lambda told: told["chairs"][0]["name"] == "")
        self.assertEqual(bert.view["table"]["chat"][0]["text"], "…")
        self.assertEqual(bert.view["table"]["chairs"][0]["sitter"], "person")
        later = Guest(self.port, table, 2, "Carl")
        later.until(lambda told: True)
        self.assertNotIn("Anna", json.dumps(later.view))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], warnings="ignore")
