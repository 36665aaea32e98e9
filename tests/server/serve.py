"""serve.py PECK — `peck serve` over real sockets: HTTP and WebSocket at their edges, whole matches,
death and return, limits, backup. Every server is one of its own on a free port of the loopback."""
import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from wire import (BINARY, CLOSE, PATIENCE, PING, PONG, TEXT, Closed, Server, WebSocket, Wire, ask, begin,
                  metric, new_table, wait_for)

PECK = None
GUARD = {"content-security-policy": "frame-ancestors 'none'", "x-content-type-options": "nosniff",
         "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin"}


def folder():
    return tempfile.TemporaryDirectory(prefix="peck-serve.")


def fill_www(root):
    """A web client of three files, one of them compressed as well."""
    www = pathlib.Path(root, "www")
    (www / "assets").mkdir(parents=True)
    (www / "index.html").write_text("<!doctype html><title>client</title>")
    (www / "docs").mkdir()
    (www / "docs/index.html").write_text("<title>docs</title>")
    script = "export const answer = 42;\n" * 100
    (www / "assets/app-Ab3dEf12.js").write_text(script)
    (www / "assets/app-Ab3dEf12.js.gz").write_bytes(gzip.compress(script.encode()))
    (www / "assets/app-Ab3dEf12.js.br").write_bytes(b"as if it were brotli")
    (www / "assets/index.svelte-Dk_QAE4v.js").write_text("0")
    (www / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    pathlib.Path(root, "secret.txt").write_text("outside")
    return str(www)


class Shared(unittest.TestCase):
    """Tests that share a server."""
    flags = ()

    @classmethod
    def setUpClass(cls):
        cls.root = folder()
        cls.server = Server(PECK, f"sqlite:{cls.root.name}/db", "--www", fill_www(cls.root.name),
                            *cls.flags)
        cls.port = cls.server.port

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        cls.root.cleanup()
        assert status == 0, status

    def raw(self, data):
        """Sends bytes; (status, headers, body) of the answer, after which the server closes."""
        wire = Wire(self.port)
        wire.send(data)
        answer = wire.response()
        self.assertEqual(wire.ended(), b"")
        wire.close()
        return answer


class Http(Shared):
    flags = ("--unlimited",)

    def test_pages(self):
        status, headers, body = ask(self.port, "GET", "/")
        self.assertEqual((status, body), (200, b"<!doctype html><title>client</title>"))
        self.assertEqual(headers["content-type"], "text/html; charset=utf-8")
        self.assertEqual(headers["cache-control"], "no-cache")
        for path in "/foo/bar", "/table/abc?token=1", "/nothing.js", "/assets/":
            status, headers, page = ask(self.port, "GET", path)
            self.assertEqual((status, headers["content-type"]), (404, "text/html; charset=utf-8"), path)
            self.assertIn(b"no such page", page)
        for path in "/api", "/api/", "/api/foo/bar":
            status, headers, page = ask(self.port, "GET", path)
            self.assertEqual((status, json.loads(page)["code"]), (404, "no-path"), path)
        status, headers, nothing = ask(self.port, "HEAD", "/")
        self.assertEqual((status, nothing, headers["content-length"]), (200, b"", str(len(body))))

    def test_documentation(self):
        """Pages of a folder, and the lobby says that they are there."""
        self.assertEqual(ask(self.port, "GET", "/docs")[1]["location"], "/docs/")
        for path in "/docs/", "/docs/index.html":
            self.assertEqual(ask(self.port, "GET", path)[0::2], (200, b"<title>docs</title>"), path)
        self.assertIs(json.loads(ask(self.port, "GET", "/api/tables")[2])["docs"], True)

    def test_the_link_of_a_code(self):
        """A QR code has /t/ID: it leads to the page of that table, and nowhere else."""
        for method in "GET", "HEAD":
            status, headers, body = ask(self.port, method, "/t/z9fkb4e7dfwgdjx3?from=poster")
            self.assertEqual((status, headers["content-type"]), (200, "text/html; charset=utf-8"))
            self.assertIn("frame-ancestors 'none'", headers["content-security-policy"])
            self.assertEqual(b'content="0; url=/#/table/z9fkb4e7dfwgdjx3"' in body, method == "GET")
        for path, place in ("/j/bcdfg", "/#/join/bcdfg"), ("/join", "/#/join"):
            self.assertEqual(ask(self.port, "GET", path)[1]["location"], place)
        for path in ("/t/", "/t/a%0d%0aX:%20y", "/t//evil.example", "/t/" + 40 * "a", "/j/", "/joins"):
            self.assertNotIn("location", ask(self.port, "GET", path)[1], path)

    def test_guards_everywhere(self):
        for path in "/", "/nothing.js", "/foo/bar", "/api", "/api/tables", "/healthz", "/ws":
            headers = ask(self.port, "GET", path)[1]
            for name, value in GUARD.items():
                self.assertIn(value, headers[name], path)
            self.assertIn("script-src 'self' 'wasm-unsafe-eval';", headers["content-security-policy"])

    def test_caching(self):
        path = "/assets/app-Ab3dEf12.js"
        status, headers, body = ask(self.port, "GET", path)
        self.assertIn("immutable", headers["cache-control"])
        self.assertNotIn("content-encoding", headers)
        tag = headers["etag"]
        for other, kept in (("/assets/index.svelte-Dk_QAE4v.js", True), ("/favicon.svg", False)):
            headers = ask(self.port, "GET", other)[1]
            self.assertEqual("immutable" in headers["cache-control"], kept, other)
        status, headers, empty = ask(self.port, "GET", path, None, [f"If-None-Match: {tag}"])
        self.assertEqual((status, empty, headers["etag"]), (304, b"", tag))
        zipped = ask(self.port, "GET", path, None, ["Accept-Encoding: deflate, gzip;q=0.5"])
        self.assertEqual(zipped[1]["content-encoding"], "gzip")
        self.assertEqual(gzip.decompress(zipped[2]), body)
        self.assertNotEqual(zipped[1]["etag"], tag)
        both = ask(self.port, "GET", path, None, ["Accept-Encoding: gzip, br"])
        self.assertEqual(both[1]["content-encoding"], "br")
        none = ask(self.port, "GET", path, None, ["Accept-Encoding: gzip;q=0, br;q=0"])
        self.assertEqual(none[2], body)

    def test_no_way_out(self):
        for path in ("/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt",
                     "/..%2fsecret.txt", "//secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt"):
            status, _, body = ask(self.port, "GET", path)
            self.assertEqual(status, 404, path)
            self.assertNotIn(b"outside", body)

    def test_keep_alive_and_pipelines(self):
        wire = Wire(self.port)
        one = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        post = ("POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 19\r\n\r\n"
                '{"game":"nothanks"}')
        script = "GET /assets/app-Ab3dEf12.js HTTP/1.1\r\nHost: x\r\n\r\n"
        wire.send(one + post + script + script + one)
        wanted = [200, 201, 200, 200, 200]
        self.assertEqual([wire.response()[0] for _ in wanted], wanted)
        for byte in one.encode():  # and one more, byte by byte
            wire.send(bytes([byte]))
        self.assertEqual(wire.response()[2], b"alive\n")
        wire.send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        self.assertEqual(wire.response()[1]["connection"], "close")
        self.assertEqual(wire.ended(), b"")

    def test_half_closed(self):
        wire = Wire(self.port)
        wire.send("POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 19\r\n\r\n"
                  '{"game":"nothanks"}')
        wire.socket.shutdown(socket.SHUT_WR)
        self.assertEqual(wire.response()[0], 201)

    def test_bad_requests(self):
        head = "GET / HTTP/1.1\r\nHost: x\r\n"
        post = "POST /api/tables HTTP/1.1\r\nHost: x\r\n"
        for status, data in (
                (400, "nonsense\r\n\r\n"),
                (400, "GET / HTTP/1.1\r\n\r\n"),
                (400, head + "Host: y\r\n\r\n"),
                (400, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
                (400, head + "Bad Name: x\r\n\r\n"),
                (400, head.encode() + b"Name: a\0b\r\n\r\n"),
                (400, "GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
                (400, "GET /%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
                (400, post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                (400, post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde"),
                (400, post + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n"),
                (505, "GET / HTTP/3.0\r\nHost: x\r\n\r\n"),
                (505, "GET / HTTP/2.0\r\nHost: x\r\n\r\n"),
                (400, "GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n"),
                (400, "GET / HTTP/1.1\r\nHost: x\r\n\tX-A: b\r\n\r\n"),
                (400, post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                (400, post + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"),
                (414, "GET /" + "a" * 5000 + " HTTP/1.1\r\nHost: x\r\n\r\n"),
                (431, head + "Cookie: " + "a" * 9000 + "\r\n\r\n"),
                (431, head + "".join(f"A{i}: b\r\n" for i in range(2000)) + "\r\n"),
                (413, post + "Content-Length: 16385\r\n\r\n"),
                (413, post + "Transfer-Encoding: chunked\r\n\r\n" + "1000\r\n" + "a" * 4096 + "\r\n" +
                 ("1000\r\n" + "a" * 4096 + "\r\n") * 4 + "0\r\n\r\n")):
            answer = self.raw(data)
            self.assertEqual(answer[0], status, data[:80])
            self.assertEqual(answer[1]["connection"], "close")
            self.assertEqual(json.loads(answer[2])["code"], "too-large" if status == 413 else "bad-request")
            self.assertIn("why", json.loads(answer[2]))

    def test_methods(self):
        for method in "POST", "PUT", "DELETE", "OPTIONS":
            status, headers, _ = ask(self.port, method, "/", b"")
            self.assertEqual((status, headers["allow"]), (405, "GET, HEAD"))

    def test_continue(self):
        wire = Wire(self.port)
        wire.send("POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 19\r\n"
                  "Expect: 100-continue\r\n\r\n")
        self.assertEqual(wire.until(b"\r\n\r\n"), b"HTTP/1.1 100 Continue")
        wire.send('{"game":"nothanks"}')
        self.assertEqual(wire.response()[0], 201)

    def test_state(self):
        self.assertEqual(ask(self.port, "GET", "/readyz")[0], 200)
        new_table(self.port, game="nothanks")
        text = ask(self.port, "GET", "/metrics")[2].decode()
        numbers = dict(re.findall(r"^(peck_\S+) (\S+)$", text, re.M))
        self.assertGreaterEqual(int(numbers["peck_steps_total"]), 1)
        self.assertEqual(numbers["peck_append_seconds_count"],
                         numbers['peck_append_seconds_bucket{le="+Inf"}'])
        for name in re.findall(r"^(peck_[a-z_]+)", text, re.M):
            self.assertIn(f"# TYPE {re.sub('_(bucket|sum|count)$', '', name)} ", text)

    def test_other_pages_may_not_ask(self):
        for origin, status in (("https://evil.example", 403), (f"http://localhost:{self.port}", 201)):
            answer = ask(self.port, "POST", "/api/tables", {"game": "nothanks"}, [f"Origin: {origin}"])
            self.assertEqual(answer[0], status)
            if status == 403:
                with self.assertRaisesRegex(ConnectionError, "403"):
                    WebSocket(self.port, [f"Origin: {origin}"])
            else:
                WebSocket(self.port, [f"Origin: {origin}"]).close()

    def test_headers_behind_a_query(self):
        """The target is cut into path and query, and decoded: the headers are where they were."""
        for path in ("/api/tables?x=1", "/api/%74ables", "/api/tables?"):
            answer = ask(self.port, "POST", path, {"game": "nothanks"}, ["Origin: https://evil.example"])
            self.assertEqual(answer[0], 403, path)
        given = ask(self.port, "GET", "/api/me")[1]["set-cookie"].split(";")[0]
        for path in ("/api/me", "/api/tables?person=me", "/api/records?person=me"):
            self.assertNotIn("set-cookie", ask(self.port, "GET", path, None, [f"Cookie: {given}"])[1], path)

    def test_headers_behind_the_body(self):
        """A proxy vouches for the headers; what is sent behind a body in pieces is none."""
        given = ask(self.port, "GET", "/api/me")[1]["set-cookie"].split(";")[0]
        wire = Wire(self.port)
        head = "GET /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
        wire.send(f"{head}Cookie: {given}\r\n\r\n0\r\n\r\n{head}\r\n0\r\nCookie: {given}\r\n\r\n")
        self.assertNotIn("set-cookie", wire.response()[1])
        self.assertIn("set-cookie", wire.response()[1])
        wire.send(head + "\r\n0\r\nCookie: " + "a" * 9000 + "\r\n\r\n")
        self.assertEqual(wire.response()[0], 431)


class Frames(Shared):
    flags = ("--unlimited",)

    def handshake(self, *headers):
        wire = Wire(self.port)
        wire.send("\r\n".join(["GET /ws HTTP/1.1", "Host: x", *headers, "", ""]))
        return wire.response()

    def test_handshake(self):
        upgrade = "Connection: keep-alive, Upgrade", "Upgrade: websocket"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        version = "Sec-WebSocket-Version: 13"
        status, headers, _ = self.handshake(*upgrade, key, version)
        self.assertEqual(status, 101)
        self.assertEqual(headers["sec-websocket-accept"], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")  # RFC 6455
        self.assertEqual(self.handshake()[0], 426)
        status, headers, _ = self.handshake(*upgrade, key, "Sec-WebSocket-Version: 8")
        self.assertEqual((status, headers["sec-websocket-version"]), (426, "13"))
        self.assertEqual(self.handshake(*upgrade, version)[0], 400)
        self.assertEqual(self.handshake(*upgrade, version, "Sec-WebSocket-Key: c2hvcnQ=")[0], 400)
        self.assertEqual(self.handshake(*upgrade, version, key + "=")[0], 400)

    def test_close_codes(self):
        make = WebSocket.frame
        for code, parts in (
                (1002, [(TEXT, b"{}", {"mask": False})]),
                (1002, [(TEXT, b"{}", {"rsv": 4})]),
                (1002, [(3, b"", {})]),
                (1002, [(0, b"tail", {})]),
                (1002, [(TEXT, b"{", {"fin": False}), (TEXT, b"}", {})]),
                (1002, [(PING, b"x", {"fin": False})]),
                (1002, [(PING, b"x" * 126, {})]),
                (1002, [(CLOSE, b"x", {})]),
                (1002, [(CLOSE, struct.pack("!H", 1005), {})]),
                (1002, [(CLOSE, struct.pack("!H", 99), {})]),
                (1003, [(BINARY, b"\0\1", {})]),
                (1007, [(TEXT, b"\xff\xfe", {})]),
                (1007, [(TEXT, b"\xf0\x9f", {"fin": False}), (0, b"xx", {})]),
                (1007, [(CLOSE, struct.pack("!H", 1000) + b"\xff", {})]),
                (1009, [(TEXT, b"x" * 16385, {})]),
                (1009, [(TEXT, b"x" * 70000, {})]),
                (1009, [(TEXT, b"x" * 10000, {"fin": False}), (0, b"x" * 10000, {})]),
                (1000, [(CLOSE, struct.pack("!H", 1000) + b"bye", {})]),
                (4321, [(CLOSE, struct.pack("!H", 4321), {})]),
                (1005, [(CLOSE, b"", {})])):
            ws = WebSocket(self.port)
            for opcode, data, shape in parts:
                ws.send(make(ws, opcode, data, **shape))
            self.assertEqual(ws.code(), code, parts[0][1][:20])
            self.assertEqual(ws.ended(), b"")
            ws.close()

    def test_a_frame_of_a_tebibyte(self):
        ws = WebSocket(self.port)
        ws.send(bytes([0x81, 0xff]) + struct.pack("!Q", 1 << 40) + b"mask" + b"x")
        self.assertEqual(ws.code(), 1009)

    def test_pieces(self):
        ws = WebSocket(self.port)
        text = b'{"type":"ping"}'
        parts = (ws.frame(TEXT, text[:5], fin=False) + ws.frame(PING, b"between") +
                 ws.frame(0, text[5:9], fin=False) + ws.frame(0, text[9:]))
        for byte in parts:
            ws.send(bytes([byte]))
        self.assertEqual(ws.hear_frame(), (PONG, b"between"))
        self.assertEqual(ws.hear(), {"type": "pong"})
        ws.send(ws.frame(TEXT, text) * 20)  # all at once
        self.assertEqual([ws.hear()["type"] for _ in range(20)], ["pong"] * 20)

    def test_behind_the_handshake(self):
        """What comes in the same packet as the handshake is not lost."""
        wire = Wire(self.port)
        frame = WebSocket.frame(wire, TEXT, b'{"type":"ping"}')
        wire.send(b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                  b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" + frame)
        self.assertEqual(wire.response(bare=True)[0], 101)
        self.assertEqual(wire.take(17), b"\x81\x0f" + b'{"type":"pong"}')

    def test_no_messages(self):
        for data, code in (("{", "bad-message"), ('{"type":"leave","id":"1"}', "no-hello"),
                           ('{"type":"hello","protocol":1,"table":"nowhere"}', "no-table")):
            ws = WebSocket(self.port)
            ws.send(ws.frame(TEXT, data.encode()))
            self.assertEqual(ws.hear()["code"], code)
            self.assertEqual(ws.code(), 1008)

    def test_who_does_not_read_is_closed(self):
        ws = WebSocket(self.port)
        for _ in range(400):  # 26 MB, of which a server must not keep the answers
            ws.send(ws.frame(PING, b"x" * 125) * 500)
        opcode = PONG
        while opcode == PONG:
            opcode, data = ws.hear_frame()
        self.assertEqual((opcode, data), (CLOSE, struct.pack("!H", 1013)))
        self.assertGreaterEqual(metric(self.port, "slow_readers_total"), 1)


class Limits(Shared):
    def test_too_many_messages(self):
        ws = WebSocket(self.port)
        ws.send(ws.frame(TEXT, b'{"type":"ping"}') * 300)
        answers = []
        with self.assertRaises(Closed) as closed:
            while True:
                answers.append(ws.hear())
        self.assertEqual(closed.exception.code, 1008)
        self.assertEqual(answers[-1]["code"], "too-many")
        self.assertGreaterEqual(len(answers), 60)

    def test_too_many_connections(self):
        wires = [Wire(self.port) for _ in range(260)]
        late = wires[259].response()
        self.assertEqual(late[0], 429)
        self.assertEqual(late[1]["retry-after"], "5")
        for wire in wires:
            wire.close()
        wait_for(lambda: ask(self.port, "GET", "/healthz")[0] == 200)

    def test_forged_addresses(self):
        """Without --proxy nobody's word about addresses counts."""
        answers = [ask(self.port, "POST", "/api/tables", {"game": "nothanks"},
                       [f"X-Forwarded-For: 203.0.113.{i}"])[0] for i in range(40)]
        self.assertIn(429, answers)
        self.assertEqual(answers[0], 201)


class Club(Shared):
    def ask_often(self, path, count):
        """On one connection, a hundred at a time; the set of answers."""
        wire, seen = Wire(self.port), set()
        for _ in range(count // 100):
            wire.send(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
            seen |= {wire.response()[0] for _ in range(100)}
        wire.close()
        return seen

    def test_thirty_visitors_behind_one_address(self):
        """Each takes all files of the client; that leaves the API as it is. There are ends."""
        self.assertEqual(self.ask_often("/assets/app-Ab3dEf12.js", 30 * 200 - 500), {200})
        self.assertEqual(self.ask_often("/api/tables", 100), {200})
        self.assertIn(429, self.ask_often("/api/tables", 1000))
        self.assertIn(429, self.ask_often("/assets/app-Ab3dEf12.js", 20000))


class Proxied(Shared):
    flags = ("--proxy", "127.0.0.1", "--origin", "https://peck.example")

    def test_the_address_before_the_proxy_counts(self):
        def tables(name, count):
            return [ask(self.port, "POST", "/api/tables", {"game": "nothanks"},
                        [f"X-Forwarded-For: 10.1.1.{i}, {name(i)}"])[0] for i in range(count)]
        self.assertEqual(set(tables(lambda i: f"203.0.113.{i}", 40)), {201})
        before = metric(self.port, "requests_limited_total")
        self.assertIn(429, answers := tables(lambda i: "203.0.113.99", 40))
        self.assertEqual(metric(self.port, "requests_limited_total") - before, answers.count(429))
        wait_for(lambda: any("too many requests" in line for line in self.server.log))
        lines = [line for line in self.server.log if "too many requests" in line]
        self.assertEqual(len(lines), 1)  # for all of them
        self.assertRegex(lines[0], r"address=203\.0\.113\.9[89]\b")

    def test_a_proxy_that_adds_a_line(self):
        """What the client itself had said is in the line before."""
        answers = [ask(self.port, "POST", "/api/tables", {"game": "nothanks"},
                       [f"X-Forwarded-For: 10.2.2.{i}", "X-Forwarded-For: 203.0.113.98"])[0]
                   for i in range(40)]
        self.assertIn(429, answers)

    def test_the_log_names_who_is_behind_the_proxy(self):
        ws = WebSocket(self.port, ["X-Forwarded-For: 203.0.113.97"])
        ws.send(ws.frame(TEXT, b'{"type":"ping"}') * 300)
        self.assertEqual(ws.code(), 1008)
        wait_for(lambda: any("too many messages" in line for line in self.server.log))
        self.assertIn("address=203.0.113.97\n", self.server.log[-1])

    def test_origin(self):
        WebSocket(self.port, ["Origin: https://peck.example"]).close()
        with self.assertRaisesRegex(ConnectionError, "403"):
            WebSocket(self.port, [f"Origin: http://localhost:{self.port}"])


class Alone(unittest.TestCase):
    """Tests with servers of their own."""

    def setUp(self):
        root = folder()
        self.addCleanup(root.cleanup)
        self.root = root.name
        self.store = f"sqlite:{self.root}/db"

    def start(self, *flags, store=None):
        server = Server(PECK, store or self.store, *flags)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def test_a_match_through_death(self):
        """kill -9 twice in a match: what was acknowledged is there, and the match ends."""
        server = self.start()
        player = begin(server.port)
        acknowledged = dict(player.done)
        for _ in range(2):
            player.play(most=3)
            acknowledged.update(player.done)
            server.kill()
            server = self.start()
            player.port = server.port
            player.open()
            player.hear()
            self.assertGreater(player.view["seq"], max(acknowledged.values()))
        player.play()
        self.assertEqual(player.phase(), "over")
        player.count -= 1  # the last command once more: the first answer, and no second effect
        name, seq = list(player.done.items())[-1]
        player.ws.say({"type": "act", "id": name, "ply": 0, "action": "take"})
        while True:
            message = player.ws.hear()
            if message["type"] == "done":
                break
        self.assertEqual((message["id"], message["seq"]), (name, seq))
        text = ask(server.port, "GET", "/metrics")[2].decode()
        for name in "steps", "messages_done", "messages_view", "thoughts":
            self.assertRegex(text, rf"(?m)^peck_{name}_total [1-9]")
        self.assertEqual(server.stop(), 0)
        self.assertFalse([line for line in server.log if player.token in line])

    def test_bots_go_on_after_death_with_nobody_there(self):
        server = self.start()
        player = begin(server.port, seats=5)
        while player.actions():
            player.act(-1)  # to pass, so that it is a bot's turn
        seq = player.view["seq"]
        server.kill()
        server = self.start()
        wait_for(lambda: metric(server.port, "steps_total") > 0)
        spectator = WebSocket(server.port)
        spectator.say({"type": "hello", "protocol": 1, "table": player.table})
        self.assertGreater(spectator.hear()["seq"], seq)

    def test_the_end(self):
        server = self.start()
        player = begin(server.port)
        idle, half = Wire(server.port), Wire(server.port)
        half.send("GET / HTTP")
        while not player.actions():
            player.hear()
        heard_before = metric(server.port, "messages_heard_total")
        player.ws.say({"type": "act", "id": "last", "ply": player.view["view"]["ply"],
                       "action": player.actions()[0]})
        wait_for(lambda: metric(server.port, "messages_heard_total") > heard_before)
        server.process.terminate()
        heard = []
        with self.assertRaises(Closed) as closed:
            while True:
                heard.append(player.ws.hear())
        self.assertEqual(closed.exception.code, 1001)
        self.assertIn("last", [message.get("id") for message in heard])
        player.ws.close()
        self.assertEqual(server.stop(), 0)
        self.assertIn("connections=0\n", server.log[-1])  # they were closed, and not cut off in the end
        self.assertEqual((idle.ended(), half.ended()), (b"", b""))

    def test_the_end_does_not_wait_for_a_bot(self):
        """An expert of Karteneck thinks for a second. On a busy machine it may be done first: then again."""
        for _ in range(20):
            server = self.start(store=f"sqlite:{self.root}/{os.urandom(4).hex()}")
            player = begin(server.port, "karteneck", 5, "expert", options={"first": 1})
            wait_for(lambda: metric(server.port, "thinking") == 1)
            server.process.terminate()
            self.assertEqual(player.ws.code(), 1001)
            player.ws.close()
            self.assertEqual(server.stop(), 0)
            if " thinking=1 " in server.log[-1]:
                return
        self.fail("it waited for the bot each time")

    def test_who_never_answers_a_ping_is_dropped(self):
        server = self.start("--ping", "6")
        began = time.monotonic()
        deaf, alive, busy = (WebSocket(server.port) for _ in range(3))
        asked = {alive: 0, busy: 0}
        ended = False
        while not ended:
            for ws in asked:
                while ws.held or select.select([ws.socket], [], [], 0)[0]:
                    opcode, data = ws.hear_frame()
                    if opcode == PING:
                        asked[ws] += 1
                        ws.send(ws.frame(PONG, data))
            busy.say({"type": "ping"})  # a client that sends something gets no ping
            if select.select([deaf.socket], [], [], 0.2)[0]:
                ended = not deaf.more()
        self.assertEqual(deaf.held, b"\x89\0")  # one ping and no close frame
        self.assertGreater(time.monotonic() - began, 9)
        self.assertEqual((asked[alive] > 0, asked[busy]), (True, 0))
        alive.say({"type": "ping"})
        self.assertEqual(alive.hear(), {"type": "pong"})

    def test_slow_requests_are_dropped(self):
        server = self.start()
        began = time.monotonic()
        silent, slow, body = (Wire(server.port) for _ in range(3))
        slow.send("GET / HTTP/1.1\r\n")
        body.send("POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
        for _ in range(PATIENCE):
            if select.select([slow.socket], [], [], 1)[0]:
                break
            slow.send("X: y\r\n")
        self.assertEqual(slow.response()[0], 408)
        self.assertEqual(body.response()[0], 408)
        self.assertEqual(silent.ended(), b"")
        self.assertGreater(time.monotonic() - began, 9)

    def test_backup_and_restore(self):
        server = self.start()
        player = begin(server.port)
        player.play(most=2)
        copy = f"{self.root}/copy"
        command = [PECK, "serve", "--store", self.store, "--backup", copy]
        subprocess.run(command, check=True)
        self.assertNotEqual(subprocess.run(command, capture_output=True).returncode, 0)  # is there
        seq = player.view["seq"]
        player.play(most=2)
        server.kill()
        restored = self.start(store=f"sqlite:{copy}")
        player.port = restored.port
        player.open()
        player.hear()
        self.assertGreaterEqual(player.view["seq"], seq)
        player.play()
        self.assertEqual(player.phase(), "over")

    def refused(self, *flags, port=0, store=None, status=None):
        place = self.store if store is None else store
        result = subprocess.run([PECK, "serve", "--port", str(port), "--store", place, *flags],
                                capture_output=True, text=True, timeout=PATIENCE,
                                env={**os.environ, "RES_OPTIONS": "timeout:1 attempts:1"})
        self.assertIn(result.returncode, (1, 2) if status is None else (status,))
        return result.stderr

    def test_a_closed_terminal_ends_it_in_order(self):
        server = self.start()
        server.process.send_signal(signal.SIGHUP)
        self.assertEqual(server.process.wait(PATIENCE), 0)

    def test_production_needs_a_secret(self):
        production = "--production", "--origin", "https://peck.example"
        secret = pathlib.Path(self.root, "secret")
        self.assertIn("--origin", self.refused("--production"))
        self.assertIn("https://", self.refused("--production", "--origin", "http://peck.example"))
        self.assertIn("--secret-file", self.refused(*production))
        production += "--secret-file", str(secret)
        self.assertIn("No such file", self.refused(*production))
        for text, why in (("", "empty"), ("\n", "empty"), ("changeme", "too short"),
                          ("0" * 64, "guessed")):
            secret.write_text(text)
            secret.chmod(0o600)
            self.assertIn(why, self.refused(*production))
        secret.write_text(os.urandom(32).hex())
        for mode in 0o644, 0o604, 0o660:
            secret.chmod(mode)
            self.assertIn("others", self.refused(*production))
        for mode in 0o600, 0o440:  # the latter is what a credential of systemd looks like
            secret.chmod(mode)
            self.assertEqual(self.start(*production).stop(), 0)

    @unittest.skipUnless(socket.has_ipv6 and os.path.exists("/proc/net/if_inet6"), "no IPv6 here")
    def test_ipv4_at_a_socket_of_ipv6(self):
        """The proxy is known by the address that --proxy has, and not as ::ffff:127.0.0.1."""
        server = self.start("--listen", "::", "--proxy", "127.0.0.1")
        opened = [ask(server.port, "POST", "/api/tables", {"game": "nothanks"},
                      [f"X-Forwarded-For: 203.0.113.{i}"])[0] for i in range(40)]
        self.assertEqual(set(opened), {201})

    def test_secret_of_its_own(self):
        self.start().stop()
        path = pathlib.Path(self.root, "db.secret")
        first = path.read_text()
        for file in pathlib.Path(self.root).iterdir():
            self.assertEqual(file.stat().st_mode & 0o077, 0, file)
        self.start().stop()
        self.assertEqual(path.read_text(), first)

    def test_one_server_for_a_database(self):
        self.start()
        self.assertIn("another process", self.refused())

    def test_bad_places(self):
        for place in "0.0.0.0:8080", ":8080", "http://localhost", "two words", "[::]":
            self.assertIn("--listen takes an address", self.refused("--listen", place, status=2))
        self.assertIn("the name 'nowhere.invalid' has no address",
                      self.refused("--listen", "nowhere.invalid", status=2))
        self.assertIn("does not have this address", self.refused("--listen", "198.51.100.1", status=1))
        self.assertIn("cannot read", self.refused("--www", self.root + "/nothing"))
        self.assertIn("--proxy takes", self.refused("--proxy", "localhost"))
        for store in "sqlite:", "nonsense", "mysql://localhost/peck", "postgress://localhost/peck":
            self.assertIn("--store takes", self.refused(store=store, status=2))
        self.assertIn("cannot be opened", self.refused("--secret-file", self.root + "/nothing"))
        other = self.start(store=f"sqlite:{self.root}/other")
        self.assertIn("another program uses this port; choose another one with --port",
                      self.refused(port=other.port, status=1))

    def test_full(self):
        server = self.start("--connections", "3")
        wires = [Wire(server.port) for _ in range(3)]
        late = Wire(server.port)
        self.assertEqual(late.response()[0], 503)
        wires[0].close()
        wait_for(lambda: ask(server.port, "GET", "/healthz")[0] == 200)

    def test_no_client(self):
        server = self.start("--www", self.root)  # only a database in it
        self.assertEqual(ask(server.port, "GET", "/")[0], 404)

    def test_idle_connections_are_light(self):
        if re.search(b"__[at]san_init", pathlib.Path(PECK).read_bytes()):
            self.skipTest("a sanitizer is not light")
        server = self.start("--unlimited")
        statm = pathlib.Path(f"/proc/{server.process.pid}/statm")
        table = new_table(server.port, game="nothanks")
        resident = lambda: int(statm.read_text().split()[1]) * 4096
        sockets = []

        def connect(count):
            for _ in range(count):
                ws = WebSocket(server.port)
                ws.say({"type": "hello", "protocol": 1, "table": table})
                ws.hear()
                sockets.append(ws)
        connect(100)
        before = resident()
        connect(400)
        self.assertLess((resident() - before) / 400, 10000)


def run_case(name):
    """One test as its own class, or a whole class; (name, output, passed)."""
    result = subprocess.run([sys.executable, "-BW", "ignore", __file__, PECK, name], capture_output=True,
                            text=True)
    return name, result.stderr, result.returncode == 0


def main():
    global PECK
    PECK = sys.argv[1]
    if len(sys.argv) > 2:
        unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
    names = ["Http", "Frames", "Limits", "Club", "Proxied"]
    names += [f"Alone.{name}" for name in unittest.defaultTestLoader.getTestCaseNames(Alone)]
    names.sort(key=lambda name: "slow" not in name)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(run_case, names))
    for name, output, passed in results:
        print(f"{name}: {'fine' if passed else 'FAILED'}")
        if not passed:
            print(output)
    sys.exit(0 if all(passed for _, _, passed in results) else 1)


if __name__ == "__main__":
    main()
