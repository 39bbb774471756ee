"""Files of assets as clients get them: the original, one any browser shows, a thumbnail."""

import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.core.files.storage import default_storage

from labeling.kernel.errors import NotFound
from labeling.media.registry import MEDIA
from labeling.media.sniffing import read_head, sniff
from labeling.models import Asset

Variant = Literal["original", "display", "thumb"]
FOLDER = "renditions"


@dataclass(frozen=True, slots=True)
class Rendition:
    """A file on this machine and its media type, told by its content."""

    path: Path
    mime: str


def rendition_of(asset: Asset, variant: str) -> Rendition:
    """Return a variant, made the first time somebody asks and kept beside our data."""
    original = _original(asset)
    if variant == "original":
        return Rendition(original, asset.mime)
    render = _renderer(asset, variant)
    if render is None:
        if variant == "thumb":
            raise NotFound(f"There is no thumbnail of {asset.kind} files.")
        return Rendition(original, asset.mime)
    path = _place(asset, variant)
    if not path.exists():
        _make(path, lambda out: render(original, out))
    return Rendition(path, sniff(read_head(path)))


def _renderer(asset: Asset, variant: str) -> Callable[[Path, Path], str] | None:
    kind = MEDIA.get(asset.kind)
    if kind is None:
        return None
    return kind.render_thumbnail if variant == "thumb" else kind.render_display


def _original(asset: Asset) -> Path:
    """Return the stored file; one of a remote store is copied here once."""
    try:
        path = Path(default_storage.path(asset.path))
    except NotImplementedError:
        path = _place(asset, "original")
        if not path.exists():
            _make(path, lambda out: _copy(asset, out))
    if not path.is_file():
        raise NotFound(f"The stored file of {asset.name!r} is missing on this machine.")
    return path


def _place(asset: Asset, variant: str) -> Path:
    """The name is made of our own digest: nothing of a client's gets into a path."""
    folder = Path(settings.PENUMBRA_DATA) / FOLDER / asset.sha256[:2]
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{asset.sha256}.{variant}"


def _make(path: Path, write: Callable[[Path], object]) -> None:
    """Write beside the place and move: two who ask at once never read half a file."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    os.close(handle)
    try:
        write(Path(name))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _copy(asset: Asset, out: Path) -> None:
    with default_storage.open(asset.path) as source, out.open("wb") as target:
        shutil.copyfileobj(source, target)
