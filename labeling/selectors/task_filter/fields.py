"""The whitelist of what a filter may ask, and what each question means to the database.

A field is a function from a comparison to a condition. Nothing a client writes is ever used as a
lookup path; an unknown name is refused with the known ones.
"""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
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
)
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce
from django.db.models.lookups import (
    Exact,
    GreaterThan,
    GreaterThanOrEqual,
    IContains,
    LessThan,
    LessThanOrEqual,
)
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from labeling.errors import BadFilter
from labeling.models import Annotation, Draft, Prediction, Review, Skip, Task, TaskLabel, TaskState
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of
from labeling.selectors.task_filter.columns import DataNumber, data_text
from labeling.selectors.task_filter.parser import Comparison, Literal

ORDERED = {
    "=": Exact,
    "<": LessThan,
    "<=": LessThanOrEqual,
    ">": GreaterThan,
    ">=": GreaterThanOrEqual,
}
INDEXED = frozenset({"uncertainty", "score", "agreement", "priority"})
_COLUMN = re.compile(r"(?!.*__)\w[\w .+-]*")


@dataclass(frozen=True, slots=True)
class Condition:
    """What a comparison means.

    `driver` finds the ids of matching tasks by an index, if one can; `column` is what it compares.
    """

    meaning: Q
    driver: QuerySet[Any, int] | None = None
    column: str = ""


Field = Callable[[Access, Comparison], Condition]


def condition_of(access: Access, asked: Comparison) -> Condition:
    """Return what a comparison means, negated where the operator says so."""
    field = _field(access, asked)
    if asked.operator in {"!=", "!~"}:
        positive = replace(asked, operator=asked.operator.removeprefix("!"))
        return Condition(~field(access, positive).meaning)
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
            )
        return field
    if data_column(asked.field) is not None:
        return _data
    known = ", ".join(known_fields(access))
    raise BadFilter(f"unknown column {asked.field!r}; known: {known}", asked.position)


def _choice(column: str, *known: str) -> Field:
    def read(access: Access, asked: Comparison) -> Condition:
        words = _words(asked, "=", "in")
        for word, value in zip(words, asked.values, strict=True):
            if word not in known:
                raise BadFilter(f"{column} is one of {', '.join(known)}", value.position)
        meaning = Q(**{f"{column}__in": words})
        return Condition(meaning, _ids(access.project.tasks.filter(meaning)))

    return read


def _number(column: str) -> Field:
    def read(access: Access, asked: Comparison) -> Condition:
        meaning = _compared(F(column), asked)
        is_indexed = column in INDEXED
        driver = _ids(access.project.tasks.filter(meaning)) if is_indexed else None
        return Condition(meaning, driver, column)

    return read


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
        return Condition(_compared(Coalesce(Subquery(counted), 0), asked))

    return read


def _moment(column: str) -> Field:
    def read(access: Access, asked: Comparison) -> Condition:
        _words(asked, *ORDERED)
        value = asked.values[0]
        start, end = _span(value)
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
    words = _words(asked, "=", "in")
    rows = TaskLabel.objects.filter(project=access.project, value__in=words)
    return _related(access, rows)


def _annotator(access: Access, asked: Comparison) -> Condition:
    words = _words(asked, "=", "in")
    return _related(
        access,
        Annotation.objects.filter(project=access.project, annotator__username__in=words),
    )


def _reviewer(access: Access, asked: Comparison) -> Condition:
    words = _words(asked, "=", "in")
    reviewed = Annotation.objects.filter(
        project=access.project, reviews__reviewer__username__in=words
    )
    return Condition(Q(Exists(reviewed.filter(task=OuterRef("pk")))))


def _predicted(access: Access, asked: Comparison) -> Condition:
    """Looks into the answers of the selected model version; costs one look a task."""
    meaning = Q()
    for word in _words(asked, "=", "in"):
        for label in ontology_of(access.project).labels:
            shown = data_text_of("predicted", label.id)
            meaning |= Q(Exact(shown, word)) | Q(IContains(shown, f'"{word}"'))
    return Condition(meaning)


def data_text_of(column: str, key: str) -> Combinable:
    """Return a key of a JSON column as text."""
    return KeyTextTransform(key, F(column))


def _model_version(access: Access, asked: Comparison) -> Condition:
    words = _words(asked, "=", "in")
    rows = Prediction.objects.filter(model_version__in=words, task__project=access.project)
    return Condition(Q(Exists(rows.filter(task=OuterRef("pk")))))


def _has(rows: type[Skip] | type[Draft], owner: str) -> Field:
    """`has_draft = true`, `skipped = true`: whether the person who asks has one."""

    def read(access: Access, asked: Comparison) -> Condition:
        word = _words(asked, "=")[0].lower()
        if word not in {"true", "false", "yes", "no", "1", "0"}:
            raise BadFilter("true or false", asked.values[0].position)
        found = Q(Exists(rows.objects.filter(task=OuterRef("pk"), **{owner: access.user})))
        return Condition(found if word in {"true", "yes", "1"} else ~found)

    return read


