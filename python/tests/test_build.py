"""What pip says where the package cannot be built (python/backend)."""

import importlib
import pathlib
import sys
import types

import pytest

BACKEND = pathlib.Path(__file__).parents[1] / "backend"
HERE = "%d.%d" % sys.version_info[:2]


@pytest.fixture
def backend(monkeypatch):
    """The backend, above a stand-in for scikit-build-core that asks for nothing."""
    hooks = types.ModuleType("scikit_build_core.build")
    hooks.get_requires_for_build_wheel = lambda settings: ["ninja"]
    hooks.get_requires_for_build_editable = lambda settings: ["ninja"]
    monkeypatch.setitem(sys.modules, "scikit_build_core", types.ModuleType("scikit_build_core"))
    monkeypatch.setitem(sys.modules, "scikit_build_core.build", hooks)
    monkeypatch.syspath_prepend(BACKEND)
    monkeypatch.delitem(sys.modules, "peck_build", raising=False)
    return importlib.import_module("peck_build")


def refusal(backend):
    with pytest.raises(SystemExit) as refused:
        backend.get_requires_for_build_wheel()
    return refused.value.code


def test_nothing_missing(backend):
    assert backend.get_requires_for_build_wheel() == ["ninja"]
    assert backend.get_requires_for_build_editable() == ["ninja"]


def test_no_headers(backend, monkeypatch, tmp_path):
    monkeypatch.setattr(backend.sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setattr(backend.platform, "freedesktop_os_release",
                        lambda: {"ID": "ubuntu", "ID_LIKE": "debian"})
    assert refusal(backend) == (f"Peck cannot be built without the headers of Python {HERE}. "
                                f"As root: apt-get install python{HERE}-dev")
    monkeypatch.setattr(backend.platform, "freedesktop_os_release", lambda: {"ID": "fedora"})
    assert refusal(backend).endswith("As root: dnf install python3-devel")
    monkeypatch.setattr(backend.platform, "freedesktop_os_release", lambda: {"ID": "haiku"})
    assert refusal(backend) == f"Peck cannot be built without the headers of Python {HERE}."


def test_no_compiler(backend, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert refusal(backend).startswith("Peck cannot be built without a C compiler")


def test_no_c_library(backend, monkeypatch):
    monkeypatch.setenv("CC", "false")
    assert refusal(backend).startswith("Peck cannot be built without the C library's headers.")


def test_old_python(backend, monkeypatch):
    monkeypatch.setattr(backend.sys, "version_info", (3, 10, 0))
    assert refusal(backend).startswith("Peck needs Python 3.11 or newer")
