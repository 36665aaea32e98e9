"""presence.py PECK URL — two processes of `peck serve` on one PostgreSQL: those who sit at one and
those who sit at the other see each other's presence and moves, and a process that dies takes
nobody's seat with it."""
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import wire


def hear(socket, test, what):
    """The first message that passes the test."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        message = socket.hear()
        if message["type"] in ("error", "refused"):
            raise AssertionError(message)
        if test(message):
            return message
    raise AssertionError("never heard " + what)


def present(here, watching):
    return lambda m: m["type"] == "presence" and m["here"] == here and m["watching"] == watching


def main(peck, url):
    with tempfile.NamedTemporaryFile("w") as secret:
        secret.write(os.urandom(32).hex() + "\n")
        secret.flush()
        servers = [wire.Server(peck, url, "--secret-file", secret.name) for _ in range(2)]
    table = wire.new_table(servers[0].port, game="nothanks", seats=3)
    tokens = ["%064x" % n for n in (1, 2)]
    sockets = [wire.WebSocket(server.port) for server in servers]
    for socket, token in zip(sockets, tokens):
        socket.say({"type": "hello", "protocol": 1, "table": table, "token": token})
    for seat, socket in enumerate(sockets):
        socket.say({"type": "sit", "id": f"sit {seat}", "seat": seat, "name": f"P{seat}",
                    "token": tokens[seat]})
    for socket in sockets:  # each has a connection that the other's process does not know
        hear(socket, present([0, 1], 0), "that both are here")
    sockets[0].say({"type": "phrase", "id": "phrase", "phrase": "hello"})
    hear(sockets[1], lambda m: m["type"] == "view" and m["table"]["chat"]
         and m["table"]["chat"][0].get("phrase") == "hello", "a phrase from the other process")
    looker = wire.WebSocket(servers[1].port)
    looker.say({"type": "hello", "protocol": 1, "table": table})
    hear(sockets[0], present([0, 1], 1), "somebody who looks on")
    servers[1].kill()
    again = wire.WebSocket(servers[0].port)
    again.say({"type": "hello", "protocol": 1, "table": table, "token": tokens[1]})
    view = hear(again, lambda m: m["type"] == "view", "a view")
    assert view["view"]["viewer"] == 1, view
    assert servers[0].stop() == 0
    print("two processes, one table: fine")


main(*sys.argv[1:])
