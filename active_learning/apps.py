"""Judges data: learners, query rounds, serving."""

from django.apps import AppConfig


class ActiveLearningConfig(AppConfig):
    """Connects handlers of lower floors' events."""

    name = "active_learning"
    default_auto_field = "django.db.models.BigAutoField"
