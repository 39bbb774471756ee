"""`python -m active_learning.training_jobs.agent FOLDER`: what `torchrun` does, for one order.

torch's elastic agent begins all processes anew when one dies. They are forked, so that each costs a
moment and not another import of torch; nothing was computed before that they could be torn from.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from pathlib import Path

# What optimizers load at their first step; here it is loaded once, not in each process.
import torch._dynamo  # noqa: F401
from torch import distributed
from torch.distributed.distributed_c10d import PrefixStore
from torch.distributed.elastic.multiprocessing import DefaultLogsSpecs
from torch.distributed.launcher.api import LaunchConfig, elastic_launch
from torch.distributed.rendezvous import rendezvous

from active_learning.learners.minimising import FitCancelled
from active_learning.training_jobs.checkpoint import Checkpoints
from active_learning.training_jobs.desk import Desk
from active_learning.training_jobs.epochs import Course, Point, run_epochs
from active_learning.training_jobs.shares import OneOfMany
from labeling.media.decoding.answering import end_with_parent

__all__ = ["train_share"]

MOST_RESTARTS = 10
HERE = "127.0.0.1"
SILENT_S = 120
"""A process that was not heard of for so long counts as dead."""


def train_share(folder: str) -> None:
    """Train as one of the processes; the first of them tells how it goes."""
    end_with_parent()
    desk = Desk(Path(folder))
    order, material = desk.order(), desk.material()
    attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"])
    _meet(attempt)
    try:
        share = OneOfMany()
        kept = Checkpoints(order.checkpoints, order.fingerprint)
        is_first = share.rank == 0
        if is_first:
            found = kept.newest()
            desk.tell({"begun": found.facts["epoch"] if found else 0, "restarts": attempt})

        def tell(point: Point) -> None:
            if is_first:
                desk.tell({"point": vars(point)})

        course = Course(
            tell=tell,
            should_stop=lambda: desk.is_stopped,
            checkpoints=kept,
            checkpoint_s=order.checkpoint_s,
            trouble=lambda error: desk.tell({"trouble": str(error)}),
        )
        outcome = run_epochs(material, order.recipe, course, share)
        if is_first:
            desk.put_outcome(outcome)
    except FitCancelled:
        # All of them were asked; the checkpoint is written.
        return
    finally:
        distributed.destroy_process_group()


def _meet(attempt: int) -> None:
    """Join the others by the store that the agent keeps.

    It outlives an attempt: without a word of its own each would find the addresses of the dead.
    """
    store, rank, size = next(rendezvous("env://"))
    distributed.init_process_group(
        "gloo",
        store=PrefixStore(f"attempt_{attempt}", store),
        rank=rank,
        world_size=size,
        timeout=timedelta(seconds=SILENT_S),
    )


def main(folder: Path) -> None:
    """Keep the processes of an order alive until they are done."""
    end_with_parent()
    processes = Desk(folder).order().recipe.processes
    config = LaunchConfig(
        min_nodes=1,
        max_nodes=1,
        nproc_per_node=processes,
        run_id=folder.name,
        rdzv_backend="c10d",
        rdzv_endpoint=f"{HERE}:0",
        local_addr=HERE,
        max_restarts=MOST_RESTARTS,
        start_method="fork",
        logs_specs=DefaultLogsSpecs(log_dir=str(folder)),
    )
    elastic_launch(config, train_share)(str(folder))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
