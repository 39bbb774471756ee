"""Which measures a kind of label has; the first is the one that is shown and averaged."""

from collections.abc import Mapping
from types import MappingProxyType

from annotators.agreement.kinds.answers import EQUAL, JACCARD, KENDALL, NEAR, PATH
from annotators.agreement.kinds.areas import MATCHED_IOU
from annotators.agreement.kinds.boundary import BOUNDARY
from annotators.agreement.kinds.measure import Measure
from annotators.agreement.kinds.spans import EXACT, OVERLAPPING, PARTIAL
from annotators.agreement.kinds.tracks import IDENTITY
from annotators.agreement.kinds.transcripts import CHARACTERS, WORDS
from labeling.regions import KINDS

__all__ = ["MEASURES"]

MEASURES: Mapping[str, tuple[Measure, ...]] = MappingProxyType(
    dict.fromkeys(KINDS, (MATCHED_IOU,))
    | {
        "span": (EXACT, OVERLAPPING, PARTIAL),
        "mask": (MATCHED_IOU, BOUNDARY),
        "track": (MATCHED_IOU, IDENTITY),
        "choice": (EQUAL,),
        "pairwise": (EQUAL,),
        "datetime": (EQUAL,),
        "multichoice": (JACCARD,),
        "rating": (NEAR,),
        "number": (NEAR,),
        "ranking": (KENDALL,),
        "taxonomy": (PATH,),
        "textarea": (CHARACTERS, WORDS),
    }
)
