"""Label Studio's ML back end protocol: tasks out, results in, by the code of its file format."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from active_learning.plugged.faults import PlugFault
from active_learning.prelabelers.base import Proposal, Wanted
from labeling.formats.base import Content, Size
from labeling.formats.label_studio.results_in import BadResult, ResultReader
from labeling.ontology.schema import Ontology

__all__ = ["proposals_of_prediction", "read_predictions"]


def read_predictions(answer: Any) -> list[Mapping[str, Any]]:
    """Return the predictions of a back end's answer, one a task.

    Raises
    ------
    PlugFault
        When it is not what `/predict` answers.
    """
    found = answer.get("results") if isinstance(answer, Mapping) else answer
    if isinstance(found, list) and all(isinstance(item, list) for item in found):
        # Older back ends give a list of predictions for each task; the first is the one shown.
        found = [item[0] for item in found if item]
    if not isinstance(found, list) or not all(isinstance(item, Mapping) for item in found):
        raise PlugFault(
            "bad_answer",
            'The back end should answer {"results": [{"result": [...]}]}; it does not.',
        )
    return found


def proposals_of_prediction(
    prediction: Mapping[str, Any],
    ontology: Ontology,
    *,
    data: Mapping[str, Any],
    size: Size | None,
    wanted: Sequence[Wanted],
) -> list[Proposal]:
    """Return what a prediction says about the wanted labels.

    Raises
    ------
    PlugFault
        For classes that the ontology does not have, and results that cannot be read.
    """
    reader = ResultReader(ontology, data, lambda _field: size)
    try:
        content = reader.read(prediction.get("result") or [], "prediction")
    except BadResult as error:
        raise PlugFault("bad_result", f"Its answer does not fit the ontology: {error}.") from error
    score = _score(prediction.get("score"), 1.0)
    return _proposals(content, {one.label: one for one in wanted}, score)


def _proposals(content: Content, wanted: Mapping[str, Wanted], score: float) -> list[Proposal]:
    found = [
        Proposal(
            wanted[region["label"]].kind,
            region["class"] or "",
            _score(region.get("score"), score),
            region["geometry"],
            label=region["label"],
            attributes=region["attributes"],
        )
        for region in content.regions
        if region["label"] in wanted
    ]
    for label, value in content.answers.items():
        if label not in wanted:
            continue
        kind = wanted[label].kind
        if wanted[label].classes and isinstance(value, str | list):
            named = [value] if isinstance(value, str) else value
            known = {one.id for one in wanted[label].classes}
            for name in named:
                if name not in known:
                    raise unknown_class(str(name), known)
            found += [Proposal(kind, name, score, label=label) for name in named]
        else:
            found.append(Proposal(kind, score=score, label=label, value=value))
    return found


def unknown_class(name: str, known: set[str]) -> PlugFault:
    """Say that a class is not one of the ontology's."""
    return PlugFault(
        "unknown_class",
        f"It answers the class {name[:60]!r}, which is none of {', '.join(sorted(known))[:300]}. "
        "Let it answer with the ids or names of the ontology's classes.",
        name=name[:60],
    )


def _score(value: Any, otherwise: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        return otherwise
    return float(min(1.0, max(0.0, value)))
