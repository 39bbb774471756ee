"""Gradient inversion: embeddings whose training would give the update that was seen."""

from dataclasses import dataclass

import numpy as np
import torch
from scipy.optimize import linear_sum_assignment
from torch.nn import functional

from federated.node.recipe import Recipe
from federated.wire.model import SharedHead

__all__ = ["Cohort", "found_again", "inverted"]

STEPS, RATE = 300, 0.01


@dataclass(frozen=True)
class Cohort:
    """What the attacker knows: model and recipe sent out, classes of each site's records.

    ``targets`` holds one array of shape (N, K) for each site whose updates were averaged.
    """

    head: SharedHead
    recipe: Recipe
    targets: tuple[np.ndarray, ...]


def inverted(
    seen: np.ndarray, cohort: Cohort, *, length: float, rng: np.random.Generator
) -> np.ndarray:
    """Return recovered embeddings of all records, shape (N, D), each of norm ``length``.

    Zhu, Liu & Han (2019), Deep Leakage from Gradients, arXiv:1906.08935, through all local steps;
    the search begins where one record of a class would be exactly: its column of the update.
    """
    targets = [torch.from_numpy(one.astype(np.float32)) for one in cohort.targets]
    wanted = torch.from_numpy(seen.astype(np.float32))
    columns = wanted[: -len(cohort.head.classes)].view(-1, len(cohort.head.classes))
    start = functional.normalize(torch.cat(targets) @ columns.T, dim=1)
    start = (
        start
        + 0.1 * torch.from_numpy(rng.normal(size=start.shape) / np.sqrt(start.shape[1])).float()
    )
    free = start.clone().requires_grad_()
    optimizer = torch.optim.Adam([free], lr=RATE)
    sizes = [len(one) for one in targets]
    for _ in range(STEPS):
        rows = length * functional.normalize(free, dim=1)
        deltas = [
            trained(part, y, cohort) for part, y in zip(rows.split(sizes), targets, strict=True)
        ]
        found = torch.stack(deltas).mean(dim=0)
        loss = ((found - wanted) ** 2).sum() / (wanted**2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return (length * functional.normalize(free.detach(), dim=1)).numpy()


def trained(rows: torch.Tensor, targets: torch.Tensor, cohort: Cohort) -> torch.Tensor:
    """Return the update that a site with these records would send, differentiable in them."""
    recipe, classes = cohort.recipe, targets.shape[1]
    begun = torch.from_numpy(cohort.head.flat.astype(np.float32))
    flat, speed = begun, torch.zeros_like(begun)
    for _ in range(recipe.steps):
        logits = rows @ flat[:-classes].view(-1, classes) + flat[-classes:]
        error = (functional.softmax(logits, dim=1) - targets) / len(rows)
        gradient = torch.cat([(rows.T @ error).flatten(), error.sum(dim=0)]) + recipe.decay * flat
        speed = recipe.momentum * speed + gradient
        flat = flat - recipe.learning_rate * speed
    return flat - begun


def found_again(recovered: np.ndarray, rows: np.ndarray, pool: np.ndarray) -> tuple[float, float]:
    """Return the mean cosine of the best matching to the true rows, and how many are found.

    A record is found when, of the whole pool, it is the nearest to its recovered embedding.
    """
    unit = [x / np.linalg.norm(x, axis=1, keepdims=True) for x in (recovered, pool)]
    alike = unit[0] @ unit[1].T
    mine = alike[:, rows]
    guess, true = linear_sum_assignment(-mine)
    nearest = alike[guess].argmax(axis=1)
    return float(mine[guess, true].mean()), float((nearest == rows[true]).mean())
