"""Projects with a version in use, and ways to meddle with the round that makes the next one."""

from collections.abc import Callable

from active_learning.models import ModelVersion
from labeling.models import Annotation, Membership, Project, Role
from labeling.policies import Access
from tests.active_learning.services.test_query_round import label, run, topics


def taught(**settings: object) -> tuple[Project, ModelVersion]:
    """A project with a first version in use, and labels that it does not know."""
    project = topics(**settings)
    label(project, 12)
    first = run(project)
    label(project, 4)
    assert first.version is not None
    return project, first.version


def at(step: str, act: Callable[[], None]) -> Callable[[int, int | None, str], None]:
    """Do something once, when a step tells how far it is for the first time with work done."""
    done = []

    def tell(count: int, total: int | None, message: str) -> None:
        if message == step and not done:
            done.append(True)
            act()

    return tell


def active(project: Project) -> ModelVersion:
    return ModelVersion.objects.get(project=project, is_active=True)


def access_of(project: Project, annotation: Annotation) -> Access:
    member = Membership.objects.get(project=project, user=annotation.annotator)
    return Access(member.user, project, Role(member.role))
