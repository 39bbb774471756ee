"""Agreement of two whole annotations of one task, label by label."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from annotators.agreement.distance import Distance, interval, nominal
from annotators.agreement.links import link_agreement
from annotators.agreement.marks import matched_overlap, span_f1
from labeling.ontology.parts import Label, Ontology
from labeling.regions import KINDS

__all__ = ["METRIC_OF_KIND", "VOTED", "distance_of_kind", "pair_agreement", "task_agreement"]

Content = Mapping[str, Any]
VOTED = frozenset({"choice", "rating", "pairwise", "number", "datetime", "taxonomy", "ranking"})
EXACT_SPANS = frozenset({"span"})
METRIC_OF_KIND = (
    dict.fromkeys(VOTED, "krippendorff_alpha")
    | {"multichoice": "jaccard", "span": "span_f1"}
    | {kind: "matched_iou" for kind in KINDS if kind not in EXACT_SPANS}
)


def pair_agreement(label: Label, first: Content, second: Content) -> float | None:
    """Return how far two annotations agree on one label, 0 to 1; None where neither says anything.

    Choices are equal or not; sets by intersection over union; spans by exact F1; areas by the mean
    overlap of their best one-to-one matching, marks of different classes never matching.
    """
    if label.kind in KINDS:
        return _marks(label, _regions(label, first), _regions(label, second))
    one, two = first["answers"].get(label.id), second["answers"].get(label.id)
    if one is None and two is None:
        return None
    if label.kind == "multichoice":
        either = set(one or ()) | set(two or ())
        return len(set(one or ()) & set(two or ())) / len(either) if either else 1.0
    return float(one == two) if label.kind in VOTED else None


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


def _marks(
    label: Label, first: list[Mapping[str, Any]], second: list[Mapping[str, Any]]
) -> float | None:
    if not first and not second:
        return None
    kind = KINDS[label.kind]
    if label.kind in EXACT_SPANS:
        return span_f1(
            [(kind.key(r["geometry"]), r.get("class")) for r in first],
            [(kind.key(r["geometry"]), r.get("class")) for r in second],
        )

    def overlap(a: Mapping[str, Any], b: Mapping[str, Any]) -> float:
        same = a.get("class") == b.get("class")
        return kind.iou(a["geometry"], b["geometry"]) if same else 0.0

    return matched_overlap(first, second, overlap)
