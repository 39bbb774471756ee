"""A version is written as files that answer as it does, elsewhere, without this repository."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.files.storage import default_storage

from active_learning.learners.heads import Features
from active_learning.models import ModelVersion, VersionExport
from active_learning.selectors.model_card import card_facts
from active_learning.selectors.versions import version_weights
from active_learning.services.encoders import encoders
from active_learning.services.export_version import export_version
from active_learning.services.request_export import request_export
from active_learning.services.run_training import run_training
from active_learning.serving.bundle import read_bundle
from active_learning.shelf.card import model_card
from labeling.kernel.errors import BadInput, Conflict
from tests.active_learning.services.test_run_training import Run, ordered, taught

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def answered_elsewhere(package: Path, folder: Path, *values: str) -> dict[str, float]:
    """Unpack and ask the package's own script, far from the repository."""
    with zipfile.ZipFile(package) as archive:
        archive.extractall(folder)
    # -I: neither our folder nor PYTHONPATH; only installed packages.
    run = subprocess.run(
        [sys.executable, str(folder / "predict.py"), *values],
        cwd=folder, capture_output=True, text=True, check=True,
        env={"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    return json.loads(run.stdout)


def own_answer(version: ModelVersion, text: str) -> dict[str, float]:
    bundle = read_bundle(version_weights(version))
    layout = bundle.layout_on(encoders())
    row = bundle.main.predict_proba(Features(layout.encode([{"text": text}])))[0]
    return dict(zip(bundle.main.classes, row.tolist(), strict=True))


def test_the_package_answers_as_the_version_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("active_learning.services.export_inputs.MOST_TESTED", 8)
    monkeypatch.setattr("active_learning.services.export_inputs.MOST_SAMPLE", 4)
    _, access = taught()
    row = ordered(access, recipe={"learner": "network", "units": 16})
    version = run_training(row=row, job=Run())
    rows = export_version(version=version, precisions=["weights", "torch"], run=Run())
    full, program, small = rows
    assert (full.passed, full.agreement) == (True, 1.0)
    assert full.difference < 1e-3
    assert small.size_bytes < full.size_bytes
    assert small.passed
    assert small.accuracy is not None
    package = Path(default_storage.path(full.path))
    text = "I saw a naïve 狐狸 & a cat — today!"
    found = answered_elsewhere(package, tmp_path / "full", text)
    own = own_answer(version, text)
    assert found.keys() == own.keys()
    assert np.allclose(list(found.values()), list(own.values()), atol=1e-3)
    names = set(zipfile.ZipFile(package).namelist())
    assert names == {
        *("model.onnx", "model.json", "ontology.json", "MODEL_CARD.md"),
        *("predict.py", "reading.py", "vocabulary.txt"),
    }
    assert (program.precision, program.passed, program.difference < 1e-3) == ("torch", True, True)
    package_of_head = Path(default_storage.path(program.path))
    assert {"encoders.onnx", "head.pt2"} < set(zipfile.ZipFile(package_of_head).namelist())
    by_torch = answered_elsewhere(package_of_head, tmp_path / "torch", text)
    assert np.allclose(list(by_torch.values()), list(own.values()), atol=1e-3)
    script = zipfile.ZipFile(package).read("predict.py").decode()
    assert len(script.splitlines()) <= 26
    with pytest.raises(subprocess.CalledProcessError) as none_given:
        answered_elsewhere(package, tmp_path / "none")
    assert "Give one value a field: text" in none_given.value.stderr

    again = export_version(version=version, precisions=["full"], run=Run())
    assert again[0].pk == full.pk
    assert VersionExport.objects.filter(version=version).count() == 3
    assert not default_storage.exists(full.path) or again[0].path == full.path

    card = model_card(card_facts(version))
    for told in (row.snapshot, version.layout, access.user.username, "hold-out", "passed"):
        assert str(told) in card


def test_what_cannot_be_written_is_refused_with_the_reason() -> None:
    _, access = taught("span")
    version = run_training(row=ordered(access, recipe={"learner": "rounds"}), job=Run())
    with pytest.raises(Conflict, match="one graph does not hold"):
        request_export(access=access, version=version, precisions=["full"])


def test_a_precision_that_says_nothing_here_is_refused() -> None:
    _, access = taught()
    facts: dict[str, Any] = {"label": "topic", "kind": "choice", "classes": ["animal", "food"]}
    version = ModelVersion.objects.create(
        project=access.project, number=1, ontology_number=1, layout="x", key="k", path="none",
        size_bytes=1, labels=1, trigger="job", **facts,
    )  # fmt: skip
    with pytest.raises(BadInput, match="full, weights, torch"):
        request_export(access=access, version=version, precisions=["static"])
