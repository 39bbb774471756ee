"""Who speaks when: stretches of speech, told apart by voice. Whose it is, it does not know."""

from active_learning.prelabelers.base import Card, Need
from labeling.media.parameters import Number, Whole

__all__ = ["CARD", "MOST_SPEAKERS"]

MOST_SPEAKERS = 8
_LETTERS = "ABCDEFGH"

CARD = Card(
    id="audio_speakers",
    reads=frozenset({"audio"}),
    fills=frozenset({"range"}),
    module="active_learning.prelabelers.audio_speakers.proposing",
    licence="Apache-2.0 (Resemblyzer), MIT (Silero VAD)",
    classes=tuple(f"speaker {number}" for number in range(1, MOST_SPEAKERS + 1)),
    also={
        f"speaker {number}": (
            f"speaker {letter}",
            f"person {number}",
            f"voice {number}",
            f"说话人{number}",
            f"说话人 {number}",
            f"发言人{number}",
        )
        for number, letter in enumerate(_LETTERS, 1)
    },
    needs=(
        Need("resemblyzer", "Resemblyzer"),
        Need("silero_vad", "silero-vad"),
        Need("onnxruntime", "onnxruntime"),
    ),
    options={
        "speakers": Whole(0, 0, MOST_SPEAKERS),
        "pause_s": Number(0.3, 0.05, 5.0),
    },
    seconds=600.0,
)
