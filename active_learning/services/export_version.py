"""Writes a version as files that run elsewhere: build, shrink, compare, measure, pack."""

import contextlib
import io
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import onnx
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from numpy.typing import NDArray

from active_learning.calibration import expected_calibration_error, wilson
from active_learning.embeddings.fields import TEXTUAL
from active_learning.errors import ExportFailed
from active_learning.learners.heads import HeadFileError
from active_learning.models import ModelVersion, VersionExport
from active_learning.selectors.model_card import card_facts, export_row
from active_learning.selectors.target import learning_target
from active_learning.selectors.versions import version_weights
from active_learning.services.encoders import encoders
from active_learning.services.export_inputs import Readable, tested_and_sample
from active_learning.serving.bundle import Bundle, read_bundle
from active_learning.shelf.card import model_card
from active_learning.shelf.graph import NotExportable, WholeGraph, input_name, whole_graph
from active_learning.shelf.head_files import HEAD_WRITERS
from active_learning.shelf.packing import Package, write_package
from active_learning.shelf.parity import Parity, parity_of
from active_learning.shelf.precisions import FORMS, FULL, HEAD_FORMS
from active_learning.shelf.quantising import (
    quantised_dynamic,
    quantised_static,
    quantised_weights,
)
from active_learning.shelf.running import (
    Answers,
    run_graph,
    run_head,
    shifted,
    vectors_of_graph,
)
from labeling.kernel.jobs import JobRun
from labeling.models import OntologyVersion
from labeling.ontology.schema import parse_ontology

__all__ = ["export_version"]

GRAPH, ENCODERS = "model.onnx", "encoders.onnx"


@dataclass(frozen=True)
class _Files:
    """What a package holds of the model, and which script asks it."""

    content: Mapping[str, bytes]
    script: str = "predict.py"


@dataclass(frozen=True)
class _Work:
    """A version being exported, with the tasks that judge its graphs."""

    version: ModelVersion
    bundle: Bundle
    full: WholeGraph
    tested: Readable
    sample: Readable
    tell: Callable[[int], None]

    @property
    def feeds(self) -> list[Any]:
        """All tasks, the tested ones first."""
        return [*self.tested.feeds, *self.sample.feeds]


def export_version(
    *, version: ModelVersion, precisions: Sequence[str], run: JobRun
) -> list[VersionExport]:
    """Write, judge and keep each precision asked for; one that does not pass is not given away."""
    work = _opened(version, run, len(set(precisions) | {FULL}))
    layout = work.bundle.layout_on(encoders())
    own = np.vstack(
        [part.own_rows(layout, work.bundle.main) for part in (work.tested, work.sample) if part]
    )
    answers = _answers(work, work.full)
    exact = _judged(work, own, answers, exact=True)
    rows = [_kept(work, FULL, _Files({GRAPH: work.full.content}), answers, exact)]
    if not exact.passed:
        raise ExportFailed(
            f"The graph differs from the version by {exact.difference:.3g} of a probability; it is "
            "not given away. Tell who maintains this installation.",
            code="parity_failed",
        )
    for at, precision in enumerate(sorted(set(precisions) - {FULL}), 1):
        run.check_cancelled()
        after = _after(work, at * len(own))
        if precision in HEAD_FORMS:
            files, told = _head_alone(after, precision)
            parity = _judged(work, own, told, exact=True)
        else:
            graph = _smaller(work, precision, layout)
            files, told = _Files({GRAPH: graph.content}), _answers(after, graph)
            parity = _judged(work, answers.rows, told, exact=False)
        rows.append(_kept(work, precision, files, told, parity))
    return rows


def _head_alone(work: _Work, form: str) -> tuple[_Files, Answers]:
    """Write the head for another runtime, beside the encoders; ask it what it says."""
    head, encoders_alone = HEAD_WRITERS[form](work.bundle.main), work.full.without_head()
    told = run_head(encoders_alone, head.answer, work.feeds, tell=work.tell)
    files = {ENCODERS: encoders_alone.SerializeToString(), **head.files}
    return _Files(files, f"predict_{form}.py"), told


def _opened(version: ModelVersion, run: JobRun, graphs: int) -> _Work:
    target = learning_target(version.project)
    if target is None or (target.label.id, target.kind) != (version.label, version.kind):
        raise ExportFailed(
            f"The project no longer learns {version.label!r} as {version.kind}; what the version "
            "answers can be tested no more.",
            code="ontology_changed",
        )
    bundle = read_bundle(version_weights(version))
    try:
        layout = bundle.layout_on(encoders())
        full = whole_graph(layout, bundle.main, encoders().models)
    except HeadFileError as error:
        raise ExportFailed(f"The version cannot be exported: {error}.", code="layout") from error
    except NotExportable as error:
        raise ExportFailed(str(error), code="not_exportable") from error
    tested, sample = tested_and_sample(version.project, target, layout)
    count = len(tested) + len(sample)
    if not count:
        raise ExportFailed(
            "No labelled task can be read, so nothing would tell whether the file answers as the "
            "version does. Label some tasks first.",
            code="nothing_to_compare",
        )
    return _Work(
        version, bundle, full, tested, sample,
        lambda done: run.progress(done, graphs * count, "exporting"),
    )  # fmt: skip


