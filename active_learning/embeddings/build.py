"""Builds every encoder that is missing: `python -m active_learning.embeddings.build FOLDER`."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

from active_learning.embeddings.encoder import EncoderUnavailable
from active_learning.embeddings.feature_maps import FeatureMaps
from active_learning.embeddings.folder import VOICES, wanted_files
from active_learning.embeddings.image_classes import ImageClasses
from active_learning.embeddings.images import ImageEncoder
from active_learning.embeddings.text import TextEncoder
from active_learning.embeddings.voices import VoiceEncoder

__all__ = ["build_encoders"]


def build_encoders(models: Path) -> list[str]:
    """Build and open all encoders; return what could not be built and why."""
    missing = []
    encoders: list[Callable[[Path], object]] = [
        TextEncoder,
        ImageEncoder,
        FeatureMaps,
        ImageClasses,
    ]
    if VOICES in wanted_files():
        encoders.append(VoiceEncoder)
    for encoder in encoders:
        try:
            encoder(models)
        except EncoderUnavailable as error:
            missing.append(str(error))
    return missing


if __name__ == "__main__":
    # Exporters warn of what is meant (one clip of sound at a time); it would stand between the
    # lines of a first start. The encoders' tests say whether they answer rightly.
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    for line in build_encoders(Path(sys.argv[1])):
        sys.stderr.write(f"{line}\n")
