"""Simulated annotators of a demo project: how often each is right, and how long it takes."""

from dataclasses import dataclass, field

import numpy as np

from labeling.models import Membership, Project, Role, User

__all__ = ["Person", "joined"]

SPREAD = 0.4
"""Of the logarithm of an answer's seconds."""


@dataclass(frozen=True)
class Person:
    """``share`` says how much work is taken, against the others'; ``takes`` a class for another."""

    name: str
    right: float
    seconds: float
    share: float
    takes: dict[str, str] = field(default_factory=dict)

    def says(self, topics: tuple[str, ...], classes: list[str], rng: np.random.Generator) -> str:
        """Return an answer; who is right names one of the things that a message is about."""
        if rng.random() > self.right:
            return str(rng.choice([one for one in classes if one not in topics]))
        topic = topics[0] if rng.random() < self.right else topics[-1]
        return self.takes.get(topic, topic) if rng.random() < 0.5 else topic

    def takes_seconds(self, rng: np.random.Generator) -> float:
        """Return how long an answer takes."""
        return round(float(rng.lognormal(np.log(self.seconds), SPREAD)), 1)


def joined(project: Project, person: Person) -> User:
    """Return the person's account, as an annotator of the project; nobody can sign in by it."""
    user, _ = User.objects.get_or_create(
        username=f"demo-{person.name.lower()}",
        defaults={"first_name": f"{person.name} (sim.)", "password": "!"},
    )
    Membership.objects.get_or_create(project=project, user=user, defaults={"role": Role.ANNOTATOR})
    return user
