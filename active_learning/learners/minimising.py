"""Minimises a convex loss by L-BFGS in torch: full batch, deterministic, and it can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

__all__ = ["FitCancelled", "minimise", "never"]

# Several threads on a machine that people use are slower than one (see models.md's figures).
torch.set_num_threads(1)

ITERATIONS_A_STEP = 5
TOLERANCE = 1e-4


class FitCancelled(Exception):
    """Raised inside a fit once its caller asked it to stop; nothing has changed."""


def never() -> bool:
    """The stop question of a fit that nobody interrupts."""
    return False


def minimise(
    loss: Callable[[], torch.Tensor],
    parameters: Sequence[torch.Tensor],
    should_stop: Callable[[], bool],
    *,
    steps: int,
) -> None:
    """Change the parameters in place until a step gains too little, or after `steps`.

    Raises
    ------
    FitCancelled
        When `should_stop` says so, asked before every step.
    """
    optimizer = torch.optim.LBFGS(
        list(parameters),
        max_iter=ITERATIONS_A_STEP,
        history_size=10,
        line_search_fn="strong_wolfe",
    )

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        value = loss()
        value.backward()  # type: ignore[no-untyped-call]  # torch's own gap
        return value

    before = float("inf")
    for _ in range(steps):
        if should_stop():
            raise FitCancelled
        value = optimizer.step(closure).item()  # type: ignore[no-untyped-call]
        if before - value <= TOLERANCE * max(abs(value), 1.0):
            break
        before = value
