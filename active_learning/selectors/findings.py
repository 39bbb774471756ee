"""Doubtful labels as a person goes through them: the list, its filters, how far one is."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, F, QuerySet

from active_learning.calibration import wilson
from active_learning.models.label_finding import (
    SEARCH_JOB,
    FindingState,
    LabelErrorSearch,
    LabelFinding,
)
from active_learning.selectors.searched_label import searched_label
from labeling.kernel.clock import wire_time
from labeling.kernel.errors import BadInput, NotFound
from labeling.kernel.paging import Page, page_by_id
from labeling.kernel.wire import read_id, refuse_unstorable
from labeling.models import LIVE_STATES, User
from labeling.policies import Access, Action
from labeling.selectors.jobs import job_summary
from labeling.selectors.ontologies import ontology_of
from labeling.selectors.task_facts import ShownTask, show_tasks

FILTERS = {
    "given": "given",
    "suggested": "suggested",
    "kind": "kind",
    "annotator": "annotation__annotator__username",
    "task": "task",
}
CONTEXT = 160
"""Code points shown on either side of a span."""
MOST_TEXT = 1_200
"""Of a text that is judged as a whole; more is in the studio."""


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding with what is needed to decide it."""

    finding: LabelFinding
    task: ShownTask
    field: str
    """The field that the label is on."""
    can_decide: bool

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape."""
        finding, annotation = self.finding, self.finding.annotation
        return {
            "id": str(finding.pk),
            "task": str(finding.task_id),
            "external_id": self.task.task.external_id or None,
            "annotation": str(annotation.pk),
            "annotator": _name(annotation.annotator),
            "labelled_at": wire_time(annotation.created_at),
            "is_holdout": self.task.task.is_holdout,
            "label": finding.label,
            "kind": finding.kind,
            "given": finding.given or None,
            "suggested": finding.suggested or None,
            "given_place": _geometry(annotation.regions, finding.region),
            "place": finding.place,
            "score": finding.score,
            "probability": finding.probability,
            "own_probability": finding.own_probability,
            "state": finding.state,
            "decided_by": _name(finding.decided_by) if finding.decided_by else None,
            "decided_at": wire_time(finding.decided_at) if finding.decided_at else None,
            "can_decide": self.can_decide,
            "data": {name: _shortened(value) for name, value in self.task.data.items()},
            "excerpt": self._excerpt(),
        }

    def _excerpt(self) -> dict[str, Any] | None:
        """Return the words around a span, with the given and suggested place within them."""
        given = _geometry(self.finding.annotation.regions, self.finding.region)
        places = {"given": given, "suggested": self.finding.place}
        spans = {
            name: place for name, place in places.items() if place and {"start", "end"} <= {*place}
        }
        text = self.task.data.get(self.field)
        if not spans or not isinstance(text, str):
            return None
        start = max(0, int(min(place["start"] for place in spans.values())) - CONTEXT)
        end = int(max(place["end"] for place in spans.values())) + CONTEXT
        return {"text": text[start:end], "cut": [start > 0, end < len(text)]} | {
            name: [int(place["start"]) - start, int(place["end"]) - start]
            for name, place in spans.items()
        }


def visible_findings(access: Access) -> QuerySet[LabelFinding]:
    """Return the findings that are current and that this person may know of."""
    rows = LabelFinding.objects.filter(project=access.project)
    rows = rows.exclude(state=FindingState.OPEN) | rows.filter(revision=F("annotation__revision"))
    if access.sees_all_answers:
        return rows
    return rows.filter(annotation__annotator=access.user)


def get_finding(access: Access, finding_id: int) -> LabelFinding:
    """Return one of them; what the role may not see does not exist."""
    rows = visible_findings(access).select_related("annotation__annotator", "annotation__task")
    finding = rows.filter(pk=finding_id).first()
    if finding is None:
        raise NotFound("There is no such doubt any more: its annotation was changed or withdrawn.")
    finding.project = access.project
    return finding


def filtered_findings(access: Access, asked: Mapping[str, str]) -> QuerySet[LabelFinding]:
    """Return the findings that a list or an export asks for."""
    state = asked.get("state", FindingState.OPEN)
    if state != "all" and state not in FindingState.values:
        raise BadInput(f"state: one of all, {', '.join(FindingState.values)}.")
    rows = visible_findings(access)
    if state != "all":
        rows = rows.filter(state=state)
    refuse_unstorable(asked)
    for name, column in FILTERS.items():
        if name in asked:
            value = read_id(asked[name], name) if name == "task" else asked[name]
            rows = rows.filter(**{column: value})
    return rows


def finding_page(
    access: Access, asked: Mapping[str, str], cursor: str | None, limit: int
) -> Page[LabelFinding]:
    """Return a page, the likeliest error first: findings are stored in that order."""
    rows = filtered_findings(access, asked)
    return page_by_id(rows.select_related("annotation__annotator", "decided_by"), cursor, limit)


def show_findings(access: Access, findings: Sequence[LabelFinding]) -> list[ShownFinding]:
    """Gather tasks and rights of a page, a constant number of queries."""
    tasks = access.project.tasks.in_bulk([finding.task_id for finding in findings])
    shown = {item.task.pk: item for item in show_tasks(access, list(tasks.values()))}
    ontology = ontology_of(access.project)
    fields = {label.id: label.on for label in ontology.labels}
    return [
        ShownFinding(
            finding,
            shown[finding.task_id],
            fields.get(finding.label, ""),
            _can_decide(access, finding),
        )
        for finding in findings
    ]


def findings_summary(access: Access) -> dict[str, Any]:
    """Return how the search and going through it stand."""
    project = access.project
    last = LabelErrorSearch.objects.filter(project=project).order_by("-pk").first()
    label = searched_label(project)
    rows = visible_findings(access)
    counts = dict(rows.values_list("state").annotate(n=Count("pk")).order_by())
    opened = rows.filter(state=FindingState.OPEN)
    job = project.jobs.filter(name=SEARCH_JOB, state__in=LIVE_STATES).order_by("pk").first()
    return {
        "can_search": label is not None and access.may(Action.TRAIN),
        "label": _label(label),
        "search": _search(access, last),
        "counts": {state: counts.get(state, 0) for state in FindingState.values},
        "precision": _precision(counts),
        "pairs": _pairs(opened),
        "annotators": _annotators(opened),
        "job": job_summary(job).as_json() if job else None,
    }


def _can_decide(access: Access, finding: LabelFinding) -> bool:
    is_own = finding.annotation.annotator_id == access.user.pk
    return access.may(Action.ANNOTATE if is_own else Action.REVIEW)


def _label(label: Any) -> dict[str, Any] | None:
    if label is None:
        return None
    classes = [{"id": c.id, "name": c.name, "color": c.color} for c in label.classes]
    return {"id": label.id, "name": label.name, "kind": label.kind, "on": label.on,
            "classes": classes}  # fmt: skip


def _search(access: Access, last: LabelErrorSearch | None) -> dict[str, Any] | None:
    if last is None:
        return None
    annotations, found = access.project.annotations.all(), last.found
    searched = last.annotations
    if not access.sees_all_answers:
        # How others fare is not told by a sum either.
        annotations = annotations.filter(annotator=access.user)
        searched = annotations.filter(pk__lte=last.last_annotation).count()
        found = visible_findings(access).count()
    newer = annotations.filter(pk__gt=last.last_annotation).count()
    return {
        "at": wire_time(last.created_at),
        "is_own": not access.sees_all_answers,
        "annotations": searched,
        "found": found,
        "source": last.source,
        "seconds": last.seconds,
        "new_labels": newer,
        "is_outdated": last.ontology_number != access.project.ontology_number,
    }


def _precision(counts: Mapping[str, int]) -> dict[str, float] | None:
    """Return the share of decided doubts that were errors, with Wilson's interval."""
    fixed = counts.get(FindingState.FIXED, 0)
    share = wilson(fixed, fixed + counts.get(FindingState.KEPT, 0))
    return None if share is None else asdict(share)


def _pairs(opened: QuerySet[LabelFinding]) -> list[dict[str, Any]]:
    rows = opened.values("kind", "given", "suggested").annotate(count=Count("pk"))
    return [
        {**row, "given": row["given"] or None, "suggested": row["suggested"] or None}
        for row in rows.order_by("-count", "given", "suggested")[:100]
    ]


def _annotators(opened: QuerySet[LabelFinding]) -> list[dict[str, Any]]:
    who = "annotation__annotator"
    rows = opened.values(f"{who}__username", f"{who}__first_name").annotate(count=Count("pk"))
    return [
        {
            "username": row[f"{who}__username"],
            "name": row[f"{who}__first_name"] or row[f"{who}__username"],
            "count": row["count"],
        }
        for row in rows.order_by("-count", f"{who}__username")[:100]
    ]


def _name(user: User) -> dict[str, str]:
    return {"id": str(user.pk), "username": user.username, "name": user.first_name or user.username}


def _geometry(regions: Sequence[Mapping[str, Any]], region_id: str) -> Any:
    return next((r["geometry"] for r in regions if r["id"] == region_id), None)


def _shortened(value: Any) -> Any:
    return value[:MOST_TEXT] if isinstance(value, str) else value
