"""People, sessions and tokens on the wire."""

from typing import Any

from rest_framework import serializers

from labeling.api.serializers.shapes import UserNameShape, user_name
from labeling.kernel.clock import wire_time
from labeling.models import PersonalToken, User

THEMES = ("dark", "light", "system")
LANGUAGES = ("en", "zh")


class PreferencesShape(serializers.Serializer[Any]):
    """What a person prefers; unknown keys are kept as they are."""

    theme = serializers.ChoiceField(THEMES, required=False, allow_null=True)
    language = serializers.ChoiceField(LANGUAGES, required=False, allow_null=True)
    text_font = serializers.CharField(max_length=100, required=False, allow_null=True)
    keymap = serializers.DictField(
        child=serializers.CharField(max_length=60, allow_blank=True), required=False
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Check the keys known here and keep the others."""
        known: dict[str, Any] = super().to_internal_value(data)
        return dict(data) | known


class UserShape(UserNameShape):
    """A person as they see themselves."""

    email = serializers.CharField()
    is_staff = serializers.BooleanField()
    preferences = PreferencesShape()


class AccountShape(UserNameShape):
    """A person as staff see them; others are not told e-mail and staff."""

    email = serializers.CharField(required=False)
    is_staff = serializers.BooleanField(required=False)


class SignInInput(serializers.Serializer[Any]):
    """Name and password."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)


class NewUserInput(SignInInput):
    """A new person."""

    email = serializers.EmailField(required=False, allow_blank=True, default="")
    name = serializers.CharField(required=False, allow_blank=True, max_length=150, default="")


class SetupInput(NewUserInput):
    """The first person of an installation."""

    setup_code = serializers.CharField(required=False, allow_blank=True, default="")


class AccountInput(serializers.Serializer[Any]):
    """What people change of their own account."""

    name = serializers.CharField(max_length=150, allow_blank=True, required=False)
    email = serializers.EmailField(allow_blank=True, required=False)
    password = serializers.CharField(max_length=1000, required=False, trim_whitespace=False)
    current_password = serializers.CharField(max_length=1000, required=False, trim_whitespace=False)
    preferences = PreferencesShape(required=False)


class ConfirmInput(serializers.Serializer[Any]):
    """The user name once more, for what cannot be undone."""

    confirm = serializers.CharField(max_length=150)


class UserAnswer(serializers.Serializer[Any]):
    """A person in an envelope."""

    user = UserShape()


class AuthStateShape(serializers.Serializer[Any]):
    """Who is signed in, and what a client must know before anybody is."""

    user = UserShape(allow_null=True)
    first_run = serializers.BooleanField()
    csrf_token = serializers.CharField()
    version = serializers.CharField()
    signup = serializers.BooleanField()
    demo = serializers.BooleanField()
    setup_code_needed = serializers.BooleanField()


class TokenInput(serializers.Serializer[Any]):
    """A key for a program: without scopes it may do all that its owner may."""

    name = serializers.CharField(max_length=100)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(["read", "write"]), required=False, default=list
    )


class TokenShape(serializers.Serializer[Any]):
    """A key, without the key."""

    id = serializers.CharField()
    name = serializers.CharField()
    prefix = serializers.CharField()
    created_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)
    scopes = serializers.ListField(child=serializers.CharField())
    token = serializers.CharField(required=False, help_text="The key itself, shown once.")


class KeyAnswer(serializers.Serializer[Any]):
    """A key, made by name and password."""

    token = serializers.CharField()


def user_payload(user: User) -> dict[str, Any]:
    """Return a person as they see themselves."""
    return {
        "id": str(user.pk),
        "username": user.username,
        "email": user.email,
        "name": user.first_name or user.username,
        "is_staff": user.is_staff,
        "preferences": user.preferences,
    }


def account_facts(user: User) -> dict[str, Any]:
    """Return a person as staff see them."""
    return user_name(user) | {"email": user.email, "is_staff": user.is_staff}


def token_payload(token: PersonalToken) -> dict[str, Any]:
    """Return a key without the key."""
    return {
        "id": str(token.pk),
        "name": token.name,
        "prefix": token.prefix,
        "created_at": wire_time(token.created_at),
        "last_used_at": wire_time(token.last_used_at) if token.last_used_at else None,
        "scopes": token.scopes,
    }
