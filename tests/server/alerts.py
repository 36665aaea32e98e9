"""alerts.py PECK [URL] — turn alerts: an independent receiver decrypts what `peck serve` sends by Web Push and verifies
who sent it, reads webhooks, and counts: one alert for each turn of somebody who is away, none for anybody else. Nothing
is sent to this machine or its network, along redirects, or to a host without a valid certificate. With the URL of a
PostgreSQL, two processes share the work."""
import base64
import http.server
import json
import os
import ssl
import subprocess
import sys
import tempfile
import threading

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import wire


FLAGS = ("--alert-after", "1", "--unlimited", "--ping", "3600")
NAMED = ("--origin", "https://peck.example")


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Receiver:
    """A push service and the place of webhooks, at http://127.0.0.1:port/."""

    def __init__(self, context=None):
        self.got, self.news, self.status = [], threading.Condition(), {}
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = receiver.status.get(self.path, 201)
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"http://127.0.0.1:{receiver.port}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()
                with receiver.news:
                    receiver.got.append((self.path, self.headers, body))
                    receiver.news.notify_all()

            do_GET = do_POST

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if context is not None:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, path, scheme="http"):
        return f"{scheme}://127.0.0.1:{self.port}{path}"

    def count(self, path):
        return sum(1 for got in self.got if got[0] == path)

    def wait(self, path, count=1):
        with self.news:
            assert self.news.wait_for(lambda: self.count(path) >= count, wire.PATIENCE), (path, self.got)
        return [got for got in self.got if got[0] == path][count - 1]


class Browser:
    """A cookie, and a subscription with its own keys."""

    def __init__(self, port):
        self.port = port
        _, headers, _ = wire.ask(port, "GET", "/api/me")
        self.cookie = "Cookie: " + headers["set-cookie"].split(";")[0]
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = os.urandom(16)

    def ask(self, method, path, body=None, *headers):
        status, _, answer = wire.ask(self.port, method, path, body, (self.cookie, *headers))
        return status, json.loads(answer)

    def subscribe(self, endpoint, **changes):
        return self.ask("POST", "/api/alerts", {"endpoint": endpoint, "p256dh": encode(self.point),
                                                "auth": encode(self.auth), **changes})

    def read(self, body):
        """RFC 8291 and RFC 8188, as a browser does it."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21:21 + length], body[21 + length:]
        assert len(sealed) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        both = derive(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = derive(salt, both, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, both, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\2")
        return json.loads(plain[:-1])


def mac(key, data):
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


def derive(salt, secret, info, count):
    return mac(mac(salt, secret), info + b"\1")[:count]


def verify(header, key, audience):
    """RFC 8292: signed with the key that the browser was given, and for this push service."""
    assert header.startswith("vapid t="), header
    token, shown = header[len("vapid t="):].split(", k=")
    assert shown == key
    head, claims, signature = token.split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decode(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
    both = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decode(claims))
    assert claims["aud"] == audience, claims
    assert claims["exp"] > 1_600_000_000 and claims["sub"] == "https://peck.example", claims


class Known(wire.Player):
    """Somebody whom the server knows by a cookie."""

    def __init__(self, browser, table, seat, name):
        self.browser = browser
        super().__init__(browser.port, table, seat, name)

    def open(self):
        self.ws = wire.WebSocket(self.port, (self.browser.cookie,), table=self.table)
        self.ws.say({"type": "hello", "protocol": 1, "table": self.table, "token": self.token})


def begin(host, guest):
    """A match of two without a clock: whoever is to move, and the other one."""
    status, made = host.ask("POST", "/api/tables", {"game": "nothanks", "seats": 3})
    assert status == 201, made
    players = [Known(host, made["table"], 0, "Anna"), Known(guest, made["table"], 1, "Bert")]
    for player in players:
        player.sit()
    players[0].bot(2)
    for player in players:
        player.ready()
    for player in players:
        while player.phase() == "gathering":
            player.hear()
        player.show()
    for player in players:
        while player.phase() != "playing":
            player.hear()
    return players


def to_move(players):
    """Plays until it is somebody's turn who can act, and says whose."""
    while True:
        for player in players:
            player.listen()
            if player.actions():
                return player


def pass_to(players, who):
    while (mover := to_move(players)) is not who:
        mover.act(-1)  # no thanks, as long as there are chips


def push(servers, receiver):
    """The one who is away is alerted, once; not the one who looks at the table."""
    anna, bert = Browser(servers[0].port), Browser(servers[-1].port)
    key = anna.ask("GET", "/api/alerts")[1]["key"]
    assert anna.subscribe(receiver.url("/anna"))[0] == 201
    assert bert.subscribe(receiver.url("/bert"))[0] == 201
    here, away = begin(anna, bert), begin(anna, bert)
    pass_to(here, here[0])  # Anna's turn, and she is connected
    pass_to(away, away[1])
    away[1].ws.close()  # Bert's turn, and he is gone
    _, headers, body = receiver.wait("/bert")
    verify(headers["Authorization"], key, f"http://127.0.0.1:{receiver.port}")
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
    assert headers["Topic"] == away[0].table
    assert bert.read(body) == {"key": "turn", "table": away[0].table, "game": "nothanks"}
    away[0].command(type="phrase", phrase="hurry")  # is no new turn
    other = begin(bert, anna)
    pass_to(other, other[1])
    other[1].ws.close()
    _, _, body = receiver.wait("/anna")  # looked for after all that
    assert anna.read(body)["table"] == other[0].table, "she was alerted while she looked on"
    assert receiver.count("/bert") == 1 and receiver.count("/anna") == 1, receiver.got
    away[1].open()
    away[1].view = None
    while away[1].view is None or not away[1].actions():
        away[1].hear()
    away[1].act(-1)
    pass_to(away, away[1])  # a new turn of his
    away[1].ws.close()
    receiver.wait("/bert", 2)
    return anna


