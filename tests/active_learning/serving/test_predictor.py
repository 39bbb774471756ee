"""A value that came before is known as it was sent: it is neither read nor embedded again."""

from pathlib import Path
from typing import Any

import pytest

from active_learning.embeddings.fields import Encoders
from active_learning.serving import predictor
from active_learning.serving.batcher import Waiting
from active_learning.serving.bundle import read_bundle
from active_learning.serving.predictor import Predictor, Question
from tests.active_learning.serving.conftest import table_version


def test_the_same_value_is_read_once_and_anew_where_that_is_asked(
    models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Any] = []

    def readable(_: str, value: Any) -> Any:
        read.append(value)
        return value

    monkeypatch.setattr(predictor, "readable", readable)
    asked = Predictor(Encoders(models))
    bundle = read_bundle(table_version(models))
    values: list[Any] = ["[1]", [1], [1], [2]]
    questions = [Question(bundle, {"row": value}) for value in values]
    answers = asked.answer([Waiting(question, 0.0) for question in questions], 0.0)
    assert all(isinstance(answer, dict) for answer in answers)
    assert read == ["[1]", [1], [2]]
    asked.answer([Waiting(Question(bundle, {"row": [1]}, is_fresh=True), 0.0)], 0.0)
    assert len(read) == 4
