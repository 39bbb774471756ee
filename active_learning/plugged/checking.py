"""The process in which a brought file or folder is opened for the first time.

Started as a script by the worker: one path in, what the model takes and gives out. What makes it
hang, swell or fall over ends this process and nothing else.
"""

import resource
import time
from pathlib import Path
from typing import Any

from active_learning.plugged.arrays import Port
from active_learning.plugged.faults import PlugFault
from active_learning.plugged.files import file_kind
from active_learning.plugged.folders.layout import read_folder
from active_learning.plugged.graph import example_feed, read_graph
from active_learning.plugged.limits import too_much_memory
from active_learning.plugged.opened import open_model
from labeling.media.decoding.answering import answer_lines, lower_limits

__all__ = ["check_file", "check_folder"]

FREE_SIDES = {1: (1,), 2: (1, 8), 3: (1, 8, 8), 4: (1, 3, 224, 224)}
"""What a side of no fixed length is tried with."""
CHANNELS_LAST = {**FREE_SIDES, 4: (1, 224, 224, 3)}


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        lower_limits({resource.RLIMIT_AS: request["memory_mb"] << 20})
        return {"facts": check_file(Path(request["path"]))}
    except PlugFault as fault:
        return {"fault": fault.as_json()}
    except MemoryError:
        return {"fault": too_much_memory(request["memory_mb"]).as_json()}
    except Exception as error:  # the outermost loop of this process: whatever it is, it is said
        detail = f"It cannot be opened ({type(error).__name__}: {error})"[:400]
        return {"fault": PlugFault("unreadable", detail).as_json()}


def check_file(path: Path) -> dict[str, Any]:
    """Return what the model takes and gives, after it answered a made-up input twice.

    Raises
    ------
    PlugFault
        When it cannot be opened, or its answer cannot be used.
    """
    if path.is_dir():
        return check_folder(path)
    kind = file_kind(path)
    about = read_graph(path) if kind == "onnx" else {"format": "safetensors"}
    model = open_model(path)
    feed = example_feed(model.inputs, CHANNELS_LAST if _is_last(model.inputs) else FREE_SIDES)
    model.run(feed)
    started = time.perf_counter()
    found = model.run(feed)
    return about | {
        "kind": kind,
        "inputs": [port.as_json() for port in model.inputs],
        "outputs": [
            Port(port.name, port.type, tuple(found[port.name].shape)).as_json()
            for port in model.outputs
        ],
        "ms": round((time.perf_counter() - started) * 1000, 2),
    }


def check_folder(path: Path) -> dict[str, Any]:
    """Return what a model folder does, after it answered a made-up value twice."""
    # Loads torch, which files of other kinds do without.
    from active_learning.plugged.folders.model import FolderModel  # noqa: PLC0415

    model = FolderModel(read_folder(path))
    model.try_out()
    started = time.perf_counter()
    model.try_out()
    config = model.folder.config
    return {
        "kind": "folder",
        "format": f"Hugging Face, {str(config.get('model_type', ''))[:40]}",
        "task": model.folder.task,
        "classes": list(model.names),
        "ms": round((time.perf_counter() - started) * 1000, 2),
    }


def _is_last(inputs: list[Port]) -> bool:
    return any(len(port.shape) == 4 and port.shape[3] in {1, 3} for port in inputs)


if __name__ == "__main__":
    answer_lines(_answer)
