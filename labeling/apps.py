"""The labeling app: facts about projects, tasks and annotations."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class LabelingConfig(AppConfig):
    """Fills the registries and connects handlers once every model is loaded."""

    name = "labeling"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Install the job table as the queue, load every app's jobs, wake live listeners."""
        # These need the loaded models, which do not exist while this module is imported.
        import labeling.checks  # noqa: F401, PLC0415
        from labeling.events import EventLogged  # noqa: PLC0415
        from labeling.kernel.events import subscribe  # noqa: PLC0415
        from labeling.kernel.jobs import set_backend  # noqa: PLC0415
        from labeling.realtime.feed import feed  # noqa: PLC0415
        from labeling.services.jobs import DatabaseBackend  # noqa: PLC0415

        set_backend(DatabaseBackend())
        autodiscover_modules("jobs")
        subscribe(EventLogged, feed.wake)
