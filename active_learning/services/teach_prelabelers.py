"""Learns from people's answers what each pre-labeler's proposals are worth in a project."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Max

from active_learning.models import PrelabelerUse, RawProposals
from active_learning.prelabelers.deciding import Decision, decide
from active_learning.prelabelers.voting import VOTED, FunctionVotes, Vote, fit_votes
from active_learning.prelabelers.wrapping import Wrap, fit_wrap
from active_learning.selectors.prelabeling import Working, source_of, taught_answers
from active_learning.services.compose_predictions import candidates_by_task, read_votes
from labeling.models import Project
from labeling.ontology.schema import Label, Ontology
from labeling.selectors.ontologies import ontology_of

__all__ = ["teach", "teaching_is_due"]

DUE_AFTER = 10
"""New answers after which what they teach is looked at."""
MOST_VOTES = 500_000
ONE_ANSWER = VOTED | {"pairwise"}
MOVED = 0.02
"""What is shown is composed anew when weights moved by more."""


def teaching_is_due(project: Project) -> bool:
    """Whether enough was answered since the last look."""
    uses = PrelabelerUse.objects.filter(project=project, is_on=True)
    seen = uses.aggregate(seen=Max("taught_until"))["seen"]
    if seen is None:
        return False
    fresh = project.annotations.filter(pk__gt=seen).order_by("pk").values_list("pk", flat=True)
    return len(fresh[:DUE_AFTER]) >= DUE_AFTER


def teach(*, project: Project, working: Sequence[Working]) -> list[Working]:
    """Fit every source's wrap and label model; return the uses as they are now."""
    ontology = ontology_of(project)
    newest = project.annotations.aggregate(newest=Max("pk"))["newest"] or 0
    _fit_functions(project, working, ontology)
    decisions = _decisions(project, working, ontology)
    taught = []
    for item in working:
        use = item.use
        wrap = fit_wrap(decisions[use.source])
        use.is_stale = use.is_stale or _moved(Wrap.read(use.wrap), wrap)
        use.wrap, use.taught_until = wrap.as_json(), newest
        use.save(update_fields=["wrap", "taught_until", "is_stale", "votes", "updated_at"])
        taught.append(replace(item, source=source_of(use, ontology)))
    return taught


def _decisions(
    project: Project, working: Sequence[Working], ontology: Ontology
) -> dict[str, list[Decision]]:
    """Compare what each source proposed with what people then answered."""
    answers = list(taught_answers(project, [item.use for item in working]))
    votes = {item.use.pk: read_votes(item.use) for item in working if item.card.has_functions}
    found = candidates_by_task(working, [task_id for task_id, _ in answers], ontology, votes)
    decisions: dict[str, list[Decision]] = defaultdict(list)
    for task_id, content in answers:
        for item in working:
            mine = [c for c in found.get(task_id, ()) if c.source == item.source.id]
            for label in ontology.labels:
                about = [c for c in mine if c.label == label.id]
                if label.kind in ONE_ANSWER and about:
                    # One answer is shown, and one is decided: the likeliest class.
                    about = [max(about, key=lambda c: c.score)]
                decisions[item.use.source] += [
                    decision
                    for decision in decide(label, about, content)
                    if not _is_tie(label, decision)
                ]
    return decisions


def _is_tie(label: Label, decision: Decision) -> bool:
    """Whether it says nothing of which of two is better."""
    compared = {one.id for one in label.classes[:2]}
    return label.kind == "pairwise" and decision.given not in compared


def _fit_functions(project: Project, working: Sequence[Working], ontology: Ontology) -> None:
    """Fit the label model over the votes of all tasks, and over what people answered."""
    for item in working:
        if not item.card.has_functions:
            continue
        rows = RawProposals.objects.filter(use=item.use, revision=item.use.revision)
        votes: list[Vote] = []
        for task_id, proposals in rows.values_list("task_id", "proposals").iterator(2000):
            votes += [
                Vote(task_id, str(p["label"]), str((p.get("more") or {}).get("function")),
                     str(p["name"]))
                for p in proposals
            ]  # fmt: skip
            if len(votes) >= MOST_VOTES:
                break
        truths = {
            (task_id, label): value
            for task_id, content in taught_answers(project, [item.use])
            for label, value in content["answers"].items()
            if isinstance(value, str) and value
        }
        fitted = fit_votes(votes, truths=truths, tasks=rows.count())
        item.use.is_stale |= _reweighed(read_votes(item.use), fitted)
        item.use.votes = fitted.as_json()


def _moved(before: Wrap, after: Wrap) -> bool:
    if dict(before.classes) != dict(after.classes) or before.is_learned != after.is_learned:
        return True
    old, new = before.numbers, after.numbers
    return any(abs(old.get(n, 0.0) - new.get(n, 0.0)) > MOVED for n in old.keys() | new.keys())


def _reweighed(before: FunctionVotes, after: FunctionVotes) -> bool:
    names = before.accuracy.keys() | after.accuracy.keys()
    return any(abs(before.accuracy.get(n, 0.0) - after.accuracy.get(n, 0.0)) > MOVED for n in names)
