"""A round that this site took part in, with figures that stay here."""

from django.db import models

from active_learning.models import ModelVersion
from federated.models.site_membership import SiteMembership


class SiteRound(models.Model):
    """What the round's model is worth here: all three accuracies are of one hold-out, today's."""

    membership = models.ForeignKey(SiteMembership, on_delete=models.CASCADE, related_name="rounds")
    run = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    labels = models.PositiveIntegerField(default=0)
    holdout = models.PositiveIntegerField(default=0)
    joined_accuracy = models.FloatField(null=True, blank=True)
    """Of the model that was in use when the site joined."""
    own_accuracy = models.FloatField(null=True, blank=True)
    """Of the model in use before this round's came."""
    shared_accuracy = models.FloatField(null=True, blank=True)
    is_used = models.BooleanField(default=False)
    """Whether the shared model is in use since; else the site's own is better here."""
    version = models.ForeignKey(
        ModelVersion, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    adopted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["membership", "run", "number"], name="site_round_once_per_membership"
            ),
        )

    def __str__(self) -> str:
        return f"round {self.number} of run {self.run}"
