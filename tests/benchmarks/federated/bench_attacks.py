"""What an update tells of the records behind it: two attacks, with and without the protections.

Run: `make bench ARGS=attacks` or `python -m tests.benchmarks.federated.bench_attacks [membership
inversion]`. TREC-6, three sites of forty labels each, the product's recipe and quantisers. The
attacker is the coordinator itself: it knows the recipe, the model that was sent out, how many
records there are and their classes, and has other records like them.
"""

import argparse
import time
from dataclasses import dataclass, replace

import numpy as np
from sklearn.metrics import roc_auc_score, roc_curve

from federated.node.recipe import Recipe
from federated.node.site import Lessons
from federated.node.training import train_locally
from federated.privacy.budget import noise_for
from federated.wire.eight_bit import EightBit
from federated.wire.model import SharedHead
from tests.benchmarks.federated.inverting import Cohort, found_again, inverted
from tests.benchmarks.learning.sets import trec6

SITES, RECORDS, ROUNDS = 3, 40, 5
SHADOWS, TARGETS = 96, 24
EPSILONS = (8.0, 2.0)
PLAIN = Recipe()
Head = SharedHead


@dataclass(frozen=True)
class World:
    """Embedded questions and their classes, as numbers."""

    features: np.ndarray
    truth: np.ndarray
    test: np.ndarray
    test_truth: np.ndarray
    classes: tuple[str, ...]

    def lessons(self, rows: np.ndarray) -> Lessons:
        """Return labelled rows."""
        targets = np.eye(len(self.classes))[self.truth[rows]]
        return Lessons(self.features[rows], targets, np.ones(len(rows)))

    @property
    def blank(self) -> SharedHead:
        """The model before the first round."""
        return SharedHead.blank(self.classes, self.features.shape[1])

    def sureness(self, head: SharedHead, rows: np.ndarray) -> np.ndarray:
        """Return the log odds of the true class, shape (N,): near normal, as the attack wants."""
        shares = head.predict_proba(self.features[rows])
        right = np.clip(shares[np.arange(len(rows)), self.truth[rows]], 1e-9, 1 - 1e-9)
        return np.log(right / (1 - right))

    def accuracy(self, head: SharedHead) -> float:
        """Return the accuracy on the test set."""
        return float((head.predict_proba(self.test).argmax(axis=1) == self.test_truth).mean())


def main() -> None:
    """Print both attacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["membership", "inversion"])
    asked = parser.parse_args()
    data = trec6()
    pool, test = (np.searchsorted(data.classes, x) for x in (data.pool_labels, data.test_labels))
    world = World(data.pool, pool, data.test, test, tuple(data.classes))
    if "membership" in asked.parts:
        membership(world)
    if "inversion" in asked.parts:
        inversion(world)


def recipe_for(epsilon: float | None) -> Recipe:
    """Return the recipe whose whole run costs a site ``epsilon``; None is without noise."""
    if epsilon is None:
        return PLAIN
    steps = ROUNDS * PLAIN.steps
    return replace(
        PLAIN, noise_multiplier=noise_for(epsilon=epsilon, sampling_rate=1.0, steps=steps)
    )


@dataclass(frozen=True)
class Seen:
    """A run's last round: one site's model in clear, and the model of the sum."""

    own: SharedHead
    shared: SharedHead
    members: np.ndarray


def run_of(world: World, candidates: np.ndarray, recipe: Recipe, rng: np.random.Generator) -> Seen:
    """Play a run in which half of the candidates are the first site's records."""
    members = np.zeros(len(candidates), bool)
    members[rng.permutation(len(candidates))[:RECORDS]] = True
    others = rng.permutation(np.setdiff1d(np.arange(len(world.truth)), candidates))
    hands = [candidates[members], *others[: (SITES - 1) * RECORDS].reshape(SITES - 1, RECORDS)]
    head, quantised = world.blank, EightBit(rng)
    own = head
    for _ in range(ROUNDS):
        deltas = [
            EightBit.decode(
                quantised.encode(train_locally(head, world.lessons(rows), recipe, rng).delta)
            )
            for rows in hands
        ]
        own, head = head.moved(deltas[0]), head.moved(np.mean(deltas, axis=0))
    return Seen(own, head, members)


