"""A network of one hidden layer, fitted by gradients: classes and, beside them, numbers.

What a convex head cannot tell apart (cells of a picture) goes through here. On a GPU, where there
is one, in mixed precision; the best state on held-out groups stays (early stopping).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from active_learning.learners.minimising import FitCancelled, never

__all__ = ["Examples", "Layers", "fit_network"]

LEAST_EPOCHS, MOST_EPOCHS = 30, 200
LEAST_STEPS = 1_500
"""Of few rows there are few steps an epoch, and a network needs its steps all the same."""
PATIENCE = 0.3
"""Share of all epochs without a better state after which the fit ends."""
BATCH = 512
RATE = 1e-3
DECAY = 0.05
DROPPED = 0.2
HELD_OUT = 0.15
LEAST_GROUPS = 7
"""Groups from which some are held out; of fewer every one is needed."""


@dataclass(frozen=True)
class Examples:
    """Rows to learn from.

    Attributes
    ----------
    features : float32 array of shape (N, D)
    classes : int array of shape (N,)
    numbers : float32 array of shape (N, M)
        NaN where a row says nothing of them.
    weights : float32 array of shape (N,)
    groups : int array of shape (N,)
        Rows of one group (a picture) are held out together.
    """

    features: NDArray[np.float32]
    classes: NDArray[np.integer]
    numbers: NDArray[np.float32]
    weights: NDArray[np.floating]
    groups: NDArray[np.integer]

    def __post_init__(self) -> None:
        if not np.isfinite(self.features).all():
            raise ValueError("features hold NaN or infinite values")


@dataclass(frozen=True)
class Layers:
    """Weights (in, out) and biases of the hidden layer, the classes, and the numbers."""

    hidden: tuple[NDArray[np.float32], NDArray[np.float32]]
    classes: tuple[NDArray[np.float32], NDArray[np.float32]]
    numbers: tuple[NDArray[np.float32], NDArray[np.float32]]


class _Network(nn.Module):
    """D features, a hidden layer, K classes beside M numbers."""

    def __init__(self, sizes: tuple[int, int, int, int]) -> None:
        super().__init__()
        features, hidden, classes, numbers = sizes
        self.hidden = nn.Linear(features, hidden)
        self.classes = nn.Linear(hidden, classes)
        self.numbers = nn.Linear(hidden, numbers)

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return scores of classes and the numbers."""
        state = functional.dropout(functional.relu(self.hidden(rows)), DROPPED, self.training)
        return self.classes(state), self.numbers(state)