def _smaller(work: _Work, precision: str, layout: Any) -> WholeGraph:
    """Return the graph in this precision, its vectors moved back to where they were on average."""
    types = {field.type for field in work.bundle.fields}
    graph = work.full
    if precision == "weights" and types & TEXTUAL:
        graph = whole_graph(layout, work.bundle.main, encoders().models, small_table=True)
    makers: dict[str, Callable[[onnx.ModelProto], onnx.ModelProto]] = {
        "weights": quantised_weights,
        "dynamic": quantised_dynamic,
        "static": lambda model: quantised_static(model, work.sample.feeds or work.tested.feeds),
    }
    small = graph.with_model(makers[precision](graph.model)) if "image" in types else graph
    feeds = work.sample.feeds or work.tested.feeds
    there, here = vectors_of_graph(work.full, feeds), vectors_of_graph(small, feeds)
    return shifted(small, (there - here).mean(axis=0))


def _after(work: _Work, done: int) -> _Work:
    """Return the work with so many answers told already."""
    return replace(work, tell=lambda count: work.tell(done + count))


def _answers(work: _Work, graph: WholeGraph) -> Answers:
    return run_graph(graph.model, work.feeds, tell=work.tell)


def _judged(work: _Work, mine: NDArray[np.floating], theirs: Answers, *, exact: bool) -> Parity:
    count = len(work.tested)
    right = (_right(work, mine[:count]), _right(work, theirs.rows[:count])) if count else None
    return parity_of(
        mine,
        theirs.rows,
        independent=work.bundle.main.independent,
        exact=exact,
        right=right,
    )


def _right(work: _Work, rows: NDArray[np.floating]) -> NDArray[np.bool_]:
    classes = work.bundle.main.classes
    if work.bundle.main.independent:
        said = [frozenset(classes[k] for k in np.flatnonzero(row > 0.5)) for row in rows]
    else:
        said = [classes[k] for k in rows.argmax(axis=1)]
    return np.array([a == b for a, b in zip(said, work.tested.truth, strict=True)], dtype=bool)


def _kept(
    work: _Work, precision: str, files: _Files, answers: Answers, parity: Parity
) -> VersionExport:
    """Store how the files do and, if they passed, the package."""
    rows = answers.rows[: len(work.tested)]
    right = _right(work, rows)
    accuracy = wilson(int(right.sum()), len(right)) if len(right) else None
    top = np.maximum(rows, 1.0 - rows).min(axis=1) if work.bundle.main.independent else rows.max(1)
    median, slow = answers.latency_ms
    row = VersionExport(
        version=work.version,
        precision=precision,
        size_bytes=sum(map(len, files.content.values())),
        latency_ms=round(median, 3),
        slow_ms=round(slow, 3),
        tested=len(right),
        accuracy=accuracy.value if accuracy else None,
        low=accuracy.low if accuracy else None,
        high=accuracy.high if accuracy else None,
        ece=expected_calibration_error(top.tolist(), right.tolist()) if len(right) else None,
        difference=parity.difference,
        agreement=parity.agreement,
        passed=parity.passed,
        reason=parity.reason,
        machine=_machine(),
    )
    _replace(row, _packed(work, row, files) if parity.passed else None)
    return row


def _packed(work: _Work, row: VersionExport, files: _Files) -> bytes:
    version, bundle = work.version, work.bundle
    document = OntologyVersion.objects.get(
        project=version.project, number=version.ontology_number
    ).document
    facts = replace(card_facts(version), exports=(export_row(row),), machine=row.machine)
    names = {c.id: c.name for label in parse_ontology(document).labels for c in label.classes}
    tokenizer = (
        encoders().text.minilm.tokenizer
        if any(field.type in TEXTUAL for field in bundle.fields)
        else None
    )
    vocabulary = tokenizer.get_vocab() if tokenizer else {}
    package = Package(
        files=files.content,
        script=files.script,
        card=model_card(facts),
        classes=bundle.main.classes,
        inputs=[
            {
                "field": field.name,
                "type": field.type,
                "input": input_name(place, field),
                "reads": FORMS[field.type],
            }
            for place, field in enumerate(bundle.fields)
        ],
        ontology=document,
        facts={
            "label": version.label,
            "kind": version.kind,
            "names": {name: names.get(name, name) for name in bundle.main.classes},
            "version": version.number,
            "precision": row.precision,
        },
        vocabulary=sorted(vocabulary, key=lambda piece: int(vocabulary[piece])),
    )
    file = io.BytesIO()
    write_package(package, file)
    return file.getvalue()


def _replace(row: VersionExport, package: bytes | None) -> None:
    """Put a row and its file in the place of an earlier export of the same precision."""
    before = VersionExport.objects.filter(version=row.version, precision=row.precision).first()
    row.path = ""
    if package is not None:
        name = f"exports/{row.version.project_id}/{row.version.number}-{row.precision}.zip"
        row.path = default_storage.save(name, ContentFile(package))
    if before is not None:
        row.pk = before.pk
        row.created_at = before.created_at
    row.save()
    if before is not None and before.path:
        with contextlib.suppress(OSError):
            default_storage.delete(before.path)


def _machine() -> str:
    return f"{platform.machine()}, {platform.system()}"
