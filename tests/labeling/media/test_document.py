"""PDFs: sizes and text of pages, where characters stand, and what is refused with a remedy."""

import json

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from labeling.config.demo.pdf import Page, write_pdf
from labeling.media import MediaError
from labeling.media.document.scanned import as_text
from tests.labeling.media.decoders import probe_as, render
from tests.shared_data import shared

RED = (0.86, 0.1, 0.1)


def words_of(source, folder, page=0):
    assert render("document", "words", source, folder / "words", page=page) == "application/json"
    return json.loads((folder / "words").read_text("utf-8"))


def box_of(words, sought):
    """Return left, top, right, bottom of a string in horizontal rows."""
    start = words["text"].index(sought)
    end = start + len(sought)
    for run in words["runs"]:
        count = len(run["edges"]) - 1
        if run["start"] <= start and end <= run["start"] + count and run["way"] == "right":
            x0, x1 = run["edges"][start - run["start"]], run["edges"][end - run["start"]]
            return x0, run["box"][1], x1, run["box"][3]
    raise AssertionError(words)


@pytest.fixture
def letter(tmp_path):
    pages = [Page(), Page(400, 300), Page()]
    pages[0].text(72, 100, "Total 42", 12)
    pages[0].text(72, 120, "Second line: 100 EUR", 12)
    pages[0].text(400, 100, "right column", 12)
    pages[1].text(100, 90, "Small page", 20)
    return write_pdf(tmp_path / "letter.pdf", pages)


def test_every_page_says_its_size_and_how_much_text_it_has(letter, tmp_path):
    found = probe_as("document", letter)
    assert found.facts["pages"] == [(595, 842), (400, 300), (595, 842)]
    counts = [len(words_of(letter, tmp_path, page)["text"]) for page in range(3)]
    assert found.facts["page_texts"] == counts
    assert counts[2] == 0
    assert "1 of 3 pages without text" in found.warnings[0]


def test_words_stand_where_they_are_printed(letter, tmp_path):
    words = words_of(letter, tmp_path)
    left, top, right, bottom = box_of(words, "Total 42")
    assert left == pytest.approx(72, abs=1)
    assert top < 92 < 100 < bottom
    assert right == pytest.approx(115, abs=3)
    assert box_of(words, "right column")[0] == pytest.approx(400, abs=1)


def test_the_texts_of_all_pages_are_those_of_each(letter, tmp_path):
    render("document", "texts", letter, tmp_path / "texts")
    texts = json.loads((tmp_path / "texts").read_text("utf-8"))["texts"]
    assert texts == [words_of(letter, tmp_path, page)["text"] for page in range(3)]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_crop_and_turn_change_the_picture_and_not_the_coordinates(turn, tmp_path):
    page = Page(400, 300, crop=(50, 40, 350, 260), turn=turn)
    page.box(100, 70, 60, 30, RED)
    page.text(100, 150, "Total 42", 12)
    source = write_pdf(tmp_path / "turned.pdf", [page])
    facts = probe_as("document", source).facts
    assert (facts["pages"], facts["rotations"]) == ([(300, 220)], [turn])
    left, top, _, bottom = box_of(words_of(source, tmp_path), "Total 42")
    assert (left, top) == (pytest.approx(50, abs=1), pytest.approx(99, abs=6))
    assert top < 110 < bottom + 1
    assert red_box(source, tmp_path, 0) == pytest.approx(
        {
            0: (50, 30, 110, 60),
            90: (160, 50, 190, 110),
            180: (190, 160, 250, 190),
            270: (30, 190, 60, 250),
        }[turn],
        abs=1,
    )


def red_box(source, folder, page):
    """Return where the red block is on the picture, in points."""
    assert render("document", "page", source, folder / "page", page=page, scale=2) == "image/jpeg"
    red, green, _ = Image.open(folder / "page").convert("RGB").split()
    mask = Image.eval(green, lambda value: 255 if value < 110 else 0)
    bright = Image.eval(red, lambda value: 255 if value > 160 else 0)
    found = Image.composite(mask, Image.new("L", mask.size), bright).getbbox()
    return tuple(value / 2 for value in found)


def test_the_cropped_and_turned_pages_of_case_o52(tmp_path):
    source = shared("cases/files/O52/crop_rotate.pdf")
    expected = json.loads(source.with_name("expected.json").read_text())["red_box_top_left_points"]
    found = probe_as("document", source).facts
    assert found["pages"] == [(300, 220)] * 3 + [(400, 300)]
    assert found["rotations"] == [0, 90, 270, 0]
    for index in range(4):
        x, y, width, height = expected[str(index + 1)]["bbox"]
        box = red_box(source, tmp_path, index)
        assert box == pytest.approx((x, y, x + width, y + height), abs=1)
        assert words_of(source, tmp_path, index)["text"] == "Total 42"


