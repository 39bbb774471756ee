"""Labels that several sites need together: query rules against each other, alone, and pooled.

Run: `make bench ARGS=campaign` or `python -m tests.benchmarks.federated.bench_campaign [set ...]`.
Real sets, five sites, eight queries of five labels each, five seeds; real nodes and a real
coordinator in one process, the product's recipe, updates of eight bits in clear (a secure sum
gives the same model). A site alone and all pooled learn with the product's own head.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from active_learning.acquisition import margin
from active_learning.learners.choice import STRENGTH, blank_head
from active_learning.learners.fitting import Samples, fit_head
from active_learning.learners.heads import Features
from federated.querying import QUERY_RULES
from federated.server.terms import Terms
from federated.simulation.campaign import Campaign, seed_labels
from federated.simulation.sites import ArraySite, deal, local_federation
from federated.wire.model import SharedHead
from tests.benchmarks.learning.sets import LabelledSet, mnist, trec6

SETS = {"trec6": trec6, "mnist": mnist}
RULES = ("global_margin", "local_entropy", "local_margin", "logo", "class_balanced", "random")
SITES, FIRST, SIZE, QUERIES = 5, 6, 5, 8
ROUNDS_A_QUERY = 3
STUDENT = 2.776
"""Of four degrees of freedom: the 95 % interval of a mean of five."""
Curve = list[float]
Score = Callable[[np.ndarray], float]


@dataclass(frozen=True)
class Course:
    """A set as the campaign sees it: classes as numbers."""

    name: str
    classes: tuple[str, ...]
    pool: np.ndarray
    truth: np.ndarray
    test: np.ndarray
    test_truth: np.ndarray

    @classmethod
    def of(cls, data: LabelledSet) -> "Course":
        """Number the classes."""
        truth, test = (
            np.searchsorted(data.classes, x) for x in (data.pool_labels, data.test_labels)
        )
        return cls(data.name, tuple(data.classes), data.pool, truth, data.test, test)

    def score(self, probabilities: np.ndarray) -> float:
        """Return the accuracy on the test set, of which no site has a row."""
        return float((probabilities.argmax(axis=1) == self.test_truth).mean())


def main() -> None:
    """Print a table for each set and each way of dealing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--alphas", type=float, nargs="*", default=[0.1, 1.0, np.inf])
    parser.add_argument("--rounds", type=int, default=ROUNDS_A_QUERY, help="after each query")
    asked = parser.parse_args()
    for name in asked.sets:
        course = Course.of(SETS[name]())
        for alpha in asked.alphas:
            print(f"\n{course.name}, {SITES} sites, Dirichlet {alpha}: after {QUERIES} queries")
            table = {
                **{f"federated, {rule}": [] for rule in RULES},
                "each site alone": [],
                "all pooled": [],
            }
            for seed in range(asked.seeds):
                for rule in RULES:
                    table[f"federated, {rule}"].append(
                        federated(course, rule, alpha, seed, asked.rounds)
                    )
                table["each site alone"].append(alone(course, alpha, seed))
                table["all pooled"].append(pooled(course, seed))
            tell(table)


def tell(table: dict[str, list[Curve]]) -> None:
    """Print means with 95 % intervals, differences by seed, and when the baseline's end is met."""
    ends = {name: np.array(curves)[:, -1] for name, curves in table.items()}
    best, baseline = ends["federated, global_margin"], ends["federated, local_entropy"].mean()
    for name, curves in table.items():
        means = np.mean(curves, axis=0)
        reached = np.flatnonzero(means >= baseline)
        labels = f"{SITES * (FIRST + SIZE * reached[0])} labels" if len(reached) else "not reached"
        print(
            f"  {name:26s} {interval(ends[name])}   global margin is ahead by "
            f"{interval(best - ends[name])}   local entropy's end: {labels}",
            flush=True,
        )


def interval(values: np.ndarray) -> str:
    """Return mean and 95 % interval in percent."""
    spread = STUDENT * values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
    return f"{100 * values.mean():5.1f} ± {100 * spread:.1f}"


def federated(course: Course, rule: str, alpha: float, seed: int, rounds: int) -> Curve:
    """Return accuracies of a federated campaign, before the first query and after each."""
    rng = np.random.default_rng(seed)
    sites = dealt(course, alpha, rng)
    terms = Terms("bench", course.classes, course.pool.shape[1], is_secure=False, quorum=1)

    def score(head: SharedHead) -> float:
        return course.score(head.predict_proba(course.test))

    campaign = Campaign(
        sites, local_federation(sites, rng=rng), terms, QUERY_RULES.get(rule), rng, score,
        rounds_a_query=rounds,
    )  # fmt: skip
    return campaign.run(QUERIES, size=SIZE)


def dealt(course: Course, alpha: float, rng: np.random.Generator) -> dict[str, ArraySite]:
    """Deal the pool out; each site begins with a few labels and a hold-out of a tenth."""
    sites = {}
    for place, rows in enumerate(deal(course.truth, sites=SITES, alpha=alpha, rng=rng)):
        site = site_of(course, rows)
        seed_labels(site, FIRST, rng)
        sites[f"site{place}"] = site
    return sites


def site_of(course: Course, rows: np.ndarray) -> ArraySite:
    """Return a site with these rows."""
    held_out = np.arange(len(rows)) < len(rows) // 10
    return ArraySite(course.pool[rows], course.truth[rows], held_out.copy(), held_out)


def alone(course: Course, alpha: float, seed: int) -> Curve:
    """Return the mean over sites that never speak to each other."""
    rng = np.random.default_rng(seed)
    sites = dealt(course, alpha, rng).values()
    return np.mean([one_place(course, site, SIZE) for site in sites], axis=0).tolist()


def pooled(course: Course, seed: int) -> Curve:
    """Return what one place with all data reaches with as many labels."""
    rng = np.random.default_rng(seed)
    site = site_of(course, rng.permutation(len(course.truth)))
    seed_labels(site, SITES * FIRST, rng)
    return one_place(course, site, SITES * SIZE)


def one_place(course: Course, site: ArraySite, size: int) -> Curve:
    """One place by itself, asking by its own margin."""
    curve = []
    for query in range(QUERIES + 1):
        judge = fitted(course, site).predict_proba
        curve.append(course.score(judge(course.test)))
        pool = site.pool
        if query < QUERIES and len(pool):
            best = np.argsort(-margin(judge(site.features[pool])), kind="stable")[:size]
            site.labelled[pool[best]] = True
    return curve


def fitted(course: Course, site: ArraySite) -> SharedHead:
    """Return what the product's own fit makes of a site's labels."""
    rows = np.flatnonzero(site.labelled & ~site.held_out)
    features = Features(site.features[rows])
    samples = Samples(features, np.eye(len(course.classes))[site.truth[rows]], np.ones(len(rows)))
    head = fit_head(samples, blank_head(features, course.classes), strength=STRENGTH)
    return SharedHead(course.classes, np.append(head.weights.ravel(), head.bias).astype(float))


if __name__ == "__main__":
    begun = time.process_time()
    main()
    print(f"\n{time.process_time() - begun:.0f} CPU s")
