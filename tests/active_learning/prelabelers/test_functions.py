"""Labeling functions: what is refused, what they vote, how far they are trusted."""

import pytest

from active_learning.prelabelers.base import Medium, PrelabelerFault, Wanted
from active_learning.prelabelers.composing import Source
from active_learning.prelabelers.functions.proposing import open_prelabeler
from active_learning.prelabelers.functions.reading import function_faults
from active_learning.prelabelers.voting import FunctionVotes, Vote, fit_votes
from active_learning.prelabelers.wrapping import Wrap
from tests.active_learning.prelabelers.questions import ontology


def words(name, class_id, *given, **more):
    return {"id": name, "label": "it", "class": class_id, "kind": "words", "words": list(given),
            **more}  # fmt: skip


def proposed(kind, text, *functions):
    opened = open_prelabeler(None, {"functions": list(functions)})
    return opened.propose(Medium("text", text), [Wanted("it", kind)])


@pytest.mark.parametrize(
    ("changes", "where", "said"),
    [
        ({"kind": "regex", "pattern": "(a"}, "/0/pattern", "character 1"),
        ({"kind": "regex", "pattern": "a*"}, "/0/pattern", "every text"),
        ({"words": []}, "/0/words", "1 to"),
        ({"words": [""]}, "/0/words/0", "1 to"),
        ({"class": "gone"}, "/0/class", "person, place"),
        ({"label": "gone"}, "/0/label", "it"),
        ({"kind": "python"}, "/0/kind", "regex, words"),
    ],
)
def test_a_function_that_cannot_work_is_refused_with_its_place(changes, where, said):
    given = words("f1", "person", "Ann") | changes
    ((pointer, detail),) = function_faults([given], ontology().labels)
    assert pointer == where
    assert said in detail


def test_two_functions_of_one_name_are_refused():
    twice = [words("f", "person", "a"), words("f", "place", "b")]
    assert [where for where, _ in function_faults(twice, ontology().labels)] == ["/1/id"]


def test_words_are_found_whole_and_chinese_ones_anywhere():
    found = proposed("span", "Ann met Annette 在北京市", words("f", "person", "ann", "北京"))
    assert [tuple(p.geometry.values()) for p in found] == [(0, 3), (17, 19)]


def test_a_match_is_one_vote_however_often_it_occurs():
    (vote,) = proposed("choice", "no no no", words("f", "place", "no"))
    assert (vote.name, vote.more) == ("place", {"function": "f"})


def test_a_pattern_that_never_ends_is_stopped_and_named(monkeypatch):
    monkeypatch.setattr("active_learning.prelabelers.functions.proposing.LIMIT_S", 0.2)
    endless = {"id": "f", "name": "Endless", "label": "it", "class": "person", "kind": "regex",
               "pattern": "(a+)+b"}  # fmt: skip
    with pytest.raises(PrelabelerFault, match="Endless"):
        proposed("choice", "a" * 60, endless)


def joint(votes, *given):
    raw = [{"kind": "choice", "name": c, "label": "it", "score": 1, "more": {"function": f}}
           for f, c in given]  # fmt: skip
    found = votes.candidates(Source("f", (), Wrap(), 0.0), raw, ontology("choice"))
    return {candidate.class_id: candidate.score for candidate in found}


def test_untaught_functions_count_alike():
    said = joint(FunctionVotes(), ("a", "person"), ("b", "place"), ("c", "place"))
    assert said["place"] > said["person"]
    assert joint(FunctionVotes(), ("a", "person"), ("b", "place"))["person"] == 0.5


def test_a_function_that_people_contradict_loses_its_say():
    votes = [Vote(task, "it", name, c) for task in range(40)
             for name, c in (("good", "person"), ("bad", "place"))]  # fmt: skip
    fitted = fit_votes(votes, truths={(t, "it"): "person" for t in range(30)}, tasks=80)
    assert fitted.accuracy["good"] > 0.9
    assert fitted.accuracy["bad"] < 0.25
    assert joint(fitted, ("good", "person"), ("bad", "place"))["person"] > 0.9
    figures = fitted.figures["bad"]
    assert (figures["coverage"], figures["conflict"], figures["judged"]) == (0.5, 1.0, 30)
    assert FunctionVotes.read(fitted.as_json()) == fitted
