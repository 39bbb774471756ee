"""DICOM images as a scan: one series, in values of its modality."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydicom.dataset import Dataset, FileDataset
from pydicom.pixels.decoders.base import get_decoder
from pydicom.pixels.processing import apply_color_lut, apply_modality_lut
from pydicom.pixels.utils import pixel_array
from pydicom.uid import UID

from labeling.media.probe import MediaError
from labeling.media.volume.opening import Member, read_dicom
from labeling.media.volume.scan import Scan, Window, check_size
from labeling.media.volume.series import Frame, Stack, frames_of, stacked

__all__ = ["scan_of"]

LISTED = 8
LUMA = np.array([0.299, 0.587, 0.114])
MIME = "application/dicom"
DECOMPRESS = "decompress it first, for example by `gdcmconv --raw` or `dcmdjpeg`"


def scan_of(members: list[Member], mime: str) -> Scan:
    """Return the scan that these files hold together.

    Raises
    ------
    MediaError
        For files of several series, each named, or pixels that cannot be decoded here.
    """
    headers = [read_dicom(member, pixels=False) for member in members]
    _refuse_mixed(headers)
    first = headers[0]
    _refuse_packing(first)
    frames = [one for file, found in enumerate(headers) for one in frames_of(file, found)]
    stack = stacked(frames, _thickness(first))
    slices, times = len(stack.places[0]), len(stack.places)
    shape = (int(first.Columns), int(first.Rows), slices)
    check_size(shape, times)
    warnings = list(stack.warnings)
    if str(first.get("BurnedInAnnotation", "")).upper() == "YES":
        warnings.append("the pixels have text burned in, which may name the patient: look at them")
    if int(first.get("SamplesPerPixel") or 1) > 1 or "PALETTE" in str(_colours(first)):
        warnings.append("colours are shown as grey")
    if not frames[0].spacing:
        warnings.append("the file does not say how large its pixels are; measures are in voxels")
    return Scan(
        mime=mime,
        shape=shape,
        affine=stack.affine,
        read=_Reader(members, headers, stack),
        times=times,
        modality=str(first.get("Modality") or ""),
        unit="HU" if first.get("Modality") == "CT" else str(first.get("RescaleType") or ""),
        is_placed=stack.is_placed and frames[0].spacing is not None,
        window=_window(first),
        is_inverted=_colours(first) == "MONOCHROME1",
        warnings=warnings,
    )


class _Reader:
    """Decodes a slice when it is asked for; keeps the last file open, so to say."""

    def __init__(self, members: list[Member], headers: list[FileDataset], stack: Stack) -> None:
        self._members = members
        self._stack = stack
        self._shape = (int(headers[0].Rows), int(headers[0].Columns))
        self._last: tuple[int, FileDataset] | None = None

    def __call__(self, index: int, time: int) -> NDArray[np.float32]:
        frame = self._stack.places[time][index]
        if frame is None:
            return np.full(self._shape, np.nan, np.float32)
        values = _values(self._dataset(frame), frame, self._members[frame.file].name)
        if values.shape != self._shape:
            raise MediaError("broken", f"{self._members[frame.file].name} has another size")
        return values

    def _dataset(self, frame: Frame) -> FileDataset:
        if self._last is None or self._last[0] != frame.file:
            self._last = (frame.file, read_dicom(self._members[frame.file], pixels=True))
        return self._last[1]


def _values(found: FileDataset, frame: Frame, name: str) -> NDArray[np.float32]:
    try:
        pixels = pixel_array(found, index=frame.number)
        if _colours(found) == "PALETTE COLOR":
            pixels = apply_color_lut(pixels, found) / 256
        if pixels.ndim == 3:
            return np.asarray(np.rint(pixels[..., :3] @ LUMA), np.float32)
        return np.asarray(_rescaled(pixels, found, frame), np.float32)
    except MemoryError:
        raise
    except Exception as error:  # decoders raise anything on damaged pixels
        detail = f"the pixels of {name} are damaged, cut off or packed in a rare way"
        raise MediaError("broken", f"{detail} ({str(error)[:160]}): send it again") from error


def _rescaled(pixels: NDArray[Any], found: Dataset, frame: Frame) -> NDArray[Any]:
    if "DoseGridScaling" in found:
        return np.asarray(pixels * float(found.DoseGridScaling))
    inner = _inner(found, frame, "PixelValueTransformationSequence")
    if inner is not None and "RescaleSlope" in inner:
        return np.asarray(pixels * float(inner.RescaleSlope) + float(inner.RescaleIntercept))
    return np.asarray(apply_modality_lut(pixels, found))


def _inner(found: Dataset, frame: Frame | None, sequence: str) -> Dataset | None:
    each = found.get("PerFrameFunctionalGroupsSequence")
    number = frame.number if frame else 0
    for groups in ([each[number]] if each else []) + list(
        found.get("SharedFunctionalGroupsSequence") or []
    ):
        if items := groups.get(sequence):
            inner: Dataset = items[0]
            return inner
    return None


def _window(found: Dataset) -> Window | None:
    source = _inner(found, None, "FrameVOILUTSequence") or found
    values = [source.get("WindowCenter"), source.get("WindowWidth")]
    numbers = [value[0] if hasattr(value, "__len__") and value else value for value in values]
    try:
        centre, width = (float(number) for number in numbers)
    except (TypeError, ValueError):
        return None
    return (centre, width) if np.isfinite([centre, width]).all() and width >= 1e-9 else None


def _thickness(found: Dataset) -> float | None:
    measures = _inner(found, None, "PixelMeasuresSequence") or found
    for name in ("SpacingBetweenSlices", "SliceThickness"):
        value = measures.get(name)
        if value and abs(float(value)) > 0:
            return abs(float(value))
    return None


def _colours(found: Dataset) -> str:
    return str(found.get("PhotometricInterpretation") or "").strip().upper()


def _refuse_mixed(headers: list[FileDataset]) -> None:
    """One medium is one series of one size."""
    series = Counter(
        (
            str(found.get("SeriesInstanceUID", "")),
            f"{found.get('Modality', '?')} "
            f"{found.Columns}x{found.Rows}, series {found.get('SeriesNumber') or '?'}",
        )
        for found in headers
    )
    if len(series) == 1:
        return
    listed = "; ".join(
        f"{count} files of {name}" for (_, name), count in series.most_common(LISTED)
    )
    more = f"; and {len(series) - LISTED} more" if len(series) > LISTED else ""
    detail = f"the folder holds {len(series)} series ({listed}{more})"
    raise MediaError("unsupported", f"{detail}: put each into a folder of its own")


def _refuse_packing(found: FileDataset) -> None:
    syntax: UID = found.file_meta.TransferSyntaxUID
    if not syntax.is_compressed or syntax.is_deflated:
        return
    try:
        if get_decoder(syntax).is_available:
            return
    except NotImplementedError:
        pass
    raise MediaError(
        "unsupported", f"pixels packed as {syntax.name} are not read here: {DECOMPRESS}"
    )
