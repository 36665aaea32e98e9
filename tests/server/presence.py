"""presence.py PECK URL — two processes of `peck serve` on one PostgreSQL: those who sit at one and
those who sit at the other see each other's presence and moves, in its order and at once when they
come again; a process that dies takes nobody's seat with it."""
import os
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import wire
from cluster import Cluster


def hear(socket, test, what):
    """The first message that passes the test."""
    end = time.monotonic() + wire.PATIENCE
    while time.monotonic() < end:
        message = socket.hear()
        if message["type"] in ("error", "refused"):
            raise AssertionError(message)
        if test(message):
            return message
    raise AssertionError("never heard " + what)


def present(here, watching):
    return lambda m: m["type"] == "presence" and m["here"] == here and m["watching"] == watching


def said(message, phrase):
    chat = message["table"]["chat"] if message["type"] == "view" else []
    return any(line.get("phrase") == phrase for line in chat)


def look_on(server, table):
    looker = wire.WebSocket(server.port)
    looker.say({"type": "hello", "protocol": 1, "table": table})
    return looker


def comes_again(server, socket, table, token):
    """Its process has forgotten the table meanwhile, and the other one's people with it."""
    socket.close()
    wire.wait_for(lambda: wire.metric(server.port, "tables") == 0)
    socket = wire.WebSocket(server.port)
    socket.say({"type": "hello", "protocol": 1, "table": table, "token": token})
    hear(socket, present([0, 1], 0), "that the other is still here")
    return socket


def leave_in_turn(cluster, servers, sockets, table):
    """While PostgreSQL is frozen the announcements wait; what is told last is what was last. Those at
    the same process learn of it at once."""
    lookers = [look_on(servers[0], table) for _ in range(3)]
    for socket in sockets:
        hear(socket, present([0, 1], 3), "the three who look on")
    cluster.signal(signal.SIGSTOP)
    try:
        for left, looker in zip((2, 1, 0), lookers):
            looker.close()
            hear(sockets[0], present([0, 1], left), f"that {left} look on")
    finally:
        cluster.signal(signal.SIGCONT)
    hear(sockets[1], present([0, 1], 0), "that nobody looks on")
    sockets[0].say({"type": "phrase", "id": "all gone", "phrase": "thanks"})
    later = lambda m: m["type"] == "presence" or said(m, "thanks")
    assert said(hear(sockets[1], later, "the phrase"), "thanks"), "an old announcement came last"


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
    hear(sockets[1], lambda m: said(m, "hello"), "a phrase from the other process")
    sockets[1] = comes_again(servers[1], sockets[1], table, tokens[1])
    leave_in_turn(Cluster(url), servers, sockets, table)
    looker = look_on(servers[1], table)
    hear(sockets[0], present([0, 1], 1), "somebody who looks on")
    looker.close()
    servers[1].kill()
    again = wire.WebSocket(servers[0].port)
    again.say({"type": "hello", "protocol": 1, "table": table, "token": tokens[1]})
    view = hear(again, lambda m: m["type"] == "view", "a view")
    assert view["view"]["viewer"] == 1, view
    assert servers[0].stop() == 0
    print("two processes, one table: fine")


main(*sys.argv[1:])
