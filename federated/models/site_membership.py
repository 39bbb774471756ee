"""A project of this site that takes part in a federation."""

from django.db import models
from django.db.models import Q

from labeling.models import Project


class SiteMembership(models.Model):
    """One project, under one name, with one budget.

    ``epsilon_budget`` is what noisy training may cost in all at delta 1e-6; None sets no limit
    (and training then needs no noise).
    """

    project = models.OneToOneField(
        Project, on_delete=models.SET_NULL, null=True, related_name="site_membership"
    )
    """None once the project was deleted: the ledger outlives it."""
    name = models.CharField(max_length=64, unique=True)
    """What the coordinator calls this site."""
    is_paused = models.BooleanField(default=False)
    """Set by the site's data officer: nothing leaves meanwhile."""
    epsilon_budget = models.FloatField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(epsilon_budget__isnull=True) | Q(epsilon_budget__gt=0),
                name="epsilon_budget_positive",
            ),
        )

    def __str__(self) -> str:
        return self.name
