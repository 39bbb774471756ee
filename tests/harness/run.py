"""`make test`, `check`, `e2e` and `bench`: every step in order, one summary at the end."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.harness.services import services  # noqa: E402  (needs the path above)

PY = sys.executable
NPM = [PY, "labeling/config/install.py", "--dev", "--npm"]
PYTEST = [PY, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
ON_BOTH_DATABASES = [
    *(f"tests/labeling/{part}" for part in ("services", "selectors", "api", "realtime")),
    *(f"tests/annotators/{part}" for part in ("services", "api")),
    *(f"tests/active_learning/{part}" for part in ("services", "api")),
    "tests/federated/services",
    "tests/cases",
]
"""What pure cores do does not depend on the database: their tests run once."""
Step = tuple[str, Sequence[str], Mapping[str, str]]

CHECKS: list[Step] = [
    ("ruff", [PY, "-m", "ruff", "check", "."], {}),
    ("ruff format", [PY, "-m", "ruff", "format", "--check", "."], {}),
    ("mypy", [PY, "-m", "mypy"], {}),
    ("import walls", [str(Path(PY).with_name("lint-imports"))], {}),
    ("migrations", [PY, "manage.py", "makemigrations", "--check", "--dry-run"], {}),
    ("django check", [PY, "manage.py", "check"], {}),
    ("tsc, svelte-check", [*NPM, "run", "check"], {}),
    ("eslint, prettier", [*NPM, "run", "lint"], {}),
]


def unit_steps(env: Mapping[str, str], extra: Sequence[str]) -> list[Step]:
    """Everything without a browser: front end in Node, back end on SQLite, then PostgreSQL."""
    steps: list[Step] = [
        ("front-end units", [*NPM, "run", "test"], {}),
        ("tests on SQLite", [*PYTEST, "-n", "2", "-m", "not e2e", *extra], env),
    ]
    if url := env.get("TEST_POSTGRES_URL"):
        command = [*PYTEST, "-n", "2", "-m", "not e2e and not slow", *ON_BOTH_DATABASES]
        steps.append(("tests on PostgreSQL", [*command, *extra], {**env, "DATABASE_URL": url}))
    return steps


def e2e_steps(env: Mapping[str, str], extra: Sequence[str]) -> list[Step]:
    """A real browser against real server processes, and a federation of real ones."""
    places = ("tests/e2e", "tests/federated/transport")
    return [("browser, federation", [*PYTEST, "-m", "e2e", *places, *extra], env)]


def bench_steps(env: Mapping[str, str], extra: Sequence[str]) -> list[Step]:
    """Every benchmark file, each a program that prints its figures."""
    files = sorted((ROOT / "tests" / "benchmarks").rglob("bench_*.py"))
    wanted = [file for file in files if not extra or any(word in file.name for word in extra)]
    return [(file.stem, [PY, str(file.relative_to(ROOT))], env) for file in wanted]


def run_all(steps: Sequence[Step], *, stop_early: bool) -> int:
    """Run the steps, print how long each took, return the number that failed."""
    results: list[tuple[str, int, float]] = []
    base = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    for name, command, env in steps:
        print(f"\n── {name} " + "─" * max(3, 70 - len(name)), flush=True)
        started = time.monotonic()
        status = subprocess.run(command, cwd=ROOT, env={**base, **env}, check=False).returncode
        results.append((name, status, time.monotonic() - started))
        if status and stop_early:
            break
    print("\n── summary " + "─" * 60)
    for name, status, seconds in results:
        print(f"{'✗' if status else '✓'} {name:<24} {seconds:6.1f} s")
    return sum(1 for _, status, _ in results if status)


def main() -> None:
    """Run what the first argument names; the rest goes to pytest (or picks benchmarks)."""
    what, extra = sys.argv[1], sys.argv[2:]
    if what == "check":
        sys.exit(min(1, run_all(CHECKS, stop_early=False)))
    with services() as env:
        steps = {
            "all": lambda: [*CHECKS, *unit_steps(env, extra), *e2e_steps(env, extra)],
            "e2e": lambda: e2e_steps(env, extra),
            "bench": lambda: bench_steps(env, extra),
        }[what]()
        failed = run_all(steps, stop_early=False)
    sys.exit(0 if what == "bench" else min(1, failed))


if __name__ == "__main__":
    main()
