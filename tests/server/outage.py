"""outage.py PECK POSTGRES — `peck serve` while its PostgreSQL is frozen, gone and back again: the loop
answers all the time and says that it is not ready, nobody is told that a table is not there, and
play goes on. Run by postgres.sh."""
import os
import re
import signal
import sys
import tempfile
import time

from cluster import Cluster
from wire import Player, Server, WebSocket, ask, begin, new_table, wait_for


def ready(port):
    """Whether the store answers, as the server says; that it lives it says at any time, and sooner than
    it gives up PostgreSQL, which is after 20 s."""
    began = time.monotonic()
    assert ask(port, "GET", "/healthz")[0] == 200
    status = ask(port, "GET", "/readyz")[0]
    took = time.monotonic() - began
    ready.slowest = max(ready.slowest, took)
    assert took < 15 and status in (200, 503), (took, status)
    return status == 200


ready.slowest = 0


def look_on(port, table):
    """The first message to somebody who comes to a table."""
    ws = WebSocket(port)
    ws.say({"type": "hello", "protocol": 1, "table": table})
    message = ws.hear()
    ws.close()
    return message


def frozen(server, cluster, player):
    """It accepts and says nothing. A move is answered when it thaws."""
    while not player.actions():
        player.hear()
    cluster.signal(signal.SIGSTOP)
    try:
        player.ws.say({"type": "act", "id": "frozen", "ply": player.view["view"]["ply"],
                       "action": player.actions()[0]})
        wait_for(lambda: not ready(server.port))
    finally:
        cluster.signal(signal.SIGCONT)
    wait_for(lambda: ready(server.port))
    while "frozen" not in player.done or player.view["seq"] <= player.done["frozen"]:
        player.hear()


def gone(server, cluster, player):
    """Connections break, and new ones are refused until it is back."""
    cluster.stop()
    wait_for(lambda: not ready(server.port))
    player.ws.say({"type": "chat", "id": "gone", "text": "is anybody there?"})
    while (message := player.ws.hear()).get("id") != "gone":
        pass
    assert message["code"] == "unavailable" and "PostgreSQL" not in message["why"], message
    for i in range(60):  # each fails, and not each is a line of the log
        player.ws.say({"type": "act", "id": f"gone{i}", "ply": player.view["view"]["ply"], "action": "?"})
        while player.ws.hear().get("id") != f"gone{i}":
            pass
    answer = ask(server.port, "POST", "/api/tables", {"game": "nothanks"})
    assert answer[0] == 503 and b"PostgreSQL" not in answer[2], answer
    message = look_on(server.port, player.table)
    assert message["type"] == "view" or message["code"] == "unavailable", message
    message = look_on(server.port, "z9fkb4e7dfwgdjx3")  # nobody knows whether it is there
    assert message["code"] == "unavailable", message
    cluster.start()
    wait_for(lambda: ready(server.port))
    assert look_on(server.port, "z9fkb4e7dfwgdjx3")["code"] == "no-table"
    assert look_on(server.port, player.table)["type"] == "view"


def unconfirmed(server, cluster, store):
    """The step of somebody who sits down is stored, but the answer is lost: the primary waits for a standby when the
    connection breaks. Whoever sends the same message again sits there; a new message finds the seat taken."""
    table = new_table(server.port, game="nothanks", seats=3)
    player = Player(server.port, table, 0, "Ann")
    sit = {"type": "sit", "id": "once", "seat": 0, "name": "Ann", "token": player.token}
    cluster.ask(store, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    cluster.ask(store, "SELECT pg_reload_conf()")
    try:
        player.ws.say(sit)
        waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        wait_for(lambda: cluster.ask(store, waiting) != "")
        cluster.ask(store, f"SELECT pg_terminate_backend(pid) FROM ({waiting}) AS backend")
        while (message := player.ws.hear()).get("id") != "once":
            pass
        assert message["code"] == "unavailable", message
    finally:
        cluster.ask(store, "ALTER SYSTEM RESET synchronous_standby_names")
        cluster.ask(store, "SELECT pg_reload_conf()")
    for name, wanted in ("twice", "refused"), ("once", "done"):
        player.ws.say({**sit, "id": name})
        while (message := player.ws.hear()).get("id") != name or message.get("code") == "unavailable":
            if message.get("id") == name:
                player.ws.say({**sit, "id": name})
        assert message["type"] == wanted, message
    player.ws.close()


def main():
    peck, store = sys.argv[1:3]
    cluster = Cluster(store)
    with tempfile.NamedTemporaryFile("w") as secret:
        secret.write(os.urandom(32).hex())
        secret.flush()
        server = Server(peck, store, "--secret-file", secret.name, "--unlimited")
    try:
        player = begin(server.port)
        player.play(most=2)
        frozen(server, cluster, player)
        player.play(most=2)
        unconfirmed(server, cluster, store)
        gone(server, cluster, player)
        assert player.play(most=2) == 2
        cluster.signal(signal.SIGSTOP)
        wait_for(lambda: not ready(server.port))
        assert server.stop() == 0  # while PostgreSQL is frozen
        failed = [line for line in server.log if "does not answer" in line]
        errors = [line for line in server.log if "level=error" in line]
        assert 1 <= len(errors) < 20, errors
        assert failed and re.search("the store answers", "".join(server.log)), server.log
        print(f"answered within {ready.slowest * 1000:.0f} ms all the time")
    finally:
        cluster.signal(signal.SIGCONT)
        if server.process.poll() is None:
            server.kill()


main()
