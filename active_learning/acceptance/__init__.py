"""Acceptance: how many of the model's labels may stand unseen under a bound on their errors."""

from active_learning.acceptance.certifying import Certificate, Step, certify
from active_learning.acceptance.exact import error_p_values, most_errors
from active_learning.acceptance.fallback import fallback_rejections
from active_learning.acceptance.monitor import Verdict, audit_evidence, audit_upper, judge_audits
from active_learning.acceptance.planning import labels_missing, labels_needed
from active_learning.acceptance.spending import look_share
from active_learning.acceptance.tallies import BINS, Tallies, bin_edges, bin_of

__all__ = [
    "BINS",
    "Certificate",
    "Step",
    "Tallies",
    "Verdict",
    "audit_evidence",
    "audit_upper",
    "bin_edges",
    "bin_of",
    "certify",
    "error_p_values",
    "fallback_rejections",
    "judge_audits",
    "labels_missing",
    "labels_needed",
    "look_share",
    "most_errors",
]
