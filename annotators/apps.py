"""The annotators app: judges people's answers."""

from django.apps import AppConfig


class AnnotatorsConfig(AppConfig):
    """Connects handlers of lower floors' events."""

    name = "annotators"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to answers, make routes, keep what is answered aside."""
        # Django forbids importing models before every app is loaded.
        from annotators import handlers  # noqa: PLC0415
        from annotators.selectors.consensus_export import consensus_answers  # noqa: PLC0415
        from annotators.selectors.exam_choice import EXAM  # noqa: PLC0415
        from annotators.selectors.routes import REPEAT, PersonRoute  # noqa: PLC0415
        from annotators.services.exams import ExamAside  # noqa: PLC0415
        from annotators.services.repeats import RepeatAside  # noqa: PLC0415
        from labeling.events import (  # noqa: PLC0415
            AnnotationChanged,
            AnnotationSubmitted,
            ProjectCreated,
            TasksCreated,
        )
        from labeling.kernel.events import subscribe  # noqa: PLC0415
        from labeling.services.asides import ASIDES  # noqa: PLC0415
        from labeling.services.export_rows import ANSWER_SOURCES  # noqa: PLC0415
        from labeling.services.routing import set_router  # noqa: PLC0415

        subscribe(AnnotationSubmitted, handlers.judge_task)
        subscribe(AnnotationChanged, handlers.judge_task)
        subscribe(AnnotationSubmitted, handlers.route_task)
        subscribe(AnnotationChanged, handlers.route_task)
        subscribe(ProjectCreated, handlers.plan_new_project)
        subscribe(TasksCreated, handlers.note_imported_gold)
        ANSWER_SOURCES.add("consensus", consensus_answers)
        ASIDES.add(EXAM, ExamAside())
        ASIDES.add(REPEAT, RepeatAside())
        set_router(PersonRoute)
