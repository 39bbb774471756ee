"""The zip that runs elsewhere: model, card, ontology, vocabulary, and a script that uses them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

__all__ = ["Package", "write_package"]

SCRIPTS = Path(__file__).parent / "package"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""Of every file in it, so that the same version makes the same package."""


@dataclass(frozen=True)
class Package:
    """What goes into the zip.

    Attributes
    ----------
    files : the model's own, by name
    inputs : a field each: "field", "type", "input" (in the graph), "reads" ("ids" or "pixels")
    vocabulary : word pieces in the order of their ids; empty where no text is read
    script : which of our scripts becomes its `predict.py`
    """

    files: Mapping[str, bytes]
    card: str
    classes: Sequence[str]
    inputs: Sequence[Mapping[str, str]]
    ontology: Mapping[str, Any]
    facts: Mapping[str, Any]
    vocabulary: Sequence[str] = ()
    script: str = "predict.py"


def write_package(package: Package, target: IO[bytes]) -> None:
    """Write the zip."""
    about = {
        "classes": list(package.classes),
        "inputs": [dict(item) for item in package.inputs],
        **package.facts,
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in package.files.items():
            _add(archive, name, content)
        _add(archive, "MODEL_CARD.md", package.card.encode())
        _add(archive, "model.json", _json(about))
        _add(archive, "ontology.json", _json(package.ontology))
        _add(archive, "predict.py", (SCRIPTS / package.script).read_bytes())
        _add(archive, "reading.py", (SCRIPTS / "reading.py").read_bytes())
        if package.vocabulary:
            _add(archive, "vocabulary.txt", "\n".join(package.vocabulary).encode())


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(name, EPOCH)
    info.external_attr = 0o644 << 16
    archive.writestr(info, content, zipfile.ZIP_DEFLATED)


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode()
