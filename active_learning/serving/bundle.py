"""A model version as it is served: heads, and what they read."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from active_learning.embeddings.field import Field
from active_learning.embeddings.fields import Encoders, FieldLayout
from active_learning.learners.heads import HeadFileError, LinearHead, load_heads, save_heads
from active_learning.learners.heads.model import Heads

__all__ = ["Bundle", "bundle_key", "read_bundle", "write_bundle"]

MAIN, FAST, MORE = "main", "fast", "more."


@dataclass(frozen=True)
class Bundle:
    """One version.

    Attributes
    ----------
    kind : what the label is, one of `learners.kinds`
    label : its id in the ontology
    fields : what is embedded, in order
    layout : id of the vectors the head was fitted on (see `FieldLayout`)
    main : says the classes
    fast : reads wording alone; only for choices about text
    more, facts : see `Heads`
    """

    kind: str
    label: str
    fields: tuple[Field, ...]
    layout: str
    main: LinearHead
    fast: LinearHead | None = None
    more: Mapping[str, LinearHead] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def heads(self) -> Heads:
        """What its judge predicts with."""
        return Heads(self.main, self.more, self.facts)

    def layout_on(self, encoders: Encoders) -> FieldLayout:
        """Return the layout on this machine, or refuse when its encoders are other ones."""
        here = FieldLayout(self.fields, encoders)
        if here.id != self.layout:
            raise HeadFileError(
                f"this version was fitted on vectors {self.layout}, this machine makes {here.id}: "
                "train again"
            )
        return here


def bundle_key(content: bytes) -> str:
    """Return the name under which a version is served: the hash of its file."""
    return hashlib.sha256(content).hexdigest()[:32]


def write_bundle(bundle: Bundle) -> bytes:
    """Return the version's file."""
    heads = {MAIN: bundle.main} | ({FAST: bundle.fast} if bundle.fast else {})
    heads |= {MORE + name: head for name, head in bundle.more.items()}
    metadata = {
        "kind": bundle.kind,
        "label": bundle.label,
        "fields": [[item.name, item.type] for item in bundle.fields],
        "layout": bundle.layout,
        "facts": dict(bundle.facts),
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "version.safetensors"
        save_heads(path, heads, metadata)
        return path.read_bytes()


def read_bundle(content: bytes) -> Bundle:
    """Read a version's file, or raise `HeadFileError`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "version.safetensors"
        path.write_bytes(content)
        heads, metadata = load_heads(path)
    try:
        return Bundle(
            kind=metadata["kind"],
            label=metadata["label"],
            fields=tuple(Field(*pair) for pair in metadata["fields"]),
            layout=metadata["layout"],
            main=heads[MAIN],
            fast=heads.get(FAST),
            more={
                name.removeprefix(MORE): head
                for name, head in heads.items()
                if name.startswith(MORE)
            },
            facts=metadata.get("facts", {}),
        )
    except (KeyError, TypeError) as error:
        raise HeadFileError(f"the version's file lacks {error}") from error
