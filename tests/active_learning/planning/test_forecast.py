"""Power laws are recovered, bands are honest, and what cannot be said is not said."""

import numpy as np
import pytest

from active_learning.planning import CurvePoint, PowerLaw, fit_power_law, forecast


def law(ceiling, scale, exponent):
    return PowerLaw(*(np.array([value]) for value in (ceiling, scale, exponent)))


def measured(true, labels, holdout, rng):
    """Return points of a curve measured on one hold-out, as a project does."""
    shares = true.at(labels)[0]
    # The same tasks each time: a task is right from some level of skill on.
    hardness = rng.random(holdout)
    return [
        CurvePoint(int(n), float((hardness < share).mean()), holdout)
        for n, share in zip(labels, shares, strict=True)
    ]


def test_a_curve_without_noise_is_found_again():
    labels = np.geomspace(20, 2000, 12)
    true = law(0.93, 1.5, 0.5)
    values = true.at(labels)
    found = fit_power_law(labels, values, np.ones_like(values))
    assert found.ceiling[0] == pytest.approx(0.93, abs=0.01)
    assert found.at([5000])[0, 0] == pytest.approx(true.at([5000])[0, 0], abs=0.003)


def test_no_curve_leads_above_one_or_falls():
    labels = np.array([10.0, 20, 40, 80])
    values = np.array([[0.2, 0.5, 0.8, 0.99], [0.9, 0.8, 0.7, 0.6]])
    found = fit_power_law(labels, values, np.ones_like(values))
    assert (found.ceiling <= 1.0).all()
    assert (np.diff(found.at([10, 100, 10_000]), axis=1) >= -1e-12).all()


def test_a_point_of_weight_zero_does_not_count():
    labels = np.array([10.0, 20, 40, 80])
    values = np.array([[0.1, 0.6, 0.7, 0.75]])
    other = values.copy()
    other[0, 0] = 0.9
    weights = np.array([[0.0, 1, 1, 1]])
    assert fit_power_law(labels, values, weights).ceiling == pytest.approx(
        fit_power_law(labels, other, weights).ceiling
    )


def test_labels_to_a_target_invert_the_curve_and_are_infinite_above_the_ceiling():
    one = law(0.9, 1.0, 0.5)
    assert one.at([one.labels_to(0.8)[0]])[0, 0] == pytest.approx(0.8)
    assert np.isinf(one.labels_to(0.9)[0])


def test_bands_hold_the_truth_about_as_often_as_they_say():
    rng = np.random.default_rng(4)
    inside = []
    for _ in range(60):
        true = law(rng.uniform(0.8, 0.98), rng.uniform(0.8, 3), rng.uniform(0.35, 0.8))
        found = forecast(measured(true, np.arange(40, 400, 30), 300, rng), rng)
        band = found.band([1000])
        inside.append(band.low[0] <= true.at([1000])[0, 0] <= band.high[0])
    assert np.mean(inside) >= 0.9


def test_the_need_shrinks_to_nothing_once_the_target_is_reached():
    rng = np.random.default_rng(1)
    found = forecast(measured(law(0.95, 2.0, 0.6), np.arange(30, 600, 30), 2000, rng), rng)
    need = found.need(0.9)
    true = law(0.95, 2.0, 0.6).labels_to(0.9)[0] - found.labels
    assert need.low <= max(true, 0) <= (need.high or np.inf)
    assert found.need(0.5).more == 0
    assert found.need(0.999).more is None
    assert found.need(0.999).chance < 0.5


def test_bands_widen_with_distance():
    rng = np.random.default_rng(1)
    found = forecast(measured(law(0.95, 2.0, 0.6), np.arange(30, 300, 30), 400, rng), rng)
    near, far = found.band([300, 3000]).high - found.band([300, 3000]).low
    assert near > 0.0
    assert found.gain(100).mean() > 0
    assert far > 0.0


@pytest.mark.parametrize(
    "points",
    [
        [],
        [CurvePoint(10, 0.5, 100)] * 9,
        [CurvePoint(n, 0.5, 20) for n in (10, 20, 30, 40)],
        [CurvePoint(n, 0.5, 0) for n in (10, 20, 30, 40)],
        [CurvePoint(0, 0.5, 100) for _ in range(5)],
    ],
)
def test_where_too_little_was_measured_nothing_is_said(points):
    assert forecast(points, np.random.default_rng(0)) is None


def test_a_flat_curve_and_one_that_is_always_right_are_no_trouble():
    rng = np.random.default_rng(0)
    for value in (0.7, 1.0, 0.0):
        found = forecast([CurvePoint(n, value, 50) for n in (10, 20, 30, 40, 50)], rng)
        assert np.isfinite(found.band([100]).value).all()


def test_what_is_not_finite_is_refused():
    with pytest.raises(ValueError, match="NaN"):
        fit_power_law(np.array([1.0, 2.0]), np.array([[0.1, np.nan]]), np.ones((1, 2)))
    with pytest.raises(ValueError, match="two points"):
        fit_power_law(np.array([0.0, 2.0]), np.array([[0.1, 0.2]]), np.ones((1, 2)))
