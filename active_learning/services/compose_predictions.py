"""Turns raw proposals into the predictions that people are shown."""

from collections.abc import Sequence
from contextlib import nullcontext

from django.utils import timezone

from active_learning.models import PrelabelerUse, RawProposals
from active_learning.prelabelers.composing import (
    Composed,
    Source,
    candidates_of,
    compose,
    with_agreement,
)
from active_learning.prelabelers.deciding import Candidate
from active_learning.prelabelers.voting import FunctionVotes
from active_learning.selectors.prelabeling import Working, open_tasks, raw_of_tasks
from active_learning.selectors.versions import active_version
from active_learning.services.pacing import Pace
from labeling.kernel.jobs import JobRun
from labeling.models import Project
from labeling.ontology.schema import Ontology
from labeling.selectors.ontologies import ontology_of
from labeling.services.learned_facts import drop_predictions, note_predictions, remove_predictions
from labeling.services.learned_scores import LearnedAnswer, write_answers

__all__ = ["candidates_by_task", "compose_all", "compose_tasks", "drop_shown", "read_votes"]

CHUNK = 100
AMBIGUOUS = 0.6


def compose_all(*, project: Project, working: Sequence[Working], run: JobRun) -> int:
    """Compose every open task anew from what is stored; return how many were."""
    uses = [item.use.pk for item in working]
    ids = list(
        open_tasks(project)
        .filter(pk__in=RawProposals.objects.filter(use__in=uses).values("task"))
        .order_by("-priority", "pk")
        .values_list("pk", flat=True)
    )
    votes = {item.use.pk: read_votes(item.use) for item in working if item.card.has_functions}
    pace = Pace()
    for start in range(0, len(ids), CHUNK):
        run.progress(start, len(ids), "composing")
        compose_tasks(
            project=project, working=working, task_ids=ids[start : start + CHUNK], pace=pace,
            votes=votes,
        )  # fmt: skip
    PrelabelerUse.objects.filter(pk__in=[w.use.pk for w in working]).update(is_stale=False)
    return len(ids)


def compose_tasks(
    *,
    project: Project,
    working: Sequence[Working],
    task_ids: Sequence[int],
    pace: Pace | None = None,
    votes: dict[int, FunctionVotes] | None = None,
) -> None:
    """Write what each source shows of some open tasks, and take away what it shows no more."""
    ontology = ontology_of(project)
    found = candidates_by_task(working, task_ids, ontology, votes or {})
    taken = _learners_own(project, working)
    sources = [item.source for item in working]
    shown: dict[str, list[LearnedAnswer]] = {source.id: [] for source in sources}
    silent: dict[str, list[int]] = {source.id: [] for source in sources}
    for task_id in task_ids:
        mine = [c for c in found.get(task_id, []) if c.label not in taken]
        for name, composed in compose(sources, mine, ontology).items():
            if composed.regions or composed.answers:
                shown[name].append(_answer(task_id, composed))
            else:
                silent[name].append(task_id)
    with pace.turn() if pace else nullcontext():
        for name, answers in shown.items():
            write_answers(project=project, model_version=name, answers=answers, now=timezone.now())
            remove_predictions(project=project, model_version=name, task_ids=silent[name])
        note_predictions(project=project, task_ids=task_ids)


def candidates_by_task(
    working: Sequence[Working],
    task_ids: Sequence[int],
    ontology: Ontology,
    votes: dict[int, FunctionVotes],
) -> dict[int, list[Candidate]]:
    """Return the candidates of every source for each task, with how many sources agree."""
    raw = raw_of_tasks([item.use for item in working], task_ids)
    by_task = {}
    for task_id, said in raw.items():
        candidates: list[Candidate] = []
        for item in working:
            proposals = said.get(item.use.pk, [])
            if item.card.has_functions:
                known = votes.get(item.use.pk) or FunctionVotes()
                candidates += known.candidates(item.source, proposals, ontology)
            else:
                candidates += candidates_of(item.source, proposals, ontology)
        by_task[task_id] = with_agreement(candidates, ontology)
    return by_task


def read_votes(use: PrelabelerUse) -> FunctionVotes:
    """Return the label model that was fitted over a project's labeling functions."""
    return FunctionVotes.read(use.votes)


def drop_shown(*, use: PrelabelerUse, run: JobRun) -> None:
    """Take away everything that a use shows."""
    after: int | None = 0
    while after is not None:
        run.check_cancelled()
        after = drop_predictions(project=use.project, model_version=use.source, after=after)


def _learners_own(project: Project, working: Sequence[Working]) -> set[str]:
    """Return the label that the project's own model answers better than any pre-labeler."""
    version = active_version(project)
    if version is None or not version.is_measured or version.accuracy is None:
        return set()
    rivals = [_share(item.source) for item in working if _fills(item.source, version.label)]
    return {version.label} if rivals and version.accuracy >= max(rivals) else set()


def _fills(source: Source, label: str) -> bool:
    return any(place.label == label for place in source.places)


def _share(source: Source) -> float:
    """Return the share of a source's proposals that people took; a half while it is not known."""
    wrap = source.wrap
    return wrap.accepted / wrap.decisions if wrap.is_learned else 0.5


def _answer(task_id: int, composed: Composed) -> LearnedAnswer:
    score = round(min(1.0, composed.score), 6)
    return LearnedAnswer(
        task_id,
        score,
        round(1 - score, 6),
        score < AMBIGUOUS,
        composed.probabilities,
        composed.regions,
        composed.answers,
    )
