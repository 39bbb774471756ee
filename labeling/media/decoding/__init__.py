"""Reads strangers' files in processes of their own, with limits on memory and time."""

from labeling.media.decoding.pool import DecoderPool

__all__ = ["DecoderPool"]
