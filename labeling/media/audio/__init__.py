"""Sound: waveform and spectrogram made once on the server, playback by ranges of a file."""

from labeling.media.kind import MediaKind
from labeling.media.parameters import Choice, Whole

__all__ = ["KIND"]

_LEVEL = Whole(0, 0, 15)
_TILE = Whole(0, 0, 1_000_000)

KIND = MediaKind(
    type="audio",
    mimes=frozenset(
        {
            *("audio/wav", "audio/flac", "audio/ogg", "audio/mpeg", "audio/mp4", "audio/webm"),
            *("audio/aac", "audio/aiff", "audio/basic", "audio/amr", "audio/x-caf"),
            *("audio/x-ms-wma", "video/mp4", "video/webm"),
        }
    ),
    suffixes=frozenset(
        {
            *(".wav", ".wave", ".flac", ".mp3", ".ogg", ".oga", ".opus", ".m4a", ".m4b", ".aac"),
            *(".weba", ".webm", ".aif", ".aiff", ".aifc", ".au", ".snd", ".amr", ".caf", ".wma"),
        }
    ),
    decoder="labeling.media.audio.decoder",
    views={
        "peaks": {"level": _LEVEL, "tile": _TILE},
        "spectrogram": {"level": _LEVEL, "tile": _TILE, "scale": Choice(("linear", "mel"))},
        "audio": {},
    },
    prepared=("peaks",),
    seconds=240.0,
)
