"""Decides where learning happens: at every site, while its data stay there."""

from django.apps import AppConfig


class FederatedConfig(AppConfig):
    """Connects handlers of lower floors' events."""

    name = "federated"
    default_auto_field = "django.db.models.BigAutoField"
