"""The outbound ledger: what left, what it cost, and whether the chain holds."""

from django.db.models import Sum

from federated.ledger import GENESIS, Broken, check_chain
from federated.models import SiteMembership

__all__ = ["broken_line", "epsilon_spent", "last_digest"]


def epsilon_spent(membership: SiteMembership) -> float:
    """Return the sum of what left: basic composition, which never says too little."""
    spent = membership.lines.aggregate(total=Sum("epsilon"))["total"]
    return float(spent or 0.0)


def last_digest(membership: SiteMembership) -> tuple[int, str]:
    """Return number and digest of the newest line."""
    newest = membership.lines.order_by("-number").values_list("number", "digest").first()
    return newest or (0, GENESIS)


def broken_line(membership: SiteMembership) -> Broken | None:
    """Return the first line that was changed or is missing, or None where the chain holds."""
    lines = membership.lines.order_by("number").iterator(chunk_size=2000)
    return check_chain((line.departure, line.digest) for line in lines)
