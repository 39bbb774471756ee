"""The learned linker: words and pieces of pictures in one space, by the links people confirm."""

from active_learning.linking.marks import Marks, PictureMark, WordMark
from active_learning.linking.scorer import LinkerFileError, LinkScorer, load_linker, save_linker
from active_learning.linking.uncertainty import chances, link_uncertainty

__all__ = [
    "LinkScorer",
    "LinkerFileError",
    "Marks",
    "PictureMark",
    "WordMark",
    "chances",
    "link_uncertainty",
    "load_linker",
    "save_linker",
]