def gone(server, receiver):
    """A subscription that the push service no longer knows is forgotten."""
    carl, dora = Browser(server.port), Browser(server.port)
    receiver.status["/carl"] = 410
    assert carl.subscribe(receiver.url("/carl"))[0] == 201
    assert len(carl.ask("GET", "/api/me/export")[1]["alerts"]) == 1
    table = begin(dora, carl)
    pass_to(table, table[1])
    table[1].ws.close()
    receiver.wait("/carl")
    wire.wait_for(lambda: carl.ask("GET", "/api/me/export")[1]["alerts"] == [])


def webhook(server, receiver):
    host, guest = Browser(server.port), Browser(server.port)
    receiver.status["/?topic=evening"] = 302
    table = begin(host, guest)
    path = f"/api/tables/{table[0].table}/webhook"
    hook = {"url": receiver.url("/?topic=evening")}
    assert guest.ask("POST", path, hook)[1]["code"] == "not-host"
    assert guest.ask("GET", path)[1]["code"] == "not-host"
    assert host.ask("POST", path, {"url": "ftp://127.0.0.1/"})[1]["code"] == "bad-url"
    assert host.ask("POST", path, {"url": 3})[1]["code"] == "bad-body"
    assert host.ask("POST", path, hook, "Accept-Language: de-AT") == (200, hook)
    assert host.ask("GET", path) == (200, hook)
    pass_to(table, table[1])
    table[1].ws.close()
    _, headers, body = receiver.wait("/?topic=evening")
    said = json.loads(body)
    words = f"Bert, du bist dran: Geschenkt → http://localhost:{server.port}/t/{table[0].table}"
    assert said["content"] == said["text"] == said["message"] == words, said
    assert said["topic"] == "evening" and said["allowed_mentions"] == {"parse": []}
    assert headers["Content-Type"] == "application/json"
    assert host.ask("GET", "/api/me/export")[1]["webhooks"] == [{"table": table[0].table, **hook}]
    assert host.ask("POST", path, {"url": ""})[0] == 200
    assert host.ask("GET", path) == (200, {"url": ""})
    assert receiver.count("/elsewhere") == 0


def refusals(server, receiver):
    eva = Browser(server.port)
    fine = receiver.url("/eva")
    assert eva.subscribe("http://push.example/")[1]["code"] == "bad-url"
    assert eva.subscribe(fine, auth="AAAA")[1]["code"] == "bad-key"
    assert eva.subscribe(fine, p256dh=encode(b"\4" + bytes(64)))[1]["code"] == "bad-key"
    assert eva.subscribe(fine, more="words")[1]["code"] == "bad-body"
    for n in range(8):
        assert eva.subscribe(fine + str(n))[0] == 201
    assert eva.subscribe(fine + "9")[1]["code"] == "too-many"
    assert eva.subscribe(fine + "7")[0] == 201  # it has that one
    assert eva.ask("DELETE", "/api/alerts", {"endpoint": fine + "7"}) == (200, {"removed": 1})
    assert eva.subscribe(fine + "9")[0] == 201
    stranger = Browser(server.port)
    assert stranger.ask("DELETE", "/api/alerts", {"endpoint": fine + "0"}) == (200, {"removed": 0})
    assert stranger.subscribe(fine + "0")[0] == 201  # whoever uses that browser now
    assert len(eva.ask("GET", "/api/me/export")[1]["alerts"]) == 7
    assert eva.ask("DELETE", "/api/me")[0] == 200
    assert len(stranger.ask("GET", "/api/me/export")[1]["alerts"]) == 1


def logged(server, words):
    wire.wait_for(lambda: any(words in line for line in server.log))


def certificate(folder):
    """One that nobody trusts."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
                    "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")
    return context


def alert_to(server, endpoint):
    """Somebody's turn, who is away and wants to be alerted there."""
    host, guest = Browser(server.port), Browser(server.port)
    assert guest.subscribe(endpoint)[0] == 201
    table = begin(host, guest)
    pass_to(table, table[1])
    table[1].ws.close()


def share(peck, url):
    with tempfile.NamedTemporaryFile("w") as secret:
        secret.write(os.urandom(32).hex() + "\n")
        secret.flush()
        servers = [wire.Server(peck, url, "--secret-file", secret.name, *FLAGS, *NAMED, "--alert-loopback") for _ in range(2)]
    push(servers, Receiver())
    for server in servers:
        assert server.stop() == 0
    print("alerts of two processes: fine")


def main(peck, url=None):
    if url is not None:
        share(peck, url)
        return
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:{folder}/server.sqlite"
        server, receiver = wire.Server(peck, store, *FLAGS, *NAMED, "--alert-loopback"), Receiver()
        anna = push([server], receiver)
        key = anna.ask("GET", "/api/alerts")[1]["key"]
        gone(server, receiver)
        secure = Receiver(certificate(folder))
        alert_to(server, secure.url("/x", "https"))
        logged(server, "an alert did not arrive")
        assert secure.got == []
        assert server.stop() == 0
        server = wire.Server(peck, store, *FLAGS, "--alert-loopback")
        webhook(server, receiver)
        refusals(server, receiver)
        assert server.stop() == 0
        server = wire.Server(peck, store, *FLAGS, *NAMED)  # as everybody starts it
        anna.port = server.port
        assert anna.ask("GET", "/api/alerts")[1]["key"] == key
        assert anna.subscribe(receiver.url("/anna"))[1]["code"] == "bad-url"
        alert_to(server, secure.url("/x", "https"))
        logged(server, "an alert would go to this network")
        assert secure.got == []
        assert server.stop() == 0
    print("alerts: fine")


main(*sys.argv[1:])
