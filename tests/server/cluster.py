"""cluster.py — the PostgreSQL that postgres.sh began, to be frozen, stopped and started by a test."""
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

    def processes(self):
        try:
            main = self.data.joinpath("postmaster.pid").read_text().split()[0]
        except FileNotFoundError:
            return []
        found = [int(main)]
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = stat.read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if parent == main:
                found.append(int(stat.parent.name))
        return found

    def signal(self, number):
        for process in self.processes():
            os.kill(process, number)

    def stop(self):
        main = self.processes()[0]
        os.kill(main, signal.SIGQUIT)  # at once
        wait_for(lambda: not self.data.joinpath("postmaster.pid").exists())

    def start(self):
        """As the owner of its files."""
        owner = self.data.stat()
        with open(os.devnull, "w") as nothing:
            subprocess.Popen(self.command, stdout=nothing, stderr=nothing, start_new_session=True,
                             user=owner.st_uid, group=owner.st_gid, extra_groups=[])
