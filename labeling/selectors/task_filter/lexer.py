"""Cuts a filter into tokens, each with its place."""

import re
from dataclasses import dataclass
from typing import Literal

from labeling.errors import BadFilter

Kind = Literal["word", "string", "number", "operator", "open", "close", "comma", "end"]
MAX_LENGTH = 4000

_TOKEN = re.compile(
    r"""
      (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    | (?P<operator>!=|<=|>=|!~|=|<|>|~)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<comma>,)
    | (?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?![\w.:-]))
    | (?P<word>\w[\w.:+-]*)
    """,
    re.VERBOSE,
)
_SPACE = re.compile(r"\s*")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a filter; `position` counts characters from 0."""

    kind: Kind
    text: str
    position: int

    def is_word(self, *words: str) -> bool:
        """Whether it is one of these words, whatever the case."""
        return self.kind == "word" and self.text.lower() in words


def tokens(text: str) -> list[Token]:
    """Return the tokens with an `end` behind them, or say where the text cannot be cut."""
    if len(text) > MAX_LENGTH:
        said = f"a filter has at most {MAX_LENGTH} characters"
        raise BadFilter(said, MAX_LENGTH, "too_long", limit=MAX_LENGTH)
    if "\x00" in text:
        raise BadFilter("a NUL character cannot be looked for", text.index("\x00"), "nul")
    found: list[Token] = []
    at = _skip(text, 0)
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _complaint(text[at], at)
        kind, raw = str(match.lastgroup), match.group()
        value = _ESCAPE.sub(r"\1", raw[1:-1]) if kind == "string" else raw
        found.append(Token(kind, value, at))  # type: ignore[arg-type]  # the group names are kinds
        at = _skip(text, match.end())
    return [*found, Token("end", "", len(text))]


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _complaint(character: str, at: int) -> BadFilter:
    if character in "\"'":
        return BadFilter("this quotation mark is never closed", at, "open_quote")
    said = f"{character!r} means nothing here"
    return BadFilter(said, at, "no_meaning", character=character)
