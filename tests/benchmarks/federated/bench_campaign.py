"""Labels that several sites need together: query rules against each other, alone, and pooled.

Run: `make bench ARGS=campaign` or `python -m tests.benchmarks.federated.bench_campaign [set ...]`.
Real sets, five sites, eight queries of five labels each, five seeds; real nodes and a real
coordinator in one process, updates of eight bits in clear (a secure sum gives the same model).
"""

import sys
import time
from collections.abc import Callable

import numpy as np

from active_learning.acquisition import margin
from federated.node.recipe import Recipe
from federated.node.training import train_locally
from federated.querying import QUERY_RULES
from federated.server.terms import Terms
from federated.simulation.campaign import Campaign, seed_labels
from federated.simulation.sites import ArraySite, deal, local_federation
from federated.wire.model import SharedHead
from tests.benchmarks.learning.sets import LabelledSet, mnist, trec6

SETS = {"trec6": trec6, "mnist": mnist}
RULES = ("global_margin", "local_entropy", "local_margin", "logo", "class_balanced", "random")
SITES, FIRST, SIZE, QUERIES, SEEDS = 5, 6, 5, 8, range(5)
RECIPE = Recipe(steps=20, learning_rate=0.5)
Curve = list[float]


def main() -> None:
    """Print a table for each set and each way of dealing."""
    for name in sys.argv[1:] or SETS:
        data = SETS[name]()
        scale = 1.0 / data.pool.std()
        for alpha in (0.1, 1.0, np.inf):
            print(f"\n{data.name}, {SITES} sites, Dirichlet {alpha}: accuracy after 8 queries")
            federated = {
                rule: [campaign(data, scale, rule, alpha, seed) for seed in SEEDS] for rule in RULES
            }
            baseline = np.mean([curve[-1] for curve in federated["local_entropy"]])
            for rule, curves in federated.items():
                tell(f"federated, {rule}", curves, float(baseline))
            tell("each site alone", [alone(data, scale, alpha, seed) for seed in SEEDS], baseline)
            tell("all pooled", [pooled(data, scale, seed) for seed in SEEDS], float(baseline))


def tell(name: str, curves: list[Curve], baseline: float) -> None:
    """Print mean and 95 % interval of the last point, and where the baseline's end is reached."""
    ends = np.array([curve[-1] for curve in curves])
    spread = 2.776 * ends.std(ddof=1) / np.sqrt(len(ends))
    reached = np.flatnonzero(np.mean(curves, axis=0) >= baseline)
    after = str(reached[0]) if len(reached) else "not"
    print(
        f"  {name:26s} {ends.mean():.3f} ± {spread:.3f}   local entropy's end reached after "
        f"{after} queries",
        flush=True,
    )


def campaign(data: LabelledSet, scale: float, rule: str, alpha: float, seed: int) -> Curve:
    """Return accuracies of a federated campaign."""
    rng = np.random.default_rng(seed)
    sites = dealt(data, scale, alpha, rng)
    terms = Terms(
        "bench", tuple(data.classes), data.pool.shape[1], recipe=RECIPE, is_secure=False,
        quorum=1, most_weight=1e9,
    )  # fmt: skip
    this = Campaign(
        sites, local_federation(sites, rng=rng), terms, QUERY_RULES.get(rule), rng,
        scorer(data, scale), rounds_a_query=4,
    )  # fmt: skip
    return this.run(QUERIES, size=SIZE)


def dealt(
    data: LabelledSet, scale: float, alpha: float, rng: np.random.Generator
) -> dict[str, ArraySite]:
    """Deal the pool out; each site begins with a few labels and a hold-out of a tenth."""
    truth = np.searchsorted(data.classes, data.pool_labels)
    sites = {}
    for place, rows in enumerate(deal(truth, sites=SITES, alpha=alpha, rng=rng)):
        held_out = np.arange(len(rows)) < len(rows) // 10
        site = ArraySite(data.pool[rows] * scale, truth[rows], held_out.copy(), held_out)
        seed_labels(site, FIRST, rng)
        sites[f"site{place}"] = site
    return sites


def scorer(data: LabelledSet, scale: float) -> Callable[[SharedHead], float]:
    """Return the accuracy on the test set, of which no site has a row."""
    truth = np.searchsorted(data.classes, data.test_labels)
    features = data.test * scale

    def score(head: SharedHead) -> float:
        return float((head.predict_proba(features).argmax(axis=1) == truth).mean())

    return score


def labeled_alone(
    site: ArraySite, data: LabelledSet, scale: float, size: int, rng: np.random.Generator
) -> Curve:
    """One site by itself, asking by its own margin."""
    score, blank = scorer(data, scale), SharedHead.blank(tuple(data.classes), data.pool.shape[1])
    long = Recipe(steps=4 * RECIPE.steps, learning_rate=RECIPE.learning_rate)
    curve = []
    for _ in range(QUERIES + 1):
        head = blank.moved(train_locally(blank, site.lessons(blank.classes), long, rng).delta)
        curve.append(score(head))
        pool = site.pool
        if len(pool):
            best = np.argsort(-margin(head.predict_proba(site.features[pool])))[:size]
            site.labelled[pool[best]] = True
    return curve


def alone(data: LabelledSet, scale: float, alpha: float, seed: int) -> Curve:
    """Return the mean over sites that never speak to each other."""
    rng = np.random.default_rng(seed)
    sites = dealt(data, scale, alpha, rng)
    curves = [labeled_alone(site, data, scale, SIZE, rng) for site in sites.values()]
    return np.mean(curves, axis=0).tolist()


def pooled(data: LabelledSet, scale: float, seed: int) -> Curve:
    """Return what one place with all data reaches with as many labels."""
    rng = np.random.default_rng(seed)
    truth = np.searchsorted(data.classes, data.pool_labels)
    held_out = rng.random(len(truth)) < 0.1
    site = ArraySite(data.pool * scale, truth, held_out.copy(), held_out)
    seed_labels(site, SITES * FIRST, rng)
    return labeled_alone(site, data, scale, SITES * SIZE, rng)


if __name__ == "__main__":
    begun = time.process_time()
    main()
    print(f"\n{time.process_time() - begun:.0f} CPU s")
