"""The folder over which a training by several processes is ordered, followed and handed back."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from active_learning.learners.heads import load_heads, save_heads
from active_learning.training_jobs.checkpoint import Checkpoint, Checkpoints
from active_learning.training_jobs.epochs import Outcome, Point
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.teaching import Teaching

__all__ = ["Desk", "Order"]

MATERIAL = "material"
HEAD = "main"


@dataclass(frozen=True)
class Order:
    """What is to be trained, and where it is kept."""

    recipe: Recipe
    checkpoints: Path
    fingerprint: str
    checkpoint_s: float


class Desk:
    """One training's folder. Who orders enters it; the processes only read and add to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.words = folder / "words.log"
        self._lines = folder / "told.jsonl"
        self._stop = folder / "stop"
        self._outcome = folder / "outcome.safetensors"
        self._material = Checkpoints(folder / MATERIAL, MATERIAL)
        self._read = 0

    def __enter__(self) -> Desk:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def put_order(self, material: Material, order: Order) -> None:
        """Write what the processes need."""
        tensors = {
            "features": material.features,
            "targets": material.targets,
            "weights": material.weights,
            "validates": material.validates.astype(np.float32),
        }
        if material.teaching is not None:
            tensors["taught"] = material.teaching.probabilities
            tensors["trust"] = material.teaching.weights
        facts = {"classes": list(material.classes), "independent": material.independent}
        self._material.save(Checkpoint(tensors, facts))
        told = asdict(order) | {"checkpoints": str(order.checkpoints.resolve())}
        (self.folder / "order.json").write_text(json.dumps(told))

    def order(self) -> Order:
        """Return what is ordered."""
        told = json.loads((self.folder / "order.json").read_text())
        recipe, kept = Recipe.from_json(told.pop("recipe")), Path(told.pop("checkpoints"))
        return Order(recipe=recipe, checkpoints=kept, **told)

    def material(self) -> Material:
        """Return the rows that are ordered to be learned."""
        found = self._material.newest()
        assert found is not None
        read = {name: np.asarray(array) for name, array in found.tensors.items()}
        teaching = Teaching(read["taught"], read["trust"]) if "taught" in read else None
        return Material(
            read["features"],
            read["targets"],
            read["weights"],
            read["validates"] > 0,
            tuple(found.facts["classes"]),
            bool(found.facts["independent"]),
            teaching,
        )

    def tell(self, line: Mapping[str, Any]) -> None:
        """Add a line for who ordered; whole, for a process may die at any moment."""
        with self._lines.open("ab", buffering=0) as file:
            file.write(json.dumps(line).encode() + b"\n")

    def new_lines(self) -> Iterator[dict[str, Any]]:
        """Yield the lines that came since the last time."""
        with contextlib.suppress(FileNotFoundError), self._lines.open("rb") as file:
            file.seek(self._read)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                self._read += len(line)
                yield json.loads(line)

    def stop(self) -> None:
        """Ask the processes to end after this epoch."""
        self._stop.touch()

    @property
    def is_stopped(self) -> bool:
        """Whether they were asked to end."""
        return self._stop.exists()

    def put_outcome(self, outcome: Outcome) -> None:
        """Hand back what was trained."""
        told = {
            "best": vars(outcome.best),
            "last": vars(outcome.last),
            "ended": outcome.ended,
            "resumed_at": outcome.resumed_at,
        }
        save_heads(self._outcome, {HEAD: outcome.head}, told)

    def outcome(self) -> Outcome | None:
        """Return what was trained, once it is."""
        if not self._outcome.exists():
            return None
        heads, told = load_heads(self._outcome)
        best, last = Point(**told.pop("best")), Point(**told.pop("last"))
        return Outcome(heads[HEAD], best, last, **told)

    def last_words(self) -> str:
        """Return what the processes wrote last of their own."""
        return self.words.read_text(errors="replace").strip() if self.words.exists() else ""
