"""What a model folder is, by its config.json: read without running or loading anything of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from active_learning.plugged.faults import PlugFault

__all__ = ["TASKS", "Folder", "FolderTask", "is_wanted", "read_folder", "refuse_names"]

MAX_JSON = 16 << 20
MAX_CLASSES = 10_000
CONFIG, TOKENIZER, PREPROCESSOR = "config.json", "tokenizer.json", "preprocessor_config.json"
PICKLES = (".bin", ".pt", ".pth", ".pkl", ".pickle", ".ckpt")
SAVE = "model.save_pretrained('folder', safe_serialization=True)"


@dataclass(frozen=True, slots=True)
class FolderTask:
    """What an architecture does: the class that opens it, field types it reads, kinds it fills."""

    opener: str
    reads: frozenset[str]
    fills: frozenset[str]


_WORDS = frozenset({"text", "html", "dialogue"})
_CLASSES = frozenset({"choice", "multichoice"})
TASKS: Mapping[str, FolderTask] = {
    "ForSequenceClassification": FolderTask("AutoModelForSequenceClassification", _WORDS, _CLASSES),
    "ForTokenClassification": FolderTask(
        "AutoModelForTokenClassification", frozenset({"text", "html"}), frozenset({"span"})
    ),
    "ForImageClassification": FolderTask(
        "AutoModelForImageClassification", frozenset({"image"}), _CLASSES
    ),
}
"""By the ending of the architecture's name."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that can be opened: its path, its task, its config, and its classes in order."""

    path: Path
    task: str
    config: Mapping[str, Any]
    classes: tuple[str, ...]

    @property
    def about(self) -> FolderTask:
        """What its task is."""
        return TASKS[self.task]


def is_wanted(name: str) -> bool:
    """Whether a file of a folder is read at all: weights, and the JSON beside them."""
    known = {CONFIG, TOKENIZER, PREPROCESSOR, "model.safetensors.index.json"}
    return name in known or (name.startswith("model") and name.endswith(".safetensors"))


def refuse_names(names: Iterable[str]) -> None:
    """Refuse a folder by the names in it, with the remedy.

    Raises
    ------
    PlugFault
    """
    found = set(names)
    if CONFIG not in found:
        raise PlugFault("no_config", "There is no config.json in it: it is no model's folder.")
    if not any(name.endswith(".safetensors") and is_wanted(name) for name in found):
        if pickled := sorted(name for name in found if name.endswith(PICKLES)):
            raise PlugFault(
                "pickle",
                f"Its weights ({pickled[0]}) are a pickle, which runs the code of whoever made "
                f"it. Save them as safetensors: {SAVE}.",
                name=pickled[0],
            )
        raise PlugFault("no_weights", f"There is no model.safetensors in it. Save it: {SAVE}.")


def read_folder(path: Path) -> Folder:
    """Return what a folder is.

    Raises
    ------
    PlugFault
        Where it cannot be opened, or would need code that is not the library's own.
    """
    if not path.is_dir():
        raise PlugFault("no_folder", f"There is no folder {path.name!r} any more.", name=path.name)
    refuse_names(child.name for child in path.iterdir() if child.is_file())
    config = read_json(path / CONFIG)
    if config.get("auto_map"):
        raise PlugFault(
            "remote_code",
            "Its config.json names code of its own (auto_map), which is never run. Take a model "
            "of an architecture that the library transformers has, or export it to ONNX.",
        )
    names = config.get("architectures") or [""]
    architecture = str(names[0]) if isinstance(names, list) and names else ""
    task = next((ending for ending in TASKS if architecture.endswith(ending)), None)
    if task is None:
        raise PlugFault(
            "architecture",
            f"{architecture[:80] or 'It'} is none of {', '.join(f'…{name}' for name in TASKS)}. "
            "Export another to ONNX.",
            name=architecture[:80],
        )
    if "text" in TASKS[task].reads and not (path / TOKENIZER).is_file():
        raise PlugFault(
            "no_tokenizer",
            "There is no tokenizer.json in it. Write one: AutoTokenizer.from_pretrained(…)"
            ".save_pretrained('folder').",
        )
    return Folder(path, task, config, _classes(config))


def read_json(path: Path) -> dict[str, Any]:
    """Return a JSON object of a folder.

    Raises
    ------
    PlugFault
        Where it is none, or too large to be one.
    """
    try:
        if path.stat().st_size > MAX_JSON:
            raise PlugFault("no_config", f"{path.name} is over {MAX_JSON >> 20} MiB.")
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise PlugFault("no_config", f"{path.name} cannot be read: {error}"[:300]) from error
    if not isinstance(found, dict):
        raise PlugFault("no_config", f"{path.name} is no JSON object.")
    return found


def _classes(config: Mapping[str, Any]) -> tuple[str, ...]:
    """Return its classes by the order of its columns."""
    named = config.get("id2label")
    if not isinstance(named, Mapping) or not 1 <= len(named) <= MAX_CLASSES:
        count = config.get("num_labels", 2)
        named = {number: f"LABEL_{number}" for number in range(count if count == 1 else 2)}
    try:
        order = sorted(named, key=int)
    except ValueError:
        raise PlugFault("no_config", "The keys of id2label are no numbers.") from None
    return tuple(str(named[key]).strip()[:100] or f"class {key}" for key in order)
