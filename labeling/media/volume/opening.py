"""Tells what a file is as a volume, and reads DICOM files one by one, alone or out of a bundle."""

import gzip
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Literal

import pydicom
from pydicom.dataset import FileDataset
from pydicom.errors import InvalidDicomError
from pydicom.uid import ImplicitVRLittleEndian

from labeling.media.probe import MediaError
from labeling.media.sniffing import read_head, sniff

__all__ = ["MAX_FILES", "Member", "Sort", "dicom_members", "read_dicom", "sort_of"]

Sort = Literal["dicom", "bundle", "nifti", "nifti_gz"]

MAX_FILES = 20_000
MAX_FILE_BYTES = 4 << 30
MAGIC = b"DICM"
NIFTI_1, NIFTI_2 = 348, 540
SPARSE = ("DICOMDIR", "LICENSE", "README", "VERSION")
REMEDY = "expected DICOM (one file, or a folder with one series) or NIfTI (.nii, .nii.gz)"


def sort_of(path: Path) -> Sort:
    """Return what a file is by its first bytes.

    Raises
    ------
    MediaError
        For what is neither DICOM nor NIfTI, with what would be.
    """
    head = read_head(path)
    if not head:
        raise MediaError("empty", "the file is empty")
    if head[128:132] == MAGIC:
        return "dicom"
    if head.startswith(b"PK\x03\x04"):
        return "bundle"
    if _is_nifti(head):
        return "nifti"
    if head.startswith(b"\x1f\x8b"):
        try:
            with gzip.open(path) as stream:
                head = stream.read(1024)
        except (OSError, EOFError, zlib.error) as error:
            raise MediaError(
                "broken", "the .gz file is damaged or cut off: send it again"
            ) from error
        if _is_nifti(head):
            return "nifti_gz"
        raise MediaError("unsupported", f"the .gz file holds no NIfTI volume; {REMEDY}")
    if _has_group(head):
        return "dicom"
    if sniff(head) in {"text/html", "image/svg+xml", "application/xml"}:
        raise MediaError("disguised", f"the file holds markup, no volume; {REMEDY}")
    raise MediaError("unsupported", f"the file is {sniff(head)}; {REMEDY}")


def _is_nifti(head: bytes) -> bool:
    sizes = {int.from_bytes(head[:4], "little"), int.from_bytes(head[:4], "big")}
    one = NIFTI_1 in sizes and head[344:347] in {b"n+1", b"ni1"}
    two = NIFTI_2 in sizes and head[4:7] in {b"n+2", b"ni2"}
    if (one and head[344:347] == b"ni1") or (two and head[4:7] == b"ni2"):
        detail = "a NIfTI header without its voxels (.hdr and .img); save both as one .nii file"
        raise MediaError("unsupported", detail)
    return one or two


def _has_group(head: bytes) -> bool:
    """Old files have no preamble and begin with the groups 0002 or 0008, in order."""
    return head[:2] in {b"\x02\x00", b"\x08\x00"} and head[3:4] == b"\x00" and len(head) > 132


@dataclass(frozen=True, slots=True)
class Member:
    """One DICOM file: its name for people, and how it is opened."""

    name: str
    open: Callable[[], IO[bytes]]


@contextmanager
def dicom_members(path: Path, sort: Sort) -> Iterator[list[Member]]:
    """Open the files of a medium; those of a folder that are no scans by name are left out."""
    if sort == "dicom":
        if path.stat().st_size > MAX_FILE_BYTES:
            raise MediaError("too_large", f"the file has more than {MAX_FILE_BYTES >> 30} GB")
        yield [Member("the file", lambda: path.open("rb"))]
        return
    try:
        with zipfile.ZipFile(path) as archive:
            items = [item for item in archive.infolist() if not item.is_dir()]
            if len(items) > MAX_FILES:
                detail = f"the folder has {len(items):,} files, at most {MAX_FILES:,} are read"
                raise MediaError("too_large", detail)
            if any(item.compress_type != zipfile.ZIP_STORED for item in items):
                raise MediaError("unsupported", "send the folder of the series, not a packed file")
            kept = [item for item in items if not item.filename.upper().startswith(SPARSE)]
            yield [
                Member(item.filename, lambda name=item.filename: archive.open(name))  # type: ignore[misc]
                for item in kept
            ]
    except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
        raise MediaError("broken", "the archive of the series is damaged") from error


def read_dicom(member: Member, *, pixels: bool) -> FileDataset:
    """Read one file; without its pixels it costs little.

    Raises
    ------
    MediaError
        Naming the file, when it is no DICOM image or cut off.
    """
    try:
        with member.open() as stream:
            head = stream.read(132)
            stream.seek(0)
            found = pydicom.dcmread(
                stream if not pixels else BytesIO(stream.read()),
                stop_before_pixels=not pixels,
                force=head[128:132] != MAGIC,
            )
            # Elements are read late; here, while the file is open.
            for _ in found.iterall():
                pass
    except InvalidDicomError as error:
        raise MediaError("unsupported", f"{member.name} is no DICOM file") from error
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
        detail = f"{member.name} is damaged or cut off ({str(error)[:120]}): send it again"
        raise MediaError("broken", detail) from error
    if "SOPClassUID" not in found or "SOPInstanceUID" not in found:
        raise MediaError("unsupported", f"{member.name} is no DICOM image")
    if "Rows" not in found or "Columns" not in found:
        name = getattr(found.SOPClassUID, "name", "of a kind without pixels")
        detail = f"{member.name} is {name}: it has no pixels to show; send the images"
        raise MediaError("unsupported", detail)
    if "TransferSyntaxUID" not in found.file_meta:
        found.file_meta.TransferSyntaxUID = ImplicitVRLittleEndian
    return found
