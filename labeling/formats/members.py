"""Finds the member that a file means by a name: exactly, by accents, by the end of its path."""

import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import unquote

from labeling.formats.base import Source

__all__ = ["IMAGE_SUFFIXES", "MemberIndex", "image_members", "suffix_of"]

IMAGE_SUFFIXES = frozenset(
    {"jpg", "jpeg", "png", "webp", "gif", "bmp", "tif", "tiff", "jfif", "avif", "ppm", "pgm"}
)
# Label Studio puts eight hex digits before the name of an uploaded file.
_UPLOAD_PREFIX = re.compile(r"^[0-9a-f]{8}-(?=.)")


def suffix_of(name: str) -> str:
    """Return the lower-case extension without its dot."""
    return name.rsplit("/", 1)[-1].rpartition(".")[2].lower() if "." in name else ""


def image_members(source: Source) -> list[str]:
    """Return the members that are images by name."""
    return [name for name in source.members() if suffix_of(name) in IMAGE_SUFFIXES]


class MemberIndex:
    """Looks names up among members; a name that could mean two members means none."""

    def __init__(self, members: Sequence[str]) -> None:
        self._exact = {_key(name): name for name in members}
        self._by_base: dict[str, list[str]] = {}
        for name in members:
            self._by_base.setdefault(_key(name).rsplit("/", 1)[-1], []).append(name)

    def find(self, name: str) -> str | None:
        """Return the member that is meant, or None."""
        wanted = _key(name.replace("\\", "/")).removeprefix("./").lstrip("/")
        for candidate in (wanted, _key(unquote(wanted))):
            found = self._exact.get(candidate) or self._by_tail(candidate)
            if found is not None:
                return found
        return None

    def _by_tail(self, wanted: str) -> str | None:
        """Match the longest common end of the path among members of that base name."""
        base = wanted.rsplit("/", 1)[-1]
        named = self._by_base.get(base) or self._by_base.get(_UPLOAD_PREFIX.sub("", base), [])
        if len(named) == 1:
            return named[0]
        ranked = sorted(named, key=lambda member: -_common_tail(_key(member), wanted))
        if len(ranked) > 1:
            best, second = (_common_tail(_key(member), wanted) for member in ranked[:2])
            return ranked[0] if best > second else None
        return None


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _common_tail(a: str, b: str) -> int:
    """Return how many path parts agree, from the end."""
    count = 0
    for left, right in zip(reversed(a.split("/")), reversed(b.split("/")), strict=False):
        if left != right:
            break
        count += 1
    return count
