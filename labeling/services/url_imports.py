"""Files behind URLs as uploads, where the installation allows it."""

import tempfile
from collections.abc import Callable
from typing import IO, cast
from urllib.parse import unquote, urlsplit

from labeling.kernel.net import check_url, fetch
from labeling.models import Upload
from labeling.policies import Access
from labeling.services.uploads import LocalFile, store_upload

MAX_BYTES = 1 << 30
TIMEOUT_S = 60.0


def fetch_upload(*, access: Access, url: str, check: Callable[[], None] = lambda: None) -> Upload:
    """Fetch a public URL and keep it as if it had been sent; `check` may raise to end it."""
    check_url(url)
    with tempfile.TemporaryFile() as content:
        watched = cast("IO[bytes]", _Watched(content, check))
        final = fetch(url, watched, max_bytes=MAX_BYTES, timeout_s=TIMEOUT_S)
        content.seek(0)
        name = unquote(urlsplit(final).path).rsplit("/", 1)[-1] or "download"
        return store_upload(access=access, files=[LocalFile(name, content)])


class _Watched:
    """A file that asks at each write whether to go on."""

    def __init__(self, file: IO[bytes], check: Callable[[], None]) -> None:
        self._file = file
        self._check = check

    def write(self, part: bytes) -> int:
        """Write, unless the job was stopped."""
        self._check()
        return self._file.write(part)
