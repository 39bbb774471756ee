"""A site, as the coordinator knows it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from federated.models.federation import Federation


class SiteState(models.TextChoices):
    """How far a site has come in."""

    INVITED = "invited"
    WAITING = "waiting"
    """Its key came; somebody has to compare fingerprints."""
    APPROVED = "approved"
    REVOKED = "revoked"


class FederatedSite(models.Model):
    """A name and a key. Of its data the coordinator knows a band of labels and what it asks."""

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="sites")
    name = models.CharField(max_length=64, unique=True)
    state = models.CharField(max_length=8, choices=SiteState.choices, default=SiteState.INVITED)
    ticket_digest = models.CharField(max_length=64, blank=True)
    """Of the invitation's ticket, by which the site hands in its key once."""
    public_line = models.TextField(blank=True)
    next_line = models.TextField(blank=True)
    """A key that shall take the place of the present one, once somebody compared it."""
    registered_line = models.TextField(blank=True)
    """The key that the transport lets in; the coordinator's process makes it follow."""
    node_id = models.CharField(max_length=20, blank=True)
    """The transport's number of it (64 bits, unsigned)."""
    is_online = models.BooleanField(default=False)
    seen_at = models.DateTimeField(null=True, blank=True)
    about = models.JSONField(null=True, blank=True)
    """What it last said of itself: version, classes, encoder, dimensions, labels as a band."""
    about_at = models.DateTimeField(null=True, blank=True)
    mismatch = models.JSONField(default=list, blank=True)
    """In what it differs from the federation; empty: in nothing."""
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    approved_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            # Two nodes with one key would be one voice that counts twice.
            models.UniqueConstraint(
                fields=["public_line"],
                condition=~Q(public_line="") & ~Q(state=SiteState.REVOKED),
                name="federated_site_key_once",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_in(self) -> bool:
        """Whether it may take part."""
        return self.state == SiteState.APPROVED
