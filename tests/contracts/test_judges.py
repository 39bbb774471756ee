"""What every judge of a kind of label, or of links, must do."""

import numpy as np
import pytest

from tests.contracts.judged_kinds import KINDS_JUDGED

pytestmark = pytest.mark.parametrize("kind", KINDS_JUDGED.values(), ids=KINDS_JUDGED)
SKILLS = (0.95, 0.9, 0.8, 0.75, 0.4)


def crowd(kind, *, tasks=60, skills=SKILLS, seed=4):
    """Let everybody answer everything; return the opinions and the truths."""
    rng = np.random.default_rng(seed)
    truths = [kind.truth(rng) for _ in range(tasks)]
    opinions = [
        (task, 100 + who, truth if rng.random() < skill else kind.wrong(rng, truth))
        for task, truth in enumerate(truths)
        for who, skill in enumerate(skills)
    ]
    return opinions, truths


def share_right(kind, said, truths):
    return np.mean([kind.core(said[task]) == kind.core(truths[task]) for task in said])


def test_without_opinions_there_is_no_verdict(kind):
    assert list(kind.judge([]).verdicts) == []


def test_the_verdict_is_the_same_on_every_run(kind):
    opinions, _ = crowd(kind, tasks=12)
    assert kind.judge(opinions) == kind.judge(opinions)


def test_somebody_alone_is_believed(kind):
    opinions, truths = crowd(kind, tasks=12, skills=(1.0,))
    said = {verdict.task: verdict.said for verdict in kind.judge(opinions).verdicts}
    assert len(said) == 12
    assert share_right(kind, said, truths) == 1


def test_what_all_say_stays(kind):
    opinions, truths = crowd(kind, tasks=12, skills=(1.0, 1.0, 1.0))
    for verdict in kind.judge(opinions).verdicts:
        assert kind.core(verdict.said) == kind.core(truths[verdict.task])
        assert set(verdict.supporters) == {100, 101, 102}
        assert not verdict.is_tie


def test_the_crowd_beats_its_best_member_but_for_chance(kind):
    opinions, truths = crowd(kind)
    said = {verdict.task: verdict.said for verdict in kind.judge(opinions).verdicts}
    best = share_right(kind, {t: given for t, who, given in opinions if who == 100}, truths)
    assert share_right(kind, said, truths) >= best - 0.05


def test_planted_ability_is_recovered(kind):
    opinions, _ = crowd(kind)
    ability = kind.judge(opinions).ability
    assert np.corrcoef([ability[100 + who] for who in range(len(SKILLS))], SKILLS)[0, 1] > 0.8


def test_verdicts_say_how_sure_they_are_and_who_spoke(kind):
    opinions, _ = crowd(kind, tasks=12)
    for verdict in kind.judge(opinions).verdicts:
        assert 0 <= verdict.confidence <= 1
        assert 1 <= verdict.n_votes <= len(SKILLS)
        assert set(verdict.supporters) <= set(verdict.weights) <= {100, 101, 102, 103, 104}
