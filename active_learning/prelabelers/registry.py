"""The pre-labelers that exist; a new one is a folder of its own and a line here."""

from active_learning.prelabelers import (
    document_layout,
    functions,
    image_objects,
    image_words,
    table_outliers,
    text_entities,
    text_entities_zh,
    text_language,
    text_meaning,
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
    image_objects.CARD,
    image_words.CARD,
    document_layout.CARD,
    table_outliers.CARD,
    functions.CARD,
):
    PRELABELERS.add(_card.id, _card)
