"""The one annotation of a task that formats without annotators write."""

from collections.abc import Iterator

from labeling.formats.base import ExportAnnotation, ExportTask, Problem

__all__ = ["Chooser"]

RANK = {"accepted": 0, "fixed": 0, "submitted": 1, "rejected": 2}


class Chooser:
    """Chooses annotations and counts the tasks that had more than one."""

    def __init__(self) -> None:
        self._several = 0

    def choose(self, task: ExportTask) -> ExportAnnotation | None:
        """Return the accepted annotation, else the first that was not rejected, else the first."""
        if not task.annotations:
            return None
        self._several += len(task.annotations) > 1
        return min(task.annotations, key=lambda entry: RANK.get(entry.state, 1))

    def problems(self) -> Iterator[Problem]:
        """Yield what has to be told at the end."""
        if self._several:
            yield Problem(
                f"{self._several:,} tasks have several annotations; one of each was written. "
                "Export the consensus to combine them.",
                is_warning=True,
            )
