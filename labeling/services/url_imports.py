"""Files behind URLs as uploads, where the installation allows it."""

import tempfile
from typing import IO, cast
from urllib.parse import unquote, urlsplit

from labeling.formats.base import ImportOptions
from labeling.kernel.jobs import JobRun, enqueue
from labeling.kernel.net import check_url, fetch
from labeling.models import Upload
from labeling.policies import Access
from labeling.services.import_preview import preview_upload
from labeling.services.uploads import LocalFile, store_upload

MAX_BYTES = 1 << 30
TIMEOUT_S = 60.0


def start_url_preview(*, access: Access, url: str, format: str, options: ImportOptions) -> int:
    """Enqueue the fetching of a URL and the look at what comes; return the job's id."""
    check_url(url)  # a refusal is told at once, and found again when the job fetches
    return enqueue(
        "labeling.preview_url",
        project_id=access.project.pk,
        created_by_id=access.user.pk,
        kwargs={
            "project_id": access.project.pk,
            "user_id": access.user.pk,
            "url": url,
            "format": format,
            "mapping": dict(options.mapping),
            "encoding": options.encoding,
            "delimiter": options.delimiter,
        },
    )


def preview_url(
    run: JobRun, *, access: Access, url: str, format: str, options: ImportOptions
) -> None:
    """Fetch a URL; the preview of it becomes the job's report."""
    upload = fetch_upload(run, access=access, url=url)
    run.progress(0, None, "Reading")
    preview = preview_upload(project=access.project, upload=upload, format=format, options=options)
    run.report(preview.as_json())


def fetch_upload(run: JobRun, *, access: Access, url: str) -> Upload:
    """Fetch a public URL inside a job and keep it as if it had been sent."""
    check_url(url)
    with tempfile.TemporaryFile() as content:
        watched = cast("IO[bytes]", _Watched(content, run))
        final = fetch(url, watched, max_bytes=MAX_BYTES, timeout_s=TIMEOUT_S)
        content.seek(0)
        name = unquote(urlsplit(final).path).rsplit("/", 1)[-1] or "download"
        return store_upload(access=access, files=[LocalFile(name, content)])


class _Watched:
    """A file that tells its job at each write how much came."""

    def __init__(self, file: IO[bytes], run: JobRun) -> None:
        self._file = file
        self._run = run
        self._came = 0

    def write(self, part: bytes) -> int:
        """Write, unless the job was stopped."""
        self._came += len(part)
        self._run.progress(0, None, f"Fetching: {self._came / 1e6:.1f} MB")
        return self._file.write(part)
