"""Where somebody speaks in a recording, and where nothing is heard."""

from active_learning.prelabelers.base import Card, Need
from labeling.media.parameters import Number

__all__ = ["CARD"]

CARD = Card(
    id="audio_speech",
    reads=frozenset({"audio"}),
    fills=frozenset({"range"}),
    module="active_learning.prelabelers.audio_speech.proposing",
    licence="MIT (Silero VAD)",
    classes=("speech", "silence"),
    also={
        "speech": ("voice", "talking", "speaking", "speaker", "utterance", "语音", "说话", "人声"),
        "silence": ("quiet", "pause", "noise only", "静音", "停顿"),
    },
    needs=(Need("silero_vad", "silero-vad"), Need("onnxruntime", "onnxruntime")),
    options={
        "pause_s": Number(0.3, 0.05, 5.0),
        "quiet_db": Number(-50.0, -90.0, -10.0),
    },
    memory_mb=3_072,
    seconds=300.0,
)
