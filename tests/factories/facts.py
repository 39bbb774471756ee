"""Users, projects, tasks, annotations."""

import itertools
from typing import Any

from labeling.models import (
    Annotation,
    Asset,
    Membership,
    Prediction,
    Project,
    Role,
    Task,
    User,
)
from labeling.policies import Access
from labeling.services.drafts import AnswerContent
from labeling.services.projects import create_project
from labeling.services.submit_annotation import submit_annotation

_numbers = itertools.count(1)
PASSWORD = "correct horse 9"

TEXT_ONTOLOGY: dict[str, Any] = {
    "fields": {"text": {"type": "text"}},
    "labels": [
        {
            "id": "mood",
            "on": "text",
            "kind": "choice",
            "classes": [{"id": "pos"}, {"id": "neg"}, {"id": "neutral"}],
        },
        {"id": "note", "on": "text", "kind": "textarea"},
        {"id": "mention", "on": "text", "kind": "span", "classes": [{"id": "car"}]},
    ],
}
IMAGE_ONTOLOGY: dict[str, Any] = {
    "fields": {"photo": {"type": "image"}},
    "labels": [
        {"id": "object", "on": "photo", "kind": "box", "classes": [{"id": "car"}, {"id": "cat"}]}
    ],
}


def make_user(username: str = "", **facts: Any) -> User:
    """Make a person whose password is PASSWORD."""
    name = username or f"user{next(_numbers)}"
    return User.objects.create_user(name, facts.pop("email", ""), PASSWORD, **facts)


def make_project(owner: User | None = None, **facts: Any) -> Project:
    """Make a project; `settings` are checked as a client's are."""
    return create_project(
        owner=owner or make_user(),
        name=facts.pop("name", f"project {next(_numbers)}"),
        ontology=facts.pop("ontology", TEXT_ONTOLOGY),
        **facts,
    )


def make_member(project: Project, role: Role = Role.ANNOTATOR, user: User | None = None) -> User:
    """Let somebody in."""
    user = user or make_user()
    Membership.objects.create(project=project, user=user, role=role)
    return user


def make_access(project: Project, role: Role = Role.ANNOTATOR, user: User | None = None) -> Access:
    """Let somebody in and return the proof."""
    return Access(make_member(project, role, user), project, role)


def make_task(project: Project, text: str = "a text", **facts: Any) -> Task:
    """Make one task."""
    overlap = facts.pop("overlap", project.settings.overlap)
    return Task.objects.create(
        project=project,
        data=facts.pop("data", {"text": text}),
        overlap=overlap,
        open_places=facts.pop("open_places", overlap),
        **facts,
    )


def make_tasks(project: Project, count: int) -> list[Task]:
    """Make tasks t00, t01, ..."""
    return [make_task(project, f"t{number:02}") for number in range(count)]


def make_annotation(
    task: Task, user: User | None = None, *, mood: str = "pos", **content: Any
) -> Annotation:
    """Submit an answer as a member (let in as annotator if need be)."""
    project = task.project
    membership = Membership.objects.filter(project=project, user=user).first() if user else None
    access = (
        Access(membership.user, project, Role(membership.role))
        if membership
        else make_access(project, Role.ANNOTATOR, user)
    )
    answer = AnswerContent(
        regions=content.get("regions", []),
        relations=content.get("relations", []),
        answers=content.get("answers", {"mood": mood}),
    )
    return submit_annotation(
        access=access, task=task, content=answer, draft_revision=None
    ).annotation


def make_prediction(task: Task, version: str = "m1", **facts: Any) -> Prediction:
    """Store a model's answer as it is."""
    return Prediction.objects.create(task=task, model_version=version, **facts)


def make_asset(project: Project, **facts: Any) -> Asset:
    """Note a stored file (the file itself is the test's affair)."""
    number = next(_numbers)
    values: dict[str, Any] = {
        "sha256": f"{number:064x}",
        "path": f"made/{number}",
        "name": "photo.png",
        "kind": "image",
        "mime": "image/png",
        "size": 10,
        "width": 40,
        "height": 20,
    }
    return Asset.objects.create(project=project, **(values | facts))
