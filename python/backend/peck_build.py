"""peck_build.py — what pip calls to build the package: scikit-build-core, once the system has all it takes.

Without a compiler or Python's headers CMake would fail in the midst of pip's output. Here one sentence says
what is missing and how to install it. SystemExit, because pip shows all that a hook prints: a traceback
would bury the sentence.
"""
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig

from scikit_build_core.build import *  # noqa: F403 — the hooks that need no check
from scikit_build_core.build import get_requires_for_build_editable as editable_requires
from scikit_build_core.build import get_requires_for_build_wheel as wheel_requires

VERSION = "%d.%d" % sys.version_info[:2]
# By the ID and ID_LIKE of os-release: how to install, and the packages of compiler, C library and headers.
SYSTEMS = {
    "debian": ("apt-get install", "gcc", "libc6-dev", f"python{VERSION}-dev"),
    "fedora": ("dnf install", "gcc", "glibc-devel", "python3-devel"),
    "suse": ("zypper install", "gcc", "glibc-devel", f"python{VERSION.replace('.', '')}-devel"),
    "alpine": ("apk add", "gcc", "musl-dev", "python3-dev"),
    "arch": ("pacman -S", "gcc", "glibc", "python"),
}
NAMES = ("a C compiler", "the C library's headers", f"the headers of Python {VERSION}")


def compiler():
    """The command of the compiler that CMake would take; None when there is none."""
    command = shlex.split(os.environ.get("CC", ""))
    if command:
        return command if shutil.which(command[0]) else None
    return next(([name] for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


def can_include(command, header):
    """Whether the compiler finds a header of the C library."""
    result = subprocess.run([*command, "-E", "-x", "c", "-"], input=b"#include <%s>\n" % header.encode(),
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return result.returncode == 0


def missing():
    """For compiler, C library and headers: whether it is missing."""
    command = compiler()
    folder = sysconfig.get_path("include")
    return (command is None,
            command is None or not can_include(command, "stdio.h"),
            not os.path.exists(os.path.join(folder, "Python.h")))


def advice(lacks):
    """The command that installs what is missing; "" on a system we do not know."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return ""
    for name in [release["ID"], *release.get("ID_LIKE", "").split()]:
        for system, (install, *packages) in SYSTEMS.items():
            if system in name:
                wanted = " ".join(p for p, lack in zip(packages, lacks) if lack)
                return f" As root: {install} {wanted}"
    return ""


def check():
    if sys.version_info < (3, 11):
        sys.exit(f"Peck needs Python 3.11 or newer; this is {VERSION}.")
    lacks = missing()
    if any(lacks):
        names = " and ".join(name for name, lack in zip(NAMES, lacks) if lack)
        sys.exit(f"Peck cannot be built without {names}.{advice(lacks)}")


def get_requires_for_build_wheel(config_settings=None):
    check()
    return wheel_requires(config_settings)


def get_requires_for_build_editable(config_settings=None):
    check()
    return editable_requires(config_settings)
