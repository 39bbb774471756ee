"""k-center, BADGE, ProbCover, neighbours and density, by hand and against scikit-activeml."""

import numpy as np
import pytest

from active_learning.strategies import STRATEGIES, Pool
from active_learning.strategies.badge import gradient_seeds
from active_learning.strategies.density import density
from active_learning.strategies.k_center import greedy_k_center
from active_learning.strategies.neighbours import nearest
from active_learning.strategies.prob_cover import ProbCover, purity_radius


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def farthest_first(points: np.ndarray, centres: np.ndarray, size: int) -> list[int]:
    """The greedy choice, one centre after the other."""
    nearest_to = np.linalg.norm(points[:, None] - centres, axis=2).min(axis=1)
    chosen = []
    for _ in range(size):
        chosen.append(int(nearest_to.argmax()))
        distance = np.linalg.norm(points - points[chosen[-1]], axis=1)
        nearest_to = np.minimum(nearest_to, distance)
        nearest_to[chosen] = -1
    return chosen


@pytest.mark.parametrize("clusters", [1, 5, 300])
def test_guessing_ahead_changes_no_centre(clusters: int) -> None:
    noise = rng()
    centres = 4 * noise.normal(size=(clusters, 8))
    points = centres[noise.integers(clusters, size=900)] + noise.normal(size=(900, 8))
    chosen, gaps = greedy_k_center(points, points[:3], 120)
    assert chosen.tolist() == farthest_first(points, points[:3], 120)
    assert (np.diff(gaps) <= 1e-6).all()


def test_the_first_centre_without_labels_is_the_most_central() -> None:
    chosen, _ = greedy_k_center(np.array([[0.0], [4.0], [5.0], [11.0]]), None, 2)
    assert chosen.tolist() == [2, 3]


def test_k_center_covers_as_well_as_scikit_activemls() -> None:
    library = pytest.importorskip("skactiveml.pool")
    points = rng().normal(size=(400, 6))
    labels = np.full(400, np.nan)
    labels[:2] = 0
    theirs = library.CoreSet(random_state=0).query(points, labels, batch_size=30)
    mine, _ = greedy_k_center(points[2:], points[:2], 30)

    def radius(chosen: np.ndarray) -> float:
        taken = np.vstack([points[:2], points[chosen]])
        return float(np.linalg.norm(points[:, None] - taken, axis=2).min(axis=1).max())

    assert radius(mine + 2) <= radius(theirs) + 1e-5


def test_factored_distances_are_those_of_the_gradients() -> None:
    p, x = rng(1).dirichlet(np.ones(3), size=40), rng(2).normal(size=(40, 4))
    residual = np.eye(3)[p.argmax(axis=1)] - p
    gradients = np.einsum("nk,nd->nkd", residual, x).reshape(40, -1)
    rows, norms = gradient_seeds(p, x, 10, rng())
    assert norms == pytest.approx(np.linalg.norm(gradients[rows], axis=1), rel=1e-4)
    assert rows[0] == np.linalg.norm(gradients, axis=1).argmax()


def test_seeds_are_drawn_as_kmeans_plus_plus_draws_them() -> None:
    """The second seed's chance is its squared distance to the first one."""
    p = np.tile([1.0, 0.0], (4, 1))
    p[:] = [0.5, 0.5]
    x = np.array([[10.0], [9.0], [7.0], [4.0]])
    counts = np.bincount([gradient_seeds(p, x, 2, rng(s))[0][1] for s in range(3000)], minlength=4)
    squared = (x[:, 0] - 10.0) ** 2
    assert counts / 3000 == pytest.approx(squared / squared.sum(), abs=0.03)


