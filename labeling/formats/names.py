"""Names of files from strangers: which are harmless, which are junk, and names we write."""

import unicodedata
import zipfile
from collections.abc import Sequence
from pathlib import PurePosixPath

__all__ = [
    "FreeNames",
    "fault_of_name",
    "is_junk",
    "kept_name",
    "safe_name",
    "without_common_folder",
]

JUNK_FILES = frozenset({".ds_store", "thumbs.db", "desktop.ini", ".gitkeep"})
MAX_NAME = 1000
UTF8_NAME = 0x800


def kept_name(info: zipfile.ZipInfo) -> str:
    """Return an entry's name; where the archive says no encoding, UTF-8 is tried before CP437."""
    name = info.orig_filename if "\\" in info.orig_filename else info.filename
    if info.flag_bits & UTF8_NAME or name.isascii():
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def fault_of_name(name: str) -> str:
    """Say why a relative name is refused; empty when it is harmless."""
    if not name or len(name) > MAX_NAME:
        return "has no name" if not name else "has a name that is too long"
    if "\\" in name:
        return "has a backslash in its name"
    if name.startswith("/") or (len(name) > 1 and name[1] == ":" and name[0].isalpha()):
        return "has an absolute path"
    if ".." in name.split("/"):
        return "leads out of the archive"
    if any(unicodedata.category(character) == "Cc" for character in name):
        return "has a control character in its name"
    return ""


def is_junk(name: str) -> bool:
    """Whether the entry is a by-product of an operating system (Finder shadows, thumbnails)."""
    parts = name.split("/")
    return "__MACOSX" in parts or parts[-1].startswith("._") or parts[-1].lower() in JUNK_FILES


def without_common_folder(names: Sequence[str]) -> list[str]:
    """Return the names without the one top folder that all of them are in."""
    tops = {name.split("/", 1)[0] if "/" in name else "" for name in names}
    if len(tops) == 1 and "" not in tops:
        return [name.split("/", 1)[1] for name in names]
    return list(names)


def safe_name(name: str) -> str:
    """Return a relative name with forward slashes that cannot leave the folder it is put in."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in {"", ".", ".."}]
    if parts and len(parts[0]) == 2 and parts[0][1] == ":":
        parts = parts[1:]
    kept = "/".join("".join(c for c in part if unicodedata.category(c) != "Cc") for part in parts)
    return kept[-MAX_NAME:].lstrip("/") or "file"


class FreeNames:
    """Gives every file of an archive a name of its own, and a stem of its own when asked."""

    def __init__(self, *, by_stem: bool = False) -> None:
        self._taken: set[str] = set()
        self._by_stem = by_stem

    def take(self, name: str) -> str:
        """Return the safe name, changed as little as needed to be the only one."""
        path = PurePosixPath(safe_name(name))
        free, n = path, 1
        while self._key(free) in self._taken:
            tail = path.suffix.lstrip(".") if n == 1 and path.suffix else str(n)
            free, n = path.with_name(f"{path.stem}-{tail}{path.suffix}"), n + 1
        self._taken.add(self._key(free))
        return str(free)

    def _key(self, path: PurePosixPath) -> str:
        # Two names that differ in case or in composed accents are one file on some disks.
        kept = path.with_suffix("") if self._by_stem else path
        return unicodedata.normalize("NFC", str(kept)).casefold()
