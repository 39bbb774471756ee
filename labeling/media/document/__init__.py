"""Documents: PDF pages, their text with the place of every character, and pictures of them."""

from labeling.media.kind import MediaKind
from labeling.media.parameters import Choice, Whole

__all__ = ["KIND", "MAX_PAGES", "SCALES"]

MAX_PAGES = 5_000
SCALES = ("1", "0.25", "0.5", "1.5", "2", "3", "4", "6")
"""Pixels a point; few, so that what one person looked at is there for the next."""

PAGE = Whole(0, 0, MAX_PAGES - 1)

KIND = MediaKind(
    type="document",
    mimes=frozenset({"application/pdf"}),
    suffixes=frozenset({".pdf"}),
    decoder="labeling.media.document.decoder",
    views={
        "page": {"page": PAGE, "scale": Choice(SCALES)},
        "words": {"page": PAGE},
        "texts": {},
        "ocr": {"page": PAGE},
        "scan": {"page": PAGE},
        "thumb": {"page": PAGE},
    },
    prepared=("thumb",),
    memory_mb=3_072,
    seconds=120.0,
)
