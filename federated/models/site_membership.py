"""A project of this site that takes part in a federation."""

from django.db import models
from django.db.models import Q

from active_learning.models import ModelVersion
from labeling.models import Project


class MembershipState(models.TextChoices):
    """How far a site is connected."""

    ACTIVE = "active"
    PAUSED = "paused"
    """It stays connected and answers every question with a refusal."""
    CUT = "cut"
    """No connection at all, until it is resumed."""
    LEFT = "left"
    """For good: the key is gone, the ledger stays."""


class Contact(models.TextChoices):
    """What the node's own process last saw of the coordinator."""

    NEVER = "never"
    ONLINE = "online"
    OFFLINE = "offline"
    REFUSED = "refused"
    """The coordinator does not know the key, or no more."""


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
    invitation = models.JSONField(default=dict, blank=True)
    """As it came: where the coordinator listens and whose certificate to trust."""
    state = models.CharField(
        max_length=8, choices=MembershipState.choices, default=MembershipState.ACTIVE
    )
    """Set by the site's data officer."""
    contact = models.CharField(max_length=8, choices=Contact.choices, default=Contact.NEVER)
    contact_at = models.DateTimeField(null=True, blank=True)
    epsilon_budget = models.FloatField(null=True, blank=True)
    class_mapping = models.JSONField(default=dict, blank=True)
    """Class ids of the federation to those of this site, where they differ."""
    accepts_named_peers = models.BooleanField(default=False)
    """Whether sites that the coordinator names are accepted unseen; else a person compares."""
    told_labels = models.PositiveIntegerField(null=True, blank=True)
    """The noisy count of labels that was told last; None: none yet."""
    labels_when_told = models.PositiveIntegerField(default=0)
    """The true count then. It stays here, and says when new noise is worth its epsilon."""
    noises_drawn = models.PositiveIntegerField(default=0)
    """How often a count got new noise; each is paid for by the first line that tells it."""
    version_at_join = models.ForeignKey(
        ModelVersion, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """Against which the gain is measured."""
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

    @property
    def is_paused(self) -> bool:
        """Whether nothing may leave now."""
        return self.state != MembershipState.ACTIVE
