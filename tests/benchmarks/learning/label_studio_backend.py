"""Our encoders and a head behind label-studio-ml's own server, as `label-studio-ml start` runs it.

Run by `bench_label_studio`: `python -m tests.benchmarks.learning.label_studio_backend PORT DATA`,
with the packages of label-studio-ml on PYTHONPATH.
"""

import base64
import sys
from pathlib import Path
from typing import Any

from label_studio_ml.api import init_app
from label_studio_ml.model import LabelStudioMLBase

from active_learning.embeddings.fields import Encoders
from active_learning.embeddings.folder import models_folder
from active_learning.embeddings.pictures import read_pixels
from active_learning.learners.heads import Features
from active_learning.serving.bundle import Bundle, read_bundle
from tests.benchmarks.learning.serving_bundles import bundle_for

ENCODERS = Encoders(models_folder(Path(sys.argv[2])))
BUNDLES: dict[str, Bundle] = {
    kind: read_bundle(bundle_for(ENCODERS, kind)) for kind in ("text", "image")
}


class SameModel(LabelStudioMLBase):  # type: ignore[misc]  # label-studio-ml is untyped
    """Answers a choice by the bundle that our serving process is given."""

    def predict(self, tasks: list[dict[str, Any]], **_: Any) -> list[dict[str, Any]]:
        """Answer task by task, as its examples do."""
        return [_prediction(task["data"]) for task in tasks]


def _prediction(data: dict[str, Any]) -> dict[str, Any]:
    kind = "image" if "image" in data else "text"
    value = data[kind]
    if kind == "image":
        value = read_pixels(base64.b64decode(value.partition(",")[2]))
    bundle = BUNDLES[kind]
    vectors = bundle.layout_on(ENCODERS).encode([{"it": value}])
    row = bundle.main.predict_proba(Features(vectors))[0]
    said = bundle.main.classes[int(row.argmax())]
    result = {"from_name": "kind", "to_name": "it", "type": "choices", "value": {"choices": [said]}}
    return {"result": [result], "score": float(row.max())}


if __name__ == "__main__":
    app = init_app(model_class=SameModel, model_dir=sys.argv[2])
    app.run(host="127.0.0.1", port=int(sys.argv[1]))
