"""Another site of the federation, as this one knows it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from federated.models.site_membership import SiteMembership


class PeerSite(models.Model):
    """A name, the key that this site's officer compared and accepted, and the one now proposed.

    Sums are formed with accepted keys alone: a coordinator that invents sites is alone with them.
    """

    membership = models.ForeignKey(SiteMembership, on_delete=models.CASCADE, related_name="peers")
    name = models.CharField(max_length=64)
    public_line = models.TextField(blank=True)
    """The accepted key as one line of OpenSSH; empty: none yet."""
    proposed_line = models.TextField(blank=True)
    """What the coordinator says the key is, where that differs."""
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["membership", "name"], name="peer_name_once_per_membership"
            ),
            models.UniqueConstraint(
                fields=["membership", "public_line"],
                condition=~Q(public_line=""),
                name="peer_key_once_per_membership",
            ),
        )

    def __str__(self) -> str:
        return self.name
