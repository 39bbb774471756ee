"""Loads the project templates that ship with Penumbra."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from labeling.ontology.schema import parse_ontology

__all__ = ["Template", "load_templates"]

FOLDER = Path(__file__).parent
MEDIA_FOLDER = FOLDER / "media"


@dataclass(frozen=True, slots=True)
class Template:
    """A ready ontology with a few tasks to try it on.

    Attributes
    ----------
    name, description
        Texts by language, `en` and `zh`.
    ontology
        The normalised document.
    sample
        Data of tasks; media fields hold the name of a file, see `media_path`.
    """

    id: str
    name: dict[str, str]
    description: dict[str, str]
    field_types: tuple[str, ...]
    ontology: dict[str, Any]
    sample: tuple[dict[str, Any], ...]

    def media_path(self, name: str) -> Path:
        """Where a media file of the sample lies.

        Raises
        ------
        KeyError
            When the sample names no such file.
        """
        if not any(name in data.values() for data in self.sample):
            raise KeyError(name)
        return MEDIA_FOLDER / name


@cache
def load_templates() -> tuple[Template, ...]:
    """All templates in the order of their file names."""
    return tuple(_load(path) for path in sorted(FOLDER.glob("*.json")))


def _load(path: Path) -> Template:
    raw = json.loads(path.read_text(encoding="utf-8"))
    ontology = parse_ontology(raw["ontology"])
    types = dict.fromkeys(field.type for field in ontology.fields.values())
    return Template(
        id=raw["id"],
        name=raw["name"],
        description=raw["description"],
        field_types=tuple(types),
        ontology=ontology.document,
        sample=tuple(raw["sample"]),
    )
