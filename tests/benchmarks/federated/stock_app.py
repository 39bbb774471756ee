"""An app as Flower's tutorial has it: FedAvg over a linear head; started anew for every message."""

import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
from flwr.app import ArrayRecord, ConfigRecord, Context, Message, MetricRecord, RecordDict
from flwr.clientapp import ClientApp
from flwr.serverapp import Grid, ServerApp
from flwr.serverapp.strategy import FedAvg

from federated.node.recipe import Recipe
from federated.node.training import train_locally
from federated.wire.model import SharedHead
from tests.federated.small import CLASSES, DIMENSIONS, accuracy, site

ROUNDS = 3
APP = b"""\
[project]
name = "stock"
version = "1.0.0"
description = "Flower as it comes."
license = "Apache-2.0"
requires-python = ">=3.11"
dependencies = []

[tool.flwr.app]
publisher = "penumbra"

[tool.flwr.app.components]
serverapp = "tests.benchmarks.federated.stock_app:server"
clientapp = "tests.benchmarks.federated.stock_app:client"

[tool.flwr.app.config]
"""

client, server = ClientApp(), ServerApp()


@client.train()
def train(message: Message, context: Context) -> Message:
    """Learn from the site's arrays."""
    head, here = _head(message), site(int(context.node_config["number"]) + 1)
    lessons = here.lessons(CLASSES)
    trained = train_locally(
        head, lessons, Recipe(steps=15, learning_rate=0.3), np.random.default_rng()
    )
    told = MetricRecord({"num-examples": len(lessons)})
    content = RecordDict({"arrays": _record(head.moved(trained.delta)), "metrics": told})
    return Message(content, reply_to=message)


@client.evaluate()
def evaluate(message: Message, context: Context) -> Message:
    """Measure the new model on the hold-out."""
    here = site(int(context.node_config["number"]) + 1).holdout(CLASSES)
    right = accuracy(_head(message).predict_proba(here.features), here.targets.argmax(axis=1))
    told = MetricRecord({"right": right, "num-examples": len(here)})
    return Message(RecordDict({"metrics": told}), reply_to=message)


@server.main()
def main(grid: Grid, context: Context) -> None:
    """Play the rounds, noting when each was over."""
    ends: list[float] = []

    def note(_number: int, _arrays: ArrayRecord) -> MetricRecord:
        ends.append(time.monotonic())
        return MetricRecord({})

    strategy = FedAvg(min_train_nodes=3, min_evaluate_nodes=3, min_available_nodes=3)
    blank = SharedHead.blank(CLASSES, DIMENSIONS)
    given: dict[str, Any] = {"num_rounds": ROUNDS, "timeout": 240.0, "evaluate_fn": note}
    strategy.start(grid, _record(blank), evaluate_config=ConfigRecord({}), **given)
    # Moved into place whole: somebody waits for the file.
    written = Path(os.environ["STOCK_TIMES"] + ".new")
    written.write_text(json.dumps(ends))
    written.rename(os.environ["STOCK_TIMES"])


def _head(message: Message) -> SharedHead:
    return SharedHead(CLASSES, message.content["arrays"].to_numpy_ndarrays()[0])


def _record(head: SharedHead) -> ArrayRecord:
    return ArrayRecord([head.flat])
