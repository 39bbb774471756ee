"""Projects, members and ontologies on the wire."""

from typing import Any

from rest_framework import serializers

from labeling.api.serializers.shapes import UserNameShape, user_name
from labeling.kernel.clock import wire_time
from labeling.models import Membership, Project, Role
from labeling.selectors.learning import learning_summary
from labeling.selectors.ontologies import ontology_of
from labeling.selectors.projects import project_counts


class ProjectInput(serializers.Serializer[Any]):
    """A new project."""

    name = serializers.CharField(max_length=200)
    ontology = serializers.JSONField()
    description = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    guidelines = serializers.CharField(required=False, allow_blank=True, max_length=500_000)
    settings = serializers.DictField(required=False)


class ProjectChanges(ProjectInput):
    """What changes of a project; what is left out stays."""

    name = serializers.CharField(max_length=200, required=False)
    ontology = serializers.JSONField(required=False)


class CountsShape(serializers.Serializer[Any]):
    """How far a project is; `done` includes `accepted`."""

    tasks = serializers.IntegerField()
    done = serializers.IntegerField()
    in_progress = serializers.IntegerField()
    open = serializers.IntegerField()
    annotations = serializers.IntegerField()
    skipped = serializers.IntegerField()
    accepted = serializers.IntegerField()
    rejected = serializers.IntegerField()


class ProjectShape(serializers.Serializer[Any]):
    """A project as one member sees it."""

    id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    guidelines = serializers.CharField()
    ontology = serializers.JSONField()
    ontology_version = serializers.IntegerField()
    settings = serializers.DictField()
    role = serializers.ChoiceField(Role.choices)
    field_types = serializers.ListField(child=serializers.CharField())
    counts = CountsShape()
    learning = serializers.DictField()
    members = serializers.IntegerField()
    revision = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class MemberInput(serializers.Serializer[Any]):
    """Whom to let in, as what."""

    user = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(Role.choices)


class RoleInput(serializers.Serializer[Any]):
    """A member's new role."""

    role = serializers.ChoiceField(Role.choices)


class MemberShape(serializers.Serializer[Any]):
    """A member."""

    user = UserNameShape()
    role = serializers.ChoiceField(Role.choices)
    joined_at = serializers.DateTimeField()


def project_payload(project: Project, role: Role, members: int) -> dict[str, Any]:
    """Return a project as one member sees it."""
    ontology = ontology_of(project)
    learning = learning_summary(project.pk)
    return {
        "id": str(project.pk),
        "name": project.name,
        "description": project.description,
        "guidelines": project.guidelines,
        "ontology": dict(ontology.document),
        "ontology_version": project.ontology_number,
        "settings": project.settings.as_json(),
        "role": role.value,
        "field_types": sorted({field.type for field in ontology.fields.values()}),
        "counts": project_counts(project.pk).as_json(),
        "learning": {
            "model_version": learning.model_version if learning else None,
            "accuracy": learning.accuracy if learning else None,
            "low": learning.low if learning else None,
            "high": learning.high if learning else None,
            "waits": learning.waits if learning else None,
        },
        "members": members,
        "is_demo": project.is_demo,
        "revision": project.revision,
        "created_at": wire_time(project.created_at),
        "updated_at": wire_time(project.updated_at),
    }


def member_payload(member: Membership) -> dict[str, Any]:
    """Return a member; `user` was loaded with it."""
    return {
        "user": user_name(member.user),
        "role": member.role,
        "joined_at": wire_time(member.joined_at),
    }
