"""What can be learned: one line a kind of label, naming the modules that do it.

Nothing heavy is loaded by reading this table, so the web process may look into it; see
`resolving` for what is behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["EMBEDDED_TYPES", "KINDS", "LearnedKind"]

EMBEDDED_TYPES = frozenset(
    {"text", "html", "document", "dialogue", "image", "audio", "table", "timeseries"}
)
"""Field types whose values an encoder reads; the others wait for encoders of their own."""


@dataclass(frozen=True, slots=True)
class LearnedKind:
    """One kind of label that is learned.

    Attributes
    ----------
    fields
        Types of the field that such a label may be on.
    learner, judge
        What fits, and what predicts (by numpy alone): "module:name" below `active_learning`.
    reader
        What turns a field's value into what the learner reads; empty where that is the task's
        stored vector, and then other fields may join it.
    """

    kind: str
    fields: frozenset[str]
    learner: str
    judge: str
    reader: str = ""

    @property
    def reads_vectors(self) -> bool:
        """Whether the stored vector of a task is all that is read."""
        return not self.reader


_HEADS = "learners.heads.judgement"

KINDS: Mapping[str, LearnedKind] = MappingProxyType(
    {
        item.kind: item
        for item in (
            LearnedKind(
                "choice",
                EMBEDDED_TYPES,
                "learners.spreading:SpreadingLearner",
                f"{_HEADS}:judge_choices",
            ),
            LearnedKind(
                "multichoice",
                EMBEDDED_TYPES,
                "learners.multichoice:MultiChoiceLearner",
                f"{_HEADS}:judge_multichoices",
            ),
            LearnedKind(
                "span",
                frozenset({"text"}),
                "learners.span:SpanLearner",
                f"{_HEADS}:judge_spans",
                "learners.heads.words:WordReader",
            ),
            LearnedKind(
                "range",
                frozenset({"audio", "timeseries"}),
                "learners.ranges:RangeLearner",
                "learners.heads.ranges:judge_ranges",
                "learners.heads.windows:WindowReader",
            ),
            LearnedKind(
                "box",
                frozenset({"image"}),
                "learners.boxes:BoxLearner",
                "learners.heads.boxes:judge_boxes",
                "learners.heads.cells:CellReader",
            ),
            LearnedKind(
                "polygon",
                frozenset({"image"}),
                "learners.outlines:PolygonLearner",
                "learners.heads.outlines:judge_polygons",
                "learners.heads.piece_reader:PieceReader",
            ),
            LearnedKind(
                "mask",
                frozenset({"image"}),
                "learners.outlines:MaskLearner",
                "learners.heads.outlines:judge_masks",
                "learners.heads.piece_reader:PieceReader",
            ),
            LearnedKind(
                "cuboid",
                frozenset({"pointcloud"}),
                "learners.cuboids:CuboidLearner",
                "learners.heads.cuboids:judge_cuboids",
                "learners.heads.clusters:ClusterReader",
            ),
            LearnedKind(
                "pairwise",
                EMBEDDED_TYPES,
                "learners.pairwise:PairwiseLearner",
                f"{_HEADS}:judge_choices",
            ),
        )
    }
)
