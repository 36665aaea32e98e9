"""wire.py — for tests: starts `peck serve`, and speaks HTTP and WebSocket to it over raw sockets.

Nothing here is clever on purpose: what goes over the wire is spelled out, so that a test can send
what no library would."""
import base64
import hashlib
import json
import os
import random
import re
import select
import signal
import socket
import struct
import subprocess
import threading
import time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
GAME = "nothanks"  # where a test wants any
SLOW = "karteneck"  # whose strongest bots think longest
LINKS = 1024  # of the chain with which a player has a part in every roll
PATIENCE = 90  # seconds: only what hangs takes so long, on the busiest machine


def free_port():
    """One below those that the kernel gives away: a server that is started again finds it free."""
    while True:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", random.randrange(10000, 32768)))
                return probe.getsockname()[1]
            except OSError:
                pass  # somebody has it


class Server:
    """A separate server on a free port of the loopback."""

    def __init__(self, peck, store, *flags, port=0, env=None, by=()):
        self.peck, self.store, self.flags = peck, store, flags
        self.process = subprocess.Popen(
            [*by, peck, "serve", "--port", str(port), "--store", store, *flags],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        line = self.process.stdout.readline()
        self.log = []
        if not line:
            raise RuntimeError("it did not start: " + self.process.stderr.read())
        self.port = int(line.split("port ")[1].rstrip(")\n") if "port " in line
                        else line.rsplit(":", 1)[1].rstrip("/\n"))
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stderr:
            self.log.append(line)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.reader.join()

    def stop(self):
        """Its exit status after SIGTERM."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        self.reader.join()
        return status


class Wire:
    """A connection; with TLS when `context` is set, and to a host of that name."""
    context = None
    host = None

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        if Wire.context is not None:
            self.socket = Wire.context.wrap_socket(self.socket, server_hostname="peck.example")
        self.held = b""

    def host_line(self, port):
        return f"Host: {Wire.host or f'localhost:{port}'}"

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def more(self):
        data = self.socket.recv(65536)
        self.held += data
        return data

    def take(self, count):
        while len(self.held) < count:
            if not self.more():
                raise EOFError(self.held)
        data, self.held = self.held[:count], self.held[count:]
        return data

    def until(self, mark):
        while mark not in self.held:
            if not self.more():
                raise EOFError(self.held)
        data, self.held = self.held.split(mark, 1)
        return data

    def ended(self):
        """Waits for the other side's end; what came before it."""
        try:
            while self.more():
                pass
        except ConnectionResetError:
            pass
        return self.held

    def response(self, bare=False):
        """(status, headers, body); names of headers in small letters."""
        lines = self.until(b"\r\n\r\n").decode().split("\r\n")
        headers = {}
        for line in lines[1:]:
            name, value = line.split(": ", 1)
            headers[name.lower()] = value
        count = 0 if bare else int(headers.get("content-length", "0"))
        return int(lines[0].split()[1]), headers, self.take(count)

    def close(self):
        self.socket.close()


def ask(port, method, path, body=None, headers=()):
    """One request on its own connection."""
    wire = Wire(port)
    data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", wire.host_line(port), *headers]
    if body is not None:
        lines.append(f"Content-Length: {len(data)}")
    wire.send("\r\n".join(lines + ["", ""]).encode() + data)
    answer = wire.response(bare=method == "HEAD")
    wire.close()
    return answer


class Closed(Exception):
    """The server closed; `code` is why."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class WebSocket(Wire):
    """A connection at a table."""

    def __init__(self, port, headers=(), table=None):
        super().__init__(port)
        path = "/ws" if table is None else f"/ws?table={table}"
        key = base64.b64encode(os.urandom(16)).decode()
        self.send("\r\n".join([f"GET {path} HTTP/1.1", self.host_line(port),
                               "Connection: Upgrade", "Upgrade: websocket",
                               "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}",
                               *headers, "", ""]))
        status, answer, _ = self.response(bare=True)
        if status != 101:
            raise ConnectionError(status)
        wanted = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert answer["sec-websocket-accept"] == base64.b64encode(wanted).decode()

    def frame(self, opcode, data, fin=True, mask=True, rsv=0):
        """The bytes of one frame."""
        head = bytes([(fin << 7) | (rsv << 4) | opcode])
        bit = 0x80 if mask else 0
        if len(data) < 126:
            head += bytes([bit | len(data)])
        elif len(data) < 65536:
            head += bytes([bit | 126]) + struct.pack("!H", len(data))
        else:
            head += bytes([bit | 127]) + struct.pack("!Q", len(data))
        if not mask:
            return head + data
        key = os.urandom(4)
        repeated = (key * (len(data) // 4 + 1))[:len(data)]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(
            len(data), "big")
        return head + key + masked

    def say(self, message):
        self.send(self.frame(TEXT, json.dumps(message).encode()))

    def hear_frame(self):
        head = self.take(2)
        length = head[1] & 0x7f
        assert head[1] & 0x80 == 0, "a server does not mask"
        if length == 126:
            length = struct.unpack("!H", self.take(2))[0]
        elif length == 127:
            length = struct.unpack("!Q", self.take(8))[0]
        return head[0] & 0x0f, self.take(length)

    def hear(self):
        """The next message. Pings are answered on the way."""
        while True:
            opcode, data = self.hear_frame()
            if opcode == PING:
                self.send(self.frame(PONG, data))
            elif opcode == CLOSE:
                raise Closed(struct.unpack("!H", data[:2])[0] if data else 1005)
            elif opcode == TEXT:
                return json.loads(data)

    def code(self):
        """The code with which the server closes, after anything else it says."""
        try:
            while True:
                self.hear()
        except Closed as closed:
            return closed.code


class Player:
    """Somebody who sits at a table and plays the first action there is, and now and then the last:
    in No Thanks! that is to take, and to pass."""

    def __init__(self, port, table, seat, name, token=None):
        self.port, self.table, self.seat, self.name = port, table, seat, name
        self.token = token or os.urandom(32).hex()
        self.chain = [os.urandom(32)]  # of links, the last one first; where a game has none the end of it is a value like any
        while len(self.chain) < LINKS:
            self.chain.append(hashlib.sha256(self.chain[-1]).digest())
        self.value = self.chain[-1]
        self.linked = -1  # the last ply for which it gave a link
        self.count = 0
        self.view = None
        self.done = {}  # id -> seq
        self.open()

    def open(self):
        self.ws = WebSocket(self.port, table=self.table)
        self.ws.say({"type": "hello", "protocol": 1, "table": self.table, "token": self.token})

    def hear(self):
        """Takes one message; refusals are an error here."""
        message = self.ws.hear()
        if message["type"] == "view":
            self.view = message
            self.give_link(message["table"]["fair"].get("await", -1))
        elif message["type"] == "done":
            self.done[message["id"]] = message["seq"]
        elif message["type"] == "error" or message["type"] == "refused" and not message["id"].startswith("link"):
            raise RuntimeError(message)
        return message

    def give_link(self, ply):
        """Its part in the roll that is due. Not counted among the commands: whoever waits for an answer gets it."""
        if self.linked < ply < LINKS - 1 and self.view["view"]["viewer"] is not None:
            self.linked = ply
            self.ws.say({"type": "link", "id": f"link-{self.token[:8]}-{ply}", "ply": ply,
                         "value": self.chain[-2 - ply].hex()})

    def listen(self, seconds=0.02):
        """Takes what has come, or comes within that time."""
        while self.ws.held or select.select([self.ws.socket], [], [], seconds)[0]:
            self.hear()
            seconds = 0

    def command(self, **members):
        """Sends a command and waits until it is done and seen; the number of its step."""
        self.count += 1
        name = f"{self.token[:8]}-{self.count}"
        self.ws.say({"id": name, **members})
        while name not in self.done or self.view["seq"] <= self.done[name]:
            self.hear()
        return self.done[name]

    def sit(self):
        self.command(type="sit", seat=self.seat, name=self.name, token=self.token)

    def bot(self, seat, name="easy"):
        self.command(type="bot", seat=seat, bot=name)

    def ready(self):
        self.command(type="ready", hash=hashlib.sha256(self.value).hexdigest())

    def show(self):
        self.command(type="show", value=self.value.hex())

    def phase(self):
        return self.view["table"]["phase"]

    def actions(self):
        return [action["name"] for action in self.view["view"].get("actions", [])]

    def act(self, choice=0):
        return self.command(type="act", ply=self.view["view"]["ply"],
                            action=self.actions()[choice])

    def play(self, most=None):
        """Plays on until the match is over, or for so many actions."""
        acts = 0
        while self.phase() != "over" and acts != most:
            if self.actions():
                self.act(-1 if acts % 4 == 2 else 0)
                acts += 1
            else:
                self.hear()
        return acts


def new_table(port, **terms):
    status, _, body = ask(port, "POST", "/api/tables", terms)
    assert status == 201, (status, body)
    return json.loads(body)["table"]


def begin(port, game="nothanks", seats=3, bot="easy", **terms):
    """A table with one person and bots, at which the match has begun."""
    table = new_table(port, game=game, seats=seats, **terms)
    player = Player(port, table, 0, "Ann")
    player.sit()
    for seat in range(1, seats):
        player.bot(seat, bot)
    player.ready()
    while player.phase() == "gathering":
        player.hear()
    player.show()
    while player.phase() == "showing":
        player.hear()
    return player


def metric(port, name):
    """What /metrics says of `name` now."""
    text = ask(port, "GET", "/metrics")[2].decode()
    return int(re.search(rf"^peck_{name} (\d+)$", text, re.M)[1])


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)
