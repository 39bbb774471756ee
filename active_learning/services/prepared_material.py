"""Everything that epochs run over: answers, altered copies, what a teacher says."""

import contextlib
import shutil
from pathlib import Path

from active_learning.services.altered_material import with_altered
from active_learning.services.lesson_material import material_of
from active_learning.services.taught_material import with_teacher
from active_learning.services.teachers import Tell, open_teacher
from active_learning.services.training import Lesson
from active_learning.services.training_course import Listener
from active_learning.training_jobs.altering import Alteration
from active_learning.training_jobs.checkpoint import Checkpoints
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.snapshot import Snapshot

__all__ = ["forget_prepared", "prepared"]

KEPT = ("altered", "taught")


def prepared(
    lesson: Lesson, snapshot: Snapshot, recipe: Recipe, folder: Path, listener: Listener
) -> Material:
    """Return the rows of a recipe; what took long to make is kept in ``folder`` for a resume."""
    material, task_ids = material_of(lesson, snapshot)

    def kept(name: str, *facts: object) -> Checkpoints:
        named = (snapshot.hash, lesson.layout.id, *facts)
        return Checkpoints(folder / name, " ".join(map(str, named)))

    if recipe.augmentation == "altered":
        how = Alteration(recipe.strength, recipe.mirror, recipe.seed)
        material, task_ids = with_altered(
            lesson=lesson,
            material=material,
            task_ids=task_ids,
            how=how,
            copies=recipe.copies,
            kept=kept("altered", how, recipe.copies),
            tell=_teller(listener, "altering"),
        )
    if recipe.teacher:
        with contextlib.closing(open_teacher(lesson, recipe.teacher, material.classes)) as teacher:
            material = with_teacher(
                lesson=lesson,
                material=material,
                task_ids=task_ids,
                teacher=teacher,
                seed=recipe.seed,
                kept=kept("taught", recipe.teacher, recipe.seed),
                tell=_teller(listener, "asking_teacher"),
            )
    return material


def forget_prepared(folder: Path) -> None:
    """Delete what was kept, once the version is stored."""
    for name in KEPT:
        shutil.rmtree(folder / name, ignore_errors=True)


def _teller(listener: Listener, message: str) -> Tell:
    def tell(done: int, total: int) -> None:
        listener.tell(done, total, message)
        listener.look()

    return tell
