"""Text of strangers: which encoding it is in, and strict reading that names the bad byte."""

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from charset_normalizer import from_bytes

from labeling.formats.base import Problem, Source

__all__ = ["Line", "detect_encoding", "fault_of_encoding", "fault_of_text", "lines_of", "open_text"]

CHUNK = 1 << 18
SAMPLE = 1 << 16
MAX_LINE = 32 << 20
BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
LEGACY = ["gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "cp1251", "cp1252", "latin_1"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end; `number` counts from 1. An over-long one has `text` None."""

    number: int
    text: str | None


def detect_encoding(source: Source, member: str) -> str:
    """Return the encoding: by mark, by zero bytes (UTF-16), UTF-8 if all of it is, else a guess.

    A guess is only ever made for text that is no UTF-8, and it is shown before anything happens.
    """
    head = source.head(member, SAMPLE)
    for mark, name in BOMS:
        if head.startswith(mark):
            return name
    if wide := _utf16_without_mark(head):
        return wide
    bad = _first_bad_utf8(source, member)
    if bad is None:
        return "utf-8"
    with source.open(member) as stream:
        _skip(stream, max(0, bad - 2000))
        return _guess(stream.read(SAMPLE))


def _utf16_without_mark(head: bytes) -> str:
    if len(head) < 8 or len(head) % 2:
        head = head[: len(head) // 2 * 2]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if half and odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if half and even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return ""


def _first_bad_utf8(source: Source, member: str) -> int | None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    done = 0
    with source.open(member) as stream:
        while chunk := stream.read(CHUNK):
            pending = len(decoder.getstate()[0])
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError as error:
                return done - pending + error.start
            done += len(chunk)
    pending = len(decoder.getstate()[0])
    return done - pending if pending else None


def _skip(stream: IO[bytes], size: int) -> None:
    while size > 0 and (chunk := stream.read(min(size, CHUNK))):
        size -= len(chunk)


def _guess(sample: bytes) -> str:
    """Return the likeliest legacy encoding; CP1252 when nothing fits, and Latin-1 never fails."""
    best = from_bytes(sample, cp_isolation=LEGACY).best()
    if best is not None and best.encoding in {name.replace("-", "_") for name in LEGACY}:
        return "cp1252" if best.encoding == "latin_1" and not _has_c1(sample) else best.encoding
    try:
        sample.decode("cp1252")
    except UnicodeDecodeError:
        return "latin_1"
    return "cp1252"


def _has_c1(sample: bytes) -> bool:
    return any(0x80 <= byte <= 0x9F for byte in sample)


def open_text(source: Source, member: str, encoding: str) -> io.TextIOWrapper:
    """Open a member as text, line ends untouched; a bad byte raises UnicodeDecodeError."""
    name = "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding
    return io.TextIOWrapper(io.BufferedReader(_Raw(source.open(member))), name, newline="")


class _Raw(io.RawIOBase):
    """Lets TextIOWrapper read any binary stream (an entry of a zip has no full raw interface)."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        data = self._stream.read(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
        super().close()


def fault_of_encoding(source: Source, member: str, encoding: str) -> Problem | None:
    """Return where a member is not in the encoding, by byte and line, or None.

    One pass at the speed of decoding; readers may then decode without looking back.
    """
    try:
        decoder = codecs.getincrementaldecoder(encoding)()
    except LookupError:
        return Problem(f"There is no encoding {encoding[:40]!r}.", file=member)
    done = lines = 0
    with source.open(member) as stream:
        while True:
            chunk = stream.read(CHUNK)
            try:
                text = decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                good = error.object[: error.start].decode(encoding, "ignore")
                at = done + error.start - (len(error.object) - len(chunk))
                return Problem(
                    f"Byte {at:,} (0x{error.object[error.start]:02x}) is no {encoding}. "
                    "Choose the right encoding, or save the file as UTF-8.",
                    file=member,
                    line=lines + good.count("\n") + 1,
                )
            if not chunk:
                return None
            lines += text.count("\n")
            done += len(chunk)


def lines_of(source: Source, member: str, encoding: str) -> Iterator[Line]:
    """Yield lines ended by LF or CRLF and by nothing else (U+2028, form feed ... are text)."""
    with open_text(source, member, encoding) as whole:
        whole.reconfigure(newline="\n")
        number = 0
        while text := whole.readline(MAX_LINE):
            number += 1
            if len(text) == MAX_LINE and not text.endswith("\n"):
                while text and not text.endswith("\n"):
                    text = whole.readline(MAX_LINE)
                yield Line(number, None)
                continue
            text = text.removesuffix("\n").removesuffix("\r")
            yield Line(number, text)


def fault_of_text(text: str) -> str:
    """Say why a text cannot be stored; empty when it can."""
    if "\x00" in text:
        return f"holds a NUL character (at {text.index(chr(0)):,}), which no database keeps"
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            return f"holds half a character (a lone surrogate at {error.start:,})"
    return ""
