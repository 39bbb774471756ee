"""The whitelist of what a filter may ask, and what each question means to the database.

A field is a function from a comparison to a condition. Nothing a client writes is ever used as a
lookup path; an unknown name is refused with the known ones.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, Least
from django.db.models.lookups import (
    Exact,
    IContains,
)

from labeling.errors import BadFilter
from labeling.models import (
    Annotation,
    Draft,
    Prediction,
    Review,
    Skip,
    Task,
    TaskLabel,
    TaskState,
    User,
)
from labeling.policies import Access
from labeling.selectors.comments import visible_threads
from labeling.selectors.ontologies import ontology_of
from labeling.selectors.task_filter.columns import DataNumber, data_text
from labeling.selectors.task_filter.condition import (
    ANSWERED,
    COUNTED,
    EVERY,
    UNCOUNTED,
    Condition,
    Walked,
)
from labeling.selectors.task_filter.parser import Comparison
from labeling.selectors.task_filter.values import (
    ORDERED,
    compared,
    holds_above_zero,
    holds_of,
    span_of,
    whole_of,
    words_of,
)
from labeling.selectors.veil import Veil, state_behind, veil_of

INDEXED = frozenset({"uncertainty", "score", "agreement", "priority", "created_at", "updated_at"})
"""Columns with an index behind project and state; a range of them is found without a walk."""
_COLUMN = re.compile(r"(?!.*__)\w[\w .+-]*")


Field = Callable[[Access, Comparison], Condition]


def condition_of(access: Access, asked: Comparison) -> Condition:
    """Return what a comparison means, negated where the operator says so."""
    field = _field(access, asked)
    if asked.operator in {"!=", "!~"}:
        positive = replace(asked, operator=asked.operator.removeprefix("!"))
        return field(access, positive).negated()
    return field(access, asked)


def known_fields(access: Access) -> list[str]:
    """Return every name a filter may use in this project."""
    return sorted(_FIELDS) + [f"data.{name}" for name in ontology_of(access.project).fields]


def data_column(name: str) -> str | None:
    """Return the data key that `data.<key>` names, or None where it is no such name."""
    key = name.removeprefix("data.")
    return key if key != name and len(key) <= 200 and _COLUMN.fullmatch(key) else None


def _field(access: Access, asked: Comparison) -> Field:
    name = asked.field.lower()
    if field := _FIELDS.get(name):
        if name in _OTHERS_ANSWERS and not access.sees_all_answers:
            raise BadFilter(
                f"{name} tells about answers of others, which this project keeps blind",
                asked.position,
                "blind",
                name=name,
            )
        return field
    if data_column(asked.field) is not None:
        return _data
    known = ", ".join(known_fields(access))
    said = f"unknown column {asked.field!r}; known: {known}"
    raise BadFilter(said, asked.position, "unknown_column", name=asked.field, known=known)


def _state(access: Access, asked: Comparison) -> Condition:
    words = words_of(asked, "=", "in")
    for word, value in zip(words, asked.values, strict=True):
        if word not in EVERY:
            states = ", ".join(TaskState.values)
            said = f"state is one of {states}"
            raise BadFilter(said, value.position, "one_of", name="state", known=states)
    return Condition(Q(state__in=words), column="state", states=frozenset(words))


def _state_seen(access: Access, asked: Comparison) -> Condition:
    """Return the state as the person sees it, where that of hidden tasks would tell them."""
    truly = _state(access, asked)
    if veil_of(access) is not Veil.OTHERS:
        return truly
    meaning = Q(pk__in=())
    for state in truly.states:
        meaning |= state_behind(access, state)
    return Condition(meaning)


def _number(column: str, states: frozenset[str] = EVERY) -> Field:
    def read(access: Access, asked: Comparison) -> Condition:
        return Condition(compared(F(column), asked), column=column, states=states)

    return read


def _overlap(access: Access, asked: Comparison) -> Condition:
    is_veiled = veil_of(access) is not Veil.NONE
    column = Value(access.project.settings.overlap) if is_veiled else F("overlap")
    return Condition(compared(column, asked))


def _usual(access: Access, column: str) -> Combinable:
    """Return a count, up to what is usual where more of it would tell a hidden task."""
    if veil_of(access) is Veil.NONE:
        return F(column)
    return Least(F(column), Value(access.project.settings.overlap))


def _annotations(access: Access, asked: Comparison) -> Condition:
    """No annotation that counts, or one at least: that much the state says."""
    meaning = compared(_usual(access, "annotation_count"), asked)
    if not holds_of(asked, 0):
        return Condition(meaning, states=COUNTED)
    return Condition(meaning, states=UNCOUNTED if not holds_above_zero(asked) else EVERY)


def _skips(access: Access, asked: Comparison) -> Condition:
    """Few tasks are skipped in most projects: those have an index of their own."""
    meaning = compared(_usual(access, "skip_count"), asked)
    if holds_of(asked, 0):
        return Condition(meaning)
    return Condition(
        meaning, _ids(access.project.tasks.filter(IsSkipped(F("skip_count")), meaning))
    )


def _counted(rows: type[Review], path: str, **only: object) -> Field:
    """A count over related rows; each task looked at costs one probe of their index."""

    def read(access: Access, asked: Comparison) -> Condition:
        counted = (
            rows.objects.filter(**{path: OuterRef("pk")}, **only)
            .order_by()
            .values(path)
            .annotate(n=Count("pk"))
            .values("n")
        )
        meaning = compared(Coalesce(Subquery(counted), 0), asked)
        return Condition(meaning, states=EVERY if holds_of(asked, 0) else ANSWERED)

    return read


def _open_comments(access: Access, asked: Comparison) -> Condition:
    """Threads about regions that wait, as far as the person who asks may read them."""
    waiting = visible_threads(access).filter(is_resolved=False).order_by()
    counted = waiting.filter(task=OuterRef("pk")).values("task").annotate(n=Count("pk"))
    meaning = compared(Coalesce(Subquery(counted.values("n")), 0), asked)
    if holds_of(asked, 0):
        return Condition(meaning)
    return Condition(meaning, waiting.values_list("task_id", flat=True).distinct())


def _moment(column: str) -> Field:
    def read(access: Access, asked: Comparison) -> Condition:
        words_of(asked, *ORDERED)
        value = asked.values[0]
        start, end = span_of(value)
        match asked.operator:
            case "=":
                meaning = Q(**{f"{column}__gte": start, f"{column}__lt": end})
            case "<":
                meaning = Q(**{f"{column}__lt": start})
            case "<=":
                meaning = Q(**{f"{column}__lt": end})
            case ">":
                meaning = Q(**{f"{column}__gte": end})
            case _:
                meaning = Q(**{f"{column}__gte": start})
        return Condition(meaning, column=column)

    return read


def _label(access: Access, asked: Comparison) -> Condition:
    """By the rows of TaskLabel; `label:value` narrows a value to one label."""
    words = words_of(asked, "=", "in")
    rows = TaskLabel.objects.filter(project=access.project, value__in=words)
    driver = rows.order_by().values_list("task_id", flat=True)
    return Condition(Q(Exists(rows.filter(task=OuterRef("pk")))), driver, states=ANSWERED)


def _annotator(access: Access, asked: Comparison) -> Condition:
    words = words_of(asked, "=", "in")
    people = _named(words)
    rows = Annotation.objects.filter(project=access.project, annotator__in=people)
    probe = Q(Exists(Annotation.objects.filter(task=OuterRef("pk"), annotator__in=people)))
    return Condition(probe, rows.order_by().values_list("task_id", flat=True), states=ANSWERED)


def _reviewer(access: Access, asked: Comparison) -> Condition:
    words = words_of(asked, "=", "in")
    people = _named(words)
    here = Walked(Q(annotation__project=access.project))
    rows = Review.objects.filter(here, reviewer__in=people)
    driver = rows.order_by().values_list("annotation__task", flat=True)
    # Probed from the task's side: the other way round each probe would read all of a reviewer's.
    own = Annotation.objects.filter(task=OuterRef("pk"))
    reviewed = Review.objects.filter(Walked(Q(reviewer__in=people)), annotation=OuterRef("pk"))
    return Condition(Q(Exists(own.filter(Exists(reviewed)))), driver, states=ANSWERED)


def _named(names: list[str]) -> list[int]:
    """Return people by their user names: each probe of a walk is then one step in one index."""
    return list(User.objects.filter(username__in=names).values_list("pk", flat=True))


def _predicted(access: Access, asked: Comparison) -> Condition:
    """Looks into the answers of the selected model version; costs one look a task."""
    meaning = Q()
    for word in words_of(asked, "=", "in"):
        for label in ontology_of(access.project).labels:
            shown = data_text_of("predicted", label.id)
            meaning |= Q(Exact(shown, word)) | Q(IContains(shown, f'"{word}"'))
    return Condition(meaning)


def data_text_of(column: str, key: str) -> Combinable:
    """Return a key of a JSON column as text."""
    return KeyTextTransform(key, F(column))


def _model_version(access: Access, asked: Comparison) -> Condition:
    words = words_of(asked, "=", "in")
    rows = Prediction.objects.filter(model_version__in=words)
    here = Walked(Q(task__project=access.project))
    driver = rows.filter(here).order_by().values_list("task_id", flat=True)
    return Condition(Q(Exists(rows.filter(task=OuterRef("pk")))), driver)


def _has(rows: type[Skip] | type[Draft], owner: str) -> Field:
    """`has_draft = true`, `skipped = true`: whether the person who asks has one."""

    def read(access: Access, asked: Comparison) -> Condition:
        word = words_of(asked, "=")[0].lower()
        if word not in {"true", "false", "yes", "no", "1", "0"}:
            raise BadFilter("true or false", asked.values[0].position, "true_or_false")
        here = Walked(Q(task__project=access.project))
        own = rows.objects.filter(here, **{owner: access.user})
        found = Q(Exists(rows.objects.filter(task=OuterRef("pk"), **{owner: access.user})))
        if word not in {"true", "yes", "1"}:
            return Condition(~found)
        return Condition(found, own.order_by().values_list("task_id", flat=True))

    return read


def _id(access: Access, asked: Comparison) -> Condition:
    if asked.operator in {"in", "="}:
        ids = [whole_of(value) for value in asked.values]
        return Condition(Q(pk__in=ids), _ids(access.project.tasks.filter(pk__in=ids)))
    return Condition(compared(F("pk"), asked))


def _external_id(access: Access, asked: Comparison) -> Condition:
    words = words_of(asked, "=", "in", "~")
    if asked.operator == "~":
        return Condition(Q(external_id__icontains=words[0]))
    named = access.project.tasks.filter(HasExternalId(F("external_id")), external_id__in=words)
    return Condition(Q(external_id__in=words), _ids(named))


def _text(access: Access, asked: Comparison) -> Condition:
    """Any text field; a walk over the project's texts."""
    words = words_of(asked, "=", "~")
    lookup = IContains if asked.operator == "~" else Exact
    meaning = Q()
    for name, field in ontology_of(access.project).fields.items():
        if field.type in {"text", "html", "dialogue"}:
            meaning |= Q(lookup(data_text(name), words[0]))
    if not meaning:
        raise BadFilter("this project has no text field", asked.position, "no_text")
    return Condition(meaning)


