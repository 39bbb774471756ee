"""The waveform as a pyramid: for ever longer stretches of time the lowest, highest and mean level.

One file holds all levels. A bucket is `channels` times three signed bytes: lowest, highest, root
mean square. Amplitudes are stored as the signed square root, in 127 steps, which keeps quiet
speech as finely stepped as the eye needs: `amplitude = sign(b) * (b / 127) ** 2`.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from labeling.media.audio.reading import Samples
from labeling.media.levels import LevelWriter

__all__ = ["FACTOR", "TILE", "bucket_of", "levels_of", "write_peaks"]

FACTOR = 4
"""Buckets of one level that make one of the next."""
TILE = 4096
"""Buckets that a client gets at once."""
SMALLEST_LEVEL = 2048
FINEST_PER_SECOND = 1000
STEPS = 127

Level = NDArray[np.float32]
"""(buckets, channels, 3): lowest, highest, mean square."""


def bucket_of(rate: int) -> int:
    """Samples in a bucket of level 0: a power of two, a millisecond or less."""
    bucket = 1
    while rate / (bucket * 2) >= FINEST_PER_SECOND:
        bucket *= 2
    return bucket


def levels_of(samples: int, rate: int) -> int:
    """Return the number of levels; the last has at most `SMALLEST_LEVEL` buckets."""
    count, levels = -(-samples // bucket_of(rate)), 1
    while count > SMALLEST_LEVEL:
        count, levels = -(-count // FACTOR), levels + 1
    return levels


def write_peaks(chunks: Iterator[Samples], rate: int, out: Path) -> None:
    """Write the pyramid of a sound as it streams by; memory grows with level 1 only.

    It notes the number of `samples`.
    """
    bucket = bucket_of(rate)
    first = next(chunks)
    with LevelWriter(out, 3 * first.shape[0]) as writer:
        writer.begin()
        above: list[Level] = []
        carry: Level = np.zeros((0, first.shape[0], 3), np.float32)
        rest: Samples = first[:, :0]
        samples = 0
        for chunk in chain([first], chunks):
            samples += chunk.shape[1]
            whole = np.concatenate([rest, chunk], axis=1)
            kept = whole.shape[1] // bucket * bucket
            rest = whole[:, kept:]
            level = _level(whole[:, :kept], bucket)
            writer.append(_coded(level))
            joined = np.concatenate([carry, level])
            full = len(joined) // FACTOR * FACTOR
            above.append(_coarser(joined[:full]))
            carry = joined[full:]
        if rest.shape[1]:
            level = _level(rest, rest.shape[1])
            writer.append(_coded(level))
            carry = np.concatenate([carry, level])
        above.append(_coarser(carry))
        writer.facts["samples"] = samples
        level = np.concatenate(above)
        for _ in range(levels_of(samples, rate) - 1):
            writer.begin()
            writer.append(_coded(level))
            level = _coarser(level)


def _level(samples: Samples, bucket: int) -> Level:
    cut = samples.reshape(samples.shape[0], -1, bucket)
    found = np.stack(
        [cut.min(axis=2), cut.max(axis=2), np.einsum("cbs,cbs->cb", cut, cut) / bucket], axis=2
    )
    return np.ascontiguousarray(found.transpose(1, 0, 2))


def _coarser(level: Level) -> Level:
    """Join `FACTOR` buckets each; the last may hold fewer."""
    if not len(level):
        return level
    starts = np.arange(0, len(level), FACTOR)
    sizes = np.diff([*starts, len(level)]).astype(np.float32)[:, None]
    return np.stack(
        [
            np.minimum.reduceat(level[:, :, 0], starts),
            np.maximum.reduceat(level[:, :, 1], starts),
            np.add.reduceat(level[:, :, 2], starts) / sizes,
        ],
        axis=2,
    )


def _coded(level: Level) -> bytes:
    amplitude = level.copy()
    amplitude[:, :, 2] = np.sqrt(amplitude[:, :, 2])
    size = np.sqrt(np.minimum(np.abs(amplitude), 1.0))
    coded: NDArray[np.int8] = np.rint(np.copysign(size, amplitude) * STEPS).astype(np.int8)
    return coded.tobytes()
