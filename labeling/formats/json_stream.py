"""Reads large JSON documents piece by piece: the elements of a list, or of the lists in an object.

The standard decoder does the work, so integers of any size and floats are exact; `NaN` is refused.
Each element is decoded from a window that grows until it fits, hence memory stays at one element.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, TextIO

__all__ = ["Element", "JsonFault", "elements_of"]

CHUNK = 1 << 16
MAX_ELEMENT = 64 << 20
SPACE = " \t\r\n"
DELIMITERS = frozenset(f"{SPACE},]}}")
# A fault this near to the end of the window may only mean that the element goes on.
SLACK = 64


class JsonFault(Exception):
    """The document is no JSON, from this line on."""

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(detail)
        self.line = line
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Element:
    """One element: of the top list (`key` is empty), or of the list `key` of the top object.

    A value that is no list comes whole, `index` None.
    """

    key: str
    index: int | None
    line: int
    value: Any


def elements_of(stream: TextIO) -> Iterator[Element]:
    """Yield elements in order.

    Raises
    ------
    JsonFault
        Where the text stops being JSON; everything before was yielded.
    """
    window = _Window(stream)
    match window.peek():
        case "[":
            yield from _list_elements(window, "")
        case "{":
            yield from _object_elements(window)
        case _:
            window.fail("a list or an object is expected here")
    if window.peek():
        window.fail("more text follows after the end of the document")


def _list_elements(window: "_Window", key: str) -> Iterator[Element]:
    window.take("[")
    index = 0
    if window.peek() == "]":
        window.take("]")
        return
    while True:
        window.peek()
        line = window.line
        yield Element(key, index, line, window.value())
        index += 1
        if window.peek() != ",":
            break
        window.take(",")
    window.take("]")


def _object_elements(window: "_Window") -> Iterator[Element]:
    window.take("{")
    if window.peek() == "}":
        window.take("}")
        return
    while True:
        if window.peek() != '"':
            window.fail('a name in "quotes" is expected here')
        key = window.value()
        window.peek()
        window.take(":")
        if window.peek() == "[":
            yield from _list_elements(window, key)
        else:
            line = window.line
            yield Element(key, None, line, window.value())
        if window.peek() != ",":
            break
        window.take(",")
    window.take("}")


class _NoNumber(ValueError):
    """NaN and the infinities are no JSON."""


def _refuse_constant(name: str) -> NoReturn:
    raise _NoNumber(f"{name} is no JSON number")


class _Window:
    """The part of the document being looked at, and the line it starts in."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._text = ""
        self._at = 0
        self._is_end = False
        self._decoder = json.JSONDecoder(parse_constant=_refuse_constant)
        self.line = 1

    def peek(self) -> str:
        """Skip white space; return the next character, or nothing at the end."""
        while True:
            start = self._at
            while self._at < len(self._text) and self._text[self._at] in SPACE:
                self._at += 1
            self.line += self._text.count("\n", start, self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more(CHUNK):
                return ""

    def take(self, character: str) -> None:
        """Step over one expected character."""
        if self.peek() != character:
            self.fail(f"{character!r} is expected here")
        self._at += 1

    def value(self) -> Any:
        """Decode the value that starts here."""
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._is_truth(error):
                    self._fail_at(error.pos, error.msg)
                self._more(max(CHUNK, len(self._text) - self._at))
                continue
            except RecursionError:
                self.fail("nested too deeply")
            except _NoNumber as error:
                self.fail(str(error))
            except ValueError:
                # What is left for json to refuse: Python reads no integers of thousands of digits.
                self.fail("a number is too long")
            if self._may_go_on(end) and self._more(CHUNK):
                continue
            self.line += self._text.count("\n", self._at, end)
            self._at = end
            return value

    def _may_go_on(self, end: int) -> bool:
        """Whether a bare number near the end of the window may be only its beginning (`0` `.5`)."""
        is_closed = self._text[end - 1] in '}]"' or self._text[end : end + 1] in DELIMITERS
        return not is_closed and len(self._text) - end < SLACK

    def fail(self, detail: str) -> NoReturn:
        """Stop at the present place."""
        raise JsonFault(self.line, detail)

    def _fail_at(self, position: int, detail: str) -> NoReturn:
        line = self.line + self._text.count("\n", self._at, position)
        detail = detail[:1].lower() + detail[1:]
        raise JsonFault(line, f"{detail} (character {self._text[position : position + 1]!r})")

    def _is_truth(self, error: json.JSONDecodeError) -> bool:
        """Whether the fault is one of the document, not of the window's end."""
        if self._is_end:
            return True
        if len(self._text) - self._at > MAX_ELEMENT:
            self.fail(f"one element is over {MAX_ELEMENT >> 20} MiB")
        goes_on = error.msg.startswith(("Unterminated string", "Invalid \\"))
        return not goes_on and len(self._text) - error.pos > SLACK

    def _more(self, size: int) -> bool:
        """Drop what is done and read on; False at the end of the document."""
        chunk = self._stream.read(size)
        self._text = self._text[self._at :] + chunk
        self._at = 0
        self._is_end = not chunk
        return bool(chunk)
