"""Files behind URLs as uploads, where the installation allows it."""

import tempfile
from urllib.parse import unquote, urlsplit

from labeling.kernel.net import check_url, fetch
from labeling.models import Upload
from labeling.policies import Access
from labeling.services.uploads import LocalFile, store_upload

MAX_BYTES = 1 << 30
TIMEOUT_S = 60.0


def fetch_upload(*, access: Access, url: str) -> Upload:
    """Fetch a public URL and keep it as if it had been sent."""
    check_url(url)
    with tempfile.TemporaryFile() as content:
        final = fetch(url, content, max_bytes=MAX_BYTES, timeout_s=TIMEOUT_S)
        content.seek(0)
        name = unquote(urlsplit(final).path).rsplit("/", 1)[-1] or "download"
        return store_upload(access=access, files=[LocalFile(name, content)])
