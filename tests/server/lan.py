"""lan.py PECK — `peck serve` for people in the same network: what it prints at a terminal, the QR code
there, and tables when the page was opened by the machine's address or name."""
import fcntl
import os
import pty
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import unittest
import urllib.request

import qr
from wire import PATIENCE, Server, WebSocket, Wire, ask

PECK = None
CODE = re.compile(r"^(\033|[ #▀▄█]{20})")
STOP = "To stop it, press Ctrl-C."


class Terminal:
    """A server at a terminal; `lines` is what it prints until it says how to stop it."""

    def __init__(self, *flags, columns=100, **env):
        self.folder = tempfile.TemporaryDirectory(prefix="peck-lan.")
        env = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"],
               "XDG_STATE_HOME": self.folder.name, **env}
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen([PECK, "serve", *flags], stdout=slave,
                                        stderr=subprocess.DEVNULL, env=env)
        os.close(slave)
        text = b""
        while STOP.encode() + b"\r\n" not in text:
            text += os.read(master, 4096)  # an error when the server ends without it
        os.close(master)
        lines = text.decode().splitlines()
        self.code = [line for line in lines if CODE.match(line)]
        self.lines = [line for line in lines if not CODE.match(line)]
        self.port = int(re.search(r"(\d+)\D*$", self.lines[0])[1])

    def stop(self):
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.folder.cleanup()
        return status


class AtATerminal(unittest.TestCase):
    def start(self, *flags, **more):
        terminal = Terminal(*flags, **more)
        self.addCleanup(lambda: self.assertEqual(terminal.stop(), 0))
        return terminal

    def test_this_machine_alone(self):
        terminal = self.start("--port", "0")
        self.assertEqual(terminal.lines, [
            f"Peck is at http://localhost:{terminal.port}/", "Only this machine can reach it. "
            "For phones in the same network: start it with --listen lan", STOP])
        self.assertEqual(terminal.code, [])

    def test_a_name_of_the_loopback(self):
        terminal = self.start("--port", "0", "--listen", "localhost")
        self.assertIn("Only this machine", terminal.lines[1])

    def test_an_origin(self):
        """Whoever has one knows where the server is."""
        terminal = self.start("--port", "0", "--listen", "0.0.0.0", "--origin", "https://peck.example")
        self.assertEqual((len(terminal.lines), terminal.lines[-1], terminal.code), (2, STOP, []))


class Namespace(unittest.TestCase):
    """In a separate network, which `main` sets up."""

    def setUp(self):
        self.ip("link set lo up")

    def ip(self, *commands):
        for command in commands:
            subprocess.run(["ip", *command.split()], check=True)

    def plug(self, name, *addresses):
        """A cable with this end and one that nobody looks at."""
        self.ip(f"link add name {name} type veth peer name far-{name[-8:]}", f"link set far-{name[-8:]} up",
                *(f"addr add {address} dev {name}" for address in addresses), f"link set {name} up")

    def household(self):
        self.plug("docker0", "172.17.0.1/16")
        self.plug("eth0", "10.1.2.3/24")
        self.plug("wlan0", "192.168.178.20/24")
        self.ip("route add default via 192.168.178.1")

    def start(self, *flags, **more):
        terminal = Terminal(*flags, **more)
        self.addCleanup(lambda: self.assertEqual(terminal.stop(), 0))
        return terminal

    def test_fresh(self):
        """The command can be copied as it is."""
        terminal = self.start()
        self.assertEqual(terminal.lines, [
            "Peck is at http://localhost:8080/", "Only this machine can reach it. "
            f"For phones in the same network: {PECK} serve --listen lan", STOP])

    def test_household(self):
        self.household()
        terminal = self.start("--listen", "lan")
        self.assertEqual(terminal.lines, [
            "Peck is at http://localhost:8080/",
            "In this network: http://192.168.178.20:8080/",
            "In this network: http://10.1.2.3:8080/",
            "Phones in the same network can scan this code.",
            "Open the same address here: invitations to a table use the address you opened.", STOP])
        for host in "localhost", "192.168.178.20", "10.1.2.3":
            with urllib.request.urlopen(f"http://{host}:8080/healthz", timeout=PATIENCE) as answer:
                self.assertEqual(answer.status, 200)

    def test_ways_to_draw(self):
        self.household()
        for env in ({}, {"NO_COLOR": "1"}, {"LC_ALL": "C"}, {"LC_ALL": "C", "NO_COLOR": "1"},
                    {"TERM": "dumb"}):
            terminal = Terminal("--listen", "lan", **env)
            try:
                self.assertEqual(qr.read(qr.of_text(terminal.code)), "http://192.168.178.20:8080/", env)
                self.assertEqual("LC_ALL" in env, "".join(terminal.code).isascii())
                self.assertEqual(env in ({}, {"LC_ALL": "C"}), "\033" in "".join(terminal.code))
            finally:
                self.assertEqual(terminal.stop(), 0)

    def test_narrow(self):
        self.household()
        terminal = self.start("--listen", "lan", columns=60, LC_ALL="C")
        self.assertEqual(terminal.code, [])
        self.assertIn("Phones in the same network can open this address.", terminal.lines)

    def test_one_address(self):
        self.household()
        terminal = self.start("--listen", "10.1.2.3", "--port", "0")
        self.assertEqual(terminal.lines[0], f"Peck is at http://10.1.2.3:{terminal.port}/")
        self.assertEqual(qr.read(qr.of_text(terminal.code)), f"http://10.1.2.3:{terminal.port}/")

    def test_the_internet(self):
        self.plug("eth0", "203.0.113.9/24")
        self.assertIn("Careful: ", "\n".join(self.start("--listen", "lan").lines))

    def test_no_network(self):
        self.plug("eth0", "169.254.3.4/16")
        terminal = self.start("--listen", "lan")
        self.assertEqual(terminal.lines, [
            "Peck is at http://localhost:8080/",
            "This machine is in no network: until it is, nobody else can reach Peck.", STOP])
        self.assertEqual(ask(8080, "GET", "/healthz")[0], 200)


