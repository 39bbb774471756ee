"""Pages of a small museum's website: exhibits with tables, lists, quotes and pictures."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["tasks"]

MAKERS = ("Ada Lindqvist", "Teodor Varga", "Mina Okafor", "Jonas Weil", "Clara Ibarra", "佐藤 光")
PLACES = ("Arden", "Bellmere", "Corvale", "Dunholm", "the northern harbour", "Vienna")
THINGS = (
    (
        "Miner's safety lamp",
        "brass and gauze",
        "The gauze cools the flame, so that gas outside does not catch.",
    ),
    ("Ship's lantern", "copper, red glass", "A lens of eleven rings throws the light four miles."),
    (
        "Magic lantern",
        "tin, painted slides",
        "Families paid a coin to see the moon larger than a house.",
    ),
    (
        "Student lamp",
        "nickel, green shade",
        "The tank beside the burner keeps the oil at one height.",
    ),
    (
        "Street lamp No. 40",
        "cast iron",
        "One man lit eighty of them in an hour, with a pole and a ladder.",
    ),
    (
        "Arc lamp",
        "carbon and zinc",
        "Its noise was said to spoil the opera, its light to flatter nobody.",
    ),
)
VISITS = (
    "I could smell the oil in it. My grandmother had one <i>exactly</i> like this.",
    "Please show it lit, at least on Sundays!",
    "The label says 1873, the catalogue says 1878. Which is right?",
)


def tasks(count: int, rng: np.random.Generator, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield pages as a crawler would bring them: with menus, scripts and pictures."""
    for index in range(count):
        yield {"data": {"page": _page(rng, index)}, "external_id": f"exhibit-{index + 1:03}"}


def _pick(rng: np.random.Generator, options: Sequence[Any]) -> Any:
    return options[int(rng.integers(len(options)))]


def _page(rng: np.random.Generator, index: int) -> str:
    name, stuff, fact = THINGS[index % len(THINGS)]
    maker, town = escape(_pick(rng, MAKERS)), _pick(rng, PLACES)
    year, owner = int(rng.integers(1790, 1925)), escape(_pick(rng, MAKERS))
    rows = "".join(
        f"<tr><th>{label}</th><td>{value}</td></tr>"
        for label, value in (
            ("Maker", maker),
            ("Made in", f"{town}, {year}"),
            ("Material", stuff),
            ("Height", f"{rng.integers(14, 96)} cm"),
            ("Number", f"L&nbsp;{year}.{index + 1}"),
        )
    )
    return f"""<!doctype html><html lang="en"><head><title>{escape(name)}</title>
<script>window.visits = (window.visits || 0) + 1</script><style>body {{ margin: 0 }}</style></head>
<body><nav><ul><li><a href="/">Museum of Light</a></li>
<li><a href="/rooms">Rooms</a></li></ul></nav>
<main onclick="follow()"><h1>{escape(name)}</h1>
<p><img src="/img/{index}.jpg" alt="{escape(name)}, seen from the left" width="640"></p>
<p><b>{maker}</b> made this lamp in <em>{town}</em> in {year}. {escape(fact)} It came to the museum
from the estate of {owner}, who had it mended in {_pick(rng, PLACES)} in {year + 31}.</p>
<table><caption>What we know</caption>{rows}</table>
<h2>In the workshop</h2><ol><li>Cleaned with paper, not with polish.</li>
<li>The wick was replaced in {year + 120}.</li><li>Never lit since.</li></ol>
<h2>Visitors wrote</h2><blockquote><p>{_pick(rng, VISITS)}</p>
<p>&mdash; {escape(_pick(rng, MAKERS))}, {_pick(rng, PLACES)}</p></blockquote>
<form action="/write"><textarea>Write to us</textarea><button>Send</button></form>
<footer>Open daily but Mondays &middot; &copy; Museum of Light</footer></main></body></html>"""
