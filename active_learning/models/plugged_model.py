"""Models that people brought: a file of theirs, or a server of theirs."""

from django.db import models
from django.db.models import Q

from labeling.models import Project

CHECK_JOB = "active_learning.check_plugged"
"""The job that looks into a brought model before it may propose."""
SEALED_FOR = "plugged model"
"""The purpose for which secrets of servers are sealed."""
PLUGGED_PREFIX = "plugged-"
"""Under which brought models are known among the pre-labelers."""


class PluggedKind(models.TextChoices):
    """How a brought model is asked."""

    ONNX = "onnx"
    HEAD = "safetensors"
    FOLDER = "folder"
    HTTP = "http"
    LABEL_STUDIO = "label_studio"


class PluggedState(models.TextChoices):
    """What is known of it."""

    CHECKING = "checking"
    REFUSED = "refused"
    OPENED = "opened"


class PluggedModel(models.Model):
    """One brought model, for one field of one project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="plugged_models")
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=16, choices=PluggedKind.choices)
    field = models.CharField(max_length=100)
    path = models.CharField(max_length=255, blank=True)
    """Of the file or folder, in the storage; of a folder that the installation lent, empty."""
    tokenizer = models.CharField(max_length=255, blank=True)
    """Of its tokenizer.json, where it came with one."""
    key = models.CharField(max_length=32, blank=True)
    """Hash of the file."""
    size_bytes = models.PositiveBigIntegerField(default=0)
    url = models.CharField(max_length=2000, blank=True)
    """Of a server; of a folder that the installation lent, its name."""
    sealed_secret = models.TextField(blank=True)
    """What is sent as Authorization, see `kernel.sealing`; never shown again."""
    state = models.CharField(
        max_length=10, choices=PluggedState.choices, default=PluggedState.CHECKING
    )
    facts = models.JSONField(default=dict, blank=True)
    """What it takes and gives, see `plugged.checking`; of a server, its version."""
    fault = models.JSONField(null=True, blank=True)
    """Why it was refused: {code, detail, params}."""
    declaration = models.JSONField(null=True, blank=True)
    """How a file is fed and read, see `plugged.declaration`; of a server, {classes}."""
    answers_calls = models.BooleanField(default=False)
    """Whether it answers the pre-labeling call in the place of the project's own model."""
    created_by = models.CharField(max_length=150, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["project", "name"], name="plugged_name_once"),
            models.UniqueConstraint(
                fields=["project"], condition=Q(answers_calls=True), name="plugged_answers_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}) of {self.project_id}"

    @property
    def card_id(self) -> str:
        """Its name among the pre-labelers."""
        return f"{PLUGGED_PREFIX}{self.pk}"

    @property
    def is_file(self) -> bool:
        """Whether it is a file rather than a server."""
        return self.kind in {PluggedKind.ONNX, PluggedKind.HEAD}

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder that says by itself how it is fed and read."""
        return self.kind == PluggedKind.FOLDER

    @property
    def can_propose(self) -> bool:
        """Whether it was opened and declared."""
        return self.state == PluggedState.OPENED and self.declaration is not None
