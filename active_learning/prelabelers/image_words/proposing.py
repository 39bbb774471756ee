"""Gives the lines that the picture's decoder read, in reading order."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from active_learning.prelabelers.base import (
    Medium,
    Prelabeler,
    PrelabelerFault,
    Proposal,
    View,
    Wanted,
)
from active_learning.prelabelers.lines import lines_of
from active_learning.prelabelers.pictures import box_within

__all__ = ["open_prelabeler"]


class WordProposer:
    """See `base.Prelabeler`."""

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return a box a line, and all lines as one text."""
        path = medium.views.get(View("ocr"))
        if path is None:
            raise PrelabelerFault("unreadable", "The picture could not be searched for print.")
        lines = lines_of(json.loads(path.read_text(encoding="utf-8"))["words"])
        kinds = {item.kind for item in wanted}
        size = (float(medium.facts["width"]), float(medium.facts["height"]))
        found: list[Proposal] = []
        if "box" in kinds:
            for line in lines:
                left, top, width, height = line.box
                box = box_within(left, top, left + width, top + height, size)
                if box is not None:
                    more = {"text": line.text}
                    found.append(Proposal("box", "text", line.score, box, more=more))
        if "textarea" in kinds and lines:
            score = sum(line.score for line in lines) / len(lines)
            text = "\n".join(line.text for line in lines)
            found.append(Proposal("textarea", score=score, value=text))
        return found


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open nothing: the decoder has the recogniser."""
    return WordProposer()
