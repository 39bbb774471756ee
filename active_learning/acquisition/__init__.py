"""Acquisition functions: from a predictive distribution to a utility, larger is better."""

from active_learning.acquisition.aggregation import AGGREGATION_OF_KIND, AGGREGATIONS, aggregate
from active_learning.acquisition.bald import bald
from active_learning.acquisition.boxes import box_uncertainty, localisation_uncertainty
from active_learning.acquisition.distributions import (
    DistributionError,
    checked_distribution,
    in_blocks,
    top_two,
)
from active_learning.acquisition.entropy import entropy
from active_learning.acquisition.error_reduction import expected_error_reduction
from active_learning.acquisition.gradient_length import expected_gradient_length
from active_learning.acquisition.least_confidence import least_confidence
from active_learning.acquisition.links import link_margins
from active_learning.acquisition.margin import margin
from active_learning.acquisition.multilabel import (
    multilabel_entropy,
    multilabel_margin,
    multilabel_top,
)
from active_learning.acquisition.pairwise import pair_uncertainty
from active_learning.acquisition.parts import region_entropy, segment_entropy
from active_learning.acquisition.region_queries import PartQuery, query_parts
from active_learning.acquisition.registry import (
    ACQUISITIONS,
    ENSEMBLE_ACQUISITIONS,
    Acquisition,
    EnsembleAcquisition,
)
from active_learning.acquisition.relabelling import Relabelling, relabelling_utilities
from active_learning.acquisition.seed_band import Band, in_band, seed_band
from active_learning.acquisition.sequences import sequence_uncertainty, token_entropy
from active_learning.acquisition.variation_ratio import variation_ratio

__all__ = [
    "ACQUISITIONS",
    "AGGREGATIONS",
    "AGGREGATION_OF_KIND",
    "ENSEMBLE_ACQUISITIONS",
    "Acquisition",
    "Band",
    "DistributionError",
    "EnsembleAcquisition",
    "PartQuery",
    "Relabelling",
    "aggregate",
    "bald",
    "box_uncertainty",
    "checked_distribution",
    "entropy",
    "expected_error_reduction",
    "expected_gradient_length",
    "in_band",
    "in_blocks",
    "least_confidence",
    "link_margins",
    "localisation_uncertainty",
    "margin",
    "multilabel_entropy",
    "multilabel_margin",
    "multilabel_top",
    "pair_uncertainty",
    "query_parts",
    "region_entropy",
    "relabelling_utilities",
    "seed_band",
    "segment_entropy",
    "sequence_uncertainty",
    "token_entropy",
    "top_two",
    "variation_ratio",
]
