"""`make test`, `check`, `e2e` and `bench`: every step, one summary at the end."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
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
Result = tuple[str, int, float]
"""A step's name, exit status and seconds."""
LANES = 2
"""Checks use one core each."""

CHECKS: list[Step] = [
    ("mypy", [PY, "-m", "mypy"], {}),
    ("tsc, svelte-check", [*NPM, "run", "check"], {}),
    ("eslint, prettier", [*NPM, "run", "lint"], {}),
    ("ruff", [PY, "-m", "ruff", "check", "."], {}),
    ("ruff format", [PY, "-m", "ruff", "format", "--check", "."], {}),
    ("import walls", [str(Path(PY).with_name("lint-imports"))], {}),
    ("migrations", [PY, "manage.py", "makemigrations", "--check", "--dry-run"], {}),
    ("django check", [PY, "manage.py", "check"], {}),
    ("hadolint", [str(Path(PY).with_name("hadolint")), "docker/Dockerfile"], {}),
    ("compose files", [*NPM, "run", "containers"], {}),
]
FRONT_END_UNITS: Step = ("front-end units", [*NPM, "run", "test"], {})


def unit_steps(env: Mapping[str, str], extra: Sequence[str]) -> list[Step]:
    """The back end without a browser: on SQLite, then on PostgreSQL."""
    steps: list[Step] = [
        ("tests on SQLite", [*PYTEST, "-n", "2", "-m", "not e2e", *extra], env),
    ]
    if url := env.get("TEST_POSTGRES_URL"):
        command = [*PYTEST, "-n", "2", "-m", "not e2e and not slow", *ON_BOTH_DATABASES]
        steps.append(("tests on PostgreSQL", [*command, *extra], {**env, "DATABASE_URL": url}))
    return steps


def migration_steps(env: Mapping[str, str]) -> list[Step]:
    """Every migration on PostgreSQL; on SQLite the browser tests' servers run them."""
    url = env.get("TEST_POSTGRES_URL")
    command = [PY, "manage.py", "migrate", "--verbosity", "0"]
    return [("migrations on PostgreSQL", command, {**env, "DATABASE_URL": url})] if url else []


def e2e_steps(env: Mapping[str, str], extra: Sequence[str]) -> list[Step]:
    """Real browsers against real server processes, each with half the files; real federations."""
    command = [*PYTEST, "-m", "e2e", *extra]
    return [
        ("browser", [*command, "-n", "2", "--dist", "loadfile", "tests/e2e"], env),
        ("federation", [*command, "tests/federated/transport"], env),
    ]


def bench_steps(env: Mapping[str, str], extra: Sequence[str]) -> list[Step]:
    """Every benchmark file, each a program that prints its figures."""
    files = sorted((ROOT / "tests" / "benchmarks").rglob("bench_*.py"))
    wanted = [file for file in files if not extra or any(word in file.name for word in extra)]
    return [(file.stem, [PY, str(file.relative_to(ROOT))], env) for file in wanted]


def one_by_one(steps: Sequence[Step]) -> Iterator[Result]:
    """Run steps that need the whole machine; what they say is seen as they say it."""
    for name, command, env in steps:
        print(title(name), flush=True)
        started = time.monotonic()
        status = subprocess.run(command, cwd=ROOT, env=surroundings(env), check=False).returncode
        yield name, status, time.monotonic() - started


def side_by_side(steps: Sequence[Step]) -> Iterator[Result]:
    """Run steps of about one core, `LANES` at a time; what each says is shown when it ends."""

    def run(step: Step) -> tuple[Result, str]:
        name, command, env = step
        started = time.monotonic()
        ended = subprocess.run(
            command,
            cwd=ROOT,
            env=surroundings(env),
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return (name, ended.returncode, time.monotonic() - started), ended.stdout

    with ThreadPoolExecutor(LANES) as lanes:
        for result, said in lanes.map(run, steps):
            print(title(result[0]), said, sep="\n", flush=True)
            yield result


def surroundings(env: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a step."""
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"} | dict(env)


def title(name: str) -> str:
    """Return the line above what a step says."""
    return f"\n── {name} " + "─" * max(3, 70 - len(name))


def summed_up(results: Sequence[Result]) -> int:
    """Print how long each step took, and return how many failed."""
    print(title("summary"))
    for name, status, seconds in results:
        print(f"{'✗' if status else '✓'} {name:<24} {seconds:6.1f} s")
    return sum(1 for _, status, _ in results if status)


def main() -> None:
    """Run what the first argument names; the rest goes to pytest (or picks benchmarks)."""
    what, extra = sys.argv[1], sys.argv[2:]
    if what == "check":
        sys.exit(min(1, summed_up(list(side_by_side(CHECKS)))))
    with services() as env:
        match what:
            case "all":
                browser, federation = e2e_steps(env, extra)
                beside = [federation, FRONT_END_UNITS, *CHECKS, *migration_steps(env)]
                results = [
                    *one_by_one([*unit_steps(env, extra), browser]),
                    *side_by_side(beside),
                ]
            case "e2e":
                results = list(one_by_one(e2e_steps(env, extra)))
            case _:
                results = list(one_by_one(bench_steps(env, extra)))
    failed = summed_up(results)
    sys.exit(0 if what == "bench" else min(1, failed))


if __name__ == "__main__":
    main()
