"""What the default pre-labelers find in real data, what it costs, and what people's decisions add.

Run: `make bench` or `.venv/bin/python tests/benchmarks/learning/bench_prelabelers.py [part ...]`.
"""

import csv
import importlib
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from active_learning.embeddings.folder import models_folder
from active_learning.prelabelers.base import (
    ClassName,
    Medium,
    Prelabeler,
    Proposal,
    View,
    Wanted,
)
from active_learning.prelabelers.composing import Source, candidates_of
from active_learning.prelabelers.deciding import Candidate, Decision, decide
from active_learning.prelabelers.options import read_options
from active_learning.prelabelers.placing import guess_places
from active_learning.prelabelers.registry import PRELABELERS
from active_learning.prelabelers.voting import Vote, fit_votes
from active_learning.prelabelers.wrapping import Wrap, fit_wrap
from annotators.aggregation import AGGREGATORS
from annotators.agreement.votes import Votes
from labeling.media.decoding import DecoderPool
from labeling.media.parameters import read_parameters
from labeling.media.registry import MEDIA
from labeling.ontology.schema import Ontology, parse_ontology
from tests.benchmarks.learning.prelabeler_sets import (
    SEED,
    banking,
    cmrc,
    preferred,
    sst,
    trec,
    wikigold,
)
from tests.shared_data import shared

MODELS = models_folder(Path(tempfile.gettempdir()))


def opened(name: str, **options: Any) -> Prelabeler:
    """Open a pre-labeler in this process, so that its processor time can be told."""
    sys.modules.setdefault("torch", None)  # type: ignore[arg-type]  # as in `prelabelers.child`
    card = PRELABELERS.get(name)
    module = importlib.import_module(card.module)
    return module.open_prelabeler(MODELS, read_options(card, options))


def timed(
    prelabeler: Prelabeler, media: Sequence[Medium], wanted: Sequence[Wanted]
) -> tuple[list[list[Proposal]], float]:
    """Return the proposals and the mean CPU milliseconds a value, the first left out."""
    found = [list(prelabeler.propose(media[0], wanted))]
    begun = time.process_time()
    found += [list(prelabeler.propose(medium, wanted)) for medium in media[1:]]
    return found, 1000 * (time.process_time() - begun) / max(1, len(media) - 1)


