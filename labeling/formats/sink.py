"""Where exports are written: one file, or a zip whose members are spooled until they are whole."""

import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Self, cast

from labeling.formats.base import ExportMedia

__all__ = ["FileSink", "OpenMedia", "ZipSink"]

OpenMedia = Callable[[ExportMedia], IO[bytes]]
SPOOL_BYTES = 1 << 20
# Already packed: deflating them again costs time and gains nothing.
PACKED = (
    "image/jpeg",
    "image/png",
    "image/webp",
    "image/gif",
    "video/",
    "audio/",
    "application/pdf",
)


class FileSink:
    """One plain file; the member's name does not matter."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def open(self, member: str) -> IO[bytes]:
        """Open the file for writing."""
        return self._path.open("wb", buffering=1 << 18)

    def add_media(self, member: str, media: ExportMedia) -> None:
        """One file holds no media."""
        raise ValueError(f"{member}: media need an archive")

    def open_media(self, media: ExportMedia) -> IO[bytes]:
        """One file is written without looking at media."""
        raise ValueError(f"{media.name}: media need an archive")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        return None


class ZipSink:
    """A zip archive. Members may be open at the same time; each is stored when it is closed."""

    def __init__(self, path: Path, open_media: OpenMedia) -> None:
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=3)
        self._open_media = open_media
        self._stored: dict[str, str] = {}

    def open(self, member: str) -> IO[bytes]:
        """Open a member for writing."""
        return cast("IO[bytes]", _Member(self._zip, member))

    def add_media(self, member: str, media: ExportMedia) -> None:
        """Copy a media file, once a name."""
        if self._stored.setdefault(member, media.sha256) != media.sha256:
            folder, _, name = member.rpartition("/")
            member = f"{folder}/{media.sha256[:8]}/{name}"
        if member in self._zip.NameToInfo:
            return
        info = zipfile.ZipInfo(member)
        info.compress_type = (
            zipfile.ZIP_STORED if media.mime.startswith(PACKED) else zipfile.ZIP_DEFLATED
        )
        with self._open_media(media) as source, self._zip.open(info, "w") as target:
            shutil.copyfileobj(source, target, 1 << 18)

    def open_media(self, media: ExportMedia) -> IO[bytes]:
        """Open a media file for reading."""
        return self._open_media(media)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()


class _Member:
    """A member being written: in memory while small, in a nameless file when larger."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self._zip = archive
        self._name = name
        self._spool = tempfile.SpooledTemporaryFile(max_size=SPOOL_BYTES)  # noqa: SIM115  (close)
        self.write = self._spool.write

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self.close()
        self._spool.close()

    def close(self) -> None:
        """Store the member, with a fixed time stamp so that equal exports are equal files."""
        if self._spool.closed:
            return
        self._spool.seek(0)
        info = zipfile.ZipInfo(self._name)
        info.compress_type = zipfile.ZIP_DEFLATED
        with self._zip.open(info, "w", force_zip64=True) as target:
            shutil.copyfileobj(self._spool, target, 1 << 18)
        self._spool.close()
