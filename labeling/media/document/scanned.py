"""The words that were recognised on a scanned page, in the form of a page's own text.

So they can be selected, copied and searched as any text. They are a reading, not a text: another
recogniser may find others, therefore no span counts in them.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from labeling.media.document.opening import unturned
from labeling.media.image.lines import gap_before

__all__ = ["as_text"]

Word = Mapping[str, Any]
Box = tuple[float, float, float, float]
"""left, top, right, bottom."""

WAYS = {0: "right", 90: "up", 180: "left", 270: "down"}
"""Where the next letter stands on the page as it is stored, by the turn in which it is shown."""

APART = 0.6
"""Of a line's height: a gap as wide as this parts columns."""


def as_text(words: Sequence[Word], turn: int, shown: tuple[float, float]) -> dict[str, Any]:
    """Return a page's text and where its characters stand, as `glyphs.Run` tells it.

    Parameters
    ----------
    words
        As `labeling.media.image.reading.read_words` gives them, `box` in points of the page as it
        is shown.
    turn, shown
        As of `opening.unturned`, which says where this is on the page as it is stored.
    """
    lines = [list(group) for _, group in groupby(words, key=lambda word: word["line"])]
    text = ""
    runs: list[dict[str, Any]] = []
    for box, line in _in_order([(_around(line), line) for line in lines]):
        text += "\n" if text else ""
        said, edges = _spelled(line)
        left, top, width, height = unturned(
            (box[0], box[1], box[2] - box[0], box[3] - box[1]), turn, shown
        )
        stored = [shown[0] - edge if turn in {90, 180} else edge for edge in edges]
        runs.append(
            {
                "start": len(text),
                "way": WAYS[turn % 360],
                "box": [left, top, round(left + width, 2), round(top + height, 2)],
                "edges": [round(edge, 2) for edge in stored],
            }
        )
        text += said
    return {"text": text, "runs": runs}


def _around(line: Sequence[Word]) -> Box:
    boxes = [word["box"] for word in line]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right, bottom


def _spelled(line: Sequence[Word]) -> tuple[str, list[float]]:
    """Return a line's text, and where each character begins and the last ends.

    The recogniser places words; their letters are taken to be equally wide.
    """
    text = ""
    edges: list[float] = []
    for word in line:
        start, _, width, _ = word["box"]
        # Boxes of neighbours may overlap; a row runs one way only.
        begin = max(start, edges[-1]) if edges else start
        end = max(begin, start + width)
        if edges and gap_before(word["text"], text):
            text += " "
        else:
            del edges[-1:]
        count = len(word["text"])
        edges += [begin + (end - begin) * i / count for i in range(count + 1)]
        text += word["text"]
    return text, edges


def _in_order(lines: list[tuple[Box, list[Word]]]) -> list[tuple[Box, list[Word]]]:
    """Columns from left to right where a gap parts them, else what is above before what is below.

    References
    ----------
    Nagy & Seth (1984), "Hierarchical representation of optically scanned documents", the XY cut.
    """
    if len(lines) < 2:
        return lines
    for axis, least in ((0, APART), (1, 0.0)):
        cut = _widest_gap([(box[axis], box[axis + 2]) for box, _ in lines])
        heights = sorted(box[3] - box[1] for box, _ in lines)
        if cut and cut[0] > least * heights[len(heights) // 2]:
            before = [line for line in lines if line[0][axis] < cut[1]]
            after = [line for line in lines if line[0][axis] >= cut[1]]
            return _in_order(before) + _in_order(after)
    return sorted(lines, key=lambda line: (line[0][1] + line[0][3], line[0][0]))


def _widest_gap(stretches: list[tuple[float, float]]) -> tuple[float, float] | None:
    """Return the width and the end of the widest stretch that none of these covers."""
    best: tuple[float, float] | None = None
    reach: float | None = None
    for start, end in sorted(stretches):
        if reach is not None and start > reach and (best is None or start - reach > best[0]):
            best = (start - reach, start)
        reach = end if reach is None else max(reach, end)
    return best
