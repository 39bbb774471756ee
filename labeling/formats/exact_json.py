"""JSON that keeps every digit: fast where that is safe, exact where it matters."""

import json
import re
from typing import Any, NoReturn

import orjson

__all__ = ["decode", "encode"]

# From 19 digits on a number may not fit in 64 bits, where the fast decoder would round it.
_LONG_NUMBER = re.compile(rb"\d{19}")
_LONG_NUMBER_IN_TEXT = re.compile(r"\d{19}", re.ASCII)
_MAX_DEPTH_SAID = "nested too deeply"


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def decode(data: bytes | str) -> Any:
    """Return the value.

    Raises
    ------
    ValueError
        When the bytes are no JSON; its text says why and where.
    """
    pattern = _LONG_NUMBER_IN_TEXT if isinstance(data, str) else _LONG_NUMBER
    if pattern.search(data) is None:  # type: ignore[arg-type]  # chosen by its type above
        return orjson.loads(data)
    try:
        return json.loads(data, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError(_MAX_DEPTH_SAID) from None


def encode(value: Any, *, indent: bool = False) -> bytes:
    """Return compact UTF-8 without a line break (or indented by two), keys in their order."""
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2 if indent else None)
    except TypeError:  # an integer beyond 64 bits
        layout: dict[str, Any] = {"indent": 2} if indent else {"separators": (",", ":")}
        return json.dumps(value, ensure_ascii=False, allow_nan=False, **layout).encode()
