"""Which code made a version: the release, and the commit where it runs from a checkout."""

from functools import cache
from pathlib import Path

from django.conf import settings

GIT = Path(__file__).resolve().parents[2] / ".git"


@cache
def code_version() -> str:
    """Return such as "0.1.0+1f2e3d4c"; the release alone where there is no checkout."""
    commit = _commit()
    return f"{settings.VERSION}+{commit[:8]}" if commit else str(settings.VERSION)


def _commit() -> str:
    """Read the commit from the files, without running git."""
    try:
        head = (GIT / "HEAD").read_text(encoding="ascii").strip()
        if not head.startswith("ref: "):
            return head
        return (GIT / head.removeprefix("ref: ")).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
