"""Decides where learning happens: sites and rounds (built by a later issue)."""

from django.apps import AppConfig


class FederatedConfig(AppConfig):
    """Connects handlers of lower floors' events."""

    name = "federated"
    default_auto_field = "django.db.models.BigAutoField"