def test_badge_picks_as_informative_a_batch_as_scikit_activemls() -> None:
    library = pytest.importorskip("skactiveml.pool")
    from skactiveml.classifier import SklearnClassifier
    from sklearn.linear_model import LogisticRegression

    noise = rng(3)
    truth = np.repeat(np.arange(4), 60)
    x = 2.5 * noise.normal(size=(4, 10))[truth] + noise.normal(size=(240, 10))
    y = np.full(240, np.nan)
    y[::12] = truth[::12]
    model = SklearnClassifier(LogisticRegression(), classes=[0, 1, 2, 3]).fit(x, y)
    theirs = library.Badge(random_state=0).query(x, y, model, batch_size=20, fit_clf=False)
    open_rows = np.flatnonzero(np.isnan(y))
    p = model.predict_proba(x[open_rows])
    mine = open_rows[gradient_seeds(p, x[open_rows], 20, rng())[0]]

    def spread(chosen: np.ndarray) -> float:
        """Mean over all of the squared gradient distance to the nearest pick."""
        every = model.predict_proba(x)
        residual = np.eye(4)[every.argmax(axis=1)] - every
        gradients = np.einsum("nk,nd->nkd", residual, x).reshape(240, -1)
        return float(((gradients[:, None] - gradients[chosen]) ** 2).sum(axis=2).min(axis=1).mean())

    assert spread(mine) < 1.3 * spread(theirs)


def test_prob_cover_takes_the_dense_groups_first_and_then_what_is_left() -> None:
    noise = rng(4)
    dense = noise.normal([0, 0], 0.05, size=(60, 2))
    thin = noise.normal([5, 5], 0.05, size=(10, 2))
    points = np.vstack([dense, thin, [[20.0, 20.0]]])
    query = ProbCover().query(Pool(np.arange(71), points), 3, rng())
    assert query.ids[0] < 60
    assert {int(i) // 60 for i in query.ids[:2]} == {0, 1}
    assert query.reasons[0]["params"]["covers"] > query.reasons[1]["params"]["covers"]


def test_prob_cover_asks_nothing_where_labels_cover() -> None:
    points = np.vstack([rng(5).normal([c, 0], 0.05, size=(40, 2)) for c in (0, 9)])
    pool = Pool(np.arange(80), points, None, points[:1])
    assert ProbCover().query(pool, 1, rng()).ids[0] >= 40


def test_the_radius_keeps_clusters_apart() -> None:
    points = np.vstack([rng(6).normal([c, 0], 0.1, size=(50, 2)) for c in (0, 10, 20)])
    assert purity_radius(points, 3, rng()) < 10.0


def test_neighbours_leave_out_the_point_itself_even_among_duplicates() -> None:
    points = np.repeat(np.eye(3), 2, axis=0)
    squared, rows = nearest(points, 1)
    assert rows[:, 0].tolist() == [1, 0, 3, 2, 5, 4]
    assert squared == pytest.approx(np.zeros((6, 1)))


def test_neighbours_of_a_large_pool_are_nearly_all_the_true_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noise = rng(7)
    points = (noise.normal(size=(20, 16))[noise.integers(20, size=3000)] * 3
              + noise.normal(size=(3000, 16))).astype(np.float32)  # fmt: skip
    _, exact = nearest(points, 10)
    monkeypatch.setattr("active_learning.strategies.neighbours.EXACT_UP_TO", 1000)
    _, quick = nearest(points, 10)
    found = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(exact, quick, strict=True)])
    assert found > 0.95


def test_density_is_high_where_many_point_the_same_way() -> None:
    crowd, lonely = np.tile([1.0, 0.0], (30, 1)), np.array([[-1.0, 0.0]])
    found = density(np.vstack([crowd, lonely]), rng())
    assert found[0] > 0.9
    assert found[-1] < 0.1


def test_an_outlier_in_doubt_is_left_for_a_typical_task_in_doubt() -> None:
    features = np.vstack([np.tile([1.0, 0.1], (20, 1)), [[-1.0, 0.0]]])
    pool = Pool(np.arange(21), features, np.vstack([np.full((20, 2), 0.5), [[0.5, 0.5]]]))
    query = STRATEGIES.get("density_margin").query(pool, 20, rng())
    assert 20 not in query.ids
