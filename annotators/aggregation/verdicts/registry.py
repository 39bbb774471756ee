"""Which judge decides on which kind of label; a kind without one has no consensus."""

from collections.abc import Mapping
from types import MappingProxyType

from annotators.aggregation.verdicts.choices import judge_choices
from annotators.aggregation.verdicts.marks import judge_marks
from annotators.aggregation.verdicts.numbers import judge_numbers
from annotators.aggregation.verdicts.rankings import judge_rankings
from annotators.aggregation.verdicts.sets import judge_sets
from annotators.aggregation.verdicts.texts import judge_texts
from annotators.aggregation.verdicts.verdict import Judge
from labeling.regions import KINDS

__all__ = ["JUDGES"]

JUDGES: Mapping[str, Judge] = MappingProxyType(
    dict.fromkeys(KINDS, judge_marks)
    | {
        "choice": judge_choices,
        "pairwise": judge_choices,
        "datetime": judge_choices,
        "taxonomy": judge_choices,
        "rating": judge_numbers,
        "number": judge_numbers,
        "multichoice": judge_sets,
        "ranking": judge_rankings,
        "textarea": judge_texts,
    }
)
