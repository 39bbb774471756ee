"""The values of a comparison: numbers, words, ids and stretches of time."""

import datetime as dt
import re
from operator import eq, ge, gt, le, lt

from django.db.models import Q
from django.db.models.expressions import Combinable
from django.db.models.lookups import (
    Exact,
    GreaterThan,
    GreaterThanOrEqual,
    LessThan,
    LessThanOrEqual,
)
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from labeling.errors import BadFilter
from labeling.selectors.task_filter.parser import Comparison, Literal

ORDERED = {
    "=": Exact,
    "<": LessThan,
    "<=": LessThanOrEqual,
    ">": GreaterThan,
    ">=": GreaterThanOrEqual,
}
_PLAIN = {"=": eq, "in": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


def compared(column: Combinable, asked: Comparison) -> Q:
    """Return a numeric comparison."""
    numbers = [number_of(value) for value in asked.values]
    if asked.operator == "in":
        meaning = Q()
        for number in numbers:
            meaning |= Q(Exact(column, number))
        return meaning
    if asked.operator not in ORDERED:
        raise _takes(asked, "= != < <= > >= in")
    return Q(ORDERED[asked.operator](column, numbers[0]))


def holds_of(asked: Comparison, count: int) -> bool:
    """Whether a count satisfies the comparison."""
    numbers = [number_of(value) for value in asked.values]
    return any(_PLAIN[asked.operator](count, number) for number in numbers)


def holds_above_zero(asked: Comparison) -> bool:
    """Whether any count of at least one does."""
    numbers = [number_of(value) for value in asked.values]
    return asked.operator in {">", ">="} or any(
        number >= 1 if asked.operator in {"=", "in", "<="} else number > 1 for number in numbers
    )


def words_of(asked: Comparison, *operators: str) -> list[str]:
    """Return the values as written; another operator than these is refused."""
    if asked.operator not in operators:
        taken = " ".join(dict.fromkeys(operators))
        raise _takes(asked, taken)
    return [value.text for value in asked.values]


def number_of(value: Literal) -> float:
    """Return a finite number that a column can hold."""
    try:
        number = float(value.text)
    except ValueError:
        said = f"{value.text!r} is not a number"
        raise BadFilter(said, value.position, "not_a_number", value=value.text) from None
    if not abs(number) < 1e300:
        raise BadFilter("this number is too large", value.position, "too_large")
    return number


def whole_of(value: Literal) -> int:
    """Return an id."""
    if not re.fullmatch(r"[0-9]{1,18}", value.text):
        raise BadFilter("an id is a whole number", value.position, "not_an_id")
    return int(value.text)


def span_of(value: Literal) -> tuple[dt.datetime, dt.datetime]:
    """Return the first moment of a day (or a moment) and the first one after it, in UTC."""
    try:
        if day := parse_date(value.text):
            start = dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC)
            return start, start + dt.timedelta(days=1)
        moment = parse_datetime(value.text)
    except (ValueError, OverflowError):
        moment = None
    if moment is None:
        raise BadFilter("write a date as 2026-01-31 (or with a time)", value.position, "not_a_date")
    moment = moment if timezone.is_aware(moment) else moment.replace(tzinfo=dt.UTC)
    return moment, moment + dt.timedelta(microseconds=1)


def _takes(asked: Comparison, operators: str) -> BadFilter:
    said = f"{asked.field} takes {operators}"
    return BadFilter(said, asked.position, "operators", name=asked.field, known=operators)
