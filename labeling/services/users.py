"""People: the first one, later ones, what they prefer, and the keys of their programs."""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from labeling.kernel.errors import BadInput, Conflict, NotAllowed, NotFound, Problem
from labeling.models import PersonalToken, User

TOKEN_PREFIX = "pen_"  # noqa: S105  (the visible beginning of every key, no secret)
MAX_PREFERENCES = 64 * 1024


def set_up_first_user(
    *,
    username: str,
    password: str,
    email: str = "",
    name: str = "",
    setup_code: str = "",
    wanted_code: str = "",
) -> User:
    """Make the administrator of a fresh installation; only while nobody exists."""
    if wanted_code and not secrets.compare_digest(setup_code.encode(), wanted_code.encode()):
        raise NotAllowed(
            "Type the set-up code that `manage.py serve` printed when it started.",
            code="setup_code_needed",
        )
    with transaction.atomic():
        if User.objects.select_for_update().exists():
            raise Conflict("Penumbra is set up already. Sign in.", code="already_set_up")
        user = create_user(username=username, password=password, email=email, name=name)
        User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    user.refresh_from_db()
    return user


def create_user(*, username: str, password: str, email: str = "", name: str = "") -> User:
    """Make a person who may sign in."""
    candidate = User(username=username, email=email, first_name=name)
    _check_password(password, candidate)
    try:
        User.username_validator(username)
        with transaction.atomic():
            return User.objects.create_user(username, email, password, first_name=name)
    except ValidationError as error:
        raise _bad("username", error.messages) from error
    except IntegrityError as error:
        raise Conflict(
            f"The user name {username!r} is taken. Choose another.", code="username_taken"
        ) from error


def change_own_account(*, user: User, changes: Mapping[str, Any]) -> User:
    """Change what a person may change alone: name, e-mail, password, preferences."""
    if "password" in changes:
        if not user.check_password(str(changes.get("current_password", ""))):
            raise _bad("current_password", ["This is not your present password."])
        _check_password(changes["password"], user)
        user.set_password(changes["password"])
    user.first_name = changes.get("name", user.first_name)
    user.email = changes.get("email", user.email)
    if "preferences" in changes:
        user.preferences = _merged_preferences(user.preferences, changes["preferences"])
    user.save(update_fields=["first_name", "email", "password", "preferences"])
    return user


def create_token(*, user: User, name: str, scopes: list[str]) -> tuple[PersonalToken, str]:
    """Make a key for a program; the key itself is returned once and kept nowhere."""
    key = TOKEN_PREFIX + secrets.token_urlsafe(32)
    token = PersonalToken.objects.create(
        user=user,
        name=name,
        prefix=key[:12],
        digest=hashlib.sha256(key.encode()).hexdigest(),
        scopes=scopes,
    )
    return token, key


def revoke_token(*, user: User, token_id: int) -> None:
    """Make a key worthless at once."""
    deleted, _ = user.tokens.filter(pk=token_id).delete()
    if not deleted:
        raise NotFound("You have no such token.")


def _merged_preferences(old: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = {key: value for key, value in (old | dict(changes)).items() if value is not None}
    if len(repr(merged)) > MAX_PREFERENCES:
        raise _bad("preferences", ["Too large: at most 64 KiB."])
    return merged


def _check_password(password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise _bad("password", error.messages) from error


def _bad(field: str, messages: list[str]) -> BadInput:
    problems: list[Problem] = [{"pointer": f"/{field}", "detail": text} for text in messages]
    return BadInput(f"{field}: {' '.join(messages)}", errors=problems)
