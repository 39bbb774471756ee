"""After each vote: is the task sure, does it want one opinion more, or somebody who knows better?

Runs after the answer is stored, and so can lose none. What a crash left undecided is decided by
the next settling (`settle_routing`), for every decision follows from the stored facts alone.
"""

from datetime import datetime

from annotators.assignment import Limits, decide, turn_again
from annotators.models import BeliefState, Escalation, RoutingPlan, TaskBelief
from annotators.services.believe import Belief, believe
from labeling.models import Project, Task, TaskState
from labeling.services.event_log import log_event
from labeling.services.statements import ask_one_more, stop_asking

WRITTEN = ["label", "n_votes", "confidence", "posterior", "state", "decided_at"]


def decide_opinions(
    *, project: Project, plan: RoutingPlan, task: Task, now: datetime
) -> BeliefState | None:
    """Write down what is believed, and open or close places accordingly."""
    belief = believe(project=project, plan=plan, task=task)
    if belief is None:
        TaskBelief.objects.filter(task=task).delete()
        return None
    least = project.settings.overlap
    limits = Limits(least, max(plan.most or least, least), plan.target)
    state = BeliefState(decide(belief.confidence, belief.n_votes, limits))
    before = TaskBelief.objects.filter(task=task).values_list("state", flat=True).first()
    _store(project, task, belief, state)
    if plan.most is None or task.state in (TaskState.ACCEPTED, TaskState.REJECTED):
        return state
    answers = task.annotation_count
    if state == BeliefState.SURE and answers >= least:
        stop_asking(task_id=task.pk, now=now)
    elif state == BeliefState.ASKING and answers < limits.most:
        place = turn_again(belief.confidence, belief.n_votes)
        ask_one_more(task_id=task.pk, answers=answers, priority=place, now=now)
    elif state == BeliefState.ESCALATED and before != BeliefState.ESCALATED:
        _escalate(project, plan, task, now)
    return state


def _escalate(project: Project, plan: RoutingPlan, task: Task, now: datetime) -> None:
    """Leave it to review, or want one more opinion, which only experts are offered."""
    if plan.escalation == Escalation.EXPERT:
        # Only who knows better is offered it, so it stands in nobody's way.
        ask_one_more(task_id=task.pk, answers=task.annotation_count, priority=1.0, now=now)
    log_event(
        project_id=project.pk,
        type="escalated",
        data={"task": str(task.pk), "to": plan.escalation},
        actor_id=None,
    )


def _store(project: Project, task: Task, belief: Belief, state: BeliefState) -> None:
    row = TaskBelief(
        task=task,
        project=project,
        label=belief.label,
        n_votes=belief.n_votes,
        confidence=belief.confidence,
        posterior=dict(belief.posterior),
        state=state,
    )
    TaskBelief.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["task"], update_fields=WRITTEN
    )
