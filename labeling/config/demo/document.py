"""Paper of a small maker of lamps: invoices over two pages, reports in columns, scanned notes."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from labeling.config.demo.pdf import Page, write_pdf

__all__ = ["tasks"]

GOODS = (
    ("Desk lamp Orion, oak", 89.0),
    ("Reading lamp Vesper", 64.5),
    ("Wall light Crescent, pair", 142.0),
    ("Ceiling lamp Halo 60", 219.0),
    ("Dimmer, brass knob", 31.2),
    ("Lamp shade, linen", 27.9),
    ("Lantern Penumbra", 118.0),
    ("LED filament bulb, 4 W", 6.4),
)
PEOPLE = ("Ilse Brandt", "Tomás Vega", "Mei Lin", "Oskar Dahl", "Priya Nair", "Jean Morel")
SHOPS = ("Kontor Nord", "Casa Clara", "Moonlight Interiors", "Dahl & Sons", "Atelier Morel")
STREETS = ("Harbour Road", "Linden Street", "Mill Lane", "Station Square", "North Quay")
TOWNS = ("1100 Arden", "4021 Bellmere", "7700 Corvale", "2350 Dunholm")
MONTHS = ("January", "March", "May", "July", "September", "November")
GLOW, INK, PALE = (0.93, 0.62, 0.2), (0.13, 0.16, 0.22), (0.95, 0.93, 0.89)
SENTENCES = (
    "The new shade keeps the glare from the reader's eyes.",
    "Half of all returns concern a dimmer that hums at low light.",
    "Oak from the northern mill is drier and splits less often.",
    "We tested forty lamps for a thousand hours each.",
    "Two of them failed, both at the same solder joint.",
    "Customers ask for warmer light in the evening.",
    "The workshop will move its paint line in spring.",
    "A lamp that can be mended is kept three times as long.",
    "Packing without foam saved nine tonnes of waste.",
    "The brass knob is turned by hand and costs more than the bulb.",
)


def tasks(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield documents of three kinds in turn."""
    makers = (_invoice, _report, _scan)
    for index in range(count):
        pages = makers[index % 3](rng, index)
        kind = ("invoice", "report", "delivery-note")[index % 3]
        path = write_pdf(folder / f"{kind}-{index + 1:02}.pdf", pages)
        yield {"data": {"document": path}}


def _head(page: Page, title: str, number: str) -> None:
    page.box(0, 0, page.width, 74, INK)
    page.box(0, 74, page.width, 4, GLOW)
    page.text(56, 46, "LUMEN WORKS", 22, font="Helvetica-Bold", colour=(1, 1, 1))
    page.text(56, 62, "Lamps made by hand since 1968", 9, colour=(0.85, 0.8, 0.7))
    page.text(390, 40, title, 15, font="Helvetica-Bold", colour=(1, 1, 1))
    page.text(390, 58, number, 10, colour=(0.9, 0.9, 0.9))


def _foot(page: Page, index: int, count: int) -> None:
    page.rule(56, 796, page.width - 56, 796)
    page.text(56, 812, "Lumen Works - 8 Kiln Yard - 1100 Arden - hello@lumen.example", 8)
    page.text(page.width - 106, 812, f"Page {index} of {count}", 8)


def _pick(rng: np.random.Generator, options: Sequence[str]) -> str:
    return options[int(rng.integers(len(options)))]


def _invoice(rng: np.random.Generator, index: int) -> list[Page]:
    number, day = f"LW-{2026_100 + index * 7}", f"{rng.integers(1, 28)} {_pick(rng, MONTHS)} 2026"
    first, second = Page(), Page()
    _head(first, "INVOICE", number)
    address = (_pick(rng, SHOPS), f"{rng.integers(1, 90)} {_pick(rng, STREETS)}", _pick(rng, TOWNS))
    for row, line in enumerate(address):
        first.text(56, 130 + 15 * row, line, 11, font="Helvetica-Bold" if row == 0 else "Helvetica")
    facts = (("Invoice date", day), ("Customer", f"C-{rng.integers(1000, 9999)}"))
    for row, (name, value) in enumerate((*facts, ("Contact", _pick(rng, PEOPLE)))):
        first.text(370, 130 + 15 * row, name, 10, colour=(0.4, 0.4, 0.4))
        first.text(450, 130 + 15 * row, value, 10)
    total = _items(first, rng)
    first.text(56, 700, "Please pay within 30 days to the account below.", 10)
    first.text(56, 716, "IBAN XX12 3456 7890 1234 5678 - Bank of Arden", 10, font="Courier")
    first.text(56, 738, f"Reference: {number}. Amount due: EUR {total:,.2f}.", 10)
    _foot(first, 1, 2)
    _head(second, "TERMS", number)
    _columns(second, rng, top=120, bottom=560)
    second.text(56, 610, "Signed for Lumen Works", 10)
    second.text(56, 650, _pick(rng, PEOPLE), 20, font="Times-Roman", colour=(0.15, 0.2, 0.55))
    second.rule(56, 660, 230, 660)
    _foot(second, 2, 2)
    return [first, second]


