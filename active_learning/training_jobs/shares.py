"""Which part of every batch a process computes: all of it, or one share of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import distributed

__all__ = ["Alone", "OneOfMany", "Share"]


class Share(Protocol):
    """One process among those that train together; all of them make the same steps.

    Attributes
    ----------
    rank : its place among them; the one at 0 tells how it goes and keeps checkpoints
    size : how many they are
    """

    @property
    def rank(self) -> int: ...

    @property
    def size(self) -> int: ...

    def sum_up(self, tensors: Sequence[torch.Tensor]) -> None:
        """Put the sum over all processes in the place of each tensor."""

    def is_any(self, flag: bool) -> bool:
        """Whether any process says so; all of them are told the same."""


class Alone:
    """The only process."""

    rank = 0
    size = 1

    def sum_up(self, tensors: Sequence[torch.Tensor]) -> None:
        """Leave them: they are the sum."""

    def is_any(self, flag: bool) -> bool:
        """Return what it says."""
        return flag


class OneOfMany:
    """One of the processes of `torch.distributed`'s default group."""

    def __init__(self) -> None:
        self.rank = distributed.get_rank()
        self.size = distributed.get_world_size()

    def sum_up(self, tensors: Sequence[torch.Tensor]) -> None:
        """Add up in one exchange: many small ones would wait for each other many times."""
        flat = torch.cat([tensor.reshape(-1) for tensor in tensors])
        distributed.all_reduce(flat)
        begin = 0
        for tensor in tensors:
            part = flat[begin : begin + tensor.numel()]
            tensor.copy_(part.view_as(tensor))
            begin += tensor.numel()

    def is_any(self, flag: bool) -> bool:
        """Ask all of them."""
        said = torch.tensor([float(flag)])
        distributed.all_reduce(said, op=distributed.ReduceOp.MAX)
        return bool(said.item())
