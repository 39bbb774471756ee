"""Spans as one path through the pieces; links between regions of the consensus."""

from annotators.aggregation.verdicts import JUDGES
from annotators.aggregation.verdicts.links import judge_links
from tests.contracts.judged_kinds import ENDS, ONTOLOGY, span

SPAN = ONTOLOGY.label("span")
BEFORE, SAME = ONTOLOGY.relations


def judged(*people):
    opinions = [(1, who, spans) for who, spans in enumerate(people)]
    found = JUDGES["span"](SPAN, opinions)
    return found, [tuple(region["geometry"].values()) for region in found.verdicts[0].said]


def test_ends_are_ends_that_somebody_set():
    _, ends = judged([span(0, 10, "c0")], [span(0, 11, "c0")], [span(0, 10, "c0")])
    assert ends == [(0, 10)]


def test_two_spans_side_by_side_stay_two():
    both = [span(0, 5, "c0"), span(5, 9, "c0")]
    _, ends = judged(both, both, [span(0, 9, "c0")])
    assert ends == [(0, 5), (5, 9)]


def test_spans_in_two_turns_are_two_texts():
    def in_turn(turn):
        mark = span(0, 5, "c0")
        return mark | {"geometry": mark["geometry"] | {"turn": turn}}

    found, _ = judged(*[[in_turn(0), in_turn(1)]] * 2)
    assert [region["geometry"]["turn"] for region in found.verdicts[0].said] == [0, 1]


def test_where_own_spans_lie_over_each_other_they_are_matched_like_other_marks():
    nested = [span(0, 20, "c0"), span(5, 9, "c1")]
    found, ends = judged(nested, nested, nested)
    assert found.method == "matched_and_fused"
    assert sorted(ends) == [(0, 20), (5, 9)]


def drew(relation, *pairs, without=()):
    regions = [mark for at, mark in enumerate(ENDS) if at not in without]
    links = [
        {"id": f"l{n}", "label": relation.id, "from": ENDS[a]["id"], "to": ENDS[b]["id"]}
        for n, (a, b) in enumerate(pairs)
    ]
    return {"regions": regions, "relations": links, "answers": {}}


def links(relation, *people):
    opinions = [(1, who, content) for who, content in enumerate(people)]
    found = judge_links(ONTOLOGY, relation, opinions, {1: ENDS})
    number = {mark["id"]: at for at, mark in enumerate(ENDS)}
    said = found.verdicts[0].said
    return found, {(number[link["from"]], number[link["to"]]) for link in said}


def test_a_link_that_most_drew_stands_whichever_way_is_kept_where_it_matters():
    _, found = links(BEFORE, drew(BEFORE, (1, 0)), drew(BEFORE, (1, 0)), drew(BEFORE, (0, 1)))
    assert found == {(1, 0)}


def test_who_did_not_mark_an_end_says_nothing_about_the_link():
    quiet = [drew(BEFORE, without=(1,)) for _ in range(3)]
    found, kept = links(BEFORE, drew(BEFORE, (0, 1)), *quiet)
    assert kept == {(0, 1)}
    assert found.verdicts[0].n_votes == 1


def test_a_chain_and_a_star_are_the_same_object_and_both_support_it():
    chain, star = drew(SAME, (0, 1), (1, 2)), drew(SAME, (0, 1), (0, 2))
    found, kept = links(SAME, chain, star)
    assert len(kept) == 2
    assert found.verdicts[0].supporters == (0, 1)


def test_one_persons_bridge_does_not_join_two_objects():
    parts = drew(SAME, (0, 1), (2, 3))
    _, kept = links(SAME, parts, parts, parts, drew(SAME, (0, 1), (1, 2), (2, 3)))
    assert kept == {(0, 1), (2, 3)}
