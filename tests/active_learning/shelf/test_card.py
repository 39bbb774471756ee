"""A card tells everything, and nobody's words break it."""

from dataclasses import replace

from active_learning.shelf.card import CardFacts, ExportRow, model_card

FACTS = CardFacts(
    project="Re|views <b>\n# x", number=3, label="mood", kind="choice",
    classes=[("pos", "Good | fine")], fields=[("text", "text")], created_at="2026-01-01T00:00:00Z",
    created_by="ada", trigger="job", parent=2, snapshot="00ff", code="0.1.0", ontology_number=4,
    layout="abc", labels=1200, tested=40, accuracy=(0.9, 0.8, 0.95), ece=0.05,
    counts={"train": 1000, "validation": 200}, parameters={"epochs": 5},
    per_class=[("pos", 20, 0.9, None)],
    exports=[ExportRow("weights", 3_600_000, 40.0, 0.89, None, 0.2, 0.97, passed=False)],
)  # fmt: skip


def test_it_names_origin_figures_and_limits() -> None:
    card = model_card(FACTS)
    for told in ("`00ff`, 1,200 tasks", "90.0%", "80.0% to 95.0%", "40 hold-out", "3.60 MB",
                 "not passed", "`5`", "measured on 40 tasks only"):  # fmt: skip
        assert told in card


def test_words_of_people_end_no_cell_and_begin_no_tag() -> None:
    card = model_card(FACTS)
    assert card.splitlines()[0] == r"# Re\|views \<b\> \# x: model version 3"
    assert r"Good \| fine" in card
    tables = [line for line in card.splitlines() if line.startswith("| ") and "per" not in line]
    assert all(line.endswith(" |") for line in tables)


def test_an_unmeasured_version_says_so() -> None:
    assert "nothing is known" in model_card(replace(FACTS, accuracy=None, tested=0))