def test_a_large_page_is_drawn_within_the_limit(tmp_path):
    source = write_pdf(tmp_path / "plan.pdf", [Page(3370, 2384)])
    render("document", "page", source, tmp_path / "page", scale=6)
    width, height = Image.open(tmp_path / "page").size
    assert 20_000_000 < width * height <= 24_100_000


def test_a_broken_table_of_objects_is_repaired(letter, tmp_path):
    data = letter.read_bytes()
    start = data.rindex(b"xref\n0")
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(data[:start] + data[start:].replace(b" 00000 n", b" 00000 x"))
    assert len(probe_as("document", broken).facts["pages"]) == 3


def test_a_file_cut_off_early_says_so(letter, tmp_path):
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(letter.read_bytes()[:60])
    with pytest.raises(MediaError, match="broken or cut off"):
        probe_as("document", cut)


def test_an_encrypted_file_tells_how_to_decrypt_it(letter, tmp_path):
    data = letter.read_bytes()
    encrypted = tmp_path / "encrypted.pdf"
    keys = (b"41" * 32, b"42" * 32, b"43" * 16)
    entry = b"/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -44 /O <%s> /U <%s> >> "
    trailer = (entry + b"/ID [<%s> <%s>] /Root") % (*keys, keys[2])
    encrypted.write_bytes(data.replace(b"/Root", trailer))
    with pytest.raises(MediaError, match="qpdf --decrypt"):
        probe_as("document", encrypted)


def test_a_page_that_is_not_there_is_refused(letter, tmp_path):
    with pytest.raises(MediaError, match="pages 0 to 2"):
        render("document", "page", letter, tmp_path / "page", page=3)


def test_real_invoices_have_their_words_in_place(tmp_path):
    source = shared("data/pdf_invoices/AmazonWebServices.pdf")
    words = words_of(source, tmp_path)
    width, height = probe_as("document", source).facts["pages"][0]
    assert "Invoice" in words["text"]
    covered = 0
    for run in words["runs"]:
        x0, y0, x1, y1 = run["box"]
        covered += len(run["edges"]) - 1
        assert -1 <= x0 <= x1 <= width + 1
        assert -1 <= y0 <= y1 <= height + 1
    blank = sum(character.isspace() for character in words["text"])
    assert covered >= len(words["text"]) - blank


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_words_of_a_scan_are_read_where_they_stand_on_the_stored_page(turn, tmp_path):
    """The words of the text layer tell where print is read: the reader sees the picture only."""
    turned = askew(tmp_path, turn)
    assert render("document", "ocr", turned, tmp_path / "ocr", page=0) == "application/json"
    words = json.loads((tmp_path / "ocr").read_text("utf-8"))["words"]
    assert [word["text"] for word in words] == ["Lantern", "Harbour"]
    x, y, width, height = words[0]["box"]
    wanted = {0: (60, 40), 90: (40, 285), 180: (285, 320), 270: (320, 60)}[turn]
    assert (x, y) == pytest.approx(wanted, abs=25), words
    assert (width > height) is (turn in {0, 180})


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_scan_is_read_in_the_form_of_a_text(turn, tmp_path):
    render("document", "scan", askew(tmp_path, turn), tmp_path / "scan", page=0)
    read = json.loads((tmp_path / "scan").read_text("utf-8"))
    assert read["text"] == "Lantern\nHarbour"
    first = read["runs"][0]
    assert first["way"] == {0: "right", 90: "up", 180: "left", 270: "down"}[turn]
    assert len(first["edges"]) == len("Lantern") + 1
    assert sorted(first["edges"], reverse=turn in {90, 180}) == first["edges"]
    ends = (0, 2) if turn in {0, 180} else (1, 3)
    assert sorted((first["edges"][0], first["edges"][-1])) == pytest.approx(
        [first["box"][end] for end in ends], abs=1
    )


def test_columns_of_a_scan_are_read_one_after_the_other():
    def word(text, left, top, line):
        return {"text": text, "line": line, "box": [left, top, 10.0 * len(text), 10.0]}

    rows = [word("Heading", 34, 0, 0), word("a", 0, 20, 1), word("c", 100, 21, 2)]
    rows += [word("b", 0, 34, 3), word("b2", 16, 34, 3), word("d", 100, 35, 4)]
    assert as_text(rows, 0, (200, 100))["text"].split("\n") == ["Heading", "a", "b b2", "c", "d"]


def askew(folder, turn):
    """A page of 500 by 400 as seen, stored turned the other way round, with the turn noted."""
    seen = Page(500, 400)
    seen.text(60, 80, "Lantern", 40)
    seen.text(220, 300, "Harbour", 40)
    flat = write_pdf(folder / "flat.pdf", [seen])
    render("document", "page", flat, folder / "flat.jpg", page=0, scale=2)
    with Image.open(folder / "flat.jpg") as image:
        image.rotate(turn, expand=True).save(folder / "scan.pdf", resolution=144.0)
    with PdfDocument(folder / "scan.pdf") as document:
        document[0].set_rotation(turn)
        document.save(folder / "askew.pdf")
    return folder / "askew.pdf"
