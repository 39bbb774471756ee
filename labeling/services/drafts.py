"""Drafts: every edit is saved, and a stale tab cannot overwrite newer work."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from labeling.errors import StaleEdit
from labeling.kernel.clock import wire_time
from labeling.kernel.errors import PreconditionNeeded
from labeling.models import Draft, Task, User
from labeling.policies import Access


@dataclass(frozen=True, slots=True)
class AnswerContent:
    """Regions, relations and whole-task answers, as they are stored."""

    regions: list[Any]
    relations: list[Any]
    answers: dict[str, Any]
    lead_time: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Return what is kept in histories."""
        return {"regions": self.regions, "relations": self.relations, "answers": self.answers}


@transaction.atomic
def save_draft(
    *, access: Access, task: Task, content: AnswerContent, revision: int | None, now: datetime
) -> Draft:
    """Store the draft if `revision` is still the present one (0: there is none yet).

    What is stored already is no conflict: a page that was left never hears that its last save
    arrived, and sends it again.
    """
    mine = Draft.objects.filter(task=task, user=access.user)
    fields = content.as_json() | {"lead_time": content.lead_time}
    if revision:
        changed = mine.filter(revision=revision).update(
            **fields, revision=F("revision") + 1, saved_at=now
        )
        if not changed:
            return _repeated(mine.first(), content)
        draft = Draft(task=task, user=access.user, revision=revision + 1, saved_at=now)
    else:
        draft = _first_draft(task, access.user, content, revision)
    _keep_lease(access, task, now)
    return draft


def delete_draft(*, user: User, task: Task, revision: int | None) -> None:
    """Throw the draft away, unless it is newer than the one seen."""
    mine = Draft.objects.filter(task=task, user=user)
    seen = mine if revision is None else mine.filter(revision=revision)
    deleted, _ = seen.delete()
    if not deleted and (newer := mine.first()):
        raise _stale(newer)


def draft_payload(draft: Draft | None) -> dict[str, Any] | None:
    """Return the wire shape; also what a stale edit is answered with."""
    if draft is None:
        return None
    return {
        "regions": draft.regions,
        "relations": draft.relations,
        "answers": draft.answers,
        "lead_time": draft.lead_time,
        "revision": draft.revision,
        "saved_at": wire_time(draft.saved_at),
    }


def _first_draft(task: Task, user: User, content: AnswerContent, revision: int | None) -> Draft:
    fields = content.as_json() | {"lead_time": content.lead_time}
    try:
        with transaction.atomic():
            return Draft.objects.create(task=task, user=user, **fields)
    except IntegrityError as error:
        newer = Draft.objects.get(task=task, user=user)
        if revision is None:
            raise PreconditionNeeded(
                "A draft exists. Send its revision as If-Match, so that no newer work is lost.",
                current=draft_payload(newer),
            ) from error
        return _repeated(newer, content)


def _repeated(present: Draft | None, content: AnswerContent) -> Draft:
    """Return the present draft where it says the same; else the edit is stale."""
    same = present is not None and content.as_json() == {
        "regions": present.regions,
        "relations": present.relations,
        "answers": present.answers,
    }
    if present is None or not same:
        raise _stale(present)
    return present


def _keep_lease(access: Access, task: Task, now: datetime) -> None:
    """Who works keeps the task: a lease past its half is extended."""
    seconds = access.project.settings.lease_seconds
    mine = access.user.leases.filter(task=task, expires_at__lt=now + timedelta(seconds=seconds / 2))
    mine.update(expires_at=now + timedelta(seconds=seconds))


def _stale(newer: Draft | None) -> StaleEdit:
    return StaleEdit(
        "A newer draft was saved from another tab or device."
        if newer
        else "This draft was submitted or thrown away meanwhile.",
        current=draft_payload(newer),
    )
