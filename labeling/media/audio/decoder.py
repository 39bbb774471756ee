"""Sound files: how long they are to the sample, whether browsers play them, and their views."""

from pathlib import Path

from labeling.media.audio import peaks, spectrum
from labeling.media.audio.reading import MAX_CHANNELS, length_of, opened, samples_of
from labeling.media.audio.rendition import write_rendition
from labeling.media.decoding.once import written_once
from labeling.media.decoding.order import Order
from labeling.media.levels import facts_of, read_tile
from labeling.media.probe import Probe

__all__ = ["VIEWS", "probe"]

TRUSTED_S = 0.05
"""A container that is further off in its own length is no guide for a player."""

BINARY = "application/octet-stream"


def probe(path: Path) -> Probe:
    """Decodes all of it: only so is the length known whatever the container says."""
    warnings: list[str] = []
    with opened(path) as sound:
        samples = length_of(sound)
        duration = samples / sound.rate
        said = sound.file.duration / 1_000_000 if sound.file.duration else None
        codec = sound.stream.codec.canonical_name
        container, rate, channels = sound.container, sound.rate, sound.channels
    if channels > MAX_CHANNELS:
        warnings.append(f"has {channels} channels; the first {MAX_CHANNELS} are shown")
    is_sure = said is not None and abs(said - duration) <= TRUSTED_S
    if said is not None and not is_sure:
        warnings.append(f"says that it lasts {said:.2f} s, and holds {duration:.2f} s of sound")
    plays = codec in container.codecs and is_sure
    exact = plays and (container.is_indexed or _is_even(path))
    hop = spectrum.hop_of(duration, rate)
    return Probe(
        type="audio",
        mime=container.mime,
        size=path.stat().st_size,
        duration=duration,
        is_web_safe=exact,
        facts={
            "rate": rate,
            "channels": min(channels, MAX_CHANNELS),
            "codec": codec,
            "plays": exact,
            "peaks": {
                "bucket_s": peaks.bucket_of(rate) / rate,
                "levels": peaks.levels_of(samples, rate),
                "factor": peaks.FACTOR,
                "tile": peaks.TILE,
            },
            "spectrogram": {
                "hop_s": hop / rate,
                "factor": spectrum.FACTOR,
                "tile": spectrum.TILE,
                "rows": spectrum.ROWS,
                "columns": samples // hop + 1,
                "range_db": spectrum.RANGE_DB,
            },
        },
        warnings=tuple(warnings),
    )


def _is_even(path: Path) -> bool:
    """Whether all packets are of one size but for a byte of padding, so that place tells time."""
    with opened(path) as sound:
        sizes = [packet.size for packet in sound.file.demux(sound.stream) if packet.size]
    return not sizes or max(sizes) - min(sizes[:-1] or sizes) <= 1


def _render_peaks(order: Order) -> str:
    tile = read_tile(_pyramid(order), order.whole("level"), order.whole("tile"), peaks.TILE)
    order.out.write_bytes(tile)
    return BINARY


def _pyramid(order: Order) -> Path:
    def write(out: Path) -> None:
        with opened(order.source) as sound:
            peaks.write_peaks(samples_of(sound), sound.rate, out)

    return written_once(order.folder / "peaks", write)


def _render_spectrogram(order: Order) -> str:
    # The pyramid knows the length to the sample; a container may be wrong.
    samples = facts_of(_pyramid(order))["samples"]
    with opened(order.source) as sound:
        rate = sound.rate

    def write(out: Path) -> None:
        with opened(order.source) as sound:
            spectrum.write_spectrum(samples_of(sound), rate, samples / rate, out)

    path = written_once(order.folder / "spectrum", write)
    tile = read_tile(path, order.whole("level"), order.whole("tile"), spectrum.TILE)
    order.out.write_bytes(spectrum.on_scale(tile, order.word("scale"), rate))
    return BINARY


def _render_audio(order: Order) -> str:
    with opened(order.source) as sound:
        return write_rendition(sound, order.out)


VIEWS = {"peaks": _render_peaks, "spectrogram": _render_spectrogram, "audio": _render_audio}
