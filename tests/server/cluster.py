"""cluster.py — the PostgreSQL that postgres.sh began, to be frozen, stopped and started by a test."""
import contextlib
import os
import pathlib
import shlex
import signal
import subprocess
import urllib.parse

from wire import wait_for


class Cluster:
    """The PostgreSQL behind a URL of postgres.sh."""

    def __init__(self, url):
        folder = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["host"][0]
        self.data = pathlib.Path(folder, "data")
        self.command = shlex.split(self.data.joinpath("postmaster.opts").read_text())

    def main(self):
        """Of its first process, as text; None when there is none."""
        try:
            return self.data.joinpath("postmaster.pid").read_text().split()[0]
        except FileNotFoundError:
            return None

    def children(self):
        main, found = self.main(), []
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = stat.read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if main is not None and parent == main:
                found.append(int(stat.parent.name))
        return found

    def signal(self, number):
        """To the first process before the others are looked for: then it starts no more of them."""
        if self.main() is not None:
            os.kill(int(self.main()), number)
        for process in self.children():
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(process, number)

    @staticmethod
    def ask(url, sql):
        done = subprocess.run(["psql", "-qAtX", url, "-c", sql], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def stop(self):
        os.kill(int(self.main()), signal.SIGQUIT)  # at once
        wait_for(lambda: not self.data.joinpath("postmaster.pid").exists())

    def start(self):
        """As the owner of its files."""
        owner = self.data.stat()
        with open(os.devnull, "w") as nothing:
            subprocess.Popen(self.command, stdout=nothing, stderr=nothing, start_new_session=True,
                             user=owner.st_uid, group=owner.st_gid, extra_groups=[])
