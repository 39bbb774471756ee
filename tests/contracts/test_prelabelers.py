"""Every pre-labeler that is registered keeps to the interface, and has words in both languages."""

import ast
import json

import pytest

from active_learning.prelabelers.registry import PRELABELERS
from labeling.media.registry import MEDIA
from labeling.ontology.schema import LABEL_KINDS
from labeling.regions.registry import KINDS
from tests.shared_data import ROOT

CARDS = dict(PRELABELERS.items())


@pytest.fixture(params=CARDS, name="card")
def _card(request):
    return CARDS[request.param]


def test_it_reads_fields_and_fills_kinds_that_exist_and_go_together(card):
    assert card.reads <= set(MEDIA)
    assert card.fills <= set(LABEL_KINDS)
    for kind in card.fills & set(KINDS):
        assert KINDS[kind].fields & card.reads, f"no {kind} lies on {card.reads}"


def test_its_classes_are_told_apart_and_its_other_names_are_of_them(card):
    own = card.classes or ()
    assert len(set(own)) == len(own)
    assert set(card.also) <= set(own)


def test_its_module_opens_it_and_is_not_imported_by_its_card(card):
    path = ROOT / (card.module.replace(".", "/") + ".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert "open_prelabeler" in {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
    beside = ast.parse((path.parent / "__init__.py").read_text(encoding="utf-8"))
    imported = {n.module for n in ast.walk(beside) if isinstance(n, ast.ImportFrom)}
    assert card.module not in imported


def test_it_is_bounded_and_its_licence_told(card):
    assert 0 < card.memory_mb <= 6_144
    assert 0 < card.seconds <= 600
    assert card.licence


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_has_words(card, language):
    path = ROOT / "static" / "src" / "text" / language / "prelabelers.json"
    words = json.loads(path.read_text(encoding="utf-8"))["of"][card.id]
    assert words["name"]
    assert words["about"]
    assert set(words.get("options", {})) == set(card.options)
