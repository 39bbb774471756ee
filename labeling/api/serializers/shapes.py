"""Small shapes that many resources share."""

from typing import Any

from rest_framework import serializers

from labeling.models import User


class UserNameShape(serializers.Serializer[Any]):
    """A person as others see them."""

    id = serializers.CharField()
    username = serializers.CharField()
    name = serializers.CharField()


class ProblemShape(serializers.Serializer[Any]):
    """An error (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    errors = serializers.ListField(  # type: ignore[assignment]  # a declared field, not .errors
        child=serializers.JSONField(), required=False
    )


def user_name(user: User) -> dict[str, str]:
    """Return a person as others see them."""
    return {
        "id": str(user.pk),
        "username": user.username,
        "name": user.first_name or user.username,
    }
