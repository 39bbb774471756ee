"""Links between regions of the consensus, and objects held together by them."""

from annotators.aggregation.verdicts.links import judge_links
from tests.contracts.judged_kinds import ENDS, ONTOLOGY

BEFORE, SAME = ONTOLOGY.relations


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
