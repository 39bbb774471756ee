"""Tells file formats apart by their first bytes."""

import re
from pathlib import Path

__all__ = ["HEAD", "read_head", "sniff"]

HEAD = 1024

_BOM = b"\xef\xbb\xbf"

_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
    (0, b"II+\x00", "image/tiff"),
    (0, b"MM\x00+", "image/tiff"),
    (0, b"BM", "image/bmp"),
    (0, b"\x00\x00\x00\x0cjP  \r\n\x87\n", "image/jp2"),
    (0, b"\xff\x4f\xff\x51", "image/jp2"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypavis", "image/avif"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypmif1", "image/heic"),
    (0, b"8BPS", "image/vnd.adobe.photoshop"),
    (0, b"%PDF-", "application/pdf"),
    (0, b"%!PS", "application/postscript"),
    (0, b"PK\x03\x04", "application/zip"),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!\x1a\x07", "application/vnd.rar"),
    (8, b"WAVE", "audio/wav"),
    (8, b"AVI ", "video/x-msvideo"),
    (0, b"fLaC", "audio/flac"),
    (0, b"OggS", "audio/ogg"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
    (0, b"\xff\xf1", "audio/aac"),
    (8, b"AIFF", "audio/aiff"),
    (4, b"ftyp", "video/mp4"),
    (4, b"moov", "video/quicktime"),
    (4, b"mdat", "video/quicktime"),
    (4, b"wide", "video/quicktime"),
    (0, b"\x1a\x45\xdf\xa3", "video/webm"),
)

_NETPBM = re.compile(rb"P[1-6][\s#]")

# What a browser takes for a page when the type is left to it: a file that begins with a tag.
_MARKUP = re.compile(
    rb"<\s*(?:!doctype\s+html|html|head|body|script|iframe|svg|title|a\s|p\s|div|img|style|meta|!--)",
    re.IGNORECASE,
)


def read_head(path: Path) -> bytes:
    """The first bytes of a file."""
    with path.open("rb") as file:
        return file.read(HEAD)


def sniff(head: bytes) -> str:
    """The media type that the first bytes show; `application/octet-stream` when none is known."""
    for offset, magic, mime in _MAGIC:
        if head.startswith(magic, offset):
            return mime
    if _NETPBM.match(head):
        return "image/x-portable-anymap"
    return _sniff_text(head)


def _sniff_text(head: bytes) -> str:
    # Markup is found in UTF-16 as well, without its marks and zeros.
    plain = re.sub(rb"^(?:\xff\xfe|\xfe\xff)|\x00", b"", head.removeprefix(_BOM)).lstrip()
    if plain.startswith((b"<?xml", b"<")) and re.search(rb"<\s*(?:\w+:)?svg", plain, re.IGNORECASE):
        return "image/svg+xml"
    if _MARKUP.match(plain):
        return "text/html"
    if plain.startswith(b"<?xml"):
        return "application/xml"
    if head.startswith((_BOM, b"\xff\xfe", b"\xfe\xff")):
        return "text/plain"
    if head and b"\x00" not in head and not re.search(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]", head):
        return "text/plain"
    return "application/octet-stream"
