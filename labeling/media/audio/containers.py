"""Which container a file is, by its first bytes: FFmpeg is never left to guess.

Some of its formats are lists of other files to open (playlists, concatenations); naming the
demuxer keeps a stranger's file from being read as one of them.
"""

from dataclasses import dataclass
from pathlib import Path

from labeling.media.probe import MediaError
from labeling.media.sniffing import read_head, sniff

__all__ = ["Container", "container_of"]


@dataclass(frozen=True, slots=True)
class Container:
    """One container format.

    Attributes
    ----------
    demuxer
        FFmpeg's name of it.
    codecs
        Codecs that every browser plays from it.
    is_indexed
        Whether a player finds a given second exactly in it. MP3 and bare AAC have no index: a
        player guesses the place by the bit rate.
    """

    name: str
    demuxer: str
    mime: str
    codecs: frozenset[str] = frozenset()
    is_indexed: bool = True


_PCM = frozenset({"pcm_s16le", "pcm_u8", "pcm_s24le", "pcm_f32le"})
_WAV = Container("WAV", "wav", "audio/wav", _PCM)
_MP3 = Container("MP3", "mp3", "audio/mpeg", frozenset({"mp3"}), is_indexed=False)
_AAC = Container("AAC", "aac", "audio/aac", is_indexed=False)
_FLAC = Container("FLAC", "flac", "audio/flac", frozenset({"flac"}))
_OGG = Container("Ogg", "ogg", "audio/ogg", frozenset({"opus", "vorbis"}))
_MP4 = Container("MP4", "mov", "audio/mp4", frozenset({"aac"}))
_WEBM = Container("WebM", "matroska", "audio/webm", frozenset({"opus", "vorbis"}))

_MAGIC: tuple[tuple[int, bytes, Container], ...] = (
    (8, b"WAVE", _WAV),
    (0, b"fLaC", _FLAC),
    (0, b"OggS", _OGG),
    (4, b"ftyp", _MP4),
    (0, b"\x1a\x45\xdf\xa3", _WEBM),
    (8, b"AIFF", Container("AIFF", "aiff", "audio/aiff")),
    (8, b"AIFC", Container("AIFF", "aiff", "audio/aiff")),
    (0, b".snd", Container("AU", "au", "audio/basic")),
    (0, b"#!AMR", Container("AMR", "amr", "audio/amr")),
    (0, b"caff", Container("CAF", "caf", "audio/x-caf")),
    (0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", Container("WMA", "asf", "audio/x-ms-wma")),
)


def container_of(path: Path) -> Container:
    """Return the container of a file; raise MediaError where it holds no sound that is known."""
    head = read_head(path)
    if not head:
        raise MediaError("empty", "the file is empty")
    found = _by_magic(head) or _by_frame(_after_tag(path, head))
    if found is None:
        known = "WAV, FLAC, MP3, Ogg, Opus, M4A, WebM, AAC, AIFF"
        mime = sniff(head)
        said = f"the file is {mime}, no sound of a known format ({known})"
        is_page = mime in {"text/html", "image/svg+xml"}
        raise MediaError("disguised" if is_page else "unsupported", said)
    return found


def _by_magic(head: bytes) -> Container | None:
    return next((found for at, magic, found in _MAGIC if head.startswith(magic, at)), None)


def _by_frame(head: bytes) -> Container | None:
    """MP3 and AAC have no header, only frames that begin with eleven or twelve set bits."""
    if len(head) < 2 or head[0] != 0xFF or head[1] & 0xE0 != 0xE0:
        return None
    is_aac = head[1] & 0xF6 == 0xF0
    layer = head[1] >> 1 & 3
    if is_aac:
        return _AAC
    return _MP3 if layer else None


def _after_tag(path: Path, head: bytes) -> bytes:
    """The bytes behind an ID3 tag, whose size is written in seven bits a byte."""
    if not head.startswith(b"ID3") or len(head) < 10:
        return head
    size = 0
    for byte in head[6:10]:
        size = size << 7 | byte & 0x7F
    with path.open("rb") as file:
        file.seek(size + 10)
        behind = file.read(4)
        while behind[:1] == b"\x00":  # padding
            rest = file.read(4096).lstrip(b"\x00")
            if rest or not file.peek(1):
                behind = rest
        return behind or b"\xff\xfb"
