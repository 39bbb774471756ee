"""A head as a torch program and as an OpenVINO model says what the head itself says."""

import importlib.util
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from active_learning.learners.heads import Features, LinearHead
from active_learning.learners.heads.linear import Hidden
from active_learning.shelf.head_files import HEAD_WRITERS
from active_learning.shelf.precisions import HEAD_FORMS

RNG = np.random.default_rng(5)


def matrix(*shape: int) -> Any:
    return RNG.normal(size=shape).astype(np.float32)


HEADS: Mapping[str, LinearHead] = {
    "choice": LinearHead(("a", "b", "c"), matrix(8, 3), matrix(3), temperature=1.7),
    "multichoice": LinearHead(("a", "b"), matrix(8, 2), matrix(2), independent=True),
    "network": LinearHead(
        ("a", "b"), matrix(5, 2), matrix(2), hidden=Hidden(matrix(8, 5), matrix(5))
    ),
}


@pytest.mark.parametrize("form", HEAD_WRITERS)
@pytest.mark.parametrize("kind", HEADS)
def test_the_files_answer_as_the_head_for_one_task_and_for_many(form: str, kind: str) -> None:
    if importlib.util.find_spec(HEAD_FORMS[form]) is None:
        pytest.skip(f"{form} is an optional package")
    head, vectors = HEADS[kind], matrix(7, 8)
    written = HEAD_WRITERS[form](head)
    assert all(written.files.values())
    own = head.predict_proba(Features(vectors))
    assert np.allclose(written.answer(vectors), own, atol=1e-5)
    assert np.allclose(written.answer(vectors[:1]), own[:1], atol=1e-5)
