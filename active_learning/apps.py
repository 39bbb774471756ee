"""Judges data: learners, query rounds, serving."""

from django.apps import AppConfig


class ActiveLearningConfig(AppConfig):
    """Connects handlers of lower floors' events."""

    name = "active_learning"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to new tasks and labels, and tell how models stand."""
        # Django forbids importing models before every app is loaded.
        from active_learning import handlers  # noqa: PLC0415
        from active_learning.selectors.similar import similar_task_ids  # noqa: PLC0415
        from active_learning.selectors.versions import summary_of  # noqa: PLC0415
        from active_learning.services.link_proposals import by_learned_links  # noqa: PLC0415
        from labeling.events import (  # noqa: PLC0415
            AnnotationChanged,
            AnnotationReviewed,
            OntologyChanged,
            TasksCreated,
        )
        from labeling.kernel.events import subscribe  # noqa: PLC0415
        from labeling.selectors.learning import set_learning_provider  # noqa: PLC0415
        from labeling.selectors.similarity import set_similarity_provider  # noqa: PLC0415
        from labeling.services.proposals.registry import SOURCES  # noqa: PLC0415

        subscribe(TasksCreated, handlers.embed_new_tasks)
        subscribe(OntologyChanged, handlers.learn_new_ontology)
        subscribe(TasksCreated, handlers.prelabel_new_tasks)
        subscribe(OntologyChanged, handlers.fit_prelabelers)
        subscribe(OntologyChanged, handlers.void_unknown_findings)
        subscribe(OntologyChanged, handlers.withdraw_outdated_acceptances)
        subscribe(AnnotationChanged, handlers.learn_changed_answer)
        subscribe(AnnotationReviewed, handlers.learn_changed_answer)
        subscribe(AnnotationChanged, handlers.void_changed_findings)
        subscribe(AnnotationReviewed, handlers.void_changed_findings)
        set_learning_provider(summary_of)
        set_similarity_provider(similar_task_ids)
        SOURCES.add("learned", by_learned_links)
