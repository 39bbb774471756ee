"""Tells how many labels a site has: with noise, and with new noise only when much has changed."""

from federated.models import SiteMembership
from federated.privacy.counts import noisy_counts

__all__ = ["COUNT_EPSILON", "tell_labels"]

COUNT_EPSILON = 0.2
"""Of one noisy count; a band of it is all that is told."""
MUCH = 20
"""Fewer labels more or less are hidden by the noise anyway: the last answer is told again, free."""


def tell_labels(*, membership: SiteMembership, labels: int) -> tuple[int, float]:
    """Return the noisy count, and what telling it adds to epsilon.

    A count that was drawn and not told (a dry run, a message held back) is still to be paid for.
    """
    is_near = abs(labels - membership.labels_when_told) < MUCH
    if membership.told_labels is None or not is_near:
        told = noisy_counts({"labels": labels}, epsilon=COUNT_EPSILON)["labels"] or 0
        membership.told_labels, membership.labels_when_told = told, labels
        membership.noises_drawn += 1
        membership.save(update_fields=["told_labels", "labels_when_told", "noises_drawn"])
    paid = membership.lines.filter(kind="about", epsilon__gt=0).count()
    owed = COUNT_EPSILON if paid < membership.noises_drawn else 0.0
    return membership.told_labels, owed
