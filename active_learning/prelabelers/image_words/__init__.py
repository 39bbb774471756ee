"""Lines of print in pictures, with what they read: Chinese and English."""

from active_learning.prelabelers.base import Card, Need, View

__all__ = ["CARD"]

CARD = Card(
    id="image_words",
    reads=frozenset({"image"}),
    fills=frozenset({"box", "textarea"}),
    module="active_learning.prelabelers.image_words.proposing",
    licence="Apache-2.0 (RapidOCR, PP-OCR)",
    classes=("text",),
    also={"text": ("line", "word", "words", "print", "letters", "文字", "文本", "行")},
    least=0.5,
    needs=(Need("rapidocr", "rapidocr"),),
    languages=("en", "zh"),
    views=lambda facts: (View("ocr"),),
    memory_mb=1_024,
)
