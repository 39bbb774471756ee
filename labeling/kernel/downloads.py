"""Files out of our own folders: whole or in ranges, never run as anything by a browser."""

import mimetypes
import re
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header

CHUNK = 1 << 18
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")
SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'"


def file_response(
    request: HttpRequest,
    path: Path,
    *,
    name: str,
    mime: str = "",
    inline: bool = False,
    etag: str = "",
    immutable: bool = False,
) -> HttpResponseBase:
    """Answer with a file: 200, 206 for one range, 304 for a known ETag, 416 out of bounds."""
    if etag and request.headers.get("If-None-Match") == etag:
        response: HttpResponseBase = HttpResponse(status=304)
    else:
        response = _body(request, path, etag)
    mime = mime or mimetypes.guess_type(name)[0] or "application/octet-stream"
    response["Content-Type"] = mime
    response["Accept-Ranges"] = "bytes"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = SANDBOX
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Content-Disposition"] = content_disposition_header(not inline, name) or "attachment"
    if etag:
        response["ETag"] = etag
    cache = "private, max-age=31536000, immutable" if immutable else "private, no-cache"
    response["Cache-Control"] = cache
    return response


def _body(request: HttpRequest, path: Path, etag: str) -> HttpResponseBase:
    stat = path.stat()
    wanted = _wanted_range(request, stat.st_size, etag)
    if wanted is None:
        response: HttpResponseBase = StreamingHttpResponse(_slice(path, 0, stat.st_size - 1))
        response["Content-Length"] = str(stat.st_size)
    elif wanted[0] > wanted[1]:
        response = HttpResponse(status=416)
        response["Content-Range"] = f"bytes */{stat.st_size}"
    else:
        start, end = wanted
        response = StreamingHttpResponse(_slice(path, start, end))
        response.status_code = 206
        response["Content-Range"] = f"bytes {start}-{end}/{stat.st_size}"
        response["Content-Length"] = str(end - start + 1)
    response["Last-Modified"] = formatdate(stat.st_mtime, usegmt=True)
    return response


def _wanted_range(request: HttpRequest, size: int, etag: str) -> tuple[int, int] | None:
    """Return first and last byte, (1, 0) for a range outside, None for the whole file.

    Several ranges at once may be answered by the whole file (RFC 9110), and are.
    """
    found = _RANGE.fullmatch(request.headers.get("Range", "").replace(" ", ""))
    condition = request.headers.get("If-Range")
    if found is None or not any(found.groups()) or (condition and condition != etag):
        return None
    first, last = found.groups()
    if not first:
        length = int(last)
        return (max(0, size - length), size - 1) if length and size else (1, 0)
    start, end = int(first), min(int(last) if last else size - 1, size - 1)
    return (start, end) if start <= end else (1, 0)


def _slice(path: Path, start: int, end: int) -> Iterator[bytes]:
    left = end - start + 1
    with path.open("rb") as file:
        file.seek(start)
        while left > 0 and (chunk := file.read(min(CHUNK, left))):
            left -= len(chunk)
            yield chunk