def peak_mb() -> int:
    """Return the most memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def entities() -> None:
    """English entities of Wikipedia, and what decisions teach the wrap."""
    texts, spans = wikigold()
    names = ("PER", "LOC", "ORG", "MISC")
    ontology = ontology_on("text", "span", names)
    media = [Medium("text", text) for text in texts]
    wanted = [Wanted("it", "span", "", tuple(ClassName(n, n) for n in names))]
    found, ms = timed(opened("text_entities"), media, wanted)
    card = PRELABELERS.get("text_entities")
    source = Source("s", guess_places(card, ontology, "field"), Wrap(), 0.0)
    candidates = [candidates_of(source, map(raw, one), ontology) for one in found]
    label = ontology.labels[0]
    answers = [{"regions": [region(*span) for span in given]} for given in spans]
    decisions = [decide(label, c, a) for c, a in zip(candidates, answers, strict=True)]
    total = sum(map(len, spans))
    print(f"wikigold: {len(texts)} sentences, {ms:.1f} CPU ms each, peak {peak_mb()} MB")
    tell_shown("mapped by name alone", source, decisions, total)
    order = np.random.default_rng(SEED).permutation(len(texts))
    for count in (10, 40, 160):
        taught = [d for at in order[:count] for d in decisions[at]]
        wrap = fit_wrap(taught)
        rest = [decisions[at] for at in order[400:]]
        left = sum(len(spans[at]) for at in order[400:])
        learned = replace(source, wrap=wrap, least=0.5)
        tell_shown(f"after {count} sentences ({wrap.decisions} decisions)", learned, rest, left)
        print(f"    classes learned: {dict(wrap.classes)}")


def tell_shown(
    name: str, source: Source, decisions: Sequence[Sequence[Decision]], total: int
) -> None:
    """Print precision and recall of what would be shown, and how honest its probability is."""
    shown: list[tuple[float, bool]] = []
    for decision in (d for one in decisions for d in one):
        placed = source.wrap.reclassed(decision.candidate)
        p = source.wrap.probability(decision.candidate)
        if placed.class_id is not None and p >= source.least:
            shown.append((p, decision.found and decision.given == placed.class_id))
    p, right = np.array(shown).T
    found = f"precision {right.mean():.3f}, recall {right.sum() / total:.3f}"
    print(
        f"  {name}: {len(p)} shown, {found}, "
        f"Brier {((p - right) ** 2).mean():.3f}, calibration error {ece(p, right):.3f}"
    )


def ece(p: np.ndarray, right: np.ndarray) -> float:
    """Expected calibration error over ten equal bins."""
    bins = np.minimum((p * 10).astype(int), 9)
    return float(
        sum(abs(p[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean()
            for b in np.unique(bins))
    )  # fmt: skip


def meaning() -> None:
    """Topics by the names of classes alone, before any label."""
    sets: list[tuple[str, list[str], list[str], dict[str, str]]] = [
        ("banking77, 77 intents", *banking(), {}),
        (
            "TREC-6, named plainly",
            *trec(),
            {
                "ABBR": "an abbreviation", "DESC": "a description or definition",
                "ENTY": "a thing, animal or product", "HUM": "a person or group",
                "LOC": "a place", "NUM": "a number, date or amount",
            },
        ),
        ("SST-2, positive and negative", *sst(), {"0": "negative", "1": "positive"}),
    ]  # fmt: skip
    for wording in ("about", "plain"):
        proposer = opened("text_meaning", wording=wording)
        for name, texts, truths, names in sets:
            classes = sorted(set(truths))
            wanted = [
                Wanted("it", "choice", "",
                       tuple(ClassName(c, names.get(c, c.replace("_", " "))) for c in classes))
            ]  # fmt: skip
            found, ms = timed(proposer, [Medium("text", text) for text in texts], wanted)
            best = [max(one, key=lambda p: p.score) for one in found]
            right = np.array([p.name == t for p, t in zip(best, truths, strict=True)], float)
            p = np.array([one.score for one in best])
            print(
                f"{name} ({wording}): right {right.mean():.3f} of {len(texts)}, one of "
                f"{len(classes)}; calibration error {ece(p, right):.3f}; {ms:.1f} CPU ms each"
            )


def languages() -> None:
    """English beside Chinese, sentence by sentence."""
    english = sst()[0][:300]
    chinese = [one["context_text"][:60] for one in cmrc()][:200]
    texts = [*english, *chinese]
    truths = ["en"] * len(english) + ["zh"] * len(chinese)
    wanted = [Wanted("it", "choice")]
    found, ms = timed(opened("text_language"), [Medium("text", t) for t in texts], wanted)
    # As in a project that asks for these two: others have no place.
    placed = [next((p.name for p in one if p.name in {"en", "zh"}), "") for one in found]
    right = [name == truth for name, truth in zip(placed, truths, strict=True)]
    print(f"language: right {np.mean(right):.3f} of {len(texts)}; {ms:.2f} CPU ms each")


def chinese_entities() -> None:
    """Paragraphs of Wikipedia in Chinese: only the cost, for nobody marked entities in them."""
    media = [Medium("text", one["context_text"]) for one in cmrc()[:100]]
    wanted = [Wanted("it", "span")]
    found, ms = timed(opened("text_entities_zh"), media, wanted)
    letters = np.mean([len(medium.value) for medium in media])
    count = np.mean([len(one) for one in found])
    print(
        f"Chinese entities: {count:.1f} in paragraphs of {letters:.0f} characters; {ms:.1f} CPU ms"
    )


def functions() -> None:
    """Word lists over film reviews: one vote each, a label model, and fifty labels by people."""
    texts, truths = sst()
    lists = {
        "p1": ("1", "good great best excellent wonderful"),
        "p2": ("1", "love loved enjoy charming"),
        "p3": ("1", "funny moving beautiful powerful"),
        "p4": ("1", "fun fresh smart compelling"),
        "n1": ("0", "bad worst awful terrible"),
        "n2": ("0", "boring dull tedious flat"),
        "n3": ("0", "fails mess lacks nothing"),
        "n4": ("0", "too never no"),
        "x": ("1", "film movie"),
        "wrong": ("1", "too never no not"),
    }
    given = [
        {"id": name, "label": "it", "class": one, "kind": "words", "words": words.split()}
        for name, (one, words) in lists.items()
    ]
    found, ms = timed(
        opened("functions", functions=given),
        [Medium("text", text) for text in texts],
        [Wanted("it", "choice", "", (ClassName("0", "0"), ClassName("1", "1")))],
    )
    votes = [
        Vote(at, "it", p.more["function"], p.name) for at, one in enumerate(found) for p in one
    ]
    covered = [at for at, one in enumerate(found) if one]
    print(f"functions: {len(lists)} cover {len(covered) / len(texts):.3f}; {ms:.2f} CPU ms each")
    counted = [max(("0", "1"), key=[p.name for p in found[at]].count) for at in covered]
    right = [said == truths[at] for said, at in zip(counted, covered, strict=True)]
    print(f"  counting votes: right {np.mean(right):.3f}")
    table = Votes.from_rows(((v.task, v.function, v.class_id) for v in votes), ("0", "1"))
    for name in ("one_coin", "auto"):
        by_agreement = AGGREGATORS[name](table).value
        pairs = zip(table.tasks, by_agreement, strict=True)
        right = [table.values[value] == truths[task] for task, value in pairs]
        print(f"  {name}, by agreement alone: right {np.mean(right):.3f}")
    source, ontology = Source("f", (), Wrap(), 0.0), ontology_on("text", "choice", ("0", "1"))
    for people in (0, 10, 50, 200):
        shares, idle = [], []
        for seed in range(10):
            order = np.random.default_rng(seed).permutation(covered).tolist()
            known = {(at, "it"): truths[at] for at in order[:people]}
            fitted = fit_votes(votes, truths=known, tasks=len(texts))
            said = {
                at: max(fitted.candidates(source, map(raw, found[at]), ontology),
                        key=lambda c: c.score).class_id
                for at in order[200:]
            }  # fmt: skip
            shares.append(np.mean([said[at] == truths[at] for at in order[200:]]))
            idle.append(fitted.accuracy["wrong"])
        print(
            f"  label model, {people} answered by people: right {np.mean(shares):.3f} ± "
            f"{np.std(shares):.3f} of the others; the wrong function trusted {np.mean(idle):.2f}"
        )


def pictures() -> None:
    """What a picture, a page and a scan cost; objects beside KITTI's boxes."""
    decoders = DecoderPool(1)
    street = shared("data/pc_kitti/000008.png")
    drives = sorted(shared("data/pc_nuscenes").glob("*.jpg"))[:6]
    media = [medium(decoders, "image", path, "image_objects") for path in [street, *drives]]
    found, ms = timed(opened("image_objects"), media * 3, [Wanted("it", "box")])
    print(f"objects: {ms:.0f} CPU ms a picture, peak {peak_mb()} MB")
    pages = sorted(shared("data/pdf_invoices").glob("*.pdf"))
    media = [medium(decoders, "document", path, "document_layout") for path in pages]
    found, ms = timed(opened("document_layout"), media, [Wanted("it", "page_box")])
    count = sum(len(one.facts["pages"]) for one in media[1:])
    print(f"layout: {ms * (len(media) - 1) / count:.0f} CPU ms a page over {count} pages, "
          f"{np.mean([len(one) for one in found]):.1f} parts a document")  # fmt: skip
    words(decoders)
    decoders.close()


