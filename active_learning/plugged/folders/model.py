"""Opens a model folder with the package transformers; only a process with limits imports this."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from active_learning.plugged.faults import PlugFault
from active_learning.plugged.folders.layout import PREPROCESSOR, TOKENIZER, Folder, read_json
from active_learning.plugged.folders.pixels import pixels_for
from active_learning.plugged.folders.words import OUTSIDE, FoundSpan, Reader, spans_of, told

__all__ = ["FolderModel"]

# Said before the library is loaded: it never asks the hub for anything.
OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}


class FolderModel:
    """An opened folder: classes of a text or a picture, or entities of a text."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._torch, self._network = _opened(folder)
        self._is_many = folder.config.get("problem_type") == "multi_label_classification"
        if "text" in folder.about.reads:
            self._reader = Reader(folder.path / TOKENIZER, folder.config)
        else:
            said = folder.path / PREPROCESSOR
            self._said = read_json(said) if said.is_file() else {}

    @property
    def names(self) -> tuple[str, ...]:
        """Its classes as they are proposed: of entities, without the tags' first letters."""
        if self.folder.task != "ForTokenClassification":
            return self.folder.classes
        bare = dict.fromkeys(told(name)[1] for name in self.folder.classes)
        return tuple(name for name in bare if name != OUTSIDE)

    def try_out(self) -> None:
        """Answer a made-up value, or raise `PlugFault`."""
        match self.folder.task:
            case "ForTokenClassification":
                self.entities_of("A made-up text.")
            case "ForImageClassification":
                made_up = io.BytesIO()
                Image.new("RGB", (64, 48), (120, 130, 90)).save(made_up, "PNG")
                self.classes_of_picture(made_up.getvalue())
            case _:
                self.classes_of_text("A made-up text.")

    def classes_of_text(self, text: str) -> NDArray[np.float64]:
        """Return a probability a class; of a long text the beginning is read."""
        shares: NDArray[np.float64] = self._shares(_tokens(self._reader.windows(text)[0]))[0]
        return shares

    def classes_of_picture(self, content: bytes) -> NDArray[np.float64]:
        """Return a probability a class."""
        feed = {"pixel_values": pixels_for(content, self._said)}
        shares: NDArray[np.float64] = self._shares(feed)[0]
        return shares

    def entities_of(self, text: str) -> list[FoundSpan]:
        """Return the entities of a text, piece by piece."""
        return [
            span
            for window in self._reader.windows(text)
            for span in spans_of(window, self._shares(_tokens(window))[0], self.folder.classes)
        ]

    def _shares(self, feed: dict[str, NDArray[Any]]) -> NDArray[np.float64]:
        torch = self._torch
        try:
            with torch.inference_mode():
                given = {name: torch.from_numpy(value) for name, value in feed.items()}
                logits = self._network(**given).logits.double()
        except (RuntimeError, ValueError, TypeError, IndexError) as error:
            if "alloc" in str(error).lower():
                raise MemoryError(str(error)) from error
            raise PlugFault("failed", f"It failed on its input: {error}"[:400]) from error
        scores = torch.sigmoid(logits) if self._is_many else torch.softmax(logits, dim=-1)
        found: NDArray[np.float64] = scores.numpy()
        if not np.isfinite(found).all():
            raise PlugFault("not_finite", "It answers NaN or infinity: its weights are damaged.")
        if found.shape[-1] != len(self.folder.classes):
            columns = found.shape[-1]
            raise PlugFault(
                "classes",
                f"It gives {columns} classes, its config.json names {len(self.folder.classes)}.",
                columns=columns,
                named=len(self.folder.classes),
            )
        return found


def _tokens(window: Any) -> dict[str, NDArray[Any]]:
    return {
        "input_ids": np.array([window.ids], dtype=np.int64),
        "attention_mask": np.array([window.attention_mask], dtype=np.int64),
    }


def _opened(folder: Folder) -> tuple[Any, Any]:
    os.environ.update(OFFLINE)
    try:
        # Optional, and only here: neither setting up nor testing needs it.
        import torch  # noqa: PLC0415
        import transformers  # noqa: PLC0415
    except ImportError as error:
        raise PlugFault(
            "needs_transformers",
            "Model folders are opened with the package transformers, which is not installed here. "
            "Install it (pip install 'penumbra[transformers]') and restart, or export the model "
            "to ONNX.",
        ) from error
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    opener = getattr(transformers, folder.about.opener)
    try:
        network = opener.from_pretrained(
            str(folder.path), local_files_only=True, trust_remote_code=False, use_safetensors=True
        )
    except MemoryError:
        raise
    except Exception as error:  # whatever the library makes of a stranger's folder
        said = f"transformers cannot open it ({type(error).__name__}: {error})"
        raise PlugFault("unreadable", said[:400]) from error
    return torch, network.eval()
