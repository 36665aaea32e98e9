"""several.py PECK POSTGRES — two servers on one PostgreSQL: people at the same table through
different processes, one of which is killed in the middle. Run by postgres.sh."""
import os
import pathlib
import sys
import tempfile
import time

from wire import Player, Server, new_table


def join(port, table, seat, name):
    player = Player(port, table, seat, name)
    player.sit()
    return player


def settle(players, condition):
    """Lets everybody hear until it holds for all of them."""
    for player in players:
        while player.view is None or not condition(player):
            player.hear()


def main():
    peck, store = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as root:
        secret = pathlib.Path(root, "secret")
        secret.write_text(os.urandom(32).hex())
        servers = [Server(peck, store, "--secret-file", str(secret)) for _ in range(2)]
        try:
            play(servers)
        finally:
            for server in servers:
                if server.process.poll() is None:
                    server.stop()


def play(servers):
    table = new_table(servers[0].port, game="nothanks", seats=3)
    people = [join(servers[0].port, table, 0, "Ann"), join(servers[1].port, table, 1, "Bert")]
    people[0].bot(2)
    for player in people:
        player.ready()
    settle(people, lambda player: player.phase() == "showing")
    for player in people:
        player.show()
    settle(people, lambda player: player.phase() == "playing")
    acts, killed, moved = 0, False, 0
    while not all(player.phase() == "over" for player in people):
        for player in people:
            if player.phase() != "over" and player.actions():
                player.act()
                acts += 1
            elif player.phase() != "over":
                player.listen()
        if acts >= 6 and not killed:
            killed = True
            servers[0].kill()
            began = time.monotonic()
            people[0].port = servers[1].port
            people[0].open()
            people[0].view = None
            settle(people[:1], lambda player: True)
            moved = time.monotonic() - began
            assert people[0].view["seq"] > max(people[0].done.values())
    assert killed
    assert people[0].view["seq"] == people[1].view["seq"]
    assert servers[1].stop() == 0
    print(f"{acts} actions of two people; back at another process after {moved * 1000:.0f} ms")


main()
