"""Videos: counted and shown frame by frame, by the time stamps of their container."""

from labeling.media.kind import MediaKind
from labeling.media.parameters import Number, Whole

__all__ = ["KIND"]

KIND = MediaKind(
    type="video",
    mimes=frozenset({"video/mp4", "video/quicktime", "video/webm", "video/x-msvideo"}),
    suffixes=frozenset({".mp4", ".m4v", ".mov", ".webm", ".mkv", ".avi"}),
    decoder="labeling.media.video.decoder",
    views={
        "index": {},
        "frame": {"n": Whole()},
        "follow": {
            "frame": Whole(),
            "to": Whole(1),
            **{name: Number(0.0, -20_000, 20_000) for name in ("x", "y")},
            **{name: Number(1.0, 1.0, 20_000) for name in ("width", "height")},
        },
        "strip": {"count": Whole(default=48, low=1, high=120)},
        "video": {},
        "thumb": {},
    },
    prepared=("index", "thumb", "strip"),
    # A rendition that browsers can play may mean to code the whole video anew.
    seconds=240.0,
)
