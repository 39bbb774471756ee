"""Uploads: files received and not yet imported, in a folder of ours under a name of ours."""

import json
import logging
import shutil
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import IO, Protocol

from django.conf import settings
from django.utils import timezone

from labeling.formats.source import Upload as UploadedFile
from labeling.formats.source import UploadSource, open_source
from labeling.kernel.errors import BadInput, NotFound, TooLarge
from labeling.models import Project, Upload
from labeling.policies import Access

logger = logging.getLogger(__name__)
FOLDER = "uploads"
NAMES = "names.json"
CHUNK = 1 << 20
MAX_BYTES = 20 << 30
MAX_FILES = 10_000
KEPT_FOR = timedelta(days=1)


class ReceivedFile(Protocol):
    """A file as the web framework hands it over."""

    name: str | None

    def chunks(self) -> Iterator[bytes]:
        """Yield its bytes."""


def store_upload(*, access: Access, files: Sequence[ReceivedFile]) -> Upload:
    """Keep received files for a preview and an import; those left over from yesterday go."""
    if not files or len(files) > MAX_FILES:
        raise BadInput(f"Send one to {MAX_FILES:,} files in the part `file`.")
    remove_old_uploads()
    path = Path(FOLDER) / uuid.uuid4().hex
    folder = _root() / path
    folder.mkdir(parents=True)
    names = [(file.name or f"file {i + 1}")[:255] for i, file in enumerate(files)]
    try:
        size = sum(_write(file, folder / str(i)) for i, file in enumerate(files))
        if size > MAX_BYTES:
            raise TooLarge(f"At most {MAX_BYTES >> 30} GiB can be sent at once.")
        (folder / NAMES).write_text(json.dumps(names), encoding="utf-8")
        return access.project.uploads.create(
            user=access.user, name=names[0].rsplit("/", 1)[-1], path=str(path), size=size
        )
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def store_bytes(*, access: Access, name: str, data: bytes) -> Upload:
    """Keep pasted text, or a list of tasks, as if it had been sent as a file."""
    return store_upload(access=access, files=[_Bytes(name, data)])


def get_upload(project: Project, upload_id: int) -> Upload:
    """Return an upload of the project."""
    upload = project.uploads.filter(pk=upload_id).first()
    if upload is None:
        raise NotFound("There is no such upload: it was imported, or is older than a day.")
    return upload


@contextmanager
def open_upload(upload: Upload) -> Iterator[UploadSource]:
    """Open an upload as a source for importers."""
    folder = _root() / upload.path
    try:
        names = json.loads((folder / NAMES).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise NotFound("The files of this upload are gone; send them again.") from error
    files = [UploadedFile(name, folder / str(i)) for i, name in enumerate(names)]
    with open_source(files) as source:
        yield source


def remove_upload(upload: Upload) -> None:
    """Forget an upload and its files."""
    shutil.rmtree(_root() / upload.path, ignore_errors=True)
    upload.delete()


def remove_old_uploads() -> None:
    """Forget uploads that nobody imported for a day."""
    for upload in Upload.objects.filter(created_at__lt=timezone.now() - KEPT_FOR)[:100]:
        remove_upload(upload)


def _root() -> Path:
    return Path(settings.PENUMBRA_DATA)


def _write(file: ReceivedFile, path: Path) -> int:
    done = 0
    with path.open("xb") as target:
        for chunk in file.chunks():
            done += len(chunk)
            if done > MAX_BYTES:
                raise TooLarge(f"At most {MAX_BYTES >> 30} GiB can be sent at once.")
            target.write(chunk)
    return done


class _Bytes:
    """Bytes in memory as a received file."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name: str | None = name
        self._data = data

    def chunks(self) -> Iterator[bytes]:
        """Yield them."""
        yield self._data


class LocalFile:
    """A file on this machine as a received file (commands, fetched URLs)."""

    def __init__(self, name: str, stream: IO[bytes]) -> None:
        self.name: str | None = name
        self._stream = stream

    def chunks(self) -> Iterator[bytes]:
        """Yield its bytes."""
        while chunk := self._stream.read(CHUNK):
            yield chunk