def fit_network(
    examples: Examples,
    *,
    classes: int,
    hidden: int,
    rng: np.random.Generator,
    should_stop: Callable[[], bool] = never,
) -> Layers:
    """Fit by AdamW and return the layers that did best on the groups held out.

    Raises
    ------
    FitCancelled
        When ``should_stop`` answers True between two epochs.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    seen, unseen = _split(examples.groups, rng)
    # Rows of unlike scale would need unlike steps; the scale is folded into the weights below.
    centre, scale = examples.features.mean(axis=0), examples.features.std(axis=0) + 1e-3
    data = _on(device, examples, centre, scale)
    sizes = (examples.features.shape[1], hidden, classes, examples.numbers.shape[1])
    network = _seeded(sizes, rng).to(device)
    # Dropout draws from torch's own source, which is left as it was found.
    with torch.random.fork_rng():
        torch.manual_seed(int(rng.integers(2**31)))
        best = _descend(network, data, (seen, unseen), rng, should_stop)
    network.load_state_dict(best)
    return _layers(network.cpu(), centre, scale)


def _descend(
    network: _Network,
    data: tuple[torch.Tensor, ...],
    split: tuple[NDArray[np.intp], NDArray[np.intp]],
    rng: np.random.Generator,
    should_stop: Callable[[], bool],
) -> dict[str, torch.Tensor]:
    """Return the state with the least error on the rows held out; the last one without any."""
    seen, unseen = split
    device = data[0].device
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    batches = -(-len(seen) // BATCH)
    epochs = int(np.clip(LEAST_STEPS // batches, LEAST_EPOCHS, MOST_EPOCHS))
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * batches)
    best, least, waited = _copied(network), float("inf"), 0
    for _ in range(epochs):
        if should_stop():
            raise FitCancelled
        network.train()
        for rows in _batches(seen, rng, device):
            optimizer.zero_grad()
            with torch.autocast(device.type, enabled=device.type == "cuda"):
                loss = _loss(network, data, rows)
            loss.backward()  # type: ignore[no-untyped-call]  # torch's own gap
            optimizer.step()
            schedule.step()
        error = _error(network, data, unseen)
        if error <= least:
            best, least, waited = _copied(network), error, 0
        elif (waited := waited + 1) >= PATIENCE * epochs:
            break
    return best


def _copied(network: _Network) -> dict[str, torch.Tensor]:
    return {name: value.clone() for name, value in network.state_dict().items()}


def _error(network: _Network, data: tuple[torch.Tensor, ...], unseen: NDArray[np.intp]) -> float:
    """Return the loss on the rows held out; the same at every look where there are none."""
    if len(unseen) == 0:
        return 0.0
    network.eval()
    with torch.no_grad():
        return _loss(network, data, torch.from_numpy(unseen).to(data[0].device)).item()


def _loss(network: _Network, data: tuple[torch.Tensor, ...], rows: torch.Tensor) -> torch.Tensor:
    features, classes, numbers, weights = (part[rows] for part in data)
    scores, guessed = network(features)
    each = functional.cross_entropy(scores, classes, reduction="none")
    loss = (weights * each).sum() / weights.sum()
    told = torch.isfinite(numbers).all(dim=1)
    if told.any():
        loss = loss + functional.smooth_l1_loss(guessed[told], numbers[told], beta=0.1)
    return loss


def _split(
    groups: NDArray[np.integer], rng: np.random.Generator
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    distinct = rng.permutation(np.unique(groups))
    count = round(HELD_OUT * len(distinct)) if len(distinct) >= LEAST_GROUPS else 0
    is_out = np.isin(groups, distinct[:count])
    return np.flatnonzero(~is_out), np.flatnonzero(is_out)


def _on(
    device: torch.device,
    examples: Examples,
    centre: NDArray[np.floating],
    scale: NDArray[np.floating],
) -> tuple[torch.Tensor, ...]:
    arrays = (
        ((examples.features - centre) / scale).astype(np.float32),
        examples.classes.astype(np.int64),
        examples.numbers.astype(np.float32),
        examples.weights.astype(np.float32),
    )
    return tuple(torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in arrays)


def _seeded(sizes: tuple[int, int, int, int], rng: np.random.Generator) -> _Network:
    """Return a network whose first weights come from ``rng``, not from torch's global state."""
    network = _Network(sizes)
    with torch.no_grad():
        for layer in (network.hidden, network.classes, network.numbers):
            bound = (2.0 / layer.in_features) ** 0.5
            drawn = rng.normal(0.0, bound, tuple(layer.weight.shape)).astype(np.float32)
            layer.weight.copy_(torch.from_numpy(drawn))
            layer.bias.zero_()
    return network


def _batches(
    rows: NDArray[np.intp], rng: np.random.Generator, device: torch.device
) -> list[torch.Tensor]:
    order = torch.from_numpy(rng.permutation(rows)).to(device)
    return [order[start : start + BATCH] for start in range(0, len(order), BATCH)]


def _layers(network: _Network, centre: NDArray[np.floating], scale: NDArray[np.floating]) -> Layers:
    def parts(layer: nn.Linear) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy()

    weights, bias = parts(network.hidden)
    scaled = (weights / scale[:, None]).astype(np.float32)
    return Layers(
        (scaled, (bias - centre @ scaled).astype(np.float32)),
        parts(network.classes),
        parts(network.numbers),
    )
