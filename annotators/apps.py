"""The annotators app: judges people's answers."""

from django.apps import AppConfig


class AnnotatorsConfig(AppConfig):
    """Connects handlers of lower floors' events."""

    name = "annotators"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to answers."""
        # Django forbids importing models before every app is loaded.
        from annotators import handlers  # noqa: PLC0415
        from annotators.selectors.consensus_export import consensus_answers  # noqa: PLC0415
        from labeling.events import AnnotationChanged, AnnotationSubmitted  # noqa: PLC0415
        from labeling.kernel.events import subscribe  # noqa: PLC0415
        from labeling.services.export_rows import ANSWER_SOURCES  # noqa: PLC0415

        subscribe(AnnotationSubmitted, handlers.judge_task)
        subscribe(AnnotationChanged, handlers.judge_task)
        ANSWER_SOURCES.add("consensus", consensus_answers)
