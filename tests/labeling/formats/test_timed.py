"""Subtitles, TextGrid and EAF become ranges with text, and go back."""

import zipfile

import pytest

from labeling.formats.base import MediaRef
from tests.factories.formats import SAMPLE_OF, SAMPLES, again, read_paths, read_text, write_tasks


def regions(task):
    return task.annotations[0].content.regions


def places(task):
    return [(r["geometry"]["start"], r["geometry"]["end"], r.get("text")) for r in regions(task)]


def sample(format_id):
    return {task.file: task for task in read_paths(format_id, SAMPLES / SAMPLE_OF[format_id]).tasks}


def test_subtitles_become_ranges_with_their_text():
    found = sample("subtitles")
    assert found["harbour.srt"].data["talk"] == MediaRef(name="harbour.wav")
    assert places(found["harbour.srt"]) == [
        (0.5, 2.25, "The ferry leaves at nine."),
        (2.25, 4.0, "We are late, as always."),
    ]
    ann, ben = regions(found["harbour-2.vtt"])
    assert (ann["text"], ann["attributes"]) == ("Did you see & hear it?", {"speaker": "a"})
    assert [(w["text"], w["start"], w["end"]) for w in ann["words"]] == [
        ("Did you", 1.0, 1.8),
        ("see &", 1.8, 2.1),
        ("hear it?", 2.1, 2.5),
    ]
    assert ben["attributes"] == {"speaker": "b"}


def test_a_text_grid_gives_tiers_words_and_quotes_in_either_form():
    found = sample("textgrid")
    (ann,) = regions(found["harbour.TextGrid"])
    assert (ann["text"], ann["attributes"]) == ('The "ferry" leaves', {"speaker": "a"})
    assert [word["text"] for word in ann["words"]] == ["The", '"ferry"', "leaves"]
    assert places(found["harbour-2.TextGrid"]) == [(0.0, 1.0, "we are 2 late")]


def test_elan_slots_without_a_time_and_annotations_that_refer_get_one():
    found = sample("eaf")
    assert found["harbour.eaf"].data["talk"] == MediaRef(name="harbour.wav")
    assert places(found["harbour.eaf"]) == [
        (0.5, 1.375, "The ferry"),
        (1.375, 2.25, "leaves"),
        (0.5, 1.375, "die Fähre"),
    ]
    assert regions(found["harbour.eaf"])[2]["extra"] == {"tier": "gloss"}


def test_the_sound_is_found_beside_the_file(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("talks/one.flac", b"")
        archive.writestr("labels/one.srt", "1\n00:00:01,000 --> 00:00:02,000\nhello\n")
    (task,) = read_paths("subtitles", tmp_path / "a.zip").tasks
    assert task.data["talk"] == MediaRef(name="talks/one.flac", member="talks/one.flac")


@pytest.mark.parametrize(("kind", "name"), [("srt", "a.srt"), ("vtt", "a.vtt")])
def test_exported_subtitles_read_back(kind, name, tmp_path):
    tasks = again(list(sample("subtitles").values()), {})
    assert write_tasks(kind, tasks, tmp_path / "a.zip") == []
    back = read_paths("subtitles", tmp_path / "a.zip")
    assert back.problems == []
    texts = [[place[2] for place in places(task)] for task in back.tasks]
    assert texts == [[p[2] for p in places(task)] for task in sample("subtitles").values()]
    if kind == "vtt":
        assert (
            regions(back.tasks[1])[0]["words"]
            == regions(sample("subtitles")["harbour-2.vtt"])[0]["words"]
        )


@pytest.mark.parametrize(
    ("format_id", "text", "line"),
    [
        ("subtitles", "1\n00:00:xx --> 00:00:02,000\nhello\n", 2),
        ("subtitles", "1\n00:00:03,000 --> 00:00:02,000\nhello\n", 2),
    ],
)
def test_a_cue_that_cannot_be_is_named_by_its_line(format_id, text, line, tmp_path):
    read = read_text(format_id, text, tmp_path)
    assert [found.line for found in [*read.problems, *read.warnings]] == [line]


def test_elan_files_that_refer_in_a_circle_end(tmp_path):
    circle = "".join(
        f'<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="{a}" ANNOTATION_REF="{b}"/></ANNOTATION>'
        for a, b in (("x", "y"), ("y", "x"))
    )
    text = f'<ANNOTATION_DOCUMENT><TIER TIER_ID="t">{circle}</TIER></ANNOTATION_DOCUMENT>'
    read = read_text("eaf", text, tmp_path)
    assert [regions(task) for task in read.tasks] == [[]]


def test_a_document_type_in_xml_is_refused(tmp_path):
    text = '<!DOCTYPE a [<!ENTITY b "c">]><ANNOTATION_DOCUMENT/>'
    assert len(read_text("eaf", text, tmp_path).problems) == 1
