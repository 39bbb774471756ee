"""Entity tags: a row's revision goes out as ETag and comes back as If-Match."""

import re

from django.http import HttpRequest

from labeling.kernel.errors import BadInput, PreconditionNeeded

_TAG = re.compile(r'(?:W/)?"?([0-9]{1,15})"?')


def etag(revision: int) -> str:
    """Return the revision as an entity tag."""
    return f'"{revision}"'


def revision_from(request: HttpRequest) -> int | None:
    """Return the revision that If-Match names, or None without the header."""
    raw = request.headers.get("If-Match")
    if raw is None:
        return None
    found = _TAG.fullmatch(raw.strip())
    if found is None:
        raise BadInput('If-Match: send the revision you edited, as in `If-Match: "3"`.')
    return int(found.group(1))


def required_revision(request: HttpRequest) -> int:
    """Return the revision that If-Match names; an edit without one would overwrite blindly."""
    revision = revision_from(request)
    if revision is None:
        raise PreconditionNeeded(
            "Send the ETag of the version you edited as If-Match, so that no newer work is lost."
        )
    return revision
