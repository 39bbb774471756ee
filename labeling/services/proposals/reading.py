"""The words of every kind of field, each with its place: what characters are looked for in."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from labeling.media.dialogue import text_of, turns_of
from labeling.regions import KINDS
from labeling.services.proposals.ask import Ask, Region
from labeling.services.proposals.cells import cells_of, text_of_cell
from labeling.services.proposals.matching import Token, split_tokens

__all__ = ["in_blocks", "tokens_of", "words_of_region"]

MAX_PAGES = 60
"""Pages of a document that are read for one question."""
MAX_SCANS = 4
"""Of those without text: the letters of each are looked for, which takes a second or two."""


def tokens_of(ask: Ask, field_id: str) -> Iterator[Token]:
    """The words in a field's medium, of a table its cells; none for fields without characters."""
    read = _READERS.get(ask.type_of(field_id))
    return read(ask, field_id) if read and ask.data.get(field_id) is not None else iter(())


def words_of_region(ask: Ask) -> str:
    """What the marked region reads or says: its text, or the words that lie in it."""
    region = ask.region
    if isinstance(region.get("text"), str) and region["text"].strip():
        return str(region["text"]).strip()
    field_type, place = ask.type_of(ask.label.on), region["geometry"]
    if field_type in {"text", "html"} and "start" in place and isinstance(_text(ask), str):
        return str(_text(ask))[place["start"] : place["end"]]
    if field_type == "audio":
        return _said_within(ask, place)
    if field_type == "table":
        return text_of_cell(ask, ask.label.on, place)
    inside = [t for t in tokens_of(ask, ask.label.on) if _lies_in(t.place, region, ask)]
    return " ".join(token.text for token in inside)


def _text(ask: Ask) -> Any:
    return ask.data.get(ask.label.on)


def _said_within(ask: Ask, place: Mapping[str, Any]) -> str:
    """Words of transcripts on the same field whose middle lies in a range."""
    return " ".join(
        str(word["text"])
        for other in ask.regions
        if other.get("on", ask.label.on) == ask.label.on
        for word in other.get("words") or ()
        if place["start"] <= (word["start"] + word["end"]) / 2 < place["end"]
    )


def _lies_in(token: Mapping[str, Any], region: Region, ask: Ask) -> bool:
    place = region["geometry"]
    for key in ("page", "turn"):
        if token.get(key) != place.get(key):
            return False
    if "start" in place:
        return "start" in token and bool(place["start"] <= token["start"] < place["end"])
    if "box" not in token or ask.label.kind == "track":
        return False
    x, y, width, height = KINDS[ask.label.kind].bounding_box(place)
    left, top, wide, high = token["box"]
    return bool(x <= left + wide / 2 <= x + width and y <= top + high / 2 <= y + height)


def _of_text(ask: Ask, field_id: str) -> Iterator[Token]:
    text = ask.data[field_id]
    if isinstance(text, str):
        for start, end in split_tokens(text):
            yield Token(text[start:end], 0, {"start": start, "end": end})


def _of_image(ask: Ask, field_id: str) -> Iterator[Token]:
    if field_id in ask.assets:
        for word in in_blocks(ask.read(field_id, "ocr")["words"]):
            yield Token(word["text"], word["line"], {"box": word["box"]})


def in_blocks(words: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Words block by block: a line right under another goes on with it, as on a label or a sign.

    Readers give lines from top to bottom over the whole picture, so that the second lines of two
    signs side by side would stand between the first line and the second of each.
    """
    lines: dict[Any, list[Mapping[str, Any]]] = {}
    for word in words:
        lines.setdefault(word["line"], []).append(word)
    left = sorted(lines.values(), key=lambda line: _frame_of(line)[1])
    ordered: list[Mapping[str, Any]] = []
    while left:
        line = left.pop(0)
        ordered += line
        while (below := next((one for one in left if _goes_on(line, one)), None)) is not None:
            left.remove(below)
            ordered += below
            line = below
    return ordered


def _goes_on(line: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]]) -> bool:
    """Whether another line begins right under a line, at most one line's height away."""
    x1, y1, x2, y2 = _frame_of(line)
    a1, b1, a2, _ = _frame_of(other)
    shared = min(x2, a2) - max(x1, a1)
    return y1 < b1 < y2 + (y2 - y1) and shared > 0.4 * min(x2 - x1, a2 - a1)


def _frame_of(line: Sequence[Mapping[str, Any]]) -> tuple[float, float, float, float]:
    boxes = [word["box"] for word in line]
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return left, top, max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)


def _of_document(ask: Ask, field_id: str) -> Iterator[Token]:
    asset = ask.assets.get(field_id)
    if asset is None:
        return
    counts = asset.facts.get("page_texts") or []
    for page in _scans(ask, field_id, counts):
        yield from _of_scan(ask, field_id, page)
    pages = [page for page, count in enumerate(counts) if count][:MAX_PAGES]
    for page in pages:
        found = ask.read(field_id, "words", page=page)
        runs = found["runs"]
        for start, end in split_tokens(found["text"]):
            place = {"page": page, "start": start, "end": end}
            box = _box_of(runs, start, end)
            yield Token(found["text"][start:end], page, place | ({"box": box} if box else {}))


def _scans(ask: Ask, field_id: str, counts: Sequence[int]) -> list[int]:
    """The pages to be read letter by letter: the one that is marked first, and a few more."""
    broken = {page - 1 for page in ask.assets[field_id].facts.get("broken") or ()}
    scans = [page for page, count in enumerate(counts) if not count and page not in broken]
    marked = ask.region["geometry"].get("page") if ask.label.on == field_id else None
    if marked is not None:
        return [page for page in scans if page == marked]
    return scans[:MAX_SCANS]


def _of_scan(ask: Ask, field_id: str, page: int) -> Iterator[Token]:
    """The words printed on a page that has no text of its own."""
    for word in in_blocks(ask.read(field_id, "ocr", page=page)["words"]):
        yield Token(word["text"], (page, word["line"]), {"page": page, "box": word["box"]})


def _box_of(runs: list[dict[str, Any]], start: int, end: int) -> list[float] | None:
    """The box of some characters of a page, in points, from the rows that hold them."""
    for run in runs:
        at, edges = run["start"], run["edges"]
        if at <= start < at + len(edges) - 1:
            last = min(end - at, len(edges) - 1)
            begin, finish = sorted((edges[start - at], edges[last]))
            left, top, right, bottom = run["box"]
            if run["way"] in {"right", "left"}:
                return [begin, top, finish - begin, bottom - top]
            return [left, begin, right - left, finish - begin]
    return None


def _of_dialogue(ask: Ask, field_id: str) -> Iterator[Token]:
    for turn, said in enumerate(turns_of(ask.data[field_id])):
        text = text_of(said)
        for start, end in split_tokens(text):
            yield Token(text[start:end], turn, {"turn": turn, "start": start, "end": end})


def _of_sound(ask: Ask, field_id: str) -> Iterator[Token]:
    """Words that somebody transcribed and timed."""
    for region in ask.regions:
        label = ask.ontology.label(str(region["label"]))
        if label is not None and label.on == field_id:
            for word in region.get("words") or ():
                place = {"start": word["start"], "end": word["end"], "time": True}
                yield Token(str(word["text"]), region["id"], place)


_READERS: Mapping[str, Callable[[Ask, str], Iterator[Token]]] = MappingProxyType(
    {
        "text": _of_text,
        "image": _of_image,
        "document": _of_document,
        "dialogue": _of_dialogue,
        "table": cells_of,
        "audio": _of_sound,
        "video": _of_sound,
    }
)