def _data(access: Access, asked: Comparison) -> Condition:
    """A column of the data: numbers by value, text by its letters; a walk over the project."""
    name = str(data_column(asked.field))
    values = asked.values
    if asked.operator == "~":
        return Condition(Q(IContains(data_text(name), values[0].text)))
    if asked.operator in ORDERED and values[0].is_number:
        return Condition(compared(DataNumber(name), asked))
    if asked.operator in ORDERED:
        return Condition(Q(ORDERED[asked.operator](data_text(name), values[0].text)))
    meaning = Q()
    for value in values:
        column = DataNumber(name) if value.is_number else data_text(name)
        said = float(value.text) if value.is_number else value.text
        meaning |= Q(Exact(column, said))
    return Condition(meaning)


def _ids(tasks: QuerySet[Task]) -> QuerySet[Any, int]:
    return tasks.order_by().values_list("pk", flat=True)


class HasExternalId(Func):
    """The condition of the unique index over external ids, word for word: SQLite asks for it."""

    template = "NOT (%(expressions)s = '')"
    output_field = BooleanField()
    conditional = True


class IsSkipped(Func):
    """The condition of the index over skipped tasks, word for word: SQLite asks for it."""

    template = "%(expressions)s > 0"
    output_field = BooleanField()
    conditional = True


_OTHERS_ANSWERS = frozenset(
    {
        *("label", "annotator", "reviewer", "agreement", "comments"),
        *("annotations", "overlap", "skips", "updated", "updated_at"),
    }
)
_FIELDS: Mapping[str, Field] = {
    "state": _state_seen,
    "label": _label,
    "predicted": _predicted,
    "annotator": _annotator,
    "reviewer": _reviewer,
    "uncertainty": _number("uncertainty"),
    "score": _number("score"),
    "agreement": _number("agreement", ANSWERED),
    "text": _text,
    "priority": _number("priority"),
    "overlap": _overlap,
    "annotations": _annotations,
    "predictions": _number("prediction_count"),
    "skips": _skips,
    "comments": _counted(Review, "annotation__task", comment__gt=""),
    "open_comments": _open_comments,
    "model_version": _model_version,
    "id": _id,
    "external_id": _external_id,
    "created": _moment("created_at"),
    "created_at": _moment("created_at"),
    "updated": _moment("updated_at"),
    "updated_at": _moment("updated_at"),
    "skipped": _has(Skip, "user"),
    "has_draft": _has(Draft, "user"),
}