class Names(unittest.TestCase):
    """A page that was opened by an address or a name of this machine."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="peck-lan.")
        self.addCleanup(folder.cleanup)
        self.server = Server(PECK, f"sqlite:{folder.name}/db", "--listen", "lan")
        self.addCleanup(lambda: self.assertEqual(self.server.stop(), 0))
        self.addCleanup(setattr, Wire, "host", None)

    def test_tables(self):
        port = self.server.port
        for name in "192.168.178.20", socket.gethostname(), "Spieltisch.local", "localhost":
            Wire.host = f"{name}:{port}"
            own, other = [f"Origin: http://{name}:{port}"], ["Origin: http://elsewhere.example"]
            status, _, body = ask(port, "POST", "/api/tables", {"game": "nothanks"}, own)
            self.assertEqual(status, 201, name)
            table = re.search(rb'"table":\s*"(\w+)"', body)[1].decode()
            self.assertEqual(ask(port, "POST", "/api/tables", {"game": "nothanks"}, other)[0], 403)
            code = ask(port, "GET", f"/api/tables/{table}/qr.svg")[2].decode()
            self.assertEqual(qr.read(qr.of_svg(code)), f"http://{name}:{port}/t/{table}")
            self.assertIn(f"url=/#/table/{table}".encode(), ask(port, "GET", f"/t/{table}")[2])
            ws = WebSocket(port, own)
            ws.say({"type": "hello", "protocol": 1, "table": table})
            self.assertEqual(ws.hear()["type"], "view")
            ws.close()
            with self.assertRaises(ConnectionError):
                WebSocket(port, other)
        Wire.host = f"192.168.178.20:{port}"  # one name of this machine is not another one
        self.assertEqual(ask(port, "POST", "/api/tables", {"game": "nothanks"},
                             [f"Origin: http://localhost:{port}"])[0], 403)

    def test_no_terminal(self):
        """Nothing but addresses for a program."""
        self.server.stop()
        for line in self.server.process.stdout.read().splitlines():
            self.assertRegex(line, r"^(In this network: http://[0-9.]+:\d+/|This machine is in no .*)$")


def why_not():
    """Why there is no separate network, or None."""
    if os.geteuid() != 0:
        return "only root can make networks"
    if not (shutil.which("unshare") and shutil.which("ip")):
        return "unshare or ip is not installed"
    trial = ["unshare", "-n", *"ip link add name one type veth peer name two".split()]
    return None if subprocess.run(trial, capture_output=True).returncode == 0 else "the kernel has no veth"


def main():
    global PECK
    PECK = os.path.abspath(sys.argv[1])
    if len(sys.argv) > 2:
        unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
    reason = why_not()
    commands = [[name] for name in ("AtATerminal", "Names")]
    if reason is None:
        tests = unittest.defaultTestLoader.getTestCaseNames(Namespace)
        commands += [["unshare", "-n", f"Namespace.{name}"] for name in tests]
    else:
        print(f"Skipped the tests with network interfaces of their own: {reason}.", flush=True)
    failed = 0
    for *before, name in commands:
        failed += subprocess.run([*before, sys.executable, "-BW", "ignore", __file__, PECK, name]).returncode
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
