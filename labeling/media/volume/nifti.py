"""NIfTI files as a scan."""

import gzip
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nibabel as nib
import numpy as np
from nibabel.filebasedimages import ImageFileError
from nibabel.spatialimages import HeaderDataError
from numpy.typing import NDArray

from labeling.media.probe import MediaError
from labeling.media.volume.scan import Scan, check_size

__all__ = ["opened_nifti"]

MIME = "application/x-nifti"
MILLIMETRES = {"meter": 1000.0, "micron": 0.001}
MAX_UNPACKED = 16 << 30
CHUNK = 1 << 20
APART_VOXELS = 0.1
"""How far sform and qform may place a corner differently."""


@contextmanager
def opened_nifti(path: Path, *, is_packed: bool) -> Iterator[Scan]:
    """Open a file; a packed one is unpacked beside, so that any slice is at hand."""
    if not is_packed:
        yield _scan(path)
        return
    with tempfile.NamedTemporaryFile(prefix="penumbra-nifti-", suffix=".nii") as plain:
        try:
            with gzip.open(path) as stream:
                while part := stream.read(CHUNK):
                    plain.write(part)
                    if plain.tell() > MAX_UNPACKED:
                        raise MediaError("too_large", "the .nii.gz unpacks to more than 16 GB")
        except (OSError, EOFError, zlib.error) as error:
            raise MediaError(
                "broken", "the .nii.gz is damaged or cut off: send it again"
            ) from error
        plain.flush()
        yield _scan(Path(plain.name))


def _scan(path: Path) -> Scan:
    # The name tells nibabel the format, and ours has none.
    with path.open("rb") as file:
        version: Any = nib.Nifti2Image if file.read(8)[4:7] == b"n+2" else nib.Nifti1Image
    try:
        image = (
            version.from_filename(str(path), mmap=True) if path.suffix else _unnamed(version, path)
        )
    except (ImageFileError, HeaderDataError, ValueError, OSError) as error:
        raise MediaError("broken", f"the NIfTI header is damaged ({str(error)[:160]})") from error
    header: Any = image.header
    sizes = [int(side) for side in header.get_data_shape()]
    sizes += [1] * (3 - len(sizes))
    if any(side > 1 for side in sizes[4:]):
        raise MediaError(
            "unsupported", f"the file has {len(sizes)} dimensions; at most 4 are shown"
        )
    shape, times = (sizes[0], sizes[1], sizes[2]), sizes[3] if len(sizes) > 3 else 1
    check_size(shape, times)
    kind = header.get_data_dtype()
    if kind.fields is not None or kind.kind == "c":
        raise MediaError(
            "unsupported", "the voxels are colours or complex numbers; save one channel"
        )
    held = path.stat().st_size - int(image.dataobj.offset)
    wanted = int(np.prod(sizes, dtype=np.int64)) * kind.itemsize
    if held < wanted:
        detail = f"the file is cut off: it holds {max(held, 0):,} of {wanted:,} bytes of voxels"
        raise MediaError("broken", f"{detail}; send it again")
    warnings: list[str] = []
    affine, is_placed = _affine(image, shape, warnings)
    voxels = image.dataobj

    def read(index: int, time: int) -> NDArray[np.float32]:
        at = (slice(None), slice(None), index, time)[: max(voxels.ndim, 2)]
        found = np.asarray(voxels[at], np.float32)
        return found.reshape(shape[:2]).T

    low, high = float(header["cal_min"]), float(header["cal_max"])
    window = (
        ((low + high) / 2, high - low) if np.isfinite([low, high]).all() and high > low else None
    )
    return Scan(MIME, shape, affine, read, times, "", "", is_placed, window, False, warnings)


def _unnamed(version: Any, path: Path) -> Any:
    holder = nib.FileHolder(filename=str(path))
    return version.from_file_map({"image": holder, "header": holder})


def _affine(
    image: Any, shape: tuple[int, int, int], warnings: list[str]
) -> tuple[NDArray[np.float64], bool]:
    """The sform where there is one, else the qform; in millimetres."""
    header = image.header
    sform, qform = header.get_sform(coded=True), header.get_qform(coded=True)
    affine = np.array(image.affine, float)
    space = header.get_xyzt_units()[0]
    affine[:3] *= MILLIMETRES.get(space, 1.0)
    if not np.isfinite(affine).all() or abs(np.linalg.det(affine[:3, :3])) < 1e-12:
        warnings.append("the file's orientation is unusable; voxels are taken as upright and 1 mm")
        return np.diag([-1.0, -1.0, 1.0, 1.0]), False
    if sform[0] is not None and qform[0] is not None:
        corner = np.array([*shape, 1.0])
        apart = np.abs((sform[0] - qform[0]) @ corner).max()
        if apart > APART_VOXELS * min(header.get_zooms()[:3]):
            warnings.append(f"sform and qform differ by {apart:.1f} mm; the sform is used")
    if sform[0] is None and qform[0] is None:
        warnings.append("the file does not say how it is turned; left and right may be exchanged")
    return affine, True
