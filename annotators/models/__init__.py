"""What was judged about people's answers: consensus and agreement."""

from annotators.models.consensus import Consensus
from annotators.models.report import QualityReport

__all__ = ["Consensus", "QualityReport"]
