"""What the first bytes of DICOM files tell without a parser: importers look, decoders judge."""

import re
from collections.abc import Sequence

__all__ = ["are_projections", "is_dicom"]

MAGIC_AT = 128
MODALITY = re.compile(rb"\x08\x00\x60\x00(?:CS(..)|(..)\x00\x00)([A-Z]{2})", re.DOTALL)
POSITION = b"\x20\x00\x32\x00"
FRAMES = re.compile(rb"\x28\x00\x08\x00(?:IS..|..\x00\x00)([0-9]{1,6})", re.DOTALL)
STACKED = frozenset({b"CT", b"MR", b"PT", b"NM"})
"""Modalities whose images are slices even where they do not say their place."""


def is_dicom(head: bytes) -> bool:
    """Whether the file says that it is DICOM, whatever its name."""
    return head[MAGIC_AT : MAGIC_AT + 4] == b"DICM"


def are_projections(heads: Sequence[bytes]) -> bool:
    """Whether each is a picture of its own, as X-rays are: one frame, with no place in space."""
    return bool(heads) and all(map(_is_projection, heads))


def _is_projection(head: bytes) -> bool:
    modality = MODALITY.search(head)
    if not is_dicom(head) or modality is None or modality[3] in STACKED:
        return False
    frames = FRAMES.search(head)
    return POSITION not in head and (frames is None or int(frames[1]) == 1)
