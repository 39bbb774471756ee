"""What an import found, as it is shown beside the job."""

from dataclasses import dataclass, field, replace
from typing import Any

from labeling.formats.base import Problem

MAX_SHOWN = 1000


@dataclass(slots=True)
class ImportReport:
    """Counts, and the first thousand problems and warnings with their places."""

    format: str = ""
    created: int = 0
    skipped: int = 0
    failed: int = 0
    warned: int = 0
    problems: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)

    def add(self, problem: Problem, file: str = "") -> None:
        """Note a problem or a warning."""
        if file and not problem.file:
            problem = replace(problem, file=file)
        if problem.is_warning:
            self.warned += 1
            shown = self.warnings
        else:
            self.failed += 1
            shown = self.problems
        if len(shown) < MAX_SHOWN:
            shown.append(problem.as_dict())

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape."""
        return {
            "format": self.format,
            "created": self.created,
            "skipped": self.skipped,
            "failed": self.failed,
            "problems": self.problems,
            "warnings": self.warnings,
        }

    def first(self) -> str:
        """Return the first problem as a sentence with its place."""
        first = self.problems[0]
        places = [str(first["file"])] if first.get("file") else []
        places += [f"line {first['line']}"] if first.get("line") else []
        places += [str(first["pointer"])] if first.get("pointer") else []
        place = f"{', '.join(places)}: " if places else ""
        return f"{place}{first['detail']}"
