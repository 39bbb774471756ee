"""Opens a PDF, or says why not and what to do about it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pypdfium2 import PdfDocument, PdfiumError, PdfPage
from pypdfium2 import raw as pdfium

from labeling.media.document import MAX_PAGES
from labeling.media.probe import MediaError
from labeling.media.sniffing import HEAD, read_head, sniff

__all__ = ["corner_of", "opened", "page_of", "size_of", "unturned"]


@contextmanager
def opened(path: Path) -> Iterator[PdfDocument]:
    """Yield the document; one whose table of objects is broken is repaired while it is read."""
    _check_content(path)
    try:
        document = PdfDocument(path)
    except PdfiumError as error:
        raise _refusal(error) from error
    try:
        count = len(document)
        if count == 0:
            raise MediaError("broken", "the PDF has no pages; save it again in a PDF program")
        if count > MAX_PAGES:
            detail = f"the PDF has {count:,} pages, at most {MAX_PAGES:,} are allowed: split it"
            raise MediaError("too_large", detail)
        yield document
    finally:
        document.close()


def _check_content(path: Path) -> None:
    head = read_head(path)
    if not head:
        raise MediaError("empty", "the file is empty")
    # Some writers put a few bytes before the header; readers accept it within the first 1,024.
    if b"%PDF-" not in head[:HEAD]:
        mime = sniff(head)
        raise MediaError("unsupported", f"the file is {mime}, not a PDF; print it to PDF first")


def _refusal(error: PdfiumError) -> MediaError:
    if error.err_code == pdfium.FPDF_ERR_PASSWORD:
        detail = (
            "the PDF is encrypted with a password. Open it with the password, save a copy "
            "without one (or run: qpdf --decrypt --password=... in.pdf out.pdf), and upload that"
        )
        return MediaError("unsupported", detail)
    detail = f"the PDF is broken or cut off and cannot be repaired: {error}"
    return MediaError("broken", detail)


@contextmanager
def page_of(document: PdfDocument, index: int) -> Iterator[PdfPage]:
    """Yield a page, counted from 0."""
    count = len(document)
    if index >= count:
        detail = f"there is no page {index}: the document has pages 0 to {count - 1}"
        raise MediaError("unasked", detail)
    try:
        page = document[index]
    except PdfiumError as error:
        detail = f"page {index + 1} of the PDF is broken and cannot be shown"
        raise MediaError("broken", detail) from error
    try:
        yield page
    finally:
        page.close()


def corner_of(page: PdfPage) -> tuple[float, float]:
    """Return left and top of the crop box in the file's frame, whose y axis points up."""
    rect = pdfium.FS_RECTF()
    if not pdfium.FPDF_GetPageBoundingBox(page, rect):
        left, _, _, top = page.get_cropbox()
        return left, top
    return rect.left, rect.top


def size_of(page: PdfPage) -> tuple[float, float]:
    """Return width and height of the crop box as it lies in the file, before any rotation."""
    width, height = page.get_size()
    turned = page.get_rotation() in {90, 270}
    return (height, width) if turned else (width, height)


def unturned(box: Sequence[float], turn: int, shown: tuple[float, float]) -> list[float]:
    """Return a box of the page as readers see it, on the page as it is stored.

    Parameters
    ----------
    box
        [x, y, width, height] in points of the page as it is shown.
    turn
        Degrees clockwise, 0, 90, 180 or 270, by which the file says to show the page.
    shown
        Width and height of the page as it is shown, in points.
    """
    x, y, width, height = box
    right, bottom = shown[0] - x - width, shown[1] - y - height
    found = {
        90: (y, right, height, width),
        180: (right, bottom, width, height),
        270: (bottom, x, height, width),
    }.get(turn % 360, (x, y, width, height))
    return [round(value, 3) for value in found]
