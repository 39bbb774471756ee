"""The composition root as an app, so that the product's own commands have a home."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Brings `serve`, `doctor` and `demo`."""

    name = "labeling.config"
    label = "config"
