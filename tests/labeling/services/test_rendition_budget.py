"""Views of media stay within their budget; what is in use stays."""

import os
from pathlib import Path

from labeling.services.rendition_budget import FRESH_S, IN_HAND_S, keep_within, note_use

NOW = 2_000_000_000.0
DAY_S = 86_400.0


def shelf(root: Path, name: str, *, size: int, age_s: float) -> Path:
    """Make the views of one content, last used so long ago."""
    folder = root / name[:2] / name
    (folder / "views").mkdir(parents=True)
    (folder / "views" / "thumb").write_bytes(b"x" * (size // 2))
    (folder / "views" / "peaks").write_bytes(b"x" * (size - size // 2))
    (folder / "used").touch()
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (NOW - age_s, NOW - age_s))
    return folder


def test_the_longest_unused_go_first_until_the_rest_fits(tmp_path: Path) -> None:
    old, older, new = (
        shelf(tmp_path, name, size=100, age_s=age * DAY_S)
        for name, age in (("aa1", 2), ("bb2", 3), ("cc3", 1))
    )
    kept = keep_within(tmp_path, budget=250, now=NOW)
    assert (kept.removed, kept.before, kept.after) == (1, 300, 200)
    assert [path.exists() for path in (old, older, new)] == [True, False, True]
    assert keep_within(tmp_path, budget=250, now=NOW).removed == 0


def test_all_views_of_a_content_go_together(tmp_path: Path) -> None:
    shelf(tmp_path, "aa1", size=100, age_s=DAY_S)
    keep_within(tmp_path, budget=0, now=NOW)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert list(tmp_path.glob("*/*")) == []


def test_what_somebody_looks_at_stays_whatever_the_budget(tmp_path: Path) -> None:
    used = shelf(tmp_path, "aa1", size=100, age_s=IN_HAND_S - 1)
    assert keep_within(tmp_path, budget=0, now=NOW).removed == 0
    assert used.exists()


def test_a_use_is_noted_now_and_then_only(tmp_path: Path) -> None:
    mark = tmp_path / "used"
    note_use(tmp_path, NOW)
    os.utime(mark, (NOW, NOW))
    note_use(tmp_path, NOW + FRESH_S - 1)
    assert mark.stat().st_mtime == NOW
    note_use(tmp_path, NOW + FRESH_S)
    assert mark.stat().st_mtime != NOW


def test_no_views_at_all_are_within_any_budget(tmp_path: Path) -> None:
    assert keep_within(tmp_path / "none", budget=0, now=NOW).after == 0
