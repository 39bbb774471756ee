"""What happened to the facts, in the past tense; told after the transaction has committed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EventLogged:
    """A row was added to the project's event log."""

    project_id: int


@dataclass(frozen=True, slots=True)
class ProjectCreated:
    """A project exists, with its first ontology."""

    project_id: int


@dataclass(frozen=True, slots=True)
class ProjectChanged:
    """Name, guidelines or settings of a project changed."""

    project_id: int


@dataclass(frozen=True, slots=True)
class OntologyChanged:
    """A project has a new ontology version."""

    project_id: int
    number: int


@dataclass(frozen=True, slots=True)
class TasksCreated:
    """Tasks were added to a project."""

    project_id: int
    count: int
    job_id: int | None = None


@dataclass(frozen=True, slots=True)
class AnnotationSubmitted:
    """One person's whole answer to a task was stored for the first time."""

    project_id: int
    task_id: int
    annotation_id: int
    annotator_id: int
    is_holdout: bool = False
    answers: int = 1
    """How many answers the task has now."""


@dataclass(frozen=True, slots=True)
class AnnotationChanged:
    """A stored annotation was edited, reviewed with a correction, or taken back."""

    project_id: int
    task_id: int
    annotation_id: int


@dataclass(frozen=True, slots=True)
class AnnotationReviewed:
    """A reviewer accepted, rejected or fixed an annotation."""

    project_id: int
    task_id: int
    annotation_id: int
    verdict: str


@dataclass(frozen=True, slots=True)
class TaskSkipped:
    """A person passed a task by."""

    project_id: int
    task_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class PredictionsStored:
    """A model version's answers to tasks were stored."""

    project_id: int
    model_version: str
    count: int
