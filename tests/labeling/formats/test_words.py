"""Ranges with transcripts and the times of their words go through JSONL unchanged."""

from labeling.formats.base import Content, ExportAnnotation, ExportMedia, ExportTask
from tests.factories.formats import SOUND, read_paths, write_tasks

WORDS = [
    {"text": "good", "start": 1.0, "end": 1.4},
    {"text": "morning", "start": 1.4, "end": 2.25},
]
REGION = {
    "id": "r1",
    "label": "turn",
    "on": "talk",
    "class": "speech",
    "geometry": {"start": 1.0, "end": 2.25},
    "attributes": {"speaker": "a"},
    "origin": {"kind": "human"},
    "text": "good morning",
    "words": WORDS,
}


def test_export_and_import_are_lossless(tmp_path):
    media = ExportMedia("talk.wav", "1", "0" * 64, "audio/wav")
    answer = ExportAnnotation("1", Content(regions=[REGION]), annotator="ann")
    task = ExportTask("1", {"talk": media}, annotations=[answer])
    assert write_tasks("jsonl", [task], tmp_path / "a.jsonl", SOUND) == []
    (back,) = read_paths("jsonl", tmp_path / "a.jsonl", ontology=SOUND).tasks
    assert back.annotations[0].content.regions == [REGION]
    assert back.data["talk"].name == "talk.wav"
