"""Fitted heads: numpy prediction and safetensors files, without torch."""

from active_learning.learners.heads.features import Features
from active_learning.learners.heads.files import HeadFileError, Metadata, load_heads, save_heads
from active_learning.learners.heads.linear import LinearHead

__all__ = [
    "Features",
    "HeadFileError",
    "LinearHead",
    "Metadata",
    "load_heads",
    "save_heads",
]
