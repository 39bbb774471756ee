"""A project as the node sees its site."""

from dataclasses import dataclass

from active_learning.selectors.target import learning_target
from active_learning.services.encoders import layout_of
from active_learning.services.training import Lesson
from federated.node.site import Lessons
from federated.selectors.site_lessons import lessons_of
from federated.services.adopt_head import adopt_head
from federated.wire.content import BadContent
from federated.wire.model import SharedHead
from labeling.models import Project

__all__ = ["ProjectSite"]


@dataclass(frozen=True)
class ProjectSite:
    """Implements `federated.node.site.Site`; every question reads the database afresh."""

    project_id: int

    def lessons(self, classes: tuple[str, ...]) -> Lessons:
        """Return what people answered, without the hold-out."""
        return lessons_of(self._lesson(classes), classes, is_holdout=False)

    def holdout(self, classes: tuple[str, ...]) -> Lessons:
        """Return the random hold-out."""
        return lessons_of(self._lesson(classes), classes, is_holdout=True)

    def adopt(self, head: SharedHead, number: int) -> None:
        """Take the round's model into the project."""
        adopt_head(lesson=self._lesson(head.classes), head=head)

    @property
    def dimensions(self) -> int:
        """Of the embeddings that the run must be about."""
        project = Project.objects.get(pk=self.project_id)
        return self._lesson(_classes_of(project)).layout.dimensions

    def _lesson(self, classes: tuple[str, ...]) -> Lesson:
        """Return the project's question, or refuse a run that is about another one."""
        project = Project.objects.get(pk=self.project_id)
        target = learning_target(project)
        if target is None or target.kind != "choice":
            raise BadContent("this site's project has no single-choice question to learn")
        if set(classes) != set(target.classes):
            ours, theirs = set(target.classes), set(classes)
            raise BadContent(
                "the ontologies differ: "
                f"only here {sorted(ours - theirs)}, only in the run {sorted(theirs - ours)}"
            )
        return Lesson(project, target, layout_of(target))


def _classes_of(project: Project) -> tuple[str, ...]:
    target = learning_target(project)
    return tuple(target.classes) if target else ()
