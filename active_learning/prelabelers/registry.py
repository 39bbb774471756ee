"""The pre-labelers that exist; a new one is a folder of its own and a line here."""

from active_learning.prelabelers import functions, text_language
from active_learning.prelabelers.base import Card
from labeling.kernel.registry import Registry

__all__ = ["PRELABELERS"]

PRELABELERS: Registry[Card] = Registry("pre-labeler")
for _card in (
    text_language.CARD,
    functions.CARD,
):
    PRELABELERS.add(_card.id, _card)