def words(decoders: DecoderPool) -> None:
    """Cropped words whose letters are known."""
    folder = shared("data/ocr_mmocr_toy/rec_toy_dataset")
    lines = (folder / "old_label.txt").read_text(encoding="utf-8").splitlines()
    truths = dict(line.split(" ", 1) for line in lines if " " in line)
    proposer, right, errors, letters = opened("image_words"), 0, 0, 0
    for name, truth in truths.items():
        one = medium(decoders, "image", folder / "imgs" / name, "image_words")
        found = list(proposer.propose(one, [Wanted("it", "textarea")]))
        said = str(found[0].value) if found else ""
        right += said.lower() == truth.lower()
        errors += distance(said.lower(), truth.lower())
        letters += len(truth)
    print(f"print: {right} of {len(truths)} cropped words right, character error "
          f"{errors / letters:.3f}")  # fmt: skip


def tables() -> None:
    """Numbers planted in real columns a hundred times too large, and cells emptied."""
    rows = list(csv.DictReader(shared("data/tables_vega/seattle-weather.csv").open()))
    columns = list(rows[0])
    rng = np.random.default_rng(SEED)
    planted = {(int(r), str(rng.choice(["temp_max", "wind"])))
               for r in rng.choice(len(rows), 20, replace=False)}  # fmt: skip
    cells = [[row[c] for c in columns] for row in rows]
    for row, column in planted:
        at = columns.index(column)
        cells[row][at] = str(float(cells[row][at] or 1) * 100)
    media = [Medium("table", {"columns": columns, "rows": cells})] * 2
    found, ms = timed(opened("table_outliers"), media, [Wanted("it", "cell")])
    said = {(p.geometry["row"], p.geometry["column"]) for p in found[0] if p.name == "outlier"}
    mine = {place for place in said if place[1] in {"temp_max", "wind"}}
    print(
        f"odd cells: {len(planted & mine)} of {len(planted)} found, {len(mine - planted)} false "
        f"in their columns; {ms:.0f} CPU ms for {len(rows) * len(columns):,} cells"
    )


