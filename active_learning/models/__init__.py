"""What the learner knows: vectors of tasks, versions of models, and the rounds that made them."""

from active_learning.models.embedding import Embedding
from active_learning.models.linker_version import LinkerVersion
from active_learning.models.model_version import ModelVersion
from active_learning.models.query_round import LIVE_ROUND, QueryRound, RoundState

__all__ = [
    "LIVE_ROUND",
    "Embedding",
    "LinkerVersion",
    "ModelVersion",
    "QueryRound",
    "RoundState",
]
