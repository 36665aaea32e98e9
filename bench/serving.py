"""serving.py — what load.py and chaos.py share: servers as processes, clients, and a line of progress."""
import atexit
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/server"))
from wire import free_port


FILES = min(20000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])  # a process may have: a connection is one


def raise_limit():
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


started = []  # whatever happens, nothing is left running


signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))


@atexit.register
def kill_all():
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait()


def start(command, **options):
    process = subprocess.Popen(command, **options)
    started[:] = [other for other in started if other.poll() is None] + [process]
    return process


class Server:
    """One `peck serve` on its own port, which it keeps when it is restarted."""

    def __init__(self, peck, store, log, *options):
        self.port = free_port()
        self.command = [str(peck), "serve", "--listen", "127.0.0.1", "--port", str(self.port),
                        "--store", str(store), "--unlimited", "--connections", str(FILES - 1000), *options]
        self.log = log
        self.process = None

    def start(self):
        """Starts it and returns how many seconds it took to be ready."""
        begun = time.monotonic()
        self.process = start(self.command, stdout=self.log, stderr=self.log)
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() - begun > 120:
                said = open(self.log.name, encoding="utf-8", errors="replace").read()
                raise SystemExit(f"the server did not start, status {self.process.poll()}:\n{said[-1000:]}")
            time.sleep(0.002)
        return time.monotonic() - begun

    def ready(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=10) as answer:
                return answer.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def rss(self):
        """Bytes of memory it holds."""
        for line in open(f"/proc/{self.process.pid}/status", encoding="ascii"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise SystemExit("the server has gone")

    def cpu(self):
        """Seconds of processor time that it has taken."""
        fields = open(f"/proc/{self.process.pid}/stat", encoding="ascii").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        """At once, as when the power fails for this one process."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGCONT)
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise SystemExit("the server did not end when it was asked to")


class Clients:
    """A running bench_load; `end` waits for it and gives what it measured."""

    def __init__(self, build, what, ports, *options):
        command = [str(build / "bench_load"), what, ",".join(map(str, ports)), *map(str, options)]
        self.process = start(command, stdout=subprocess.PIPE, text=True)

    def end(self, timeout=None):
        output, _ = self.process.communicate(timeout=timeout)
        if self.process.returncode != 0:
            raise SystemExit(f"bench_load failed: {output}")
        return json.loads(output)

    def terminate(self):
        """Ends it when every table has moved once more, which bench_load awaits for a minute."""
        self.process.terminate()
        return self.end(300)


class Progress:
    """A bar on a terminal, and nothing in a file."""

    def __init__(self, what, total):
        self.what, self.total, self.begun = what, total, time.monotonic()

    def show(self, done, note=""):
        if not sys.stderr.isatty():
            return
        part = min(1, done / self.total) if self.total else 1
        spent = time.monotonic() - self.begun
        left = spent / part - spent if part > 0 else 0
        bar = "#" * int(part * 30)
        print(f"\r{self.what} [{bar:<30}] {part:4.0%}  {left:4.0f} s left  {note}   ", end="", file=sys.stderr)

    def end(self):
        if sys.stderr.isatty():
            print("\r" + " " * 100 + "\r", end="", file=sys.stderr)


class Judge:
    """Prints what was found and remembers whether something was not as it should be."""

    def __init__(self):
        self.bad = 0

    def say(self, text):
        print(text, flush=True)

    def check(self, fine, text):
        self.bad += not fine
        print(("  ok    " if fine else "  FAIL  ") + text, flush=True)

    def exit(self):
        sys.exit(1 if self.bad else 0)
