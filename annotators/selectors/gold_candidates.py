"""Tasks on which everybody said the same: what may become gold without an expert."""

from django.db.models import Prefetch

from annotators.agreement.content import pair_agreement
from labeling.models import Annotation, Project
from labeling.models.annotation import ACCEPTED_ORIGIN
from labeling.selectors.ontologies import ontology_of

SAME = 0.999
LOOKED_AT = 5000


def unanimous_tasks(project: Project, least: int, count: int) -> list[Annotation]:
    """Return the first answer of each task that at least `least` people answered alike.

    Alike by every label's own metric, and on every label that anybody used.
    """
    labels = ontology_of(project).labels
    people = Annotation.objects.exclude(origin=ACCEPTED_ORIGIN).order_by("pk")
    tasks = (
        project.tasks.filter(annotation_count__gte=least, gold__isnull=True, agreement__gte=SAME)
        .order_by("-annotation_count", "pk")
        .prefetch_related(Prefetch("annotations", people, to_attr="given"))
    )
    found: list[Annotation] = []
    for task in tasks[:LOOKED_AT]:
        given: list[Annotation] = getattr(task, "given")  # noqa: B009  (Django names it at run time)
        if len(given) < least:
            continue
        first, *others = given
        content = {"regions": first.regions, "answers": first.answers}
        scores = [
            score
            for other in others
            for label in labels
            if (
                score := pair_agreement(
                    label, content, {"regions": other.regions, "answers": other.answers}
                )
            )
            is not None
        ]
        if scores and min(scores) >= SAME:
            found.append(first)
        if len(found) == count:
            break
    return found
