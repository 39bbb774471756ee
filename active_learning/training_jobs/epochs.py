"""The training itself: epochs of AdamW, a validation after each, a checkpoint, an early end.

Every epoch draws from a source named by the recipe's seed and the epoch's number. A training that
goes on from a checkpoint therefore makes the very steps that it would have made.

References
----------
Loshchilov & Hutter (2019), Decoupled Weight Decay Regularization, arXiv:1711.05101.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from active_learning.learners.heads import LinearHead
from active_learning.learners.minimising import FitCancelled, never
from active_learning.training_jobs.checkpoint import Checkpoint, Checkpoints
from active_learning.training_jobs.losses import label_loss, teacher_loss
from active_learning.training_jobs.material import Material
from active_learning.training_jobs.network import HeadNetwork, head_of
from active_learning.training_jobs.recipe import Recipe
from active_learning.training_jobs.rows import Rows
from active_learning.training_jobs.shares import Alone, Share

__all__ = ["Course", "Outcome", "Point", "run_epochs"]

Floats = NDArray[np.float32]
MOMENTS = ("exp_avg", "exp_avg_sq")


@dataclass(frozen=True)
class Point:
    """How it stands after an epoch; validation is None where no rows are kept for it."""

    epoch: int
    train_loss: float
    validation_loss: float | None
    validation_accuracy: float | None
    learning_rate: float
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Return the wire form."""
        return {
            "epoch": self.epoch,
            "train_loss": _rounded(self.train_loss),
            "validation_loss": _rounded(self.validation_loss),
            "validation_accuracy": _rounded(self.validation_accuracy),
            "learning_rate": float(f"{self.learning_rate:.4g}"),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class Outcome:
    """The best state and how it was found; ``ended`` is "epochs", "patience" or "time"."""

    head: LinearHead
    best: Point
    last: Point
    ended: str
    resumed_at: int


@dataclass
class Course:
    """Who hears of a training and may end it.

    Attributes
    ----------
    tell : called after each epoch; may raise to end the training
    checkpoints : where it is kept; None keeps nothing
    checkpoint_s : seconds between two checkpoints at least
    trouble : told of a checkpoint that could not be written; training goes on
    revived : told of the epoch from which processes go on together after one of them died
    """

    tell: Callable[[Point], None] = lambda point: None
    should_stop: Callable[[], bool] = never
    checkpoints: Checkpoints | None = None
    checkpoint_s: float = 1.0
    trouble: Callable[[OSError], None] = lambda error: None
    revived: Callable[[int], None] = lambda epoch: None
    clock: Callable[[], float] = time.monotonic


@dataclass
class _State:
    """What a checkpoint keeps beside the tensors."""

    epoch: int = 0
    waited: int = 0
    seconds: float = 0.0
    best: Point | None = None
    last: Point | None = None
    best_state: dict[str, Floats] = field(default_factory=dict)


def run_epochs(
    material: Material, recipe: Recipe, course: Course | None = None, share: Share | None = None
) -> Outcome:
    """Train by a recipe, from the newest checkpoint if there is one.

    Parameters
    ----------
    share : the part of every batch that this process computes; by default all of it

    Raises
    ------
    FitCancelled
        When ``should_stop`` says so between two epochs; a checkpoint is written first.
    """
    course, share = course or Course(), share or Alone()
    training = _Training(material, recipe, share)
    resumed_at = training.resume(course.checkpoints)
    state, ended = training.state, "epochs"
    begun, kept_at = course.clock() - state.seconds, course.clock()
    while state.epoch < recipe.epochs:
        if share.is_any(course.should_stop()):
            _keep(training, course)
            raise FitCancelled
        training.one_epoch(lambda: course.clock() - begun)
        assert state.last is not None
        course.tell(state.last)
        if course.clock() - kept_at >= course.checkpoint_s:
            _keep(training, course)
            kept_at = course.clock()
        if recipe.patience and state.waited >= recipe.patience:
            ended = "patience"
            break
        # Clocks of processes differ; patience, which counts what all of them see, does not.
        if share.is_any(state.seconds >= recipe.seconds):
            ended = "time"
            break
    assert state.best is not None
    assert state.last is not None
    head = head_of(state.best_state, material)
    return Outcome(head, state.best, state.last, ended, resumed_at)


class _Training:
    """Network, optimizer and data on their device."""

    def __init__(self, material: Material, recipe: Recipe, share: Share) -> None:
        self.recipe, self.material, self.share, self.state = recipe, material, share, _State()
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network = HeadNetwork(recipe, material.features.shape[1], len(material.classes))
        self.network.begin(np.random.default_rng([recipe.seed, 0]))
        self.network.to(self.device)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=recipe.learning_rate, weight_decay=recipe.weight_decay
        )
        self.rows = Rows.of(material, recipe.softness, self.device)
        class_weights = material.class_weights(recipe.class_weights)
        self.class_weights = torch.from_numpy(class_weights).to(self.device)
        self.seen = np.flatnonzero(~material.validates)
        self.unseen = torch.from_numpy(np.flatnonzero(material.validates)).to(self.device)

    def one_epoch(self, seconds: Callable[[], float]) -> None:
        """Step over all rows once, in an order of this epoch, and validate."""
        state, recipe = self.state, self.recipe
        rng = np.random.default_rng([recipe.seed, state.epoch + 1])
        rate = recipe.learning_rate * _cosine(state.epoch / recipe.epochs)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.network.train()
        total, count = torch.zeros(1, device=self.device), 0
        with torch.random.fork_rng():
            # Dropout draws from torch's own source, which is left as it was found; each process
            # leaves out other units.
            torch.manual_seed(int(rng.integers(2**31)) + self.share.rank)
            order = rng.permutation(self.seen)
            for start in range(0, len(order), recipe.batch):
                places = torch.from_numpy(order[start : start + recipe.batch]).to(self.device)
                total += len(places) * self._step(places, rng)
                count += len(places)
        self.share.sum_up([total])
        state.epoch += 1
        loss, accuracy = self._validated()
        state.seconds = seconds()
        state.last = Point(state.epoch, total.item() / count, loss, accuracy, rate, state.seconds)
        self._compare(state.last)

    def _step(self, places: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
        """Go down the slope of a batch; return this process's part of its loss."""
        whole = self.rows.at(places).augmented(self.recipe.augmentation, rng)
        mine = whole.at(slice(self.share.rank, None, self.share.size))
        self.optimizer.zero_grad()
        loss = self._loss(self._scores(mine), mine, whole)
        loss.backward()  # type: ignore[no-untyped-call]  # torch's own gap
        self.share.sum_up([p.grad for p in self.network.parameters() if p.grad is not None])
        self.optimizer.step()
        return loss.detach()

    def _scores(self, rows: Rows) -> torch.Tensor:
        is_mixed = self.recipe.precision == "mixed"
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=is_mixed):
            scores: torch.Tensor = self.network(rows.features)
        return scores.float()

    def _loss(self, scores: torch.Tensor, rows: Rows, whole: Rows) -> torch.Tensor:
        """Return what some rows add to a batch's loss: by the labels, and by a teacher if any."""
        independent, share = self.material.independent, self.recipe.teacher_share
        labels = label_loss(scores, rows, whole, self.class_weights, independent=independent)
        if rows.soft is None:
            return labels
        taught = teacher_loss(scores, rows, whole, self.recipe.softness, independent=independent)
        return (1.0 - share) * labels + share * taught

    def _validated(self) -> tuple[float | None, float | None]:
        if len(self.unseen) == 0:
            return None, None
        self.network.eval()
        rows, independent = self.rows.at(self.unseen), self.material.independent
        with torch.no_grad():
            # Of labels alone: whoever teaches, people say what is right.
            scores = self._scores(rows)
            loss = label_loss(scores, rows, rows, self.class_weights, independent=independent)
        if independent:
            right = ((scores > 0) == (rows.targets > 0.5)).all(dim=1)
        else:
            right = scores.argmax(dim=1) == rows.targets.argmax(dim=1)
        return loss.item(), right.float().mean().item()

    def _compare(self, point: Point) -> None:
        """Keep the state if it is the best; without validation the last one is."""
        state, least = self.state, self.state.best
        is_better = (
            least is None
            or point.validation_loss is None
            or least.validation_loss is None
            or point.validation_loss < least.validation_loss
        )
        if is_better:
            state.best, state.waited, state.best_state = point, 0, self._parameters()
        else:
            state.waited += 1

    def _parameters(self) -> dict[str, Floats]:
        return {k: v.detach().cpu().numpy().copy() for k, v in self.network.state_dict().items()}

    def checkpoint(self) -> Checkpoint:
        """Return all that another process needs to make the next step."""
        state = self.state
        tensors = {f"now.{k}": v for k, v in self._parameters().items()}
        tensors |= {f"best.{k}": v for k, v in state.best_state.items()}
        steps = 0.0
        for name, parameter in self.network.named_parameters():
            moments = self.optimizer.state.get(parameter, {})
            steps = float(moments.get("step", 0.0))
            tensors |= {f"{m}.{name}": moments[m].cpu().numpy() for m in MOMENTS if m in moments}
        facts = {
            "epoch": state.epoch,
            "waited": state.waited,
            "seconds": state.seconds,
            "steps": steps,
            "best": vars(state.best) if state.best else None,
            "last": vars(state.last) if state.last else None,
        }
        return Checkpoint(tensors, facts)

    def resume(self, checkpoints: Checkpoints | None) -> int:
        """Take up the newest checkpoint and return its epoch, 0 where there is none."""
        found = checkpoints.newest() if checkpoints else None
        if found is None or not found.facts["epoch"]:
            return 0
        facts, tensors = found.facts, {k: torch.tensor(v) for k, v in found.tensors.items()}
        self.network.load_state_dict(
            {name: tensors[f"now.{name}"] for name in self.network.state_dict()}
        )
        for name, parameter in self.network.named_parameters():
            self.optimizer.state[parameter] = {
                "step": torch.tensor(facts["steps"]),
                **{m: tensors[f"{m}.{name}"].to(self.device) for m in MOMENTS},
            }
        best = {k.removeprefix("best."): v for k, v in found.tensors.items() if k[:5] == "best."}
        self.state = _State(
            int(facts["epoch"]),
            int(facts["waited"]),
            float(facts["seconds"]),
            Point(**facts["best"]),
            Point(**facts["last"]),
            dict(best),
        )
        return self.state.epoch


def _keep(training: _Training, course: Course) -> None:
    if course.checkpoints is None or training.state.epoch == 0 or training.share.rank:
        return
    try:
        course.checkpoints.save(training.checkpoint())
    except OSError as error:
        course.trouble(error)


def _cosine(done: float) -> float:
    """Return the share of the learning rate after this share of the epochs; a fiftieth at last."""
    return 0.02 + 0.98 * 0.5 * (1.0 + math.cos(math.pi * done))


def _rounded(value: float | None) -> float | None:
    """Return a number of six digits that count: small losses differ in their last ones."""
    return None if value is None else float(f"{value:.6g}")
