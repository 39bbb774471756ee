"""Archives of strangers: every guard, and what stays usable."""

import io
import stat
import zipfile

import pytest

from labeling.formats.source import Limits, Upload, open_source


def packed(path, members, **info):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return Upload(path.name, path)


def test_a_plain_file_is_its_own_member(tmp_path) -> None:
    (tmp_path / "a.txt").write_text("x")
    with open_source([Upload("a.txt", tmp_path / "a.txt")]) as source:
        assert list(source.members()) == ["a.txt"]
        assert (source.size("a.txt"), source.head("a.txt")) == (1, b"x")
        assert not source.is_archive


def test_several_files_are_a_folder_and_equal_names_stay_apart(tmp_path) -> None:
    for name in ("1", "2"):
        (tmp_path / name).write_text(name)
    uploads = [Upload("a.txt", tmp_path / "1"), Upload("a.txt", tmp_path / "2")]
    with open_source(uploads) as source:
        assert list(source.members()) == ["a.txt", "2/a.txt"]
        assert source.open("2/a.txt").read() == b"2"


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(members=1), "2 files, at most 1"),
        (Limits(member_bytes=1 << 20), "expands to 2 MiB, at most 1"),
        (Limits(total_bytes=1 << 20), "expands to 2 MiB, at most 1"),
        (Limits(ratio=10, ratio_from_bytes=1 << 20), "at most 10 times"),
    ],
)
def test_archives_over_a_limit_are_refused_with_the_limit(tmp_path, limits, said) -> None:
    upload = packed(tmp_path / "a.zip", {"big": b"x" * (2 << 20), "small": b"y"})
    with open_source([upload], limits) as source:
        assert list(source.members()) == []
        [note] = source.notes
    assert said in note.detail
    assert not note.is_warning


def test_an_entry_that_lies_about_its_size_reads_no_more_than_it_said(tmp_path) -> None:
    path = tmp_path / "a.zip"
    packed(path, {"liar": b"x" * 100_000})
    data = path.read_bytes().replace((100_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    path.write_bytes(data)
    with open_source([Upload("a.zip", path)]) as source:
        assert len(source.head("liar", 1 << 20)) <= 10


def test_a_damaged_archive_is_a_problem(tmp_path) -> None:
    path = tmp_path / "a.zip"
    packed(path, {"a": b"x" * 1000})
    path.write_bytes(path.read_bytes()[:-30])
    with open_source([Upload("a.zip", path)]) as source:
        assert "damaged" in source.notes[0].detail


@pytest.mark.parametrize(
    ("magic", "name"), [(b"\x1f\x8b", "gzip"), (b"7z\xbc\xaf", "7-Zip"), (b"Rar!", "RAR")]
)
def test_other_archives_say_what_to_send_instead(tmp_path, magic, name) -> None:
    (tmp_path / "a").write_bytes(magic + b"\x00" * 20)
    with open_source([Upload("a", tmp_path / "a")]) as source:
        assert name in source.notes[0].detail
        assert "zip" in source.notes[0].detail


def test_a_packed_scan_is_a_file_and_no_archive(tmp_path) -> None:
    (tmp_path / "a.nii.gz").write_bytes(b"\x1f\x8b" + b"\x00" * 20)
    with open_source([Upload("a.nii.gz", tmp_path / "a.nii.gz")]) as source:
        assert (source.notes, source.members()) == ([], ["a.nii.gz"])


def test_links_are_refused_also_when_they_look_like_files(tmp_path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/hostname")
    with open_source([Upload("a.zip", tmp_path / "a.zip")]) as source:
        assert list(source.members()) == []
        assert "not followed" in source.notes[0].detail


def test_the_one_top_folder_is_dropped_and_others_are_kept(tmp_path) -> None:
    with open_source(
        [packed(tmp_path / "a.zip", {"set/a.txt": "1", "set/b/c.txt": "2"})]
    ) as source:
        assert list(source.members()) == ["a.txt", "b/c.txt"]
    with open_source([packed(tmp_path / "b.zip", {"x/a.txt": "1", "y/a.txt": "2"})]) as source:
        assert list(source.members()) == ["x/a.txt", "y/a.txt"]


def test_utf8_names_without_the_flag_are_read(tmp_path) -> None:
    path = tmp_path / "a.zip"
    packed(path, {"aeoeue.txt": "1"})
    raw = "ä".encode() * 3 + b".txt"
    path.write_bytes(path.read_bytes().replace(b"aeoeue.txt", raw))
    with open_source([Upload("a.zip", path)]) as source:
        assert list(source.members()) == ["äää.txt"]


def test_an_inner_archive_is_measured_too(tmp_path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", b"0" * (20 << 20))
    upload = packed(tmp_path / "a.zip", {"in.zip": inner.getvalue(), "ok.txt": "x"})
    with open_source([upload]) as source:
        assert list(source.members()) == ["ok.txt"]
        assert "times" in source.notes[0].detail
