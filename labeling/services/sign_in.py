"""Signing in by name and password, slower with every failure."""

import time
from collections.abc import Callable
from math import ceil

from django.contrib.auth import authenticate
from django.db.models import F
from django.http import HttpRequest

from labeling.kernel.errors import NotSignedIn, TooOften
from labeling.models import SignInFailures, User

FREE_FAILURES = 5
MAX_WAIT_S = 900
FORGET_S = 3600


def sign_in(
    *,
    request: HttpRequest,
    username: str,
    password: str,
    clock: Callable[[], float] = time.time,
) -> User:
    """Return the person, or refuse; after five failures each further one doubles the wait."""
    counters = _counters(username, request.META.get("REMOTE_ADDR", ""))
    now = clock()
    wait = max(_wait_s(key, free, now) for key, free in counters)
    if wait > 0:
        raise TooOften(
            f"Too many failed attempts. Try again in {ceil(wait)} s.", retry_after_s=ceil(wait)
        )
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        for key, _ in counters:
            _note_failure(key, now)
        raise NotSignedIn("User name or password is wrong.", code="wrong_password")
    SignInFailures.objects.filter(pk=counters[0][0]).delete()
    return user


def _counters(username: str, address: str) -> list[tuple[str, int]]:
    """Name what is counted and how often each may fail freely: the person, the address alone."""
    name = username.lower().encode().hex()[:150]
    where = address.encode().hex()[:60]
    return [
        (f"sign-in-{where}-{name}", FREE_FAILURES),
        (f"sign-in-{where}", 10 * FREE_FAILURES),
    ]


def _wait_s(key: str, free: int, now: float) -> float:
    found = SignInFailures.objects.filter(pk=key, last_s__gte=now - FORGET_S).first()
    if found is None or found.failures < free:
        return 0.0
    return float(found.last_s + min(MAX_WAIT_S, 2.0 ** min(found.failures - free, 20)) - now)


def _note_failure(key: str, now: float) -> None:
    """Count in the database: in memory, each web process would allow its own failures."""
    SignInFailures.objects.filter(last_s__lt=now - FORGET_S).delete()
    mine = SignInFailures.objects.filter(pk=key)
    if not mine.update(failures=F("failures") + 1, last_s=now):
        _, is_new = SignInFailures.objects.get_or_create(
            pk=key, defaults={"failures": 1, "last_s": now}
        )
        if not is_new:
            mine.update(failures=F("failures") + 1, last_s=now)