def raw(proposal: Proposal) -> dict[str, Any]:
    """As stored."""
    return {"kind": proposal.kind, "name": proposal.name, "score": proposal.score,
            "geometry": proposal.geometry, "label": "it", "more": dict(proposal.more),
            "features": list(proposal.features)}  # fmt: skip


def preferences() -> None:
    """Which of two answers people found better, after so many comparisons."""
    pairs = preferred()
    asked = Wanted("it", "pairwise", classes=(ClassName("a", "A"), ClassName("b", "B")),
                   fields=("a", "b"))  # fmt: skip
    media = [Medium("dialogue", good, beside={"b": bad}) for good, bad in pairs]
    found, ms = timed(opened("dialogue_preference"), media, [asked])
    print(f"preferences: {len(pairs)} pairs, {ms:.0f} CPU ms each, peak {peak_mb()} MB")
    rng = np.random.default_rng(SEED)
    for count in (10, 40, 160, 640):
        shares = []
        for _ in range(20):
            order = rng.permutation(len(pairs))
            wrap = fit_wrap(
                [_compared(found[at], bool(rng.random() < 0.5)) for at in order[:count]]
            )
            held = [map(wrap.probability, _sides(found[at])) for at in order[700:]]
            shares.append(np.mean([better > worse for better, worse in held]))
        print(f"  after {count}: {np.mean(shares):.3f} ± {np.std(shares):.3f} right of the others")


def _sides(said: Sequence[Proposal]) -> list[Candidate]:
    return [Candidate("s", "it", p.name, p.score, p.name, features=tuple(p.features)) for p in said]


def _compared(said: Sequence[Proposal], is_first: bool) -> Decision:
    """The better one is now the first of the two, now the second."""
    better, worse = _sides(said)
    shown = better if is_first else worse
    return Decision(replace(shown, own="a"), is_first, "a" if is_first else "b", True)


def region(start: int, end: int, name: str) -> dict[str, Any]:
    """As annotated."""
    return {"label": "it", "class": name, "geometry": {"start": start, "end": end}}


def ontology_on(field: str, kind: str, classes: Sequence[str]) -> Ontology:
    """One question about one field."""
    label = {"id": "it", "on": "field", "kind": kind, "classes": [{"id": c} for c in classes]}
    return parse_ontology({"fields": {"field": {"type": field}}, "labels": [label]})


def medium(decoders: DecoderPool, kind: str, path: Path, prelabeler: str) -> Medium:
    """Read a file and make the views that a pre-labeler asks for."""
    media = MEDIA[kind]
    probe = decoders.probe(media, path)
    facts = dict(probe.facts or {}) | {"width": probe.width, "height": probe.height}
    views: dict[View, Path] = {}
    for view in PRELABELERS.get(prelabeler).views(facts):
        folder = Path(tempfile.mkdtemp())
        values = read_parameters(media.views[view.name], dict(view.given))
        decoders.render(media, view.name, source=path, out=folder / "out", folder=folder,
                        values=values)  # fmt: skip
        views[view] = folder / "out"
    return Medium(kind, None, path, facts, views)


def distance(one: str, other: str) -> int:
    """Levenshtein's."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        left, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            left, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, left + (a != b))
    return row[-1]


PARTS: dict[str, Callable[[], None]] = {
    "entities": entities,
    "meaning": meaning,
    "languages": languages,
    "chinese_entities": chinese_entities,
    "functions": functions,
    "pictures": pictures,
    "tables": tables,
    "preferences": preferences,
}


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
