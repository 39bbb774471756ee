"""People who sign in, the tokens of their programs, and answers kept for repeated requests."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person or a program's owner; preferences are theirs alone (theme, language, key map)."""

    preferences = models.JSONField(default=dict, blank=True)


class SignInFailures(models.Model):
    """How often signing in failed lately, by name or address; all web processes count here."""

    key = models.CharField(max_length=240, primary_key=True)
    failures = models.PositiveIntegerField(default=0)
    last_s = models.FloatField()
    """Seconds since 1970."""

    class Meta:
        indexes = (models.Index(fields=["last_s"], name="sign_in_failure_by_age"),)

    def __str__(self) -> str:
        return f"{self.failures} failures"


class PersonalToken(models.Model):
    """A named, revocable key for programs. Only its digest is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (models.Index(fields=["user", "id"], name="token_by_user"),)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class IdempotencyKey(models.Model):
    """The first answer to a write that a client may repeat."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=128)
    path = models.CharField(max_length=255)
    body_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_once_per_user"),
        )

    def __str__(self) -> str:
        return self.key
