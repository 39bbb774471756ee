"""The facts: projects, ontologies, tasks, annotations, predictions, reviews, events, jobs."""

from labeling.models.annotation import (
    Annotation,
    AnnotationRevision,
    AnnotationState,
    Draft,
    Review,
    Skip,
    Verdict,
)
from labeling.models.asset import Asset, TaskAsset, Upload
from labeling.models.comment import Comment, CommentThread
from labeling.models.event import Event
from labeling.models.job import LIVE_STATES, Job, JobState, WorkerBeat
from labeling.models.membership import Membership, Role
from labeling.models.policy import ProjectPolicy
from labeling.models.prelabel_draw import PrelabelDraw
from labeling.models.project import OntologyVersion, Project
from labeling.models.task import Gold, Lease, Prediction, Task, TaskLabel, TaskState
from labeling.models.user import IdempotencyKey, PersonalToken, SignInFailures, User

__all__ = [
    "LIVE_STATES",
    "Annotation",
    "AnnotationRevision",
    "AnnotationState",
    "Asset",
    "Comment",
    "CommentThread",
    "Draft",
    "Event",
    "Gold",
    "IdempotencyKey",
    "Job",
    "JobState",
    "Lease",
    "Membership",
    "OntologyVersion",
    "PersonalToken",
    "Prediction",
    "PrelabelDraw",
    "Project",
    "ProjectPolicy",
    "Review",
    "Role",
    "SignInFailures",
    "Skip",
    "Task",
    "TaskAsset",
    "TaskLabel",
    "TaskState",
    "Upload",
    "User",
    "Verdict",
    "WorkerBeat",
]
