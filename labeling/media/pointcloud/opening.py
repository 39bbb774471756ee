"""Opens a medium: one cloud, or the zip of a scene's folder."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from labeling.media.pointcloud.layouts import frames_in
from labeling.media.pointcloud.reading import check_bytes
from labeling.media.pointcloud.scene import Frame, Scene
from labeling.media.probe import MediaError
from labeling.media.sniffing import read_head, sniff

__all__ = ["opened"]

MAX_MEMBERS = 100_000
MOST_PACKED = 200
"""Times smaller than its content: what is packed more is made to fill memory."""


@contextmanager
def opened(path: Path) -> Iterator[Scene]:
    """Open a medium, be it one cloud or a bundle."""
    if sniff(read_head(path)) != "application/zip":
        yield Scene((Frame(path.name),), lambda _: _bytes_of(path), is_bundle=False)
        return
    try:
        with zipfile.ZipFile(path) as archive:
            members = {item.filename: item for item in archive.infolist() if not item.is_dir()}
            if len(members) > MAX_MEMBERS:
                detail = f"the scene has {len(members):,} files, at most {MAX_MEMBERS:,} are read"
                raise MediaError("too_large", detail)

            def read(name: str) -> bytes:
                item = members.get(name)
                if item is None:
                    raise MediaError("broken", f"the scene has no file {name[:200]!r}")
                check_bytes(item.file_size)
                if item.file_size > MOST_PACKED * max(item.compress_size, 1):
                    raise MediaError("too_large", f"{name[:200]} unpacks suspiciously large")
                return archive.read(item)

            frames, sizes = frames_in(tuple(members), read)
            yield Scene(frames, read, is_bundle=True, sizes=sizes)
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError) as error:
        raise MediaError("broken", f"the scene's archive is damaged: {str(error)[:200]}") from error


def _bytes_of(path: Path) -> bytes:
    check_bytes(path.stat().st_size)
    return path.read_bytes()
