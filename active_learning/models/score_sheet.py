"""What a model version says of the hold-out, kept apart from every stored prediction."""

from django.db import models

from active_learning.models.model_version import ModelVersion


class ScoreSheet(models.Model):
    """What a version says of the hold-out and how sure it was of all tasks when it was ranked by.

    Hold-out tasks get no stored prediction, so that people answer them blind: this is the only
    place where the model's answers to them are kept, and no screen shows them by task.
    """

    version = models.OneToOneField(ModelVersion, on_delete=models.CASCADE, related_name="sheet")
    ontology_number = models.PositiveIntegerField()
    answers = models.JSONField()
    """Distinct answers; the arrays name them by place."""
    arrays = models.BinaryField()
    """An npz file: see `selectors/score_sheets.py`."""
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"sheet of {self.version_id}"
