"""What every query rule promises, and what makes each its own."""

import numpy as np
import pytest

from federated.querying import QUERY_RULES, View

NAMES = list(QUERY_RULES)


def view(rows: int = 80, classes: int = 4, seed: int = 1) -> View:
    rng = np.random.default_rng(seed)
    return View(
        features=rng.normal(size=(rows, 8)),
        shared=rng.dirichlet(np.ones(classes), rows),
        local=rng.dirichlet(np.ones(classes), rows),
        labelled=np.array([9, 0, 9, 9][:classes]),
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("rows", "size", "chosen"), [(80, 10, 10), (6, 10, 6), (0, 5, 0), (9, 0, 0)]
)
def test_rows_are_distinct_and_as_many_as_asked(
    name: str, rows: int, size: int, chosen: int
) -> None:
    found = QUERY_RULES.get(name)(view(rows), size, np.random.default_rng(0))
    assert len(found) == len(set(found.tolist())) == chosen
    assert not chosen or (found.min() >= 0 and found.max() < rows)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_chooses_the_same(name: str) -> None:
    rule = QUERY_RULES.get(name)
    one, other = (rule(view(), 10, np.random.default_rng(3)) for _ in range(2))
    assert one.tolist() == other.tolist()


def test_global_rules_look_at_the_shared_model_and_local_ones_at_their_own() -> None:
    this = view()
    shared = np.sort(this.shared, axis=1)
    margins = shared[:, -1] - shared[:, -2]
    found = QUERY_RULES.get("global_margin")(this, 5, np.random.default_rng(0))
    assert set(found) == set(np.argsort(margins)[:5])
    assert set(QUERY_RULES.get("local_margin")(this, 5, np.random.default_rng(0))) != set(found)


def test_the_balanced_rule_asks_for_the_class_that_has_no_labels() -> None:
    this = view()
    found = QUERY_RULES.get("class_balanced")(this, 6, np.random.default_rng(0))
    assert (this.shared[found].argmax(axis=1) == 1).all()
