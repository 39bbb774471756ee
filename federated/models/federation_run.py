"""Runs, their rounds, and the models that came of them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from federated.models.federation import Federation


class RunKind(models.TextChoices):
    """What a run is for."""

    TRAIN = "train"
    CHECK = "check"
    """Asks sites what they are, and trains nothing."""


class RunState(models.TextChoices):
    """Life of a run and of a round."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


LIVE_RUNS = (RunState.QUEUED, RunState.RUNNING)


class FederationRun(models.Model):
    """Some rounds on fixed terms. The coordinator's process works it off."""

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="runs")
    kind = models.CharField(max_length=8, choices=RunKind.choices, default=RunKind.TRAIN)
    terms = models.JSONField(default=dict)
    rounds_wanted = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=8, choices=RunState.choices, default=RunState.QUEUED)
    stop_asked = models.BooleanField(default=False)
    reason = models.JSONField(null=True, blank=True)
    """``{"code", "detail"}`` of a run that failed."""
    sites = models.JSONField(default=list, blank=True)
    """Names of those that matched and take part."""
    refused = models.JSONField(default=dict, blank=True)
    """Name to ``{"code", "detail"}`` of those that do not."""
    transport_id = models.CharField(max_length=20, blank=True)
    restarts = models.PositiveSmallIntegerField(default=0)
    """How often it was taken up again after a process died."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["federation"],
                condition=Q(state__in=LIVE_RUNS),
                name="one_live_run_per_federation",
            ),
        )

    def __str__(self) -> str:
        return f"run {self.pk}"


class FederatedRound(models.Model):
    """One attempt at a round: a number is never used twice, so no site answers it twice."""

    run = models.ForeignKey(FederationRun, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=RunState.choices, default=RunState.RUNNING)
    reason = models.JSONField(null=True, blank=True)
    sites = models.JSONField(default=list, blank=True)
    adopted = models.JSONField(default=list, blank=True)
    refused = models.JSONField(default=dict, blank=True)
    holdout = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    """Of the model that the round began with."""
    loss = models.FloatField(null=True, blank=True)
    by_site = models.JSONField(default=dict, blank=True)
    """Figures of single sites; a secure sum leaves none."""
    sent_bytes = models.PositiveBigIntegerField(default=0)
    received_bytes = models.PositiveBigIntegerField(default=0)
    epsilon = models.FloatField(default=0.0)
    """The most that the round cost any site."""
    seconds = models.FloatField(default=0.0)
    began_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["run", "number"], name="round_number_once_per_run"),
        )

    def __str__(self) -> str:
        return f"round {self.number} of run {self.run_id}"


class SharedModel(models.Model):
    """The model that a round ended with, and what a run goes on from."""

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="models")
    number = models.PositiveIntegerField()
    round = models.OneToOneField(FederatedRound, on_delete=models.CASCADE, related_name="model")
    path = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    size_bytes = models.PositiveBigIntegerField()
    holdout = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    """On the hold-outs of all sites, once the next round or the end of the run measured it."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["federation", "number"], name="shared_model_number_once"
            ),
        )

    def __str__(self) -> str:
        return f"model {self.number} of {self.federation_id}"

    @property
    def accuracy(self) -> float | None:
        """Over all sites' hold-outs; None while unmeasured."""
        return self.right / self.holdout if self.holdout else None
