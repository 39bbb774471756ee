"""A person's second answer to a task of their own, compared with the first."""

from annotators.models import Repeat
from annotators.services.gold_grading import graded
from labeling.models import Task
from labeling.policies import Access
from labeling.services.drafts import AnswerContent


class RepeatAside:
    """Keeps second answers; they change neither the first nor anything made of it."""

    def keep(self, *, access: Access, task: Task, content: AnswerContent) -> int:
        """Store the answer with its agreement with the first."""
        first = task.annotations.filter(annotator=access.user, slot=0).first()
        agreed = None
        if first is not None:
            before = {"regions": first.regions, "relations": [], "answers": first.answers}
            agreed = graded(access.project, before, content.as_json())
        row, _ = Repeat.objects.update_or_create(
            task=task,
            user=access.user,
            defaults={
                "project": access.project,
                "content": content.as_json(),
                "lead_time": content.lead_time,
                "agreement": agreed.credit if agreed else None,
            },
        )
        return row.pk

    def skip(self, *, access: Access, task: Task) -> None:
        """Note that it was asked, so that it is not asked again."""
        Repeat.objects.get_or_create(
            task=task,
            user=access.user,
            defaults={"project": access.project, "content": {}},
        )
