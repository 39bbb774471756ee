"""A reviewer decides between several answers: theirs becomes the final label."""

from django.db import transaction

from annotators.models import Adjudication, Consensus, TaskFacts
from annotators.services.consensus import store_consensus
from annotators.services.decided_rows import agrees, decided_rows
from annotators.services.refresh import refresh_soon
from labeling.kernel.errors import Conflict, NotFound
from labeling.models import AnnotationState, Task, Verdict
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.policies import Access, Action
from labeling.selectors.ontologies import ontology_of
from labeling.services.answer_checks import checked_answer
from labeling.services.drafts import AnswerContent
from labeling.services.settle_answers import settle_answers, unsettle_answers


@transaction.atomic
def adjudicate(*, access: Access, task: Task, content: AnswerContent, comment: str) -> Adjudication:
    """Store the final label, settle every answer, and make it the consensus at once."""
    access.require(Action.REVIEW)
    ontology = ontology_of(access.project)
    final = checked_answer(access=access, task=task, ontology=ontology, content=content)
    answers = list(
        task.annotations.exclude(origin=ACCEPTED_ORIGIN).exclude(state=AnnotationState.REJECTED)
    )
    if not answers:
        raise Conflict("Nobody has answered this task yet: annotate it.", code="nothing_to_decide")
    if Adjudication.objects.filter(task=task).exists():
        raise Conflict(
            "This task was decided already. Take that decision back first.", code="decided_already"
        )
    same = {
        answer.pk: agrees(
            ontology,
            final.as_json(),
            {
                "regions": answer.regions,
                "relations": answer.relations,
                "answers": answer.answers,
            },
        )
        for answer in answers
    }
    states = settle_answers(
        access=access,
        task=task,
        verdicts={pk: Verdict.ACCEPT if alike else Verdict.FIX for pk, alike in same.items()},
        comment=comment,
    )
    found = Adjudication.objects.create(
        project=access.project,
        task=task,
        reviewer=access.user,
        comment=comment,
        supporters=[answer.annotator_id for answer in answers if same[answer.pk]],
        states={str(pk): state for pk, state in states.items()},
        **final.as_json(),
    )
    store_consensus(rows=decided_rows(access.project, found))
    TaskFacts.objects.filter(task=task).update(expected_error=0.0)
    return found


@transaction.atomic
def withdraw_adjudication(*, access: Access, task: Task) -> None:
    """Take the decision back: the answers stand as before, and the crowd is asked again."""
    access.require(Action.REVIEW)
    found = Adjudication.objects.filter(task=task).first()
    if found is None:
        raise NotFound("Nothing was decided about this task.")
    if found.reviewer_id != access.user.pk:
        access.require(Action.CHANGE_TASKS)
    states = {int(pk): state for pk, state in found.states.items()}
    unsettle_answers(access=access, task=task, states=states)
    Consensus.objects.filter(task=task).delete()
    TaskFacts.objects.filter(task=task).delete()
    found.delete()
    refresh_soon(project=access.project)
