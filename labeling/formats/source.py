"""Opens uploads as sources: one file, several files, or zips, with every guard against strangers.

Nothing is ever extracted to a path that a stranger chose: members are read where they lie, and the
one archive inside an archive that is expanded goes to a nameless temporary file.
"""

import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from labeling.formats.base import Problem
from labeling.formats.names import fault_of_name, is_junk, kept_name, without_common_folder

__all__ = ["LIMITS", "Limits", "Upload", "UploadSource", "open_source"]

CHUNK = 1 << 20
ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
FILE_KIND, LINK = 0o170000, 0o120000
ENCRYPTED = 1
FOREIGN_ARCHIVES = {
    b"\x1f\x8b": "gzip",
    b"7z\xbc\xaf": "7-Zip",
    b"Rar!": "RAR",
    b"BZh": "bzip2",
    b"\xfd7zX": "xz",
}
PACKED_MEDIA = (".nii.gz",)
"""Gzip files that are no archives: their decoders unpack them."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an archive may expand to before it is refused."""

    members: int = 200_000
    member_bytes: int = 4 << 30
    total_bytes: int = 50 << 30
    ratio: int = 200
    """Expanded over compressed size of one member; text rarely passes 50."""
    ratio_from_bytes: int = 8 << 20
    """Smaller members may be as dense as they like."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Upload:
    """A received file: where it lies, and the name it came under."""

    name: str
    path: Path


class UploadSource:
    """Members of the uploads by name; `notes` tells what was refused or left aside."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.notes: list[Problem] = []
        self.is_archive = False
        self._files: dict[str, Path] = {}
        self._zipped: dict[str, tuple[zipfile.ZipFile, zipfile.ZipInfo]] = {}
        self._order: list[str] = []

    def members(self) -> Sequence[str]:
        """Return the names inside, in order."""
        return self._order

    def size(self, member: str) -> int:
        """Return the member's size in bytes."""
        if member in self._files:
            return self._files[member].stat().st_size
        return self._zipped[member][1].file_size

    def open(self, member: str) -> IO[bytes]:
        """Open a member for reading bytes."""
        if member in self._files:
            return self._files[member].open("rb")
        archive, info = self._zipped[member]
        return archive.open(info)

    def head(self, member: str, size: int = 65536) -> bytes:
        """Return the first bytes of a member; nothing when they are damaged."""
        try:
            with self.open(member) as stream:
                return stream.read(size)
        except (zipfile.BadZipFile, EOFError, OSError):
            return b""

    def add_file(self, name: str, path: Path) -> None:
        """Make a plain file a member."""
        self._files[self._free(name)] = path

    def add_zipped(self, name: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
        """Make an entry of an archive a member."""
        self._zipped[self._free(name)] = (archive, info)

    def note(self, detail: str, file: str, *, is_warning: bool = True) -> None:
        """Tell about an entry that is no member."""
        self.notes.append(Problem(detail, file=file[:200], is_warning=is_warning))

    def _free(self, name: str) -> str:
        """Return the name, changed when an earlier member has it already."""
        free, n = name, 2
        while free in self._files or free in self._zipped:
            free, n = f"{n}/{name}", n + 1
        self._order.append(free)
        return free


@contextmanager
def open_source(uploads: Sequence[Upload], limits: Limits = LIMITS) -> Iterator[UploadSource]:
    """Open uploads as one source, closing everything at the end.

    What cannot be used at all (a damaged archive, one over the limits) leaves a note that is no
    warning, and no members.
    """
    with ExitStack() as stack:
        source = UploadSource(uploads[0].name if uploads else "")
        opener = _Opener(source, limits, stack)
        for upload in uploads:
            opener.add_upload(upload)
        yield source


class _Opener:
    """Fills a source with the members of uploads."""

    def __init__(self, source: UploadSource, limits: Limits, stack: ExitStack) -> None:
        self._source = source
        self._limits = limits
        self._stack = stack

    def add_upload(self, upload: Upload) -> None:
        """Add a plain file, or what is in an archive."""
        with upload.path.open("rb") as stream:
            head = stream.read(6)
        foreign = [name for magic, name in FOREIGN_ARCHIVES.items() if head.startswith(magic)]
        if head.startswith(ZIP_MAGIC):
            self._add_archive(upload.name, upload.path, prefix="", is_nested=False)
        elif foreign and not upload.name.lower().endswith(PACKED_MEDIA):
            detail = f"{foreign[0]} archives are not read. Pack the files as a zip instead."
            self._source.note(detail, upload.name, is_warning=False)
        else:
            self._source.add_file(_plain_name(upload.name), upload.path)

    def _add_archive(
        self, name: str, file: Path | IO[bytes], *, prefix: str, is_nested: bool
    ) -> None:
        try:
            archive = self._stack.enter_context(zipfile.ZipFile(file))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            self._source.note(f"The archive is damaged: {error}.", name, is_warning=is_nested)
            return
        self._source.is_archive = True
        entries = [info for info in archive.infolist() if not info.is_dir()]
        if said := _fault_of_sizes(entries, self._limits):
            self._source.note(said, name, is_warning=is_nested)
            return
        named = [(kept_name(info), info) for info in entries]
        usable = [pair for pair in named if not is_junk(pair[0]) and self._accepts(*pair)]
        shorts = without_common_folder([full for full, _ in usable])
        for (full, info), short in zip(usable, shorts, strict=True):
            if full.lower().endswith(".zip"):
                self._add_inner(archive, info, prefix + short, is_nested=is_nested)
            else:
                self._source.add_zipped(prefix + short, archive, info)

    def _accepts(self, name: str, info: zipfile.ZipInfo) -> bool:
        """Whether an entry is a plain file with a harmless name; else say why not."""
        said = fault_of_name(name)
        if info.external_attr >> 16 & FILE_KIND == LINK:
            said = "is a link; links are not followed"
        elif info.flag_bits & ENCRYPTED:
            said = "is encrypted"
        elif info.compress_type not in METHODS:
            said = "is packed by a method that is not read"
        if said:
            self._source.note(f"Left out: the entry {said}.", name)
        return not said

    def _add_inner(
        self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, member: str, *, is_nested: bool
    ) -> None:
        """Expand an archive inside the archive once; deeper ones are only reported."""
        if is_nested:
            said = "Left out: an archive inside an archive inside an archive."
            self._source.note(said, member)
            return
        # Closed, and so removed, with everything else at the end.
        inner = self._stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
        try:
            with archive.open(info) as stream:
                while chunk := stream.read(CHUNK):
                    inner.write(chunk)
        except (zipfile.BadZipFile, EOFError, OSError) as error:
            self._source.note(f"Left out: the inner archive is damaged ({error}).", member)
            return
        self._add_archive(member, inner, prefix=f"{member[:-4]}/", is_nested=True)


def _plain_name(name: str) -> str:
    """Return a usable member name for a file that came by itself."""
    if not fault_of_name(name):
        return name
    return PurePosixPath(name.replace("\\", "/")).name or "file"


def _fault_of_sizes(entries: Sequence[zipfile.ZipInfo], limits: Limits) -> str:
    if len(entries) > limits.members:
        return f"The archive has {len(entries):,} files, at most {limits.members:,} are allowed."
    total = sum(info.file_size for info in entries)
    if total > limits.total_bytes:
        return f"The archive expands to {_mib(total)} MiB, at most {_mib(limits.total_bytes)}."
    for info in entries:
        if info.file_size > limits.member_bytes:
            size, most = _mib(info.file_size), _mib(limits.member_bytes)
            return f"{info.filename[:100]} expands to {size} MiB, at most {most} are allowed."
        dense = info.file_size > limits.ratio * max(info.compress_size, 1)
        if dense and info.file_size > limits.ratio_from_bytes:
            ratio = info.file_size // max(info.compress_size, 1)
            return (
                f"{info.filename[:100]} expands {ratio:,} times, to {_mib(info.file_size)} MiB; "
                f"at most {limits.ratio} times is allowed. Send it unpacked if it is meant."
            )
    return ""


def _mib(size: int) -> str:
    return f"{size / (1 << 20):,.0f}"
