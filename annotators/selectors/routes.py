"""One person's way through a project: may they work, what is mixed in, and in which order."""

import json
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from annotators.aggregation.verdicts import JUDGES
from annotators.agreement.content import VOTED
from annotators.assignment import POLICIES, Asker, Known, drawn_luck, ranked
from annotators.assignment.rows import Row, Scale, as_queue
from annotators.models import BeliefState
from annotators.selectors.exam_choice import EXAM, exam_question
from annotators.selectors.gold_choice import hidden_gold, own_task_again
from annotators.selectors.plans import RouteFacts, route_facts
from labeling.kernel.errors import NotAllowed, PenumbraError
from labeling.models import ProjectPolicy
from labeling.models.task import EXTRA
from labeling.ontology.parts import Label, Ontology
from labeling.policies import Access, Action
from labeling.selectors.candidates import Candidate
from labeling.selectors.ontologies import ontology_of
from labeling.services.routing import Detour

REPEAT = "repeat"
"""Name of the leases of one's own tasks."""
EXPERT = "expert"
"""The skill that, like a reviewer's role, opens what others left in doubt."""
DAY = timedelta(days=1)


@dataclass(frozen=True)
class PersonRoute:
    """Made anew for each call for work; reads one row, and beliefs along with the candidates."""

    access: Access
    now: datetime
    rng: random.Random

    @cached_property
    def facts(self) -> RouteFacts:
        """Plan and standing."""
        return route_facts(self.access.project.pk, self.access.user.pk)

    @cached_property
    def closed(self) -> PenumbraError | None:
        """Why this person gets no work here, if so; managers and reviewers always do."""
        facts = self.facts
        if self.access.may(Action.REVIEW):
            return None
        if facts.is_paused:
            return NotAllowed(
                "You are paused in this project. The page Exams says why, and takes an appeal.",
                code="paused",
            )
        if missing := [s for s in facts.required if not facts.has_skill(s, self.now)]:
            return NotAllowed(
                "Pass this project's exam first: see the page Exams.",
                code="exam_required",
                skills=missing,
            )
        if facts.daily_most is not None and self._answers_today() >= facts.daily_most:
            return NotAllowed(
                f"You have answered {facts.daily_most} tasks within a day, which is the most here.",
                code="daily_limit",
                params={"count": facts.daily_most},
            )
        return None

    @cached_property
    def chooses(self) -> bool:
        """Whether opinions add up here at all, and the queue's order is not the manager's own."""
        settings, facts = self._settings, self.facts
        several = settings.overlap > 1 or (facts.most or 1) > 1
        return several and facts.policy != "open" and settings.order == "uncertain"

    @property
    def beside(self) -> str:
        """What is believed of each candidate, where it is looked at."""
        return _BELIEF if self.chooses or self.facts.escalation == "expert" else ""

    @cached_property
    def _settings(self) -> ProjectPolicy:
        return self.access.project.settings

    def detour(self, held: Collection[int]) -> Detour | None:
        """An exam that was begun goes first; then chance mixes in gold, and one's own tasks."""
        facts = self.facts
        if facts.attempt is not None:
            return Detour(exam_question(facts.attempt, held, self.rng), EXAM)
        chance = self.rng.random() if facts.gold_rate or facts.repeat_rate else 1.0
        if self.closed or chance >= facts.gold_rate + facts.repeat_rate:
            return None
        project, user = self.access.project, self.access.user
        if chance < facts.gold_rate:
            task_id, aside = hidden_gold(project, user, held, self.rng), EXTRA
        else:
            task_id, aside = own_task_again(project, user, held, self.rng), REPEAT
        return None if task_id is None else Detour(task_id, aside)

    def ordered(self, candidates: Sequence[Candidate]) -> Sequence[int]:
        """Leave out what this person may not have, and put the rest in the policy's order."""
        fit = [one for one in candidates if self._suits(one)]
        beliefs = {one.task_id: _Belief.read(one.beside) for one in fit if one.beside}
        if self.facts.escalation == "expert" and not self._is_expert:
            fit = [
                one
                for one in fit
                if one.task_id not in beliefs or beliefs[one.task_id].state != BeliefState.ESCALATED
            ]
        if not self.chooses or len(fit) < 2:
            return [one.task_id for one in fit]
        order = self._order(fit, beliefs)
        return [fit[at].task_id for at in order]

    def _order(self, fit: Sequence[Candidate], beliefs: Mapping[int, "_Belief"]) -> Sequence[int]:
        facts = self.facts
        label = routed_label(ontology_of(self.access.project), self._settings.target_label)
        if label is None:
            return range(len(fit))
        rows = [
            Row(
                one.priority,
                one.annotation_count,
                one.uncertainty,
                beliefs[one.task_id].posterior if one.task_id in beliefs else {},
            )
            for one in fit
        ]
        classes = [class_.id for class_ in label.classes] if label.kind in VOTED else []
        scale = Scale(classes, facts.worth, has_consensus=label.kind in JUDGES)
        person, crowd = facts.person(label.id), facts.people(label.id)
        queue = as_queue(rows, scale, person, crowd)
        order: list[int] = ranked(
            POLICIES[facts.policy], queue, self._asker(person, crowd)
        ).tolist()
        return order

    def _asker(self, person: Known, crowd: Known) -> Asker:
        facts = self.facts
        usual, mean = facts.crowd.get("seconds"), facts.crowd.get("interest")
        cost = facts.seconds / usual if facts.seconds and usual else 1.0
        interest = mean - facts.interest if mean is not None and facts.interest is not None else 0.0
        luck = drawn_luck(person.right, person.answered, crowd.accuracy(), self.rng.betavariate)
        return Asker(luck, min(max(cost, 0.25), 4.0), float(interest))

    def _suits(self, candidate: Candidate) -> bool:
        """Whether skills, language and source allow it, where the plan looks at these."""
        facts = self.facts
        if not facts.uses_skills and not facts.author_key:
            return True
        meta = candidate.read_meta()
        author = meta.get(facts.author_key) if facts.author_key else None
        if author is not None and author in (self.access.user.username, str(self.access.user.pk)):
            return False
        if not facts.uses_skills or self.access.may(Action.REVIEW):
            return True
        return all(self.facts.has_skill(skill, self.now) for skill in skills_wanted(meta))

    @cached_property
    def _is_expert(self) -> bool:
        return self.access.may(Action.REVIEW) or self.facts.has_skill(EXPERT, self.now)

    def _answers_today(self) -> int:
        own = self.access.project.annotations.filter(annotator=self.access.user)
        return own.filter(created_at__gt=self.now - DAY).count()


_BELIEF = (
    "SELECT b.state || ' ' || b.confidence || ' ' || CAST(b.posterior AS TEXT) "
    "FROM annotators_taskbelief b WHERE b.task_id = {task}"
)


@dataclass(frozen=True, slots=True)
class _Belief:
    state: str
    posterior: Mapping[str, float]

    @classmethod
    def read(cls, told: str) -> "_Belief":
        """Take apart what `_BELIEF` put together."""
        state, confidence, posterior = told.split(" ", 2)
        return cls(state, json.loads(posterior) or {"right": float(confidence)})


def routed_label(ontology: Ontology, target: str | None) -> Label | None:
    """Return the label that routing looks at: the target, else the first that people vote on."""
    labels = ontology.labels
    named = next((label for label in labels if label.id == target), None)
    return named or next((label for label in labels if label.kind in JUDGES), None)


def skills_wanted(meta: Mapping[str, Any]) -> list[str]:
    """Return the skills that a task asks for: `skills`, and its `language` as one of them."""
    wanted = meta.get("skills", [])
    listed = [wanted] if isinstance(wanted, str) else wanted if isinstance(wanted, list) else []
    language = meta.get("language")
    return [*map(str, listed), *([language] if isinstance(language, str) and language else [])]
