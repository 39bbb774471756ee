"""The labeling app: facts about projects, tasks and annotations."""

from django.apps import AppConfig


class LabelingConfig(AppConfig):
    """Fills the registries and connects handlers once every model is loaded."""

    name = "labeling"
    default_auto_field = "django.db.models.BigAutoField"
