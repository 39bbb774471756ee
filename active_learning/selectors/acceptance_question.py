"""What a look at the audit labels is made of: the version, the bound, the counts."""

import hashlib
from dataclasses import dataclass

import numpy as np

from active_learning.acceptance import Tallies, bin_of
from active_learning.models import (
    STANDING,
    Acceptance,
    AcceptanceLook,
    AcceptancePolicy,
    ModelVersion,
    ScoreSheet,
)
from active_learning.selectors.score_sheets import HeldOut, Sheet, held_out
from active_learning.selectors.target import Target, learning_target
from active_learning.selectors.versions import active_version
from labeling.models import Project
from labeling.selectors.ontologies import ontology_of

__all__ = [
    "Obstacle",
    "Question",
    "acceptance_question",
    "is_spent",
    "last_look",
    "look_digest",
    "policy_of",
    "tallies_of",
]

KINDS = ("choice", "multichoice")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why nothing can be accepted here now, for screens to word."""

    code: str
    detail: str


@dataclass(frozen=True)
class Question:
    """All that a certificate is computed from."""

    target: Target
    version: ModelVersion
    sheet: Sheet
    held: HeldOut

    @property
    def digest(self) -> str:
        """Names the audit labels as they are and the model they are compared with."""
        told = hashlib.sha256(f"{self.version.pk}".encode())
        told.update(self.sheet.ids[self.held.places].tobytes() + self.held.truth.tobytes())
        return told.hexdigest()


def policy_of(project: Project) -> AcceptancePolicy:
    """Return the stated bound, or the one that stands until somebody states another (unsaved)."""
    stated = AcceptancePolicy.objects.filter(project=project).first()
    return stated or AcceptancePolicy(project=project)


def acceptance_question(project: Project) -> Question | Obstacle:
    """Return what can be asked of the audit labels now, or what stands in the way."""
    target = learning_target(project)
    if target is None or target.kind not in KINDS:
        return Obstacle(
            "kind",
            "Only a choice or a multi-choice can be accepted: other answers are not simply right "
            "or wrong. Make one the target label in the settings.",
        )
    others = [label.id for label in ontology_of(project).labels if label.id != target.label.id]
    if others:
        return Obstacle(
            "other_labels",
            f"The model answers {target.label.id!r} alone, but people are asked for "
            f"{', '.join(map(repr, others))} too: a task would be closed half answered.",
        )
    version = active_version(project)
    if version is None:
        return Obstacle("no_model", "There is no model yet. Label a few tasks of each class first.")
    row = ScoreSheet.objects.filter(version=version).first()
    if row is None:
        return Obstacle("no_sheet", "The model has not been compared with the hold-out. Rank once.")
    is_same = (version.label, version.kind) == (target.label.id, target.kind)
    if not is_same or row.ontology_number != project.ontology_number:
        return Obstacle(
            "ontology", "The ontology changed after the model was trained. Train first."
        )
    sheet = Sheet.unpacked(row)
    return Question(target, version, sheet, held_out(project, target, sheet))


def tallies_of(question: Question, *, by_class: bool) -> Tallies:
    """Count everything by sureness, in one group or in one a predicted class."""
    sheet, held = question.sheet, question.held
    groups = len(sheet.open)
    own = sheet.said[held.places] if groups > 1 else np.zeros(len(held.places), np.int64)
    bins = bin_of(np.round(sheet.score[held.places].astype(np.float64), 6))
    flat = own * sheet.open.shape[1] + bins
    size = sheet.open.size
    sample = np.bincount(flat, minlength=size).reshape(sheet.open.shape)
    wrong = np.bincount(flat[held.is_wrong], minlength=size).reshape(sheet.open.shape)
    counted = Tallies(sample, wrong, sheet.gone, sheet.open)
    return counted if by_class else counted.merged()


def look_digest(question: Question, policy: AcceptancePolicy) -> str:
    """Name what a look asks: the same labels, model and bound are the same look."""
    bound = (policy.alpha, policy.delta, policy.by_class, policy.audit_share)
    return hashlib.sha256(f"{question.digest} {bound}".encode()).hexdigest()


def is_spent(look: AcceptanceLook) -> bool:
    """Whether what the look allows was accepted, and that stands."""
    return Acceptance.objects.filter(look=look, state__in=STANDING).exists()


def last_look(project: Project) -> AcceptanceLook | None:
    """Return the newest look."""
    looks = AcceptanceLook.objects.filter(project=project).select_related("version")
    return looks.order_by("-number").first()
