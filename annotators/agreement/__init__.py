"""How far annotators agree: chance-corrected coefficients and overlap of located marks."""

from annotators.agreement.cohen import cohen_kappa
from annotators.agreement.fleiss import fleiss_kappa, gwet_ac1, scott_pi
from annotators.agreement.interval import Interval, wilson
from annotators.agreement.krippendorff import krippendorff_alpha
from annotators.agreement.marks import matched_overlap, span_f1
from annotators.agreement.result import Coefficient
from annotators.agreement.votes import Votes

__all__ = [
    "Coefficient",
    "Interval",
    "Votes",
    "cohen_kappa",
    "fleiss_kappa",
    "gwet_ac1",
    "krippendorff_alpha",
    "matched_overlap",
    "scott_pi",
    "span_f1",
    "wilson",
]
