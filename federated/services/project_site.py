"""A project as the node sees its site."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

from active_learning.embeddings.fields import FieldLayout
from active_learning.selectors.target import learning_target
from active_learning.services.encoders import layout_of
from active_learning.services.training import Lesson
from federated.models import SiteMembership
from federated.node.site import Lessons
from federated.privacy.counts import band_of
from federated.selectors.site_lessons import lessons_of
from federated.services.note_round import note_round
from federated.services.peers import note_named_peers
from federated.services.tell_labels import tell_labels
from federated.wire.about import About
from federated.wire.content import BadContent
from federated.wire.model import SharedHead

__all__ = ["ProjectSite"]


@dataclass(frozen=True)
class ProjectSite:
    """Implements `federated.node.site.Site`; every question reads the database afresh.

    The federation's names of classes come in; behind here are the site's own.
    """

    membership_id: int

    def meet(self, peers: Mapping[str, bytes]) -> None:
        """Propose them to the data officer."""
        note_named_peers(membership=self._membership, keys=peers)

    def about(self) -> tuple[About, float]:
        """Return what this site asks its people, and roughly how many answered."""
        lesson, back = self._lesson(), _reversed(self._membership.class_mapping)
        labels = len(lessons_of(lesson, lesson.target.classes, is_holdout=False))
        told, epsilon = tell_labels(membership=self._membership, labels=labels)
        low, high = band_of(told)
        about = About(
            version=settings.VERSION,
            classes=tuple(back.get(name, name) for name in lesson.target.classes),
            encoder=_encoder_of(lesson.layout),
            dimensions=lesson.layout.dimensions,
            labels_low=low,
            labels_high=high,
        )
        return about, epsilon

    def lessons(self, classes: tuple[str, ...]) -> Lessons:
        """Return what people answered, without the hold-out."""
        lesson, own = self._lesson_about(classes)
        return lessons_of(lesson, own, is_holdout=False)

    def holdout(self, classes: tuple[str, ...]) -> Lessons:
        """Return the random hold-out."""
        lesson, own = self._lesson_about(classes)
        return lessons_of(lesson, own, is_holdout=True)

    def adopt(self, head: SharedHead, *, run: str, number: int) -> None:
        """Take the round's model into the project, unless the site's own is better."""
        lesson, own = self._lesson_about(head.classes)
        note_round(
            membership=self._membership,
            lesson=lesson,
            head=SharedHead(own, head.flat),
            run=run,
            number=number,
        )

    @property
    def dimensions(self) -> int:
        """Of the embeddings that the run must be about."""
        return self._lesson().layout.dimensions

    @property
    def _membership(self) -> SiteMembership:
        return SiteMembership.objects.select_related("project").get(pk=self.membership_id)

    def _lesson(self) -> Lesson:
        project = self._membership.project
        target = learning_target(project) if project else None
        if project is None or target is None or target.kind != "choice":
            raise BadContent("this site's project has no single-choice question to learn")
        return Lesson(project, target, layout_of(target))

    def _lesson_about(self, classes: tuple[str, ...]) -> tuple[Lesson, tuple[str, ...]]:
        """Return the project's question and its classes in the run's order, or refuse the run."""
        lesson, mapping = self._lesson(), self._membership.class_mapping
        own = tuple(str(mapping.get(name, name)) for name in classes)
        if set(own) != set(lesson.target.classes):
            ours, theirs = set(lesson.target.classes), set(own)
            raise BadContent(
                "the ontologies differ: "
                f"only here {sorted(ours - theirs)}, only in the run {sorted(theirs - ours)}"
            )
        return lesson, own


def _encoder_of(layout: FieldLayout) -> str:
    """Name the encoders by their weights; what fields are called is each site's own affair."""
    return "+".join(layout.encoders.of_type(field.type).id for field in layout.fields)[:64]


def _reversed(mapping: Mapping[str, str]) -> dict[str, str]:
    return {here: there for there, here in mapping.items()}
