"""The bound under which a project's model may set labels by itself."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from labeling.models import Project


class AcceptancePolicy(models.Model):
    """The bound that a manager stated for a project."""

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, related_name="acceptance_policy"
    )
    is_on = models.BooleanField(default=False)
    """Whether rounds accept by themselves what the bound allows."""
    alpha = models.FloatField(default=0.01)
    """At most this share of the accepted labels may be wrong ..."""
    delta = models.FloatField(default=0.05)
    """... but for this chance, over all looks at the audit labels together."""
    by_class = models.BooleanField(default=False)
    audit_share = models.FloatField(default=0.05)
    """Of what could be accepted, this random share goes to people instead."""
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(alpha__gt=0, alpha__lt=1, delta__gt=0, delta__lt=1),
                name="acceptance_bound_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(audit_share__gt=0, audit_share__lt=1),
                name="acceptance_audits_a_share",
            ),
        )

    def __str__(self) -> str:
        return f"at most {self.alpha} wrong in {self.project_id}"
