"""Writes a volume again without what names a patient; only such files are ever stored."""

import gzip
import shutil
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import IO, cast

import numpy as np
from pydicom.dataset import FileDataset

from labeling.media.probe import MediaError
from labeling.media.volume.opening import dicom_members, read_dicom, sort_of
from labeling.media.volume.tags import cleaned

__all__ = ["clean"]

EPOCH = (1980, 1, 1, 0, 0, 0)
CHUNK = 1 << 20
PACKING = 1

# Of a NIfTI header: free text, as (first byte, length), for both versions.
_TEXTS = {
    348: ((4, 10), (14, 18), (148, 80), (228, 24), (328, 16)),
    540: ((240, 80), (320, 24), (508, 16)),
}
_OFFSET = {348: (108, np.float32), 540: (168, np.int64)}


def clean(source: Path, out: Path) -> None:
    """Write `source` to `out` without what identifies people; equal files stay equal."""
    sort = sort_of(source)
    if sort == "nifti":
        with source.open("rb") as stream, out.open("wb") as target:
            _clean_nifti(stream, target)
    elif sort == "nifti_gz":
        try:
            with (
                gzip.open(source) as stream,
                out.open("wb") as file,
                gzip.GzipFile("", "wb", PACKING, file, mtime=0) as target,
            ):
                _clean_nifti(cast("IO[bytes]", stream), cast("IO[bytes]", target))
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise MediaError(
                "broken", "the .nii.gz is damaged or cut off: send it again"
            ) from error
    else:
        _clean_dicom(source, sort == "bundle", out)


def _clean_dicom(source: Path, is_bundle: bool, out: Path) -> None:
    """Files of a folder are named anew: their names may be people's."""
    with dicom_members(source, "bundle" if is_bundle else "dicom") as members:
        if not members:
            raise MediaError("empty", "the folder holds no DICOM files")
        if not is_bundle:
            with out.open("wb") as target:
                target.write(_bytes_of(cleaned(read_dicom(members[0], pixels=True))))
            return
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as bundle:
            for number, member in enumerate(members, 1):
                data = _bytes_of(cleaned(read_dicom(member, pixels=True)))
                bundle.writestr(zipfile.ZipInfo(f"{number:05}.dcm", EPOCH), data)


def _bytes_of(dataset: FileDataset) -> bytes:
    buffer = BytesIO()
    dataset.save_as(buffer, enforce_file_format=True)
    return buffer.getvalue()


def _clean_nifti(stream: IO[bytes], target: IO[bytes]) -> None:
    """Blank the free texts; drop the extensions, which hold anything (DICOM, AFNI, comments)."""
    first = stream.read(4)
    size = 348 if 348 in (int.from_bytes(first, "little"), int.from_bytes(first, "big")) else 540
    is_little = int.from_bytes(first, "little") == size
    header = bytearray(first + stream.read(size - 4))
    if len(header) < size:
        raise MediaError("broken", "the NIfTI header is cut off: send the file again")
    for at, length in _TEXTS[size]:
        header[at : at + length] = bytes(length)
    at, kind = _OFFSET[size]
    kind_here = np.dtype(kind).newbyteorder("<" if is_little else ">")
    offset = float(np.frombuffer(header, kind_here, 1, at)[0])
    if not size <= offset <= MAX_EXTENSIONS:
        raise MediaError("broken", f"the NIfTI header says that voxels begin at byte {offset:g}")
    header[at : at + kind_here.itemsize] = np.array([size + 4], kind_here).tobytes()
    skipped = int(offset) - size
    while skipped > 0 and (part := stream.read(min(skipped, CHUNK))):
        skipped -= len(part)
    target.write(bytes(header) + bytes(4))
    shutil.copyfileobj(stream, target, CHUNK)


MAX_EXTENSIONS = 1 << 28
