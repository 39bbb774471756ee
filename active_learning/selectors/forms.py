"""The forms in which encoders and readers take values, from stored files and from task data."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from active_learning.embeddings.pictures import read_picture, read_pixels
from active_learning.embeddings.series import TimedValues, timed_values
from active_learning.embeddings.sounds import Sound, bands_of
from active_learning.selectors.media import asset_bytes
from labeling.media.dialogue import role_of, text_of, turns_of
from labeling.media.html import read_html
from labeling.models import Asset
from labeling.services.renditions import rendition_of

__all__ = ["INLINE", "STORED", "dialogue_text", "timed_values"]

ROWS = 256
"""Frequencies in a column of a spectrogram, see `labeling.media.audio.spectrum`."""
LEAST_HOP_S = 0.01
MOST_POINTS = 200_000
MOST_ROWS = 2_000
MOST_FRAMES = 40
"""Of a sequence of clouds; what comes later is much like it."""


def dialogue_text(value: Any) -> str:
    """Return a dialogue as one text, each turn behind who spoke."""
    return "\n".join(f"{role_of(turn)}: {text_of(turn)}" for turn in turns_of(value))


def _sound(asset: Asset) -> Sound:
    """Read the mel spectrogram tile by tile: the decoder made it in a process of its own."""
    facts = asset.facts["spectrogram"]
    columns = [
        np.frombuffer(
            rendition_of(
                asset, "spectrogram", {"level": "0", "tile": str(tile), "scale": "mel"}
            ).path.read_bytes(),
            np.uint8,
        ).reshape(-1, ROWS)
        for tile in range(-(-int(facts["columns"]) // int(facts["tile"])))
    ]
    levels = bands_of(np.concatenate(columns))
    joined = max(1, round(LEAST_HOP_S / float(facts["hop_s"])))
    starts = np.arange(0, len(levels), joined)
    means = np.add.reduceat(levels.astype(np.float32), starts, axis=0)
    means /= np.diff(np.append(starts, len(levels)))[:, None]
    return Sound(np.rint(means).astype(np.uint8), float(facts["hop_s"]) * joined)


def _series(asset: Asset) -> TimedValues:
    """Read every channel at the finest level that is not too long."""
    facts = asset.facts
    level = 0
    while facts["samples"] // facts["factor"] ** level > MOST_POINTS:
        level += 1
    count = -(-facts["samples"] // facts["factor"] ** level)
    seconds, rows = np.zeros(0), []
    for channel in range(len(facts["channels"])):
        times, values = [], []
        for tile in range(-(-count // facts["tile"])):
            given = {"channel": str(channel), "level": str(level), "tile": str(tile)}
            content = rendition_of(asset, "series", given).path.read_bytes()
            items = len(content) // 16  # a time of eight bytes, lowest and highest of four
            times.append(np.frombuffer(content, "<f8", items))
            ends = np.frombuffer(content, "<f4", 2 * items, offset=8 * items)
            values.append((ends[:items] + ends[items:]) / 2)
        seconds = np.concatenate(times)
        rows.append(np.concatenate(values))
    return TimedValues(seconds, np.array(rows, dtype=np.float32))


def _document(asset: Asset) -> str:
    texts = json.loads(rendition_of(asset, "texts").path.read_text(encoding="utf-8"))
    return "\n".join(texts["texts"])


def _cloud(asset: Asset) -> dict[str, Any]:
    """Read the clusters of the first frames: the decoder finds them in a process of its own."""
    frames = int(asset.facts.get("frames") or 1)
    found = []
    for frame in range(min(frames, MOST_FRAMES)):
        path = rendition_of(asset, "clusters", {"frame": str(frame)}).path
        clusters = json.loads(path.read_text(encoding="utf-8"))["clusters"]
        found += [{**cluster, "frame": frame} for cluster in clusters]
    return {"frames": frames, "clusters": found}


def _table(asset: Asset) -> dict[str, Any]:
    """Read the first rows: what a table is about shows there."""
    block = json.loads(rendition_of(asset, "rows", {"block": "0"}).path.read_text("utf-8"))
    return {"columns": asset.facts["columns"], "rows": block["rows"][:MOST_ROWS]}


STORED: Mapping[str, Callable[[Asset], Any]] = {
    "image": lambda asset: read_pixels(asset_bytes(asset)),
    "picture": lambda asset: read_picture(asset_bytes(asset)),
    "audio": _sound,
    "timeseries": _series,
    "document": _document,
    "table": _table,
    "pointcloud": _cloud,
}
"""Forms of a stored file."""

INLINE: Mapping[str, Callable[[Any], Any]] = {
    "text": str,
    "html": lambda value: read_html(str(value)).text,
    "dialogue": dialogue_text,
    "timeseries": timed_values,
    "table": lambda value: value,
}
"""Forms of a value that stands in the task; others are read as they stand."""
