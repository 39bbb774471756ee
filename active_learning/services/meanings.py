"""What the names of classes mean to the encoder that reads the tasks."""

from collections.abc import Mapping, Sequence

import numpy as np

from active_learning.embeddings.encoder import Vectors
from active_learning.embeddings.fields import TEXTUAL, FieldLayout
from labeling.ontology.parts import LabelClass

LEAST_LETTERS = 3
"""Shorter names ("A", "no.") are marks rather than words."""


def class_meanings(layout: FieldLayout, classes: Sequence[LabelClass]) -> Mapping[str, Vectors]:
    """Return each class's name as a vector of the layout: where a text stands, the name does.

    Empty where no field is text, or where a name says nothing.
    """
    names = {item.id: item.name.replace("_", " ") for item in classes}
    if any(sum(map(str.isalpha, name)) < LEAST_LETTERS for name in names.values()):
        return {}
    if not any(field.type in TEXTUAL for field in layout.fields):
        return {}
    values = [
        {field.name: name if field.type in TEXTUAL else None for field in layout.fields}
        for name in names.values()
    ]
    rows = layout.encode(values)
    return dict(zip(names, np.split(rows, len(rows)), strict=True))