def _items(page: Page, rng: np.random.Generator) -> float:
    """Write a table of goods and return the sum."""
    columns = (56.0, 306.0, 370.0, 450.0)
    page.box(50, 222, 495, 22, PALE)
    for x, name in zip(columns, ("Article", "Pieces", "Price", "Sum"), strict=True):
        page.text(x, 237, name, 10, font="Helvetica-Bold")
    total, y = 0.0, 262.0
    for at in rng.permutation(len(GOODS))[: int(rng.integers(3, 7))]:
        name, price = GOODS[int(at)]
        pieces = int(rng.integers(1, 24))
        total += pieces * price
        row = (name, str(pieces), f"{price:,.2f}", f"{pieces * price:,.2f}")
        for x, words in zip(columns, row, strict=True):
            page.text(x, y, words, 10)
        page.rule(50, y + 7, 545, y + 7, 0.3)
        y += 24
    for name, value in (("Net", total), ("VAT 21 %", total * 0.21), ("Total", total * 1.21)):
        font = "Helvetica-Bold" if name == "Total" else "Helvetica"
        page.text(370, y + 10, name, 11, font=font)
        page.text(450, y + 10, f"EUR {value:,.2f}", 11, font=font)
        y += 18
    return total * 1.21


def _report(rng: np.random.Generator, index: int) -> list[Page]:
    first, second = Page(), Page(842, 595)
    first.text(56, 96, f"Workshop report {index + 1}", 26, font="Times-Roman")
    first.text(56, 118, f"{_pick(rng, PEOPLE)}, {_pick(rng, MONTHS)} 2026", 11, font="Helvetica")
    first.rule(56, 130, 539, 130, 1.2)
    _columns(first, rng, top=160, bottom=420)
    _chart(first, rng, 56, 450, 483, 190)
    first.text(56, 664, "Figure 1. Lamps finished in each week of the quarter.", 9)
    first.text(56, 700, "Summary", 14, font="Helvetica-Bold")
    for row in range(3):
        first.text(56, 722 + 15 * row, _pick(rng, SENTENCES), 10.5, font="Times-Roman")
    _foot(first, 1, 2)
    second.text(70, 100, "Appendix: hours at the benches", 18, font="Helvetica-Bold")
    for row in range(9):
        for column in range(4):
            words = f"Bench {row}" if column == 0 else f"{rng.integers(12, 48)} h"
            if row == 0:
                words = ("Bench", "Turning", "Wiring", "Finish")[column]
            font = "Helvetica-Bold" if row == 0 else "Helvetica"
            second.text(70 + 110 * column, 140 + 22 * row, words, 11, font=font)
        second.rule(66, 147 + 22 * row, 490, 147 + 22 * row, 0.3)
    return [first, second]


def _columns(page: Page, rng: np.random.Generator, top: float, bottom: float) -> None:
    """Fill two columns with sentences, broken by words."""
    for left in (56.0, 310.0):
        y, line = top, ""
        while y < bottom:
            for word in _pick(rng, SENTENCES).split():
                if len(line) + len(word) > 46:
                    page.text(left, y, line, 10.5, font="Times-Roman")
                    y, line = y + 15, ""
                line = f"{line} {word}".strip()
            if rng.random() < 0.2:
                page.text(left, y, line, 10.5, font="Times-Roman")
                y, line = y + 24, ""


def _chart(page: Page, rng: np.random.Generator, *place: float) -> None:
    left, top, width, height = place
    page.box(left, top, width, height, (0.97, 0.97, 0.96))
    values = rng.integers(20, 100, 13)
    step = width / len(values)
    for at, value in enumerate(values):
        tall = (height - 30) * value / 100
        page.box(left + at * step + 6, top + height - 16 - tall, step - 12, tall, GLOW)
        page.text(left + at * step + step / 2 - 5, top + height - 4, f"W{at + 1}", 7)
    page.rule(left, top + height - 16, left + width, top + height - 16)


def _scan(rng: np.random.Generator, index: int) -> list[Page]:
    """Return a delivery note as a scanner gives it: one picture a little aslant, no text."""
    image = Image.new("L", (1000, 1414), 246)
    pen = ImageDraw.Draw(image)
    large, plain = ImageFont.load_default(46), ImageFont.load_default(25)
    pen.text((90, 110), "DELIVERY NOTE", fill=30, font=large)
    pen.text((90, 180), f"No. {5_000 + index * 13}   {_pick(rng, SHOPS)}", fill=60, font=plain)
    for row in range(int(rng.integers(4, 8))):
        y = 300 + 62 * row
        name = GOODS[int(rng.integers(len(GOODS)))][0]
        pen.rectangle((90, y, 116, y + 26), outline=70, width=2)
        if rng.random() < 0.7:
            pen.line((92, y + 12, 102, y + 24, 122, y - 6), fill=40, width=4)
        pen.text((140, y), f"{rng.integers(1, 20):>2} x {name}", fill=50, font=plain)
        pen.line((90, y + 46, 900, y + 46), fill=190, width=1)
    pen.ellipse((620, 930, 880, 1110), outline=110, width=6)
    pen.text((668, 1000), "RECEIVED", fill=110, font=ImageFont.load_default(34))
    pen.text((90, 1120), f"Signed: {_pick(rng, PEOPLE)}", fill=50, font=plain)
    aslant = image.rotate(
        float(rng.uniform(-2, 2)), fillcolor=232, resample=Image.Resampling.BICUBIC
    )
    noise = rng.normal(0, 7, (image.height, image.width))
    grey = np.clip(np.asarray(aslant.filter(ImageFilter.GaussianBlur(0.7))) + noise, 0, 255)
    page = Page()
    page.picture(Image.fromarray(grey.astype(np.uint8)), 0, 0, page.width, page.height)
    return [page]
