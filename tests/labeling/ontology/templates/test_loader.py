"""Templates are sound ontologies with samples that fit them."""

import pytest

from labeling.media import MEDIA
from labeling.ontology import parse_ontology
from labeling.ontology.templates import load_templates
from tests.labeling.media.decoders import probe_as

TEMPLATES = {template.id: template for template in load_templates()}


def test_there_is_one_for_each_use_of_the_wizard():
    assert list(TEMPLATES) == [
        "text_classification",
        "multi_label",
        "entities_relations",
        "image_classification",
        "boxes",
        "polygons",
        "image_caption",
        "pairwise_answers",
        "audio_transcription",
        "sound_events",
        "video_tracks",
        "lidar_drives",
        "series_events",
        "document_facts",
        "document_layout",
        "table_cells",
        "dialogue_turns",
        "dialogue_pairs",
        "web_pages",
        "map_features",
        "organs",
        "findings",
        "linked_objects",
        "skeletons",
    ]


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_texts_are_there_in_both_languages(template):
    for texts in (template.name, template.description):
        assert set(texts) == {"en", "zh"}
        assert all(texts.values())


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_each_sample_task_fills_every_field_and_its_media_open(template):
    ontology = parse_ontology(template.ontology)
    assert template.sample
    for data in template.sample:
        assert set(data) == set(ontology.fields)
        for field in ontology.fields.values():
            kind, value = MEDIA[field.type], data[field.id]
            if kind.takes_files and isinstance(value, str):
                assert probe_as(field.type, template.media_path(value)).type == field.type
            else:
                assert kind.inline is not None
                assert kind.inline.faults(value) == []


def test_only_files_of_the_sample_are_given_out():
    with pytest.raises(KeyError):
        TEMPLATES["boxes"].media_path("../loader.py")


def test_templates_leave_keys_to_the_person_and_the_free_digits():
    for template in TEMPLATES.values():
        assert "hotkey" not in str(template.ontology)
