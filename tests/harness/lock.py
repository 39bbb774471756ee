"""`make lock`: resolves pyproject's extras into the two lock files."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ("web", "learn", "prelabel", "media", "pointcloud", "federated", "node")
HEAD = "# Pinned by `make lock`; installed whole with --no-deps. Do not edit by hand.\n"


def resolve(extras: tuple[str, ...], output: Path) -> None:
    """Pin one closure; the weight packages come without what they ask for."""
    flags = [flag for extra in extras for flag in ("--extra", extra)]
    quiet = ("-q", "--strip-extras", "--no-emit-find-links", "--no-emit-index-url", "--no-header")
    compiler = [sys.executable, "-m", "piptools", "compile", *quiet, *flags]
    subprocess.run([*compiler, "-o", str(output), "pyproject.toml"], cwd=ROOT, check=True)
    # The local part of a version (+cpu) names an index, not a release.
    pinned = output.read_text(encoding="utf-8").replace("+cpu", "")
    weights = (ROOT / "docs" / "weights.txt").read_text(encoding="utf-8")
    output.write_text(f"{HEAD}{pinned}\n{weights}", encoding="utf-8")


if __name__ == "__main__":
    resolve(RUNTIME, ROOT / "requirements.lock")
    resolve((*RUNTIME, "dev"), ROOT / "requirements-dev.lock")
