"""Writes small PDF files: lines of text in the standard fonts, boxes, rules and pictures."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from PIL import Image

__all__ = ["Page", "write_pdf"]

Colour = tuple[float, float, float]
FONTS = ("Helvetica", "Helvetica-Bold", "Times-Roman", "Courier")
BLACK: Colour = (0.0, 0.0, 0.0)


@dataclass
class Page:
    """One page; x and y count in points from the top left of its media box.

    Attributes
    ----------
    crop
        left, top, right, bottom of the crop box in the same frame; all of the page where None.
    turn
        Degrees, clockwise, by which readers turn it.
    """

    width: float = 595.0
    height: float = 842.0
    crop: tuple[float, float, float, float] | None = None
    turn: int = 0
    _content: list[bytes] = field(default_factory=list)
    _images: list[bytes] = field(default_factory=list)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 11.0,
        *,
        font: str = "Helvetica",
        colour: Colour = BLACK,
    ) -> None:
        """Write one line; y is its base line."""
        said = words.encode("cp1252", "replace")
        escaped = said.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        red, green, blue = colour
        head = f"BT {red:g} {green:g} {blue:g} rg /F{FONTS.index(font)} {size:g} Tf"
        place = f"1 0 0 1 {x:g} {self.height - y:g} Tm ("
        self._content.append(f"{head} {place}".encode() + escaped + b") Tj ET")

    def box(
        self, x: float, y: float, width: float, height: float, fill: Colour = (0.9, 0.9, 0.9)
    ) -> None:
        """Fill a rectangle."""
        red, green, blue = fill
        place = f"{x:g} {self.height - y - height:g} {width:g} {height:g} re f"
        self._content.append(f"{red:g} {green:g} {blue:g} rg {place}".encode())

    def rule(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.7) -> None:
        """Draw a straight line."""
        path = f"{x0:g} {self.height - y0:g} m {x1:g} {self.height - y1:g} l S"
        self._content.append(f"0.3 0.3 0.3 RG {width:g} w {path}".encode())

    def picture(self, image: Image.Image, x: float, y: float, width: float, height: float) -> None:
        """Place a picture, as a scanner places a whole page."""
        data = BytesIO()
        image.convert("RGB").save(data, "JPEG", quality=82)
        head = (
            f"<< /Type /XObject /Subtype /Image /Width {image.width} /Height {image.height} "
            f"/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode "
            f"/Length {data.tell()} >>\nstream\n"
        )
        place = f"q {width:g} 0 0 {height:g} {x:g} {self.height - y - height:g} cm"
        self._content.append(f"{place} /I{len(self._images)} Do Q".encode())
        self._images.append(head.encode() + data.getvalue() + b"\nendstream")


def write_pdf(path: Path, pages: Sequence[Page]) -> Path:
    """Write the file and return where it is."""
    objects: list[bytes] = [b"", b""]  # catalog and tree, known at the end

    def add(body: bytes) -> int:
        objects.append(body)
        return len(objects)

    fonts = " ".join(f"/F{i} {add(_font(name))} 0 R" for i, name in enumerate(FONTS))
    kids = []
    for page in pages:
        content = b"\n".join(page._content)
        stream = add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        images = " ".join(f"/I{i} {add(body)} 0 R" for i, body in enumerate(page._images))
        kids.append(add(_page(page, stream, fonts, images).encode()))
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>".encode()
    path.write_bytes(_file(objects))
    return path


def _font(name: str) -> bytes:
    kind = f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
    return kind.encode()


def _page(page: Page, stream: int, fonts: str, images: str) -> str:
    crop = ""
    if page.crop:
        left, top, right, bottom = page.crop
        crop = f"/CropBox [{left:g} {page.height - bottom:g} {right:g} {page.height - top:g}] "
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page.width:g} {page.height:g}] {crop}"
        f"/Rotate {page.turn} /Contents {stream} 0 R "
        f"/Resources << /Font << {fonts} >> /XObject << {images} >> >> >>"
    )


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return bytes(out + trailer % (len(objects) + 1, start))
