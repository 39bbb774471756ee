"""Answers that are no annotations: a higher floor asked for them and keeps them itself.

They take no place of their task, appear in no list or export, and teach nobody.
"""

from typing import Protocol

from labeling.kernel.registry import Registry
from labeling.models import Task
from labeling.policies import Access
from labeling.services.drafts import AnswerContent


class Aside(Protocol):
    """What becomes of an answer given under a lease with this name."""

    def keep(self, *, access: Access, task: Task, content: AnswerContent) -> int:
        """Store it (inside the submit's transaction) and return a number to name it by."""

    def skip(self, *, access: Access, task: Task) -> None:
        """Note that the person passed it by."""


ASIDES: Registry[Aside] = Registry("aside")
"""By `Lease.aside`; filled in the `apps.ready` of higher floors."""
