"""JSON as it travels: strict on the way in, fast and exact on the way out, and string ids."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from labeling.kernel.errors import BadInput

_ID = re.compile(r"[0-9]{1,18}")
# PostgreSQL stores neither in JSON, and SQLite no surrogate in text: refused on both alike.
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
MAX_DEPTH = 64


class WireParser(BaseParser):
    """Reads JSON with the standard library: integers of any length keep their digits."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the document, or say where it breaks."""
        try:
            document = json.loads(stream.read().decode("utf-8-sig"), parse_constant=_refuse)
        except UnicodeDecodeError as error:
            raise BadInput(
                f"The body is not UTF-8 (byte {error.start}).", code="not_json"
            ) from error
        except json.JSONDecodeError as error:
            raise BadInput(
                f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.",
                code="not_json",
                errors=[{"pointer": "", "line": error.lineno, "detail": error.msg}],
            ) from error
        except RecursionError as error:
            raise BadInput("The body is nested too deeply.", code="not_json") from error
        except _NoNumber as error:
            raise BadInput(f"The body cannot be read: {error}", code="not_json") from error
        except ValueError as error:
            # What is left for json to refuse: Python reads no integers of thousands of digits.
            raise BadInput("The body holds a number that is too long.", code="not_json") from error
        refuse_unstorable(document)
        return document


class WireRenderer(BaseRenderer):
    """Writes JSON with orjson, and with the standard library what orjson cannot hold."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return UTF-8 JSON."""
        if data is None:
            return b""
        try:
            return orjson.dumps(data, default=str)
        except TypeError:  # integers over 64 bits, lone surrogates in old rows
            return json.dumps(data, default=str).encode()


def refuse_unstorable(value: Any, pointer: str = "", depth: int = 0) -> None:
    """Refuse text that no database keeps (NUL, lone surrogates) and nesting without end."""
    if depth > MAX_DEPTH:
        raise BadInput(f"{pointer[:80]}: nested more than {MAX_DEPTH} deep.")
    if isinstance(value, str):
        if found := _UNSTORABLE.search(value):
            what = "a NUL character" if found.group() == "\x00" else "half a surrogate pair"
            detail = f"Character {found.start()} is {what}; remove it."
            raise BadInput(
                f"{pointer or 'The body'}: {detail}",
                errors=[{"pointer": pointer, "detail": detail}],
            )
    elif isinstance(value, dict):
        for key, item in value.items():
            refuse_unstorable(key, pointer, depth + 1)
            refuse_unstorable(item, f"{pointer}/{key}", depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            refuse_unstorable(item, f"{pointer}/{index}", depth + 1)


def read_id(value: Any, pointer: str) -> int:
    """Return a row id given as a string (or integer) of digits."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or not _ID.fullmatch(text):
        raise BadInput(
            f"{pointer}: an id is a string of digits.",
            errors=[{"pointer": pointer, "detail": "An id is a string of digits."}],
        )
    return int(text)


class IdConverter:
    """The path converter `<id:...>`: digits that fit a 64-bit column."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        """Return the row id."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the digits."""
        return str(value)


class _NoNumber(ValueError):
    """NaN and the infinities are no JSON."""


def _refuse(constant: str) -> Any:
    raise _NoNumber(f"{constant} is not a JSON number.")
