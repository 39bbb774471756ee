"""PDF files by PDFium: what they hold, pictures of their pages, and their text."""

import json
from pathlib import Path
from typing import Any

from PIL import Image
from pypdfium2 import PdfDocument

from labeling.media.decoding.order import Order
from labeling.media.document.glyphs import glyphs_of, runs_of, text_of
from labeling.media.document.opening import corner_of, opened, page_of, size_of, unturned
from labeling.media.document.scanned import as_text
from labeling.media.probe import MediaError, Probe

__all__ = ["VIEWS", "probe"]

MAX_PIXELS = 24_000_000
"""Of one picture; a larger page (a plan, a poster) is drawn smaller than asked."""
OCR_SCALE = 2.0
"""144 dots an inch: letters of six points are some twelve pixels high."""
THUMBNAIL_PX = 320
LETTER = (612.0, 792.0)
"""Size of a page that cannot be read, so that the others keep their numbers."""


def probe(path: Path) -> Probe:
    """Read every page: its size, its turn, and how much text it has."""
    warnings: list[str] = []
    sizes: list[tuple[float, float]] = []
    turns: list[int] = []
    counts: list[int] = []
    broken: list[int] = []
    with opened(path) as document:
        for index in range(len(document)):
            try:
                size, turn, count = _measure(document, index)
            except MediaError:
                broken.append(index + 1)
                size, turn, count = LETTER, 0, 0
            sizes.append((round(size[0], 3), round(size[1], 3)))
            turns.append(turn)
            counts.append(count)
    if len(broken) == len(sizes):
        raise MediaError("broken", "no page of the PDF can be read; save it again from its source")
    if broken:
        listed = ", ".join(map(str, broken[:10])) + (" ..." if len(broken) > 10 else "")
        warnings.append(f"cannot be read on page {listed}")
    scanned = sum(count == 0 for count in counts) - len(broken)
    if scanned:
        warnings.append(f"has {scanned} of {len(counts)} pages without text: scans can be boxed")
    facts = {"pages": sizes, "page_texts": counts, "rotations": turns, "broken": broken}
    return Probe(
        type="document",
        mime="application/pdf",
        size=path.stat().st_size,
        frames=len(sizes),
        facts=facts,
        warnings=tuple(warnings),
    )


def _measure(document: PdfDocument, index: int) -> tuple[tuple[float, float], int, int]:
    with page_of(document, index) as page:
        size = size_of(page)
        if min(size) <= 0:
            raise MediaError("broken", f"page {index + 1} has no area")
        text = page.get_textpage()
        try:
            return size, page.get_rotation(), sum(1 for _ in glyphs_of(text))
        finally:
            text.close()


def _draw(order: Order, scale: float, index: int) -> Image.Image:
    with opened(order.source) as document:
        if document.get_formtype():
            document.init_forms()  # what people filled in is part of the page
        with page_of(document, index) as page:
            width, height = page.get_size()
            if min(width, height) <= 0:
                raise MediaError("broken", f"page {index + 1} of the PDF has no area")
            most = (MAX_PIXELS / (width * height)) ** 0.5
            bitmap = page.render(scale=min(scale, most), rev_byteorder=True)
            try:
                image: Image.Image = bitmap.to_pil()
                return image.convert("RGB")
            finally:
                bitmap.close()


def _render_page(order: Order) -> str:
    """Write the page as readers see it: turned as the file says.

    JPEG without chroma loss: encoded in a sixth of the time of PNG or WebP, and at 92 the eye
    finds no difference on print.
    """
    image = _draw(order, float(order.word("scale")), order.whole("page"))
    image.save(order.out, "JPEG", quality=92, subsampling=0)
    return "image/jpeg"


def _render_thumbnail(order: Order) -> str:
    image = _draw(order, 0.6, order.whole("page"))
    image.thumbnail((THUMBNAIL_PX, THUMBNAIL_PX), Image.Resampling.LANCZOS)
    image.save(order.out, "JPEG", quality=85)
    return "image/jpeg"


def _render_words(order: Order) -> str:
    """Write a page's text and the rows of its characters, see `glyphs.Run`."""
    with opened(order.source) as document, page_of(document, order.whole("page")) as page:
        text = page.get_textpage()
        try:
            runs = [run.to_json() for run in runs_of(text, *corner_of(page))]
            return _write(order, {"text": text_of(text), "runs": runs})
        finally:
            text.close()


def _render_texts(order: Order) -> str:
    """Write the text of every page, to be searched; of one that cannot be read none."""
    with opened(order.source) as document:
        return _write(order, {"texts": [_text(document, i) for i in range(len(document))]})


def _text(document: PdfDocument, index: int) -> str:
    try:
        with page_of(document, index) as page:
            text = page.get_textpage()
            try:
                return text_of(text)
            finally:
                text.close()
    except MediaError:
        return ""


def _render_ocr(order: Order) -> str:
    """Write the words that are printed on a page, `box` in points as in `words`."""
    words, turn, shown = _read(order)
    words = [{**word, "box": unturned(word["box"], turn, shown)} for word in words]
    return _write(order, {"words": words})


def _render_scan(order: Order) -> str:
    """Write what is printed on a page in the form of `words`, for a page without a text."""
    return _write(order, as_text(*_read(order)))


def _read(order: Order) -> tuple[list[dict[str, Any]], int, tuple[float, float]]:
    """Return the printed words in points of the page as it is shown, its turn and its size."""
    # Only these views need the recogniser, which takes a second to load.
    from labeling.media.image.reading import read_words  # noqa: PLC0415

    index = order.whole("page")
    with opened(order.source) as document, page_of(document, index) as page:
        turn, shown = page.get_rotation(), page.get_size()
    image = _draw(order, OCR_SCALE, index)
    scale = image.width / shown[0]
    words = [{**word, "box": [side / scale for side in word["box"]]} for word in read_words(image)]
    return words, turn, shown


def _write(order: Order, value: Any) -> str:
    order.out.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), "utf-8")
    return "application/json"


VIEWS = {
    "page": _render_page,
    "words": _render_words,
    "texts": _render_texts,
    "ocr": _render_ocr,
    "scan": _render_scan,
    "thumb": _render_thumbnail,
}
