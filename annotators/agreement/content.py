"""Agreement of two whole annotations of one task, label by label."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from annotators.agreement.distance import Distance, interval, nominal
from annotators.agreement.kinds import MEASURES, Measure
from annotators.agreement.links import link_agreement
from labeling.ontology.parts import Label, Ontology
from labeling.regions import KINDS

__all__ = ["METRIC_OF_KIND", "VOTED", "distance_of_kind", "pair_agreement", "task_agreement"]

Content = Mapping[str, Any]
VOTED = frozenset({"choice", "rating", "pairwise", "number", "datetime", "taxonomy", "ranking"})
METRIC_OF_KIND = {
    kind: "krippendorff_alpha" if kind in VOTED else measures[0].name
    for kind, measures in MEASURES.items()
}


def pair_agreement(
    label: Label, first: Content, second: Content, measure: Measure | None = None
) -> float | None:
    """Return how far two annotations agree on one label, 0 to 1; None where neither says anything.

    By the kind's first measure where none is named. A mark that only one of them made is a
    disagreement; an answer that one of them left out is one, too.
    """
    measure = measure or MEASURES[label.kind][0]
    if label.kind in KINDS:
        one, two = _regions(label, first), _regions(label, second)
        return measure.of(label, one, two) if one or two else None
    said, also = first["answers"].get(label.id), second["answers"].get(label.id)
    if said is None and also is None:
        return None
    return 0.0 if said is None or also is None else measure.of(label, said, also)


def task_agreement(ontology: Ontology, contents: Sequence[Content]) -> float | None:
    """Return the mean over pairs of annotations, of labels and links; None with fewer than two."""
    pairs = list(combinations(contents, 2))
    found = [pair_agreement(label, *pair) for pair in pairs for label in ontology.labels]
    found += [
        link_agreement(ontology, relation, *pair)
        for pair in pairs
        for relation in ontology.relations
    ]
    scores = [score for score in found if score is not None]
    return sum(scores) / len(scores) if scores else None


def distance_of_kind(kind: str) -> Distance:
    """Return how far two votes of a kind lie apart: ratings as numbers, others equal or not."""
    return interval if kind in {"rating", "number"} else nominal


def _regions(label: Label, content: Content) -> list[Mapping[str, Any]]:
    return [region for region in content["regions"] if region["label"] == label.id]
