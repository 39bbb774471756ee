"""Views of assets as clients get them: the original, a thumbnail, peaks, a frame, a tile."""

import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage

from labeling.kernel.errors import BadInput, NotFound, PenumbraError, TooLarge, Unavailable
from labeling.media.decoding import DecoderPool
from labeling.media.decoding.once import written_once
from labeling.media.kind import MediaKind
from labeling.media.parameters import Value, read_parameters
from labeling.media.probe import MediaError
from labeling.media.registry import MEDIA
from labeling.media.sniffing import read_head, sniff
from labeling.models import Asset
from labeling.services.rendition_budget import note_use

FOLDER = "renditions"
REFUSALS: Mapping[str, type[PenumbraError]] = {
    "unasked": BadInput,
    "busy": Unavailable,
    "too_large": TooLarge,
}


@dataclass(frozen=True, slots=True)
class Rendition:
    """A file on this machine and its media type; `key` names the view and its parameters."""

    path: Path
    mime: str
    key: str


@cache
def decoders() -> DecoderPool:
    """Return this process's decoder processes, started when first needed."""
    return DecoderPool(settings.PENUMBRA_DECODERS)


def rendition_of(asset: Asset, view: str, given: Mapping[str, str] | None = None) -> Rendition:
    """Return a view, made the first time somebody asks and kept beside our data."""
    if view == "original":
        return Rendition(original_of(asset), asset.mime, view)
    kind = MEDIA.get(asset.kind)
    if kind is None or view not in kind.views:
        raise NotFound(f"There is no view {view[:40]!r} of {asset.kind} files.")
    try:
        values = read_parameters(kind.views[view], given or {})
        return _rendered(asset, kind, view, values)
    except MediaError as error:
        refusal = REFUSALS.get(error.fault, BadInput)
        raise refusal(f"{asset.name}: {error.detail}", code=f"media_{error.fault}") from error


def original_of(asset: Asset) -> Path:
    """Return the stored file; one of a remote store is copied here once."""
    try:
        path = Path(default_storage.path(asset.path))
    except NotImplementedError:
        path = written_once(_folder(asset) / "original", lambda out: _copy(asset, out))
    if not path.is_file():
        raise NotFound(f"The stored file of {asset.name!r} is missing on this machine.")
    return path


def remove_renditions(sha256: str, kind: str) -> None:
    """Forget the views of a content that nothing uses any more."""
    shutil.rmtree(_place(sha256, kind), ignore_errors=True)


def renditions_root() -> Path:
    """Return the folder of all views on this machine."""
    return Path(settings.PENUMBRA_DATA) / FOLDER


def _rendered(asset: Asset, kind: MediaKind, view: str, values: dict[str, Value]) -> Rendition:
    folder = _folder(asset)
    key = "-".join([view, *(str(value) for value in values.values())])
    source = original_of(asset)

    def render(out: Path) -> None:
        decoders().render(kind, view, source=source, out=out, folder=folder, values=values)

    path = written_once(folder / "views" / key, render)
    note_use(folder, time.time())
    return Rendition(path, sniff(read_head(path)), key)


def _folder(asset: Asset) -> Path:
    return _place(asset.sha256, asset.kind)


def _place(sha256: str, kind: str) -> Path:
    """The name is made of our own digest: nothing of a client's gets into a path."""
    return renditions_root() / sha256[:2] / f"{sha256}-{kind}"


def _copy(asset: Asset, out: Path) -> None:
    with default_storage.open(asset.path) as source, out.open("wb") as target:
        shutil.copyfileobj(source, target)
