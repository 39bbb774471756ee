"""Text in files: its encoding, and its characters without any change."""

from pathlib import Path

from charset_normalizer import from_bytes

from labeling.media.probe import MediaError

__all__ = ["MAX_TEXT_BYTES", "decode", "read_text"]

MAX_TEXT_BYTES = 64_000_000

_GUESS_BYTES = 1_000_000
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


def decode(data: bytes) -> tuple[str, str]:
    """The text of some bytes and the encoding used; a byte-order mark is no part of the text.

    Line ends, tabs and combining characters stay as they are: spans count on them.

    Raises
    ------
    MediaError
        When no encoding fits.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _decode_as(data, encoding), encoding
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        guess = from_bytes(data[:_GUESS_BYTES]).best()
    if guess is None:
        raise MediaError("broken", "the text is in no known encoding; save it as UTF-8")
    return _decode_as(data, guess.encoding), guess.encoding


def _decode_as(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        detail = f"the text is no valid {encoding} at byte {error.start:,}; save it as UTF-8"
        raise MediaError("broken", detail) from error


def read_text(path: Path) -> tuple[str, str]:
    """The text of a file and the encoding used."""
    size = path.stat().st_size
    if size > MAX_TEXT_BYTES:
        detail = f"the text has {size:,} bytes, at most {MAX_TEXT_BYTES:,} are allowed"
        raise MediaError("too_large", detail)
    return decode(path.read_bytes())
