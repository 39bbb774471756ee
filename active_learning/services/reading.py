"""What a learner reads of tasks beside their vectors, kept between rounds where that pays."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from active_learning.embeddings.field import Field
from active_learning.embeddings.fields import Encoders
from active_learning.learners.heads.reader import KeptReader, Reader
from active_learning.learners.resolving import reader_of
from active_learning.models import KeptInput
from active_learning.selectors.target import Target
from active_learning.selectors.values import task_values
from labeling.models import Project, Task

BATCH = 32


def read_inputs(
    *, project: Project, target: Target, encoders: Encoders, task_ids: Sequence[int]
) -> dict[int, Any]:
    """Return each task's input, by task, in the order asked for; tasks that are gone are left out.

    Batches are written as they are read, so that a job that is stopped goes on where it was.
    """
    reader = _reader(target.kind, encoders, target.fields[0].type)
    wanted = Field(target.fields[0].name, reader.form)
    kept = _kept(project, reader, task_ids)
    missing = [task_id for task_id in task_ids if task_id not in kept]
    for start in range(0, len(missing), BATCH):
        tasks = list(project.tasks.filter(pk__in=missing[start : start + BATCH]))
        values = task_values(project, [wanted], tasks)
        inputs = reader.read([value[wanted.name] for value in values])
        read = list(zip(tasks, inputs, strict=True))
        _keep(project, reader, read)
        kept |= {task.pk: item for task, item in read}
    return {task_id: kept[task_id] for task_id in task_ids if task_id in kept}


@cache
def _reader(kind: str, encoders: Encoders, field_type: str) -> Reader[Any]:
    return reader_of(kind)(encoders, field_type)


def _kept(project: Project, reader: Reader[Any], task_ids: Sequence[int]) -> dict[int, Any]:
    if not isinstance(reader, KeptReader):
        return {}
    found: dict[int, Any] = {}
    for start in range(0, len(task_ids), 500):
        rows = KeptInput.objects.filter(
            project=project, reader=reader.id, task__in=task_ids[start : start + 500]
        ).values_list("task_id", "content")
        found |= {task_id: reader.unpack(bytes(content)) for task_id, content in rows}
    return found


def _keep(project: Project, reader: Reader[Any], read: Iterable[tuple[Task, Any]]) -> None:
    if isinstance(reader, KeptReader):
        KeptInput.objects.bulk_create(
            [
                KeptInput(project=project, task=task, reader=reader.id, content=reader.pack(item))
                for task, item in read
            ],
            ignore_conflicts=True,
        )
