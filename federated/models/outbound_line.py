"""One line of the outbound ledger: a message that left this site."""

from django.db import models
from django.db.models import Q

from federated.ledger import Departure
from federated.models.site_membership import SiteMembership


class OutboundLine(models.Model):
    """Append-only: no code of ours changes or deletes lines, and the chain of digests would tell.

    A membership with lines cannot be deleted.
    """

    membership = models.ForeignKey(SiteMembership, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveBigIntegerField()
    at = models.CharField(max_length=40)
    """RFC 3339, as it went into the digest."""
    run = models.CharField(max_length=64)
    round = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    size_bytes = models.PositiveBigIntegerField()
    content_sha256 = models.CharField(max_length=64)
    epsilon = models.FloatField(default=0.0)
    noise_multiplier = models.FloatField(null=True, blank=True)
    sampling_rate = models.FloatField(null=True, blank=True)
    steps = models.PositiveIntegerField(null=True, blank=True)
    """How noisy training was done: what later trainings cost depends on it."""
    digest = models.CharField(max_length=64)

    class Meta:
        indexes = (
            # Whether a question was answered already is looked up before each answer.
            models.Index(fields=["membership", "run", "kind", "round"], name="outbound_answered"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["membership", "number"], name="outbound_number_once_per_membership"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="outbound_number_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of {self.membership_id}"

    @property
    def departure(self) -> Departure:
        """The line as the chain sees it."""
        return Departure(
            number=self.number,
            at=self.at,
            run=self.run,
            round=self.round,
            kind=self.kind,
            size_bytes=self.size_bytes,
            content_sha256=self.content_sha256,
            epsilon=self.epsilon,
        )
