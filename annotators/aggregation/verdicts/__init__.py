"""From people's answers of one kind to what is stored as consensus, with the reasons."""

from annotators.aggregation.verdicts.registry import JUDGES
from annotators.aggregation.verdicts.verdict import Judgement, Opinion, Verdict

__all__ = ["JUDGES", "Judgement", "Opinion", "Verdict"]
