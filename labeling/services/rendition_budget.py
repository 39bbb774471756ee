"""Keeps the views of media within a budget of disk: the longest unused go first."""

import shutil
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Kept", "keep_within", "note_use"]

MARK = "used"
FRESH_S = 600.0
"""So often at most a use is noted: reading a tile must not cost a write."""
IN_HAND_S = 3_600.0
"""Views used so lately stay, whatever the budget: somebody looks at them, or waits for them."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How many contents lost their views, and bytes before and after."""

    removed: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The folder of one content: everything in it can be made again from the original."""

    path: Path
    used: float
    size: int


def note_use(folder: Path, now: float) -> None:
    """Remember that the views of a content are in use."""
    mark = folder / MARK
    try:
        if now - mark.stat().st_mtime < FRESH_S:
            return
    except FileNotFoundError:
        pass
    try:
        mark.touch()
    except OSError:
        # A full or read-only disk: then it only looks unused.
        return


def keep_within(root: Path, *, budget: int, now: float) -> Kept:
    """Remove whole shelves, the longest unused first, until the rest fits.

    A view may lie on others of its folder (blocks of a table, tiles of a pyramid), so all of a
    content go together or none.
    """
    shelves = [_weighed(path) for path in root.glob("*/*") if path.is_dir()]
    total = before = sum(shelf.size for shelf in shelves)
    removed = 0
    for shelf in sorted(shelves, key=lambda shelf: shelf.used):
        if total <= budget or now - shelf.used < IN_HAND_S:
            break
        # Out of sight at once: who asks meanwhile makes the view again, and sees no half of it.
        gone = shelf.path.with_name(f"{shelf.path.name}.gone")
        shelf.path.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)
        total -= shelf.size
        removed += 1
    return Kept(removed, before, total)


def _weighed(path: Path) -> _Shelf:
    size, latest = 0, path.stat().st_mtime
    for file in path.rglob("*"):
        try:
            found = file.stat()
        except FileNotFoundError:  # made or removed meanwhile
            continue
        if file.is_file():
            size += found.st_size
            latest = max(latest, found.st_mtime)
    return _Shelf(path, latest, size)
