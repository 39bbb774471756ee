"""The product as it is installed: seconds and bytes of a round, and what it does when things die.

Run: `make bench ARGS=product` or `python -m tests.benchmarks.federated.bench_product [rounds deaths
holds keys]`. Four installations on this machine (the demo's), TLS between them.
"""

from signal import SIGKILL

from tests.benchmarks.federated.installed import Drills, asked_for, play_parts


def rounds(drills: Drills) -> None:
    """Rounds in good weather."""
    drills.run("secure sum, 3 sites")
    drills.run("in clear, 3 sites", is_secure=False)


def deaths(drills: Drills) -> None:
    """Processes are killed in the middle of a round."""
    coordinator, north = drills.made[0], drills.made[1]
    drills.run(
        "coordinator killed in a round (both processes)",
        lambda: drills.signal(SIGKILL, coordinator, "federated_superlink", "federated_worker"),
    )
    drills.run(
        "site killed in a round (both processes)",
        lambda: drills.signal(SIGKILL, north, "supernode_process", "federated_worker"),
    )


def holds(drills: Drills) -> None:
    """A data officer's word counts at once."""
    drills.hold("north", "pause")
    drills.run("one of three sites paused", rounds=1)
    drills.hold("north", "resume")
    drills.run("and resumed", rounds=1)


def keys(drills: Drills) -> None:
    """Keys change, and are shut out."""
    drills.change_key("north")
    drills.run("with another key", rounds=1)
    drills.shut_out("west")


if __name__ == "__main__":
    play_parts(asked_for((rounds, deaths, holds, keys)))
