"""Of what several sources say, people see one region a place and one answer a question."""

from dataclasses import replace

from active_learning.prelabelers.composing import candidates_of, compose, with_agreement
from tests.active_learning.prelabelers.questions import ontology, source, span


def shown(onto, *said):
    candidates = [c for one, raw in said for c in candidates_of(one, raw, onto)]
    counted = with_agreement(candidates, onto)
    return compose([one for one, _ in said], counted, onto), counted


def test_the_surest_source_marks_a_place_that_two_see():
    onto = ontology()
    a, b = source("a", PER="person"), source("b", PER="person")
    found, counted = shown(onto, (a, [span("PER", 0, 3, 0.6)]), (b, [span("PER", 0, 3, 0.9)]))
    assert [len(found[name].regions) for name in "ab"] == [0, 1]
    assert {c.agreeing for c in counted} == {1}
    (region,) = found["b"].regions
    assert region["origin"] == {"kind": "prediction", "model_version": "b"}
    assert (region["class"], region["score"]) == ("person", 0.9)


def test_the_same_proposal_keeps_its_id():
    onto, one = ontology(), source(PER="person")
    ids = {
        shown(onto, (one, [span("PER", 0, 3, score)]))[0]["a"].regions[0]["id"]
        for score in (0.4, 0.5)
    }
    assert len(ids) == 1


def test_what_has_no_place_or_is_too_unsure_is_not_shown():
    onto, one = ontology(), source(least=0.5, PER="person")
    found, _ = shown(onto, (one, [span("DATE", 0, 3, 0.9), span("PER", 4, 6, 0.4)]))
    assert found["a"].regions == []


def test_one_answer_is_shown_with_the_probabilities_of_its_source():
    onto = ontology("choice")
    raw = [{"kind": "choice", "name": "person", "score": 0.3},
           {"kind": "choice", "name": "place", "score": 0.7}]  # fmt: skip
    found, _ = shown(onto, (source(), raw))
    assert found["a"].answers == {"it": "place"}
    assert found["a"].probabilities == {"it": {"person": 0.3, "place": 0.7}}


def test_of_several_classes_those_above_a_half_are_answered():
    onto = ontology("multichoice")
    raw = [{"kind": "multichoice", "name": n, "score": s}
           for n, s in (("person", 0.8), ("place", 0.2))]  # fmt: skip
    found, _ = shown(onto, (source(), raw))
    assert found["a"].answers == {"it": ["person"]}


def test_marks_of_one_that_nests_may_lie_in_each_other():
    onto, raw = ontology(), [span("ROW", 0, 9, 0.9), span("CELL", 0, 9, 0.8)]
    for nests, count in ((False, 1), (True, 2)):
        one = replace(source(ROW="person", CELL="place"), nests=nests)
        assert len(shown(onto, (one, raw))[0]["a"].regions) == count
