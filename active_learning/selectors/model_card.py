"""The facts of a version's card."""

from typing import Any

from active_learning.diagnosis import by_class, confusion
from active_learning.models import Lineage, ModelVersion, VersionExport
from active_learning.selectors.accuracy_page import Tested, tested
from active_learning.selectors.target import learning_target
from active_learning.shelf.card import CardFacts, ExportRow
from labeling.kernel.clock import wire_time
from labeling.models import OntologyVersion
from labeling.ontology.schema import Ontology, parse_ontology


def card_facts(version: ModelVersion) -> CardFacts:
    """Return what the version's card says."""
    lineage = Lineage.objects.filter(version=version).select_related("parent", "run", "created_by")
    origin = lineage.first()
    ontology = _ontology(version)
    label = next((item for item in ontology.labels if item.id == version.label), None)
    names = {item.id: item.name for item in label.classes} if label else {}
    by = origin.created_by.username if origin and origin.created_by else "a round of learning"
    accuracy = (version.accuracy, version.low, version.high)
    return CardFacts(
        project=version.project.name,
        number=version.number,
        label=version.label,
        kind=version.kind,
        classes=[(name, names.get(name, name)) for name in version.classes],
        fields=[(field.id, field.type) for field in _read_fields(ontology, version)],
        created_at=wire_time(version.created_at),
        created_by=by,
        trigger=version.trigger,
        parent=origin.parent.number if origin and origin.parent else None,
        snapshot=origin.snapshot if origin else "",
        code=origin.code if origin else "",
        ontology_number=version.ontology_number,
        layout=version.layout,
        labels=version.labels,
        tested=version.holdout,
        accuracy=None if None in accuracy else accuracy,  # type: ignore[arg-type]  # all are floats
        ece=version.ece,
        counts=origin.run.counts if origin and origin.run else {},
        parameters=origin.parameters if origin else {},
        per_class=per_class(version, names),
        taught=origin.teacher if origin else None,
        exports=[export_row(row) for row in version.exports.order_by("pk")],
    )


def export_row(row: VersionExport) -> ExportRow:
    """Return an export as the card tells it."""
    return ExportRow(
        row.precision,
        row.size_bytes,
        row.latency_ms,
        row.accuracy,
        row.ece,
        row.difference,
        row.agreement,
        row.passed,
    )


def per_class(
    version: ModelVersion, names: dict[str, str]
) -> list[tuple[str, int, float | None, float | None]]:
    """Return each class's name, tested tasks, recall and precision, of a choice that was tested."""
    target = learning_target(version.project)
    if target is None or target.kind != "choice" or target.label.id != version.label:
        return []
    found = tested(version.project, target, version)
    return _records(found, names) if found and len(found.places) else []


def _records(
    found: Tested, names: dict[str, str]
) -> list[tuple[str, int, float | None, float | None]]:
    known = found.truth >= 0
    counts = confusion(found.truth[known], found.said[known], len(found.sheet.answers))
    return [
        (
            names.get(name, name),
            record.tested,
            record.recall.value if record.recall else None,
            record.precision.value if record.precision else None,
        )
        for name, record in zip(found.sheet.answers, by_class(counts), strict=True)
    ]


def _ontology(version: ModelVersion) -> Ontology:
    row = OntologyVersion.objects.get(project=version.project, number=version.ontology_number)
    return parse_ontology(row.document)


def _read_fields(ontology: Ontology, version: ModelVersion) -> list[Any]:
    """Return the field that the label is about first, then the others."""
    label = next((item for item in ontology.labels if item.id == version.label), None)
    first = label.on if label else None
    return sorted(ontology.fields.values(), key=lambda field: field.id != first)
