"""Sounds that stand out from what is around: knocks, tones, noises, and what people call them."""

from active_learning.prelabelers.base import Card
from labeling.media.parameters import Number

__all__ = ["CARD"]

CARD = Card(
    id="audio_events",
    reads=frozenset({"audio"}),
    fills=frozenset({"range"}),
    module="active_learning.prelabelers.audio_events.proposing",
    licence="Apache-2.0",
    classes=("knock", "tone", "noise"),
    also={
        "knock": ("click", "hit", "bang", "tap", "impact", "敲击", "咔嗒"),
        "tone": ("beep", "bell", "ring", "chime", "whistle", "alarm", "music", "音调", "铃声"),
        "noise": ("event", "sound", "hiss", "rustle", "噪声", "声音", "事件"),
    },
    options={
        "louder_db": Number(9.0, 3.0, 40.0),
        "gap_s": Number(0.15, 0.02, 5.0),
    },
    seconds=300.0,
)
