"""A federation, at its coordinator: what is learned together, and on which terms."""

from django.conf import settings
from django.db import models


class Federation(models.Model):
    """One question asked at every site; ``terms`` are what a new run starts from."""

    name = models.CharField(max_length=100, unique=True)
    ontology = models.JSONField()
    label = models.CharField(max_length=100)
    """Id of the single choice that is learned."""
    classes = models.JSONField()
    """``[{"id", "name"}]`` of that label, in the order of the shared head's columns."""
    encoder = models.CharField(max_length=64, blank=True)
    """Which frozen encoder all sites use; the first run's sites set it."""
    dimensions = models.PositiveIntegerField(null=True, blank=True)
    terms = models.JSONField(default=dict, blank=True)
    host = models.CharField(max_length=253)
    port = models.PositiveIntegerField()
    """Where sites reach the coordinator; invitations name it."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class FederationEvent(models.Model):
    """What happened at the coordinator, in order, for pages that follow it live."""

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="events")
    type = models.CharField(max_length=32)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["federation", "id"], name="federation_event_in_order"),)

    def __str__(self) -> str:
        return f"{self.type} in {self.federation_id}"
