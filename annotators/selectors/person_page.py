"""Everything known about one person in one project, in a fixed number of queries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Max, Min
from django.db.models.functions import TruncDate

from annotators.models import AnnotatorFacts
from labeling.kernel.errors import NotFound
from labeling.models import Membership, Project, Skip, User
from labeling.models.annotation import ACCEPTED_ORIGIN

DAYS = 84


@dataclass(frozen=True, slots=True)
class PersonPage:
    """One person's work and what is known of it; `facts` is None before the first refresh."""

    user: User
    role: str | None
    """None for a former member."""
    count: int
    skipped: int
    first: datetime | None
    last: datetime | None
    days: Mapping[date, int]
    facts: AnnotatorFacts | None
    named: Mapping[int, User]
    """People whom the facts name."""

    @property
    def detail(self) -> Mapping[str, Any]:
        """The parts of the facts; empty before the first refresh."""
        return self.facts.detail if self.facts else {}


def person_page(project: Project, username: str, now: datetime) -> PersonPage:
    """Return the page of a member, or of somebody who answered here once."""
    user = User.objects.filter(username=username).first()
    role = Membership.objects.filter(project=project, user=user).values_list("role", flat=True)
    found_role = role.first() if user else None
    given = project.annotations.filter(annotator=user).exclude(origin=ACCEPTED_ORIGIN)
    made = given.aggregate(count=Count("pk"), first=Min("created_at"), last=Max("created_at"))
    if user is None or (found_role is None and not made["count"]):
        raise NotFound(
            f"{username!r} has not worked in this project.",
            code="nobody_here",
            params={"name": username},
        )
    since = now - timedelta(days=DAYS)
    days = (
        given.filter(created_at__gte=since)
        .annotate(day=TruncDate("created_at"))
        .values_list("day")
        .annotate(n=Count("pk"))
    )
    facts = AnnotatorFacts.objects.filter(project=project, user=user).first()
    patterns = facts.detail.get("patterns", []) if facts else []
    named = {one["person"] for one in patterns if "person" in one}
    return PersonPage(
        user=user,
        role=found_role,
        count=made["count"],
        skipped=Skip.objects.filter(project=project, user=user).count(),
        first=made["first"],
        last=made["last"],
        days=dict(days.order_by("day")),
        facts=facts,
        named=User.objects.in_bulk(named),
    )
