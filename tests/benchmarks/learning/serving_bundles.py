"""Versions with random heads, for the serving benchmark."""

import numpy as np

from active_learning.embeddings.field import Field
from active_learning.embeddings.fields import Encoders, FieldLayout
from active_learning.learners.heads import LinearHead
from active_learning.serving.bundle import Bundle, write_bundle
from active_learning.serving.predictor import fast_features


def bundle_for(encoders: Encoders, kind: str, seed: int = 0) -> bytes:
    """Return a version with random heads; a text's has a fast one too."""
    fields = (Field("it", kind),)
    layout = FieldLayout(fields, encoders)
    rng = np.random.default_rng(seed)

    def head(width: int, hashed: int | None = None) -> LinearHead:
        more = None if hashed is None else rng.normal(size=(hashed, 4)).astype("f4")
        weights = rng.normal(size=(width, 4)).astype("f4")
        return LinearHead(tuple("abcd"), weights, np.zeros(4, "f4"), more)

    fast = None
    if kind == "text":
        features = fast_features(encoders, ["x"])
        assert features.hashed is not None
        fast = head(features.dense.shape[1], features.hashed.shape[1])
    return write_bundle(Bundle("choice", "kind", fields, layout.id, head(layout.dimensions), fast))
