"""Whose annotations a file holds: known users, or accounts that cannot sign in."""

import re

from django.contrib.auth.hashers import make_password

from labeling.models import User

MAX_NEW = 1000
MAX_NAME = 150
_NOT_ALLOWED = re.compile(r"[^\w.@+-]+")


def find_annotators(names: set[str], *, importer: User) -> tuple[dict[str, int], list[str]]:
    """Return name → user id, and the names of accounts made for people not known here.

    Annotations without a name belong to the importer. Accounts that are made are inactive and
    have no password: they keep apart what different people said, nothing else.
    """
    usernames = {name: _username(name) for name in names if name}
    found: dict[str, int] = {}
    wanted = sorted(set(usernames.values()))
    for start in range(0, len(wanted), 500):
        users = User.objects.filter(username__in=wanted[start : start + 500])
        found.update(users.values_list("username", "pk"))
    missing = [name for name in wanted if name not in found]
    for name in missing:
        user, _ = User.objects.get_or_create(
            username=name, defaults={"is_active": False, "password": make_password(None)}
        )
        found[name] = user.pk
    return {"": importer.pk} | {name: found[user] for name, user in usernames.items()}, missing


def _username(name: str) -> str:
    return _NOT_ALLOWED.sub("_", name)[:MAX_NAME] or "unknown"
