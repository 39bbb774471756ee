"""Answers prompts: keeps the windows that people are working on ready, the youngest ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from active_learning.keeping import Lru
from active_learning.segmenting.methods import WALKER, Method, Ready, WalkerMethod
from active_learning.segmenting.onnx_pair import open_pair
from active_learning.segmenting.outline import outline_of
from active_learning.segmenting.prompt import read_prompt
from active_learning.segmenting.seen import Seen, see

__all__ = ["Desk"]

KEPT_WINDOWS = 24
"""Of about 15 MB each."""


class Desk:
    """One at a time: to be used by one thread."""

    def __init__(self) -> None:
        self._windows: Lru[tuple[Any, ...], tuple[Seen, Ready]] = Lru(KEPT_WINDOWS)
        self._methods: dict[str, Method] = {WALKER: WalkerMethod()}

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return `{"polygon": ... or None}` for a request.

        It names the `picture` (key, path, width, height), the `model` (`walker`, or the folder
        of a dropped pair) and the `prompt`; an empty one only makes the window ready.
        """
        picture = request["picture"]
        size = (int(picture["width"]), int(picture["height"]))
        prompt = read_prompt(request["prompt"], *size)
        method = self._method(str(request["model"]))
        key = (picture["key"], request["model"], prompt.window)
        found = self._windows.get(key)
        if found is None:
            seen = see(Path(picture["path"]), size, prompt.window, method.side_px)
            found = (seen, method.ready(seen))
            self._windows.put(key, found)
        seen, ready = found
        if prompt.is_empty:
            return {"polygon": None}
        placed = seen.placed(prompt)
        on = [(click.x, click.y) for click in placed.clicks if click.is_on]
        return {"polygon": outline_of(ready.likely(placed), seen.scale, seen.window[:2], on)}

    def _method(self, model: str) -> Method:
        if model not in self._methods:
            self._methods[model] = open_pair(Path(model))
        return self._methods[model]
