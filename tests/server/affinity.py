"""affinity.py PECK FOLDER POSTGRES — nginx and Caddy with the configurations of FOLDER before two servers
on one PostgreSQL: everybody at a table is at the same process. Run by postgres.sh."""
import os
import pathlib
import ssl
import sys
import tempfile

from nginx import certify, is_open, start_caddy, start_nginx
from wire import GAME, Player, Server, Wire, free_port, metric, new_table, wait_for

TABLES, SEATS = 8, 3


def tables_of(server):
    Wire.context, kept = None, Wire.context
    count = metric(server.port, "tables")
    Wire.context = kept
    return count


def check(port, servers):
    players = []
    for _ in range(TABLES):
        table = new_table(port, game=GAME, seats=SEATS)
        for seat in range(SEATS):
            players.append(Player(port, table, seat, f"P{seat}"))
            players[-1].sit()
    held = [tables_of(server) for server in servers]
    assert sum(held) == TABLES, f"tables at both processes: {held}"
    assert all(held), f"all tables at one process: {held}"
    for player in players:
        player.ws.close()
    wait_for(lambda: sum(tables_of(server) for server in servers) == 0)
    return held


def main():
    peck, folder, store = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    with tempfile.TemporaryDirectory(prefix="peck-affinity.") as root:
        secret = pathlib.Path(root, "secret")
        secret.touch(mode=0o600)
        secret.write_text(os.urandom(32).hex())
        certify(root)
        servers = [Server(peck, store, "--proxy", "127.0.0.1", "--origin", "https://peck.example", "--unlimited",
                          "--secret-file", str(secret)) for _ in range(2)]
        for start in start_nginx, start_caddy:
            Wire.context, Wire.host = None, "peck.example"
            ports = free_port(), free_port()
            proxy = start(root, folder, ports, *(server.port for server in servers))
            try:
                wait_for(lambda: is_open(ports[1]))
                Wire.context = ssl.create_default_context(cafile=f"{root}/fullchain.pem")
                print(proxy.args[0], "tables at each process:", check(ports[1], servers))
            finally:
                Wire.context = None
                proxy.terminate()
                proxy.wait()
        for server in servers:
            assert server.stop() == 0


main()
