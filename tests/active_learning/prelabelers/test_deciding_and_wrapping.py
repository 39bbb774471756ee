"""What people took and left moves what is proposed next."""

from active_learning.prelabelers.composing import candidates_of
from active_learning.prelabelers.deciding import Candidate, Decision, decide
from active_learning.prelabelers.wrapping import Wrap, fit_wrap
from tests.active_learning.prelabelers.questions import ontology, source, span


def region(name, start, end):
    return {"label": "it", "class": name, "geometry": {"start": start, "end": end}}


def decided(proposals, *regions):
    onto = ontology()
    mine = candidates_of(source(PER="person", GPE="place"), proposals, onto)
    return decide(onto.labels[0], mine, {"regions": list(regions)})


def test_the_same_place_and_class_is_taken_and_another_class_is_told():
    taken, other, left = decided(
        [span("PER", 0, 3, 0.9), span("GPE", 5, 8, 0.8), span("PER", 9, 12, 0.7)],
        region("person", 0, 3),
        region("person", 5, 8),
    )
    assert (taken.accepted, taken.given) == (True, "person")
    assert (other.accepted, other.given) == (False, "person")
    assert (left.accepted, left.given, left.found) == (False, None, False)


def test_two_proposals_for_one_region_cannot_both_be_right():
    first, second = decided(
        [span("PER", 0, 3, 0.9), span("PER", 0, 3, 0.2)], region("person", 0, 3)
    )
    assert (first.accepted, second.accepted) == (True, False)


def test_answers_are_taken_when_they_are_the_persons_or_among_them():
    one = ontology("choice").labels[0]
    said = [Candidate("a", "it", "x", 0.5, "person")]
    assert decide(one, said, {"answers": {"it": "person"}})[0].accepted
    other = decide(one, said, {"answers": {"it": "place"}})[0]
    assert (other.accepted, other.given) == (False, "place")
    assert decide(one, said, {"answers": {}})[0].given is None
    several = ontology("multichoice").labels[0]
    assert decide(several, said, {"answers": {"it": ["place", "person"]}})[0].accepted


def decisions(score, own, accepted, times, given="person", agreeing=0):
    mine = Candidate("a", "it", own, score, "person", {"start": 0, "end": 1}, agreeing=agreeing)
    return [Decision(mine, accepted, given if accepted else None, accepted)] * times


def test_without_decisions_the_raw_score_is_the_probability():
    candidate = Candidate("a", "it", "PER", 0.37, "person")
    assert fit_wrap([]).probability(candidate) == 0.37
    assert fit_wrap(decisions(0.9, "PER", True, 9)).probability(candidate) == 0.37


def test_probabilities_become_the_share_that_people_take():
    wrap = fit_wrap(decisions(0.8, "PER", True, 30) + decisions(0.8, "PER", False, 70))
    assert abs(wrap.probability(Candidate("a", "it", "PER", 0.8, "person")) - 0.3) < 0.05
    assert (wrap.accepted, wrap.decisions) == (30, 100)


def test_a_class_that_is_always_wrong_sinks_below_one_that_is_right():
    wrap = fit_wrap(decisions(0.8, "PER", True, 40) + decisions(0.8, "NORP", False, 40))
    per, norp = (wrap.probability(Candidate("a", "it", own, 0.8, "person"))
                 for own in ("PER", "NORP"))  # fmt: skip
    assert per > 0.85
    assert norp < 0.15


def test_what_other_sources_say_too_is_taken_more_where_it_was():
    wrap = fit_wrap(decisions(0.5, "PER", True, 40, agreeing=1) + decisions(0.5, "PER", False, 40))
    alone = wrap.probability(Candidate("a", "it", "PER", 0.5, "person"))
    both = wrap.probability(Candidate("a", "it", "PER", 0.5, "person", agreeing=1))
    assert both > alone + 0.4


def test_peoples_class_replaces_the_mapping_only_with_evidence():
    mine = Candidate("a", "it", "GPE", 0.8, None, {"start": 0, "end": 1})
    given = Decision(mine, False, "place", True)
    assert fit_wrap([given] * 3).reclassed(mine).class_id is None
    assert fit_wrap([given] * 4).reclassed(mine).class_id == "place"
    mixed = [given] * 4 + [Decision(mine, False, "person", True)] * 4
    assert fit_wrap(mixed).reclassed(mine).class_id is None


def test_what_nobody_was_shown_counts_as_no_decision():
    unplaced = Candidate("a", "it", "DATE", 0.8, None, {"start": 0, "end": 1})
    wrap = fit_wrap([Decision(unplaced, False, None, False)] * 50)
    assert (wrap.decisions, wrap.is_learned) == (0, False)


def test_a_wrap_survives_being_stored():
    wrap = fit_wrap(decisions(0.8, "PER", True, 12, given="place"))
    assert Wrap.read(wrap.as_json()) == wrap
