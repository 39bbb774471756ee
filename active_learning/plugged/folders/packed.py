"""Takes a model folder out of a zip: known names only, no more than is allowed, nowhere else."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath

from active_learning.plugged.faults import PlugFault
from active_learning.plugged.folders.layout import CONFIG, is_wanted, refuse_names
from active_learning.plugged.limits import MAX_BYTES

__all__ = ["is_packed_folder", "unpack_folder"]

MAX_MEMBERS = 2_000
MOST_PACKED = 50
"""Times that a file may be larger than what it lies in the archive as: weights hardly shrink."""
SMALL_BYTES = 8 << 20
"""Files up to here may be as dense as they like: word lists are."""
CHUNK = 1 << 20


def is_packed_folder(path: Path) -> bool:
    """Whether a file is a zip with a config.json in it, at the top or in the one folder there."""
    if not zipfile.is_zipfile(path):
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            return CONFIG in _members(archive)
    except (zipfile.BadZipFile, OSError, ValueError):
        return False


def unpack_folder(path: Path, target: Path) -> int:
    """Write what a folder's model needs into a new folder; return its bytes.

    Raises
    ------
    PlugFault
        For weights that are pickles, for too much, for what only swells, for a damaged archive.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = _members(archive)
            refuse_names(members)
            wanted = {name: info for name, info in members.items() if is_wanted(name)}
            _check_sizes(wanted.values())
            target.mkdir(parents=True)
            return sum(_written(archive, info, target / name) for name, info in wanted.items())
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError) as error:
        shutil.rmtree(target, ignore_errors=True)
        raise PlugFault("zip_damaged", f"The archive cannot be unpacked: {error}"[:300]) from error
    except PlugFault:
        shutil.rmtree(target, ignore_errors=True)
        raise


def _members(archive: zipfile.ZipFile) -> Mapping[str, zipfile.ZipInfo]:
    """Return the files beside config.json by their bare names; deeper ones are of no use."""
    infos = [info for info in archive.infolist() if not info.is_dir()][:MAX_MEMBERS]
    places = [PurePosixPath(info.filename) for info in infos]
    home = min(
        (place.parent for place in places if place.name == CONFIG and len(place.parts) <= 2),
        key=lambda parent: len(parent.parts),
        default=PurePosixPath("."),
    )
    return {
        place.name: info for place, info in zip(places, infos, strict=True) if place.parent == home
    }


def _check_sizes(infos: Collection[zipfile.ZipInfo]) -> None:
    if sum(info.file_size for info in infos) > MAX_BYTES:
        raise _too_large()
    for info in infos:
        if info.file_size > max(SMALL_BYTES, MOST_PACKED * info.compress_size):
            name = PurePosixPath(info.filename).name[:100]
            times = info.file_size // max(info.compress_size, 1)
            raise PlugFault(
                "dense",
                f"{name} would swell {times:,} times as it is unpacked; weights hardly shrink. "
                "Pack the folder anew from the model's own files.",
                name=name,
                times=times,
            )


def _written(archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path) -> int:
    """Write one member; what is larger than it said is cut off there."""
    size = 0
    with archive.open(info) as source, target.open("xb") as file:
        while chunk := source.read(CHUNK):
            size += len(chunk)
            if size > min(info.file_size, MAX_BYTES):
                raise _too_large()
            file.write(chunk)
    return size


def _too_large() -> PlugFault:
    return PlugFault(
        "too_large",
        f"The model is over {MAX_BYTES >> 20} MiB. Lay the folder on the server, or plug it in as "
        "a server.",
    )
