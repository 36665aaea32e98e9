"""container.py IMAGE — the container: it runs as nobody special, says that it is healthy, serves the page, and keeps a match
in its volume when it is stopped, removed and started again. Then the same with compose.yaml, whose
database outlives its containers as well. Run by tools/container.sh, with podman."""
import json
import os
import pathlib
import subprocess
import sys
import time

from wire import ask, begin, free_port

TOP = pathlib.Path(__file__).parents[2]
NAME = "peck-trial"


def run(*words, check=True, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def wait_ready(port, seconds=90):
    end = time.monotonic() + seconds
    while True:
        try:
            if ask(port, "GET", "/readyz")[0] == 200:
                return
        except (OSError, EOFError):
            pass
        if time.monotonic() > end:
            raise TimeoutError(run("podman", "ps", "-a") + run("podman", "logs", NAME, check=False))
        time.sleep(0.2)


def play_through(port, again):
    """A match goes on after `again`, at the same seat and with nothing lost."""
    wait_ready(port)
    assert b'<div id="app">' in ask(port, "GET", "/")[2]
    player = begin(port)
    player.play(3)
    before = player.view["seq"]
    again()
    wait_ready(port)
    player.open()
    while player.hear()["type"] != "view":
        pass
    assert player.view["seq"] >= before, (player.view["seq"], before)
    player.play()
    assert player.phase() == "over"


def container(image):
    port = free_port()

    def start():
        run("podman", "run", "-d", "--name", NAME, "-p", f"127.0.0.1:{port}:8080", "--read-only",
            "--cap-drop", "all", "-v", f"{NAME}:/var/lib/peck", image)

    def again():
        began = time.monotonic()
        run("podman", "stop", NAME)
        status = run("podman", "inspect", "-f", "{{.State.ExitCode}}", NAME)
        assert status == "0" and time.monotonic() - began < 8, status
        run("podman", "rm", NAME)
        start()

    start()
    try:
        play_through(port, again)
        assert run("podman", "exec", NAME, "id", "-un") == "peck"
        run("podman", "healthcheck", "run", NAME)
        listed = json.loads(run("podman", "exec", NAME, "peck", "admin", "stats", "--json"))
        run("podman", "exec", NAME, "peck", "serve", "--backup", "/var/lib/peck/copy.sqlite")
        store = "sqlite:/var/lib/peck/copy.sqlite"
        copied = run("podman", "exec", NAME, "peck", "admin", "--store", store, "stats", "--json")
        assert json.loads(copied) == listed, (copied, listed)
    finally:
        run("podman", "rm", "-f", "-v", NAME, check=False)
        run("podman", "volume", "rm", NAME, check=False)
    print("container: a match went on in a new container with the same volume; healthy; backup taken")


def compose(image):
    port = free_port()
    env = {**os.environ, "PECK_IMAGE": image, "PECK_LISTEN": f"127.0.0.1:{port}"}

    def do(*words):
        return run("podman-compose", "-p", NAME, *words, env=env, cwd=TOP)

    def again():
        do("down")
        do("up", "-d")

    do("up", "-d")
    try:
        play_through(port, again)
    finally:
        do("down", "-v")
        run("podman", "network", "rm", f"{NAME}_default", check=False)
    print("compose: a match went on after both containers were removed and made again")


container(sys.argv[1])
compose(sys.argv[1])
