"""The pre-labelers that exist; a new one is a folder of its own and a line here."""

from active_learning.prelabelers import (
    audio_events,
    audio_speakers,
    audio_speech,
    audio_words,
    cloud_objects,
    dialogue_preference,
    document_layout,
    document_tables,
    functions,
    geo_objects,
    image_faces,
    image_labels,
    image_objects,
    image_pose,
    image_words,
    series_anomalies,
    series_changes,
    table_outliers,
    text_entities,
    text_entities_zh,
    text_language,
    text_meaning,
    volume_parts,
)
from active_learning.prelabelers.base import Card
from labeling.kernel.registry import Registry

__all__ = ["PRELABELERS"]

PRELABELERS: Registry[Card] = Registry("pre-labeler")
for _card in (
    text_meaning.CARD,
    text_entities.CARD,
    text_entities_zh.CARD,
    text_language.CARD,
    dialogue_preference.CARD,
    image_labels.CARD,
    image_objects.CARD,
    image_faces.CARD,
    image_pose.CARD,
    image_words.CARD,
    document_layout.CARD,
    document_tables.CARD,
    table_outliers.CARD,
    audio_speech.CARD,
    audio_speakers.CARD,
    audio_events.CARD,
    audio_words.CARD,
    series_anomalies.CARD,
    series_changes.CARD,
    cloud_objects.CARD,
    volume_parts.CARD,
    geo_objects.CARD,
    functions.CARD,
):
    PRELABELERS.add(_card.id, _card)