def _id(access: Access, asked: Comparison) -> Condition:
    if asked.operator in {"in", "="}:
        ids = [_whole(value) for value in asked.values]
        return Condition(Q(pk__in=ids), _ids(access.project.tasks.filter(pk__in=ids)))
    return Condition(_compared(F("pk"), asked))


def _external_id(access: Access, asked: Comparison) -> Condition:
    words = _words(asked, "=", "in", "~")
    if asked.operator == "~":
        return Condition(Q(external_id__icontains=words[0]))
    named = access.project.tasks.filter(HasExternalId(F("external_id")), external_id__in=words)
    return Condition(Q(external_id__in=words), _ids(named))


def _text(access: Access, asked: Comparison) -> Condition:
    """Any text field; a walk over the project's texts."""
    words = _words(asked, "=", "~")
    lookup = IContains if asked.operator == "~" else Exact
    meaning = Q()
    for name, field in ontology_of(access.project).fields.items():
        if field.type in {"text", "html", "dialogue"}:
            meaning |= Q(lookup(data_text(name), words[0]))
    if not meaning:
        raise BadFilter("this project has no text field", asked.position)
    return Condition(meaning)


def _data(access: Access, asked: Comparison) -> Condition:
    """A column of the data: numbers by value, text by its letters; a walk over the project."""
    name = str(data_column(asked.field))
    values = asked.values
    if asked.operator == "~":
        return Condition(Q(IContains(data_text(name), values[0].text)))
    if asked.operator in ORDERED and values[0].is_number:
        return Condition(_compared(DataNumber(name), asked))
    if asked.operator in ORDERED:
        return Condition(Q(ORDERED[asked.operator](data_text(name), values[0].text)))
    meaning = Q()
    for value in values:
        column = DataNumber(name) if value.is_number else data_text(name)
        said = float(value.text) if value.is_number else value.text
        meaning |= Q(Exact(column, said))
    return Condition(meaning)


def _related(access: Access, rows: QuerySet[TaskLabel] | QuerySet[Annotation]) -> Condition:
    """By related rows: few are fetched (`driver`), many are probed task by task."""
    driver = rows.order_by().values_list("task_id", flat=True)
    return Condition(Q(Exists(rows.filter(task=OuterRef("pk")))), driver)


def _ids(tasks: QuerySet[Task]) -> QuerySet[Any, int]:
    return tasks.order_by().values_list("pk", flat=True)


class HasExternalId(Func):
    """The condition of the unique index over external ids, word for word: SQLite asks for it."""

    template = "NOT (%(expressions)s = '')"
    output_field = BooleanField()
    conditional = True


def _compared(column: Combinable, asked: Comparison) -> Q:
    numbers = [_as_number(value) for value in asked.values]
    if asked.operator == "in":
        meaning = Q()
        for number in numbers:
            meaning |= Q(Exact(column, number))
        return meaning
    if asked.operator not in ORDERED:
        raise BadFilter(f"{asked.field} takes = != < <= > >= in", asked.position)
    return Q(ORDERED[asked.operator](column, numbers[0]))


def _words(asked: Comparison, *operators: str) -> list[str]:
    if asked.operator not in operators:
        taken = " ".join(dict.fromkeys(operators))
        raise BadFilter(f"{asked.field} takes {taken}", asked.position)
    return [value.text for value in asked.values]


def _as_number(value: Literal) -> float:
    try:
        number = float(value.text)
    except ValueError:
        raise BadFilter(f"{value.text!r} is not a number", value.position) from None
    if not abs(number) < 1e300:
        raise BadFilter("this number is too large", value.position)
    return number


def _whole(value: Literal) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", value.text):
        raise BadFilter("an id is a whole number", value.position)
    return int(value.text)


def _span(value: Literal) -> tuple[dt.datetime, dt.datetime]:
    """Return the first moment of a day (or a moment) and the first one after it, in UTC."""
    try:
        if day := parse_date(value.text):
            start = dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC)
            return start, start + dt.timedelta(days=1)
        moment = parse_datetime(value.text)
    except (ValueError, OverflowError):
        moment = None
    if moment is None:
        raise BadFilter("write a date as 2026-01-31 (or with a time)", value.position)
    moment = moment if timezone.is_aware(moment) else moment.replace(tzinfo=dt.UTC)
    return moment, moment + dt.timedelta(microseconds=1)


_OTHERS_ANSWERS = frozenset({"label", "annotator", "reviewer", "agreement", "comments"})
_FIELDS: Mapping[str, Field] = {
    "state": _choice("state", *TaskState.values),
    "label": _label,
    "predicted": _predicted,
    "annotator": _annotator,
    "reviewer": _reviewer,
    "uncertainty": _number("uncertainty"),
    "score": _number("score"),
    "agreement": _number("agreement"),
    "text": _text,
    "priority": _number("priority"),
    "overlap": _number("overlap"),
    "annotations": _number("annotation_count"),
    "predictions": _number("prediction_count"),
    "skips": _number("skip_count"),
    "comments": _counted(Review, "annotation__task", comment__gt=""),
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
