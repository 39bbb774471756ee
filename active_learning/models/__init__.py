"""What the learner knows: vectors of tasks, versions of models, and the rounds that made them."""

from active_learning.models.acceptance import (
    STANDING,
    Acceptance,
    AcceptanceLook,
    AcceptanceState,
    AcceptedTask,
)
from active_learning.models.acceptance_policy import AcceptancePolicy
from active_learning.models.embedding import Embedding
from active_learning.models.embedding_map import EmbeddingMap
from active_learning.models.heard_annotation import HeardAnnotation
from active_learning.models.kept_input import KeptInput
from active_learning.models.label_finding import FindingState, LabelErrorSearch, LabelFinding
from active_learning.models.linker_version import LinkerVersion
from active_learning.models.model_version import ModelVersion
from active_learning.models.plugged_model import PluggedModel
from active_learning.models.prelabel_flow import PrelabelFlow
from active_learning.models.prelabeling import PrelabelerUse, RawProposals
from active_learning.models.query_round import LIVE_ROUND, QueryRound, RoundState
from active_learning.models.rollout import Rollout
from active_learning.models.score_sheet import ScoreSheet
from active_learning.models.shelf import ArchivedVersion, Lineage, Promotion, VersionExport
from active_learning.models.strategy_replay import StrategyReplay
from active_learning.models.training_run import LIVE_RUN, RunState, TrainingRun

__all__ = [
    "LIVE_ROUND",
    "LIVE_RUN",
    "STANDING",
    "Acceptance",
    "AcceptanceLook",
    "AcceptancePolicy",
    "AcceptanceState",
    "AcceptedTask",
    "ArchivedVersion",
    "Embedding",
    "EmbeddingMap",
    "FindingState",
    "HeardAnnotation",
    "KeptInput",
    "LabelErrorSearch",
    "LabelFinding",
    "Lineage",
    "LinkerVersion",
    "ModelVersion",
    "PluggedModel",
    "PrelabelFlow",
    "PrelabelerUse",
    "Promotion",
    "QueryRound",
    "RawProposals",
    "Rollout",
    "RoundState",
    "RunState",
    "ScoreSheet",
    "StrategyReplay",
    "TrainingRun",
    "VersionExport",
]
