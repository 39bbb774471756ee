"""Another site of the federation, as this one accepted it."""

from django.conf import settings
from django.db import models

from federated.models.site_membership import SiteMembership


class PeerSite(models.Model):
    """A name and a public key that this site's officer compared and accepted."""

    membership = models.ForeignKey(SiteMembership, on_delete=models.CASCADE, related_name="peers")
    name = models.CharField(max_length=64)
    public_line = models.TextField()
    """The key as one line of OpenSSH."""
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    accepted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["membership", "name"], name="peer_name_once_per_membership"
            ),
            models.UniqueConstraint(
                fields=["membership", "public_line"], name="peer_key_once_per_membership"
            ),
        )

    def __str__(self) -> str:
        return self.name
