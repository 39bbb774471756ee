"""HTML as one documented text, and the safe page that carries it."""

import json
import re
from html.parser import HTMLParser

import pytest

from labeling.media import MEDIA
from labeling.media.html import read_html
from tests.shared_data import shared


class _Pieces(HTMLParser):
    """Reads the pieces off a page, as a browser's script does."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found = []
        self._at = None

    def handle_starttag(self, tag, attrs):
        at = dict(attrs).get("data-at")
        self._at = int(at) if tag == "span" and at is not None else None

    def handle_data(self, data):
        if self._at is not None:
            self.found.append((self._at, data))

    def handle_endtag(self, tag):
        self._at = None


def pieces_of(page):
    reader = _Pieces()
    reader.feed(page.html)
    return reader.found


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("plain", "plain"),
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("<div><p>one</p></div>\n\n<div>two</div>", "one\ntwo"),
        ("  a  <b> bold </b>  word ", "a bold word"),
        ("Tom &amp; Ann&nbsp;met &lt;b&gt;", "Tom & Ann\u00a0met <b>"),
        ("a<br>b<br><br>c", "a\nb\n\nc"),
        ("<p>a<br></p><p>b</p>", "a\nb"),
        ("<pre>  x\n    y</pre><p>z</p>", "  x\n    y\nz"),
        ("<ul><li>one</li><li>two <i>three</i></li></ul>end", "one\ntwo three\nend"),
        (
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><p>2</p></td><td>3</td></tr></table>",
            "a\tb\n1\t2\t3",
        ),
        ("これは<b>見本</b>です。𝔸", "これは見本です。𝔸"),
        ("a<script>1</script><style>p{}</style><title>t</title>b", "ab"),
        ("<unknown>stays</unknown>", "stays"),
        ("x <img alt='a lamp' src='http://x/y.png'> y", "x y"),
        ("<details><summary>more</summary>inside</details>", "more\ninside"),
        ("", ""),
    ],
)
def test_the_text_follows_the_documented_rules(html, text):
    assert read_html(html).text == text


@pytest.mark.parametrize(
    "html",
    [
        "<p>Tom &amp; <b>Ann</b>&nbsp;met <i>some</i>body.<br>Second  line</p><ul><li>x<li>y</ul>",
        "<table><tr><td>a<td>b</table><pre>\n\n  c\t</pre> tail &lt;script&gt;",
        "<p>open <b>never closed <div>block in it</b> after</div> rest",
    ],
)
def test_every_piece_of_the_page_stands_where_it_says(html):
    page = read_html(html)
    pieces = pieces_of(page)
    assert pieces
    for at, words in pieces:
        assert page.text[at : at + len(words)] == words
    covered = sum(len(words) for _, words in pieces)
    rest = len(page.text) - covered
    breaks = page.text.count("\n") + page.text.count("\t")
    assert rest <= breaks


def test_the_page_of_case_o13_has_one_text():
    html = shared("cases/files/O13/page.html").read_text("utf-8")
    page = read_html(html)
    assert page.text == "Tom & Ann\u00a0met\nこれは見本です。\nSecond line"
    start = page.text.index("Tom & Ann")
    assert page.text[start : start + 9] == "Tom & Ann"
    assert "これは見本" in page.text
    assert "__xss" not in page.html


ATTACKS = [
    "<script>window.__xss=1</script>",
    "<img src=x onerror=window.__xss=1>",
    "<svg><script>window.__xss=1</script></svg><svg onload=window.__xss=1>",
    "<a href='javascript:window.__xss=1'>k</a>",
    "<a href='data:text/html,<script>1</script>'>k</a>",
    "<iframe srcdoc='<script>parent.__xss=1</script>'></iframe>",
    "<form action='http://x'><input name=q><button formaction='javascript:1'>b</button></form>",
    "<p style='background:url(http://x/y)' onclick='window.__xss=1' id=x class=y>a</p>",
    "<style>@import 'http://x'</style><link rel=stylesheet href=http://x><base href=http://x>",
    "<meta http-equiv=refresh content='0;url=http://x'>",
    "<math><mtext><table><mglyph><style><img src=x onerror=window.__xss=1>",
    "<noscript><p title='</noscript><img src=x onerror=window.__xss=1>'></noscript>",
    "<textarea><img title='</textarea><img src=x onerror=1>'></textarea>",
    "<template><img src=x onerror=1></template><object data=x></object><embed src=x>",
    "<span data-at='999' data-picture=''>forged</span>",
    "<img alt='\"><script>window.__xss=1</script>'>",
    "<p title='\"><img src=x onerror=1>'>t</p>",
]


@pytest.mark.parametrize("html", ATTACKS)
def test_nothing_is_left_that_runs_or_reaches_out(html):
    page = read_html(f"<p>before</p>{html}<p>after</p>")
    # Words in quotes or between tags are harmless; what stands in tags is what counts.
    for tag in re.findall(r"<[a-z][^>]*>", page.html):
        bare = re.sub(r'"[^"]*"', '""', tag)
        assert not re.search(r"\bon\w+=|src|href|style|action|class=|\bid=", bare), tag
        assert re.fullmatch(r"<[a-z0-9]+( [a-z-]+(=\"\")?)*>", bare), tag
    assert not re.search(
        r"<(script|svg|math|iframe|form|input|style|link|base|meta|img)\b", page.html
    )
    for at, words in pieces_of(page):
        assert page.text[at : at + len(words)] == words
    assert page.text.startswith("before")


def test_an_attack_of_case_o48_is_shown_as_words_only():
    tasks = json.loads(shared("cases/files/O48/tasks.json").read_text("utf-8"))
    page = read_html(tasks[0]["data"]["html"])
    assert page.text == "a\nk"
    assert "xss" not in page.html


def test_clients_get_the_safe_page_and_its_text_and_spans_are_held_to_it():
    inline = MEDIA["html"].inline
    value = "<p onclick=x()>Tom &amp; Ann</p>"
    assert inline.shown(value) == {
        "html": '<p><span data-at="0">Tom &amp; Ann</span></p>',
        "text": "Tom & Ann",
    }
    assert inline.bounds(value).text == "Tom & Ann"


def test_a_long_page_is_read_in_one_pass():
    page = read_html("<p>word and <b>word</b></p>" * 20_000)
    assert page.text.count("\n") == 19_999
