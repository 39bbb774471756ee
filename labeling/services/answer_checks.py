"""Checks an answer against the ontology and the task, and brings it into its stored form."""

from labeling.errors import BadAnswer
from labeling.models import Task
from labeling.ontology.annotation import validate_annotation
from labeling.ontology.normalizing import normalize_annotation
from labeling.ontology.schema import Ontology
from labeling.policies import Access
from labeling.selectors.media import shelf_for
from labeling.services.drafts import AnswerContent


def checked_answer(
    *, access: Access, task: Task, ontology: Ontology, content: AnswerContent
) -> AnswerContent:
    """Return the answer as it is stored; refuse what the ontology does not allow, every place."""
    facts = shelf_for(access.project, ontology, [task]).bounds_of(task)
    problems = validate_annotation(ontology, content.as_json(), facts)
    if problems:
        first = problems[0]
        raise BadAnswer(
            f"{first.pointer or 'The answer'}: {first.detail}",
            errors=[{"pointer": p.pointer, "detail": p.detail} for p in problems],
        )
    is_empty = not content.regions and not any(
        value not in (None, "", []) for value in content.answers.values()
    )
    if is_empty and not access.project.settings.allow_empty:
        raise BadAnswer(
            "The answer is empty. Mark or answer something, or skip the task "
            "(a manager can allow empty answers in the settings).",
            code="empty_answer",
        )
    stored = normalize_annotation(ontology, content.as_json(), facts)
    return AnswerContent(**stored, lead_time=content.lead_time)
