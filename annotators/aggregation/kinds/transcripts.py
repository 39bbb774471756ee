"""ROVER: transcripts aligned word by word, and a weighted vote in every slot."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["Transcript", "rover"]

NOTHING = ""
MAX_WORDS = 3_000


@dataclass(frozen=True, slots=True)
class Transcript:
    """The voted text, and the mean share of weight behind its words."""

    text: str
    confidence: float


def rover(texts: Sequence[str], weights: Sequence[float]) -> Transcript:
    """Return the consensus of some transcripts of one thing.

    Parameters
    ----------
    texts : sequence of str
    weights : sequence of float
        Of each person; the heaviest begins the alignment.

    References
    ----------
    Fiscus (1997), "A post-processing system to yield reduced word error rates: ROVER",
    doi:10.1109/ASRU.1997.659110.
    """
    order = sorted(range(len(texts)), key=lambda i: -weights[i])
    slots: list[dict[str, float]] = []
    told = 0.0
    for i in order:
        slots = _aligned(slots, texts[i].split()[:MAX_WORDS], weights[i], told)
        told += weights[i]
    chosen = [max(slot.items(), key=lambda item: item[1]) for slot in slots]
    words = [word for word, _ in chosen if word != NOTHING]
    shares = [weight / told for _, weight in chosen]
    return Transcript(" ".join(words), sum(shares) / len(shares) if shares else 1.0)


def _aligned(
    slots: list[dict[str, float]], words: list[str], weight: float, told: float
) -> list[dict[str, float]]:
    """Add a transcript to the slots; a new slot got silence from everybody before."""
    found: list[dict[str, float]] = []
    for slot, word in _path(slots, words):
        merged = defaultdict(float, slot if slot is not None else {NOTHING: told})
        merged[word] += weight
        found.append(dict(merged))
    return found


def _path(
    slots: list[dict[str, float]], words: list[str]
) -> list[tuple[dict[str, float] | None, str]]:
    """Cheapest alignment as pairs of a slot (None: a new one) and a word (empty: silence)."""
    costs = np.zeros((len(slots) + 1, len(words) + 1))
    costs[:, 0], costs[0, :] = np.arange(len(slots) + 1), np.arange(len(words) + 1)
    for i, slot in enumerate(slots, 1):
        for j, word in enumerate(words, 1):
            change = costs[i - 1, j - 1] + (word not in slot)
            costs[i, j] = min(change, costs[i - 1, j] + (NOTHING not in slot), costs[i, j - 1] + 1)
    i, j = len(slots), len(words)
    path: list[tuple[dict[str, float] | None, str]] = []
    while i or j:
        slot = slots[i - 1] if i else {}
        word = words[j - 1] if j else NOTHING
        if i and j and costs[i, j] == costs[i - 1, j - 1] + (word not in slot):
            i, j = i - 1, j - 1
            path.append((slot, word))
        elif i and (not j or costs[i, j] == costs[i - 1, j] + (NOTHING not in slot)):
            i -= 1
            path.append((slot, NOTHING))
        else:
            j -= 1
            path.append((None, word))
    return path[::-1]
