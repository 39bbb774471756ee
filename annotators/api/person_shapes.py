"""How a person's page looks on the wire: the manager's view of somebody, and one's own."""

from datetime import date
from typing import Any

from rest_framework import serializers

from annotators.api.shapes import PersonShape, person
from annotators.behaviour import advise, streak
from annotators.selectors.person_page import PersonPage

VOUCHED = frozenset({"gold", "review", "adjudication"})
"""Whose word on a mistake one may be told oneself; the crowd's would show what others said."""


class PersonPageShape(serializers.Serializer[Any]):
    """One person in one project; figures are null where nothing can be said yet."""

    user = PersonShape()
    role = serializers.CharField(allow_null=True)
    count = serializers.IntegerField()
    skipped = serializers.IntegerField()
    first_active = serializers.DateTimeField(allow_null=True)
    last_active = serializers.DateTimeField(allow_null=True)
    days = serializers.ListField(child=serializers.DictField())
    accuracy = serializers.DictField(allow_null=True)
    seconds = serializers.DictField(allow_null=True)
    worked_seconds = serializers.FloatField()
    labels = serializers.ListField(child=serializers.DictField())
    sources = serializers.DictField(child=serializers.IntegerField())
    rejected = serializers.IntegerField()
    consistency = serializers.DictField(allow_null=True)
    weeks = serializers.ListField(child=serializers.DictField())
    weeks_change = serializers.DictField(allow_null=True)
    sittings = serializers.ListField(child=serializers.DictField())
    sittings_change = serializers.DictField(allow_null=True)
    pace = serializers.DictField()
    mistakes = serializers.ListField(child=serializers.DictField())
    computed_at = serializers.DateTimeField(allow_null=True)


class ManagedPersonShape(PersonPageShape):
    """What reviewers and managers see beside."""

    anchoring = serializers.DictField(allow_null=True)
    confidence = serializers.DictField(allow_null=True)
    patterns = serializers.ListField(child=serializers.DictField())


class OwnPageShape(PersonPageShape):
    """What one sees of oneself: nothing of others, and what to improve."""

    confidence = serializers.DictField(allow_null=True)
    today = serializers.IntegerField()
    streak_days = serializers.IntegerField()
    advice = serializers.ListField(child=serializers.DictField())


def managed_payload(page: PersonPage) -> dict[str, Any]:
    """Return a person's page for those who answer for the project."""
    detail = page.detail
    return _shared(page) | {
        "mistakes": detail.get("mistakes", []),
        "anchoring": detail.get("anchoring"),
        "confidence": detail.get("confidence"),
        "patterns": [_named(page, one) for one in detail.get("patterns", [])],
    }


def own_payload(page: PersonPage, today: date) -> dict[str, Any]:
    """Return one's own page."""
    mine = [one for one in page.detail.get("mistakes", []) if one["source"] in VOUCHED]
    detail = {**page.detail, "mistakes": mine}
    days = [day.toordinal() for day in page.days]
    return _shared(page) | {
        "mistakes": mine,
        "confidence": detail.get("confidence"),
        "today": page.days.get(today, 0),
        "streak_days": streak(days, today.toordinal()),
        "advice": [{"code": one.code, "params": dict(one.params)} for one in advise(detail)],
    }


def _shared(page: PersonPage) -> dict[str, Any]:
    facts, detail = page.facts, page.detail
    return {
        "user": person(page.user),
        "role": page.role,
        "count": page.count,
        "skipped": page.skipped,
        "first_active": page.first,
        "last_active": page.last,
        "days": [{"day": day.isoformat(), "count": count} for day, count in page.days.items()],
        "accuracy": facts and _interval(facts.accuracy, facts.low, facts.high, n=facts.judged),
        "seconds": facts and _interval(facts.seconds, facts.seconds_low, facts.seconds_high),
        "worked_seconds": facts.worked_seconds if facts else 0.0,
        "labels": detail.get("labels", []),
        "sources": detail.get("sources", {}),
        "rejected": detail.get("rejected", 0),
        "consistency": detail.get("consistency"),
        "weeks": detail.get("weeks", []),
        "weeks_change": detail.get("weeks_change"),
        "sittings": detail.get("sittings", []),
        "sittings_change": detail.get("sittings_change"),
        "pace": detail.get("pace", {"sizes": {}, "kinds": {}}),
        "computed_at": facts.computed_at if facts else None,
    }


def _interval(
    value: float | None, low: float | None, high: float | None, **more: float
) -> dict[str, float | None] | None:
    return None if value is None else {"value": value, "low": low, "high": high, **more}


def _named(page: PersonPage, pattern: dict[str, Any]) -> dict[str, Any]:
    """Put a person in the place of an id."""
    if "person" not in pattern:
        return pattern
    found = page.named.get(pattern["person"])
    return {**pattern, "person": person(found) if found else None}
