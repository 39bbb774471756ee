"""What is wrong with a document, and where: collected, so that everything is told at once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

__all__ = ["OntologyError", "Problem", "Problems", "pointer"]

MAX_PROBLEMS = 200


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault, at a JSON pointer (RFC 6901) into the document."""

    pointer: str
    detail: str
    line: int | None = None


class OntologyError(Exception):
    """A document that is no ontology; `problems` holds every fault found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.pointer or '/'}: {p.detail}" for p in self.problems[:3]))


class Problems:
    """A list of problems that stops growing, so that a hostile document cannot fill memory."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, where: str, detail: str) -> None:
        """Note one problem."""
        if len(self._found) < MAX_PROBLEMS:
            self._found.append(Problem(where, detail))

    def extend(self, where: str, found: Iterable[tuple[str, str]]) -> None:
        """Note problems whose pointers start at `where`."""
        for below, detail in found:
            self.add(where + below, detail)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._found)

    def __bool__(self) -> bool:
        return bool(self._found)

    def as_tuple(self) -> tuple[Problem, ...]:
        """Everything found so far."""
        return tuple(self._found)


def pointer(*steps: str | int) -> str:
    """A JSON pointer from its steps, escaped."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)
