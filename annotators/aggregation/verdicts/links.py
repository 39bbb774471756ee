"""Links between regions: who marked both ends says whether they belong together.

A link's ends are the regions of the consensus that people's own ones match by place. Who did not
mark one of them says nothing about the link. What is one object with what is asked pair by pair,
and pairs are joined only as far as all of them together speak for it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import log
from typing import Any

from annotators.aggregation.pooled import pooled
from annotators.aggregation.verdicts.verdict import Judgement, Verdict
from annotators.agreement.links import links_of, matched_regions, own_links, unordered
from annotators.agreement.votes import Votes
from labeling.ontology.parts import Ontology, RelationType

__all__ = ["judge_links", "short_links"]

METHOD = "linked_pairs"
LIKELY = 0.5
NEVER_SURE = 1e-6
Pair = tuple[str, str]
Content = Mapping[str, Any]


@dataclass(slots=True)
class _Said:
    """What people said of one task, in regions of the consensus."""

    drawn: dict[int, set[Pair]] = field(default_factory=dict)
    could: dict[int, set[str]] = field(default_factory=dict)
    """Which regions each of them marked at all."""
    as_drawn: dict[Pair, Pair] = field(default_factory=dict)
    """Which way round somebody joined a pair, where that says nothing."""


def judge_links(
    ontology: Ontology,
    relation: RelationType,
    opinions: Sequence[tuple[int, int, Content]],
    regions: Mapping[int, Sequence[Mapping[str, Any]]],
) -> Judgement:
    """Return the links of each task on which anybody drew one between two regions of the consensus.

    Parameters
    ----------
    ontology, relation
    opinions : sequence of (task, annotator, whole answer)
    regions : mapping of task to regions
        The consensus of all labels that are located, which links then go between.
    """
    said: defaultdict[int, _Said] = defaultdict(_Said)
    for task, who, content in opinions:
        match = matched_regions(ontology, content, {"regions": regions.get(task, ())})
        here = said[task]
        joined = _mapped(match, links_of(ontology, relation, content))
        here.drawn[who] = {_written(relation, pair) for pair in joined}
        here.could[who] = set(match.values())
        for pair in _mapped(match, own_links(relation, content)):
            here.as_drawn.setdefault(_written(relation, pair), pair)
    asked = {
        (task, pair): [who for who, ends in here.could.items() if ends.issuperset(pair)]
        for task, here in said.items()
        for pair in sorted(set().union(*here.drawn.values()))
    }
    if not asked:
        return Judgement(METHOD, ())
    rows = [
        (key, who, key[1] in said[key[0]].drawn[who])
        for key, people in asked.items()
        for who in people
    ]
    votes = Votes.from_rows(rows, (False, True))
    found = pooled(votes, anchor=1.0)
    ability = {int(str(w)): float(a) for w, a in zip(votes.annotators, found.accuracy, strict=True)}
    likely: defaultdict[int, dict[Pair, float]] = defaultdict(dict)
    for (task, pair), probability in zip(asked, found.posterior[:, 1].tolist(), strict=True):
        likely[task][pair] = probability
    verdicts = [
        _verdict(relation, task, probabilities, said[task], ability)
        for task, probabilities in likely.items()
    ]
    return Judgement(METHOD, verdicts, ability)


def short_links(links: Sequence[Mapping[str, Any]], regions: Sequence[Mapping[str, Any]]) -> str:
    """Return what is linked with what, by class."""
    name = {region["id"]: str(region["class"]) for region in regions}
    ends = [(name.get(link["from"], "?"), name.get(link["to"], "?")) for link in links]
    return ", ".join(f"{start} → {end}" for start, end in ends)


def _mapped(match: Mapping[str, str], links: Iterable[Pair]) -> list[Pair]:
    """Put the consensus's regions for a person's own; links to others are left out."""
    return [(match[a], match[b]) for a, b in links if a in match and b in match]


def _written(relation: RelationType, pair: Pair) -> Pair:
    return pair if relation.directed and not relation.identity else unordered(pair)


def _verdict(
    relation: RelationType,
    task: int,
    likely: Mapping[Pair, float],
    said: _Said,
    ability: Mapping[int, float],
) -> Verdict:
    chosen = {pair for pair, p in likely.items() if p >= LIKELY}
    kept = chosen
    if relation.identity:
        groups = _one_objects(likely)
        chosen = {pair for group in groups for pair in combinations(group, 2)}
        kept = _enough(groups, likely, said.as_drawn)
    links = [
        {"id": f"{relation.id}-{number}", "label": relation.id, "from": start, "to": end}
        for number, (start, end) in enumerate((said.as_drawn.get(p, p) for p in sorted(kept)), 1)
    ]
    heard = {who: ability[who] for who in said.drawn if who in ability}
    return Verdict(
        task,
        links,
        sum(max(p, 1 - p) for p in likely.values()) / len(likely),
        len(heard),
        tuple(who for who, own in said.drawn.items() if who in heard and own == chosen),
        heard,
        {f"{start}>{end}": round(p, 4) for (start, end), p in likely.items()},
        any(p == LIKELY for p in likely.values()),
    )


def _one_objects(likely: Mapping[Pair, float]) -> list[list[str]]:
    """Join the likeliest pairs first, two groups only where all pairs between them add up to yes.

    A pair that nobody drew counts as unlikely as the least likely that somebody did.

    References
    ----------
    Bansal, Blum & Chawla (2004), "Correlation clustering", doi:10.1023/B:MACH.0000033116.57574.95.
    """
    odds = {pair: log((p + NEVER_SURE) / (1 - p + NEVER_SURE)) for pair, p in likely.items()}
    against = min(0.0, *odds.values())
    group = {end: {end} for pair in likely for end in pair}
    for start, end in sorted(odds, key=lambda pair: (-odds[pair], pair)):
        one, two = group[start], group[end]
        if one is two:
            continue
        between = (unordered(pair) for pair in product(one, two))
        if sum(odds.get(pair, against) for pair in between) >= 0:
            one |= two
            group |= dict.fromkeys(two, one)
    distinct = {id(members): sorted(members) for members in group.values()}.values()
    return [members for members in distinct if len(members) > 1]


def _enough(
    groups: Iterable[Sequence[str]], likely: Mapping[Pair, float], as_drawn: Mapping[Pair, Pair]
) -> set[Pair]:
    """Return pairs that hold each group together: such as were drawn first, the likeliest first."""
    kept: set[Pair] = set()
    for members in groups:
        part = {end: {end} for end in members}
        pairs = combinations(members, 2)
        for pair in sorted(pairs, key=lambda p: (p not in as_drawn, -likely.get(p, 0.0), p)):
            one, two = part[pair[0]], part[pair[1]]
            if one is not two:
                one |= two
                part |= dict.fromkeys(two, one)
                kept.add(pair)
    return kept
