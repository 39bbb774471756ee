"""Judges people: agreement, consensus, ability."""

from django.apps import AppConfig


class AnnotatorsConfig(AppConfig):
    """Connects handlers of lower floors' events."""

    name = "annotators"
    default_auto_field = "django.db.models.BigAutoField"
