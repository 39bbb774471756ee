"""Projects: made with their first ontology and owner, changed on the revision one has seen."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from labeling.errors import StaleEdit
from labeling.events import ProjectChanged, ProjectCreated
from labeling.kernel.errors import BadInput
from labeling.kernel.events import emit
from labeling.models import Membership, OntologyVersion, Project, ProjectPolicy, Role, User
from labeling.ontology.schema import Ontology
from labeling.policies import Access
from labeling.selectors.ontologies import ontology_of, read_ontology
from labeling.services.event_log import log_event
from labeling.services.ontologies import store_ontology
from labeling.services.overlap import spread_overlap

TEXTS = ("name", "description", "guidelines")


@transaction.atomic
def create_project(
    *,
    owner: User,
    name: str,
    ontology: Any,
    description: str = "",
    guidelines: str = "",
    settings: Mapping[str, Any] | None = None,
    is_demo: bool = False,
) -> Project:
    """Make a project that its creator owns."""
    parsed = read_ontology(ontology)
    policy = ProjectPolicy().changed(settings or {})
    _check_target(policy, parsed)
    project = Project.objects.create(
        name=name,
        description=description,
        guidelines=guidelines,
        policy=policy.as_json(),
        created_by=owner,
        is_demo=is_demo,
    )
    OntologyVersion.objects.create(
        project=project, number=1, document=dict(parsed.document), created_by=owner
    )
    Membership.objects.create(project=project, user=owner, role=Role.OWNER)
    log_event(project_id=project.pk, type="project", data={"created": True}, actor_id=owner.pk)
    emit(ProjectCreated(project.pk))
    return project


@transaction.atomic
def change_project(*, access: Access, changes: Mapping[str, Any], revision: int) -> Project:
    """Change texts, settings and ontology together, if nobody changed the project meanwhile."""
    project = Project.objects.select_for_update().get(pk=access.project.pk)
    if project.revision != revision:
        raise StaleEdit(
            "Somebody changed the project meanwhile. Load it again and repeat your change.",
            current_revision=project.revision,
        )
    for key in TEXTS:
        setattr(project, key, changes.get(key, getattr(project, key)))
    if "ontology" in changes:
        store_ontology(project=project, document=changes["ontology"], actor_id=access.user.pk)
    if "settings" in changes:
        _change_policy(project, changes["settings"], access.user)
    project.revision += 1
    project.save()
    log_event(
        project_id=project.pk,
        type="project",
        data={"changed": sorted(changes), "revision": project.revision},
        actor_id=access.user.pk,
    )
    emit(ProjectChanged(project.pk))
    return project


@transaction.atomic
def delete_project(*, access: Access) -> None:
    """Delete a project with everything in it."""
    access.project.delete()


def _change_policy(project: Project, changes: Mapping[str, Any], actor: User) -> None:
    old = project.settings
    new = old.changed(changes)
    _check_target(new, ontology_of(project))
    project.policy = new.as_json()
    if new.overlap != old.overlap:
        spread_overlap(
            project_id=project.pk, overlap=new.overlap, replaced=old.overlap, actor_id=actor.pk
        )


def _check_target(policy: ProjectPolicy, ontology: Ontology) -> None:
    if policy.target_label is not None and ontology.label(policy.target_label) is None:
        known = ", ".join(label.id for label in ontology.labels)
        detail = f"There is no label {policy.target_label!r}. Known: {known}."
        raise BadInput(detail, errors=[{"pointer": "/settings/target_label", "detail": detail}])
