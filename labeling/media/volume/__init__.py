"""Volumes: DICOM series and NIfTI files, shown by slices in three planes with their true values."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from labeling.media.kind import MediaKind
from labeling.media.parameters import Choice, Number, Whole
from labeling.media.volume.heads import are_projections, is_dicom
from labeling.regions.volume import PLANES

__all__ = ["KIND"]

SUFFIXES = frozenset({".dcm", ".dicom", ".ima"})
CATALOGUE = "DICOMDIR"
FARTHEST = 1e12


def _is_series(names: Sequence[str]) -> bool:
    """Whether these are the slices of a scan: archives often name them without an ending."""
    if any("/" in name for name in names):
        return False
    endings = [PurePosixPath(name).suffix.lower() for name in names if name.upper() != CATALOGUE]
    return len(endings) > 1 and all(
        not ending or ending in SUFFIXES or ending[1:].isdigit() for ending in endings
    )


KIND = MediaKind(
    type="volume",
    mimes=frozenset({"application/dicom", "application/zip", "application/x-nifti"}),
    suffixes=SUFFIXES | {".nii", ".nii.gz", ".gz"},
    decoder="labeling.media.volume.decoder",
    views={
        "slice": {
            "plane": Choice(PLANES),
            "index": Whole(0, 0, 100_000),
            "time": Whole(0, 0, 100_000),
        },
        "grow": {
            "x": Whole(0, 0, 100_000),
            "y": Whole(0, 0, 100_000),
            "z": Whole(0, 0, 100_000),
            "time": Whole(0, 0, 100_000),
            "low": Number(0.0, -FARTHEST, FARTHEST),
            "high": Number(0.0, -FARTHEST, FARTHEST),
        },
        "info": {},
        "thumb": {},
    },
    prepared=("thumb",),
    is_bundle=_is_series,
    stands_apart=are_projections,
    knows=is_dicom,
    cleans=True,
    memory_mb=12_288,
    seconds=300.0,
)