def membership(world: World) -> None:
    """Was a record among the first site's? Print how well an attacker can tell."""
    print(
        f"\nmembership: {SITES} sites, {RECORDS} records each, {ROUNDS} rounds, {SHADOWS} shadow "
        f"runs, {TARGETS} runs attacked, {2 * RECORDS} candidates"
    )
    for epsilon in (None, *EPSILONS):
        rng = np.random.default_rng(11)
        candidates = rng.permutation(len(world.truth))[: 2 * RECORDS]
        recipe = recipe_for(epsilon)
        runs = [run_of(world, candidates, recipe, rng) for _ in range(SHADOWS + TARGETS)]
        members = np.array([run.members for run in runs])
        noise = "no noise" if epsilon is None else f"epsilon {epsilon:g}"
        for what in ("own", "shared"):
            heads = [getattr(run, what) for run in runs]
            sure = np.array([world.sureness(head, candidates) for head in heads])
            right = np.mean([world.accuracy(head) for head in heads])
            name = {"own": "the site's update in clear", "shared": f"the sum of {SITES}"}[what]
            truth = members[SHADOWS:].ravel()
            likelihood = likelihood_ratio(sure[:SHADOWS], members[:SHADOWS], sure[SHADOWS:])
            print(
                f"  {name:28s} {noise:10s} likelihood ratio {told(truth, likelihood.ravel())}; "
                f"loss threshold {told(truth, sure[SHADOWS:].ravel())}; model right in {right:.1%}",
                flush=True,
            )


def likelihood_ratio(shadows: np.ndarray, members: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Return the log likelihood ratio of "was among them", shape (runs, candidates).

    Carlini et al. (2022), Membership Inference Attacks From First Principles, arXiv:2112.03570,
    with one variance for all candidates, as they advise for few shadow models.
    """
    inside = np.where(members, shadows, np.nan)
    outside = np.where(members, np.nan, shadows)
    means = [np.nanmean(part, axis=0) for part in (inside, outside)]
    spreads = [
        np.sqrt(np.nanmean((p - m) ** 2)) for p, m in zip((inside, outside), means, strict=True)
    ]
    fits = [-(((seen - m) / s) ** 2) / 2 - np.log(s) for m, s in zip(means, spreads, strict=True)]
    return fits[0] - fits[1]


def told(truth: np.ndarray, score: np.ndarray) -> str:
    """Return area under the curve, and what is found with one false alarm in a hundred."""
    false, found, _ = roc_curve(truth, score)
    at = found[np.searchsorted(false, 0.01, side="right") - 1]
    return f"AUC {roc_auc_score(truth, score):.3f}, found {at:.1%} at 1 % false"


def inversion(world: World) -> None:
    """Print how near an attacker comes to the embeddings behind one site's first update."""
    print("\ninversion of the first round's update: mean cosine to the true embeddings; share of")
    print(f"records whose own question is the nearest of {len(world.truth)} to what was recovered")
    for records in (1, 4, 16, RECORDS):
        rng = np.random.default_rng(5)
        rows = rng.permutation(len(world.truth))[: SITES * records].reshape(SITES, records)
        guess = np.array([class_mean(world, label, rows) for label in world.truth[rows[0]]])
        print(f"  {records} records at the site")
        print(f"    no update, the mean of the class       {measured(world, guess, rows[0])}")
        for name, epsilon, hands in (
            ("in clear", None, rows[:1]),
            (f"the sum of {SITES} sites", None, rows),
            *((f"in clear, epsilon {e:g}", e, rows[:1]) for e in EPSILONS),
        ):
            lessons = [world.lessons(hand) for hand in hands]
            sent = np.mean(
                [update(world, one, recipe_for(epsilon), rng) for one in lessons], axis=0
            )
            cohort = Cohort(world.blank, PLAIN, tuple(one.targets for one in lessons))
            back = inverted(sent, cohort, length=np.sqrt(2.0), rng=rng)
            print(f"    {name:38s} {measured(world, back, rows[0])}", flush=True)


def update(world: World, lessons: Lessons, recipe: Recipe, rng: np.random.Generator) -> np.ndarray:
    """Return the update as it arrives."""
    delta = train_locally(world.blank, lessons, recipe, rng).delta
    return EightBit.decode(EightBit(rng).encode(delta))


def class_mean(world: World, label: int, but: np.ndarray) -> np.ndarray:
    """Return the middle of a class, of records that no site has."""
    others = np.setdiff1d(np.flatnonzero(world.truth == label), but.ravel())
    return world.features[others].mean(axis=0)


def measured(world: World, recovered: np.ndarray, rows: np.ndarray) -> str:
    """Return cosine and share found again, in words."""
    cosine, share = found_again(recovered, rows, world.features)
    return f"cosine {cosine:.3f}, found again {share:.0%}"


if __name__ == "__main__":
    begun = time.process_time()
    main()
    print(f"\n{time.process_time() - begun:.0f} CPU s")
