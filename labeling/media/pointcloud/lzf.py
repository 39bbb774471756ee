"""LZF, the compression of PCD files (Lehmann, liblzf): copies of what came before, and literals."""

from labeling.media.probe import MediaError

__all__ = ["decompress"]

LITERAL = 32
LONG = 7


def decompress(data: bytes, size: int) -> bytes:
    """The `size` bytes that `data` stands for.

    Raises
    ------
    MediaError
        When the data ends early, points before its own beginning, or makes more than `size`.
    """
    out = bytearray()
    at, end = 0, len(data)
    try:
        while at < end and len(out) <= size:
            control = data[at]
            at += 1
            if control < LITERAL:
                out += data[at : at + control + 1]
                at += control + 1
                continue
            length = control >> 5
            if length == LONG:
                length += data[at]
                at += 1
            length += 2
            start = len(out) - ((control & 31) << 8) - data[at] - 1
            at += 1
            if start < 0:
                raise IndexError
            _repeat(out, start, length)
    except IndexError as error:
        raise MediaError("broken", "the compressed points of the PCD file are damaged") from error
    if len(out) != size or at != end:
        raise MediaError("broken", "the compressed points of the PCD file are cut off or damaged")
    return bytes(out)


def _repeat(out: bytearray, start: int, length: int) -> None:
    """Copy from behind; what is copied may overlap what is written."""
    gap = len(out) - start
    if gap >= length:
        out += out[start : start + length]
        return
    piece = bytes(out[start:])
    out += (piece * (length // gap + 1))[:length]
