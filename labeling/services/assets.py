"""Assets: immutable media, addressed by content, probed before they are stored."""

import hashlib
import shutil
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction

from labeling.formats.base import Source
from labeling.media.probe import MediaError, Probe
from labeling.media.registry import MEDIA
from labeling.models import Asset, Project
from labeling.services.renditions import decoders, remove_renditions, rendition_of

CHUNK = 1 << 20
EPOCH = (1980, 1, 1, 0, 0, 0)


class BadMedia(Exception):
    """A file that cannot become an asset; the text says why, for people."""


def store_bundle(
    *, project: Project, source: Source, members: Sequence[str], name: str, field_type: str
) -> Asset:
    """Store the files of one folder as one medium: a plain zip that is equal for equal files."""
    with tempfile.NamedTemporaryFile(prefix="penumbra-asset-") as copy:
        try:
            with zipfile.ZipFile(copy, "w", zipfile.ZIP_STORED) as bundle:
                for member in sorted(members):
                    inside = member.removeprefix(f"{name}/")
                    with (
                        source.open(member) as stream,
                        bundle.open(zipfile.ZipInfo(inside, EPOCH), "w") as target,
                    ):
                        shutil.copyfileobj(stream, target, CHUNK)
        except (zipfile.BadZipFile, EOFError, OSError) as error:
            raise BadMedia(f"the files are damaged in the archive ({error})") from error
        copy.flush()
        path = Path(copy.name)
        return store_file(
            project=project,
            path=path,
            digest=digest_of(path),
            name=name.rsplit("/", 1)[-1],
            field_type=field_type,
        )


def store_member(*, project: Project, source: Source, member: str, field_type: str) -> Asset:
    """Store a member of an upload, or return the asset of the same content."""
    with tempfile.NamedTemporaryFile(prefix="penumbra-asset-") as copy:
        try:
            with source.open(member) as stream:
                digest = _copy(stream, copy)
        except (zipfile.BadZipFile, EOFError, OSError) as error:
            raise BadMedia(f"the file is damaged in the archive ({error})") from error
        copy.flush()
        return store_file(
            project=project,
            path=Path(copy.name),
            digest=digest,
            name=member.rsplit("/", 1)[-1],
            field_type=field_type,
        )


def digest_of(path: Path) -> str:
    """Return the digest by which a file's content is known."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def store_file(*, project: Project, path: Path, digest: str, name: str, field_type: str) -> Asset:
    """Store a file on this machine whose digest is known."""
    present = project.assets.filter(sha256=digest, kind=field_type).first()
    if present is not None:
        return present
    if MEDIA[field_type].cleans:
        return _store_cleaned(project, path, name, field_type)
    return _probe_and_create(project, path, digest, name, field_type)


def _store_cleaned(project: Project, path: Path, name: str, field_type: str) -> Asset:
    """Store what the decoder leaves of a file, by the digest of that."""
    with tempfile.TemporaryDirectory(prefix="penumbra-asset-") as folder:
        cleaned = Path(folder) / "cleaned"
        try:
            decoders().clean(MEDIA[field_type], path, cleaned)
        except MediaError as error:
            raise BadMedia(error.detail) from error
        digest = digest_of(cleaned)
        present = project.assets.filter(sha256=digest, kind=field_type).first()
        return present or _probe_and_create(project, cleaned, digest, name, field_type)


def _probe_and_create(
    project: Project, path: Path, digest: str, name: str, field_type: str
) -> Asset:
    try:
        found = decoders().probe(MEDIA[field_type], path)
    except MediaError as error:
        raise BadMedia(error.detail) from error
    return _create(project, path, digest, name, found)


def render_asset(asset: Asset) -> None:
    """Make what the screens show first of an asset, so that nobody waits for it later."""
    for view in MEDIA[asset.kind].prepared:
        rendition_of(asset, view)


def remove_assets(*, project: Project, asset_ids: list[int]) -> None:
    """Forget assets that an import made and no task uses; their files stay if others have them."""
    for start in range(0, len(asset_ids), 500):
        unused = project.assets.filter(pk__in=asset_ids[start : start + 500], uses=None)
        gone = list(unused.values_list("path", "sha256", "kind"))
        unused.delete()
        for path, sha256, kind in gone:
            left = Asset.objects.filter(path=path)
            if not left.filter(kind=kind).exists():
                remove_renditions(sha256, kind)
            if not left.exists():
                default_storage.delete(path)


def _copy(stream: IO[bytes], target: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while chunk := stream.read(CHUNK):
        digest.update(chunk)
        target.write(chunk)
    return digest.hexdigest()


def _create(project: Project, path: Path, digest: str, name: str, found: Probe) -> Asset:
    place = f"assets/{digest[:2]}/{digest}"
    if not default_storage.exists(place):
        with path.open("rb") as stream:
            place = default_storage.save(place, File(stream))
    facts = {"orientation": found.orientation, "frames": found.frames, "mode": found.mode}
    facts |= found.facts
    try:
        with transaction.atomic():
            return project.assets.create(
                sha256=digest,
                path=place,
                name=name[:255],
                kind=found.type,
                mime=found.mime,
                size=found.size,
                width=found.width,
                height=found.height,
                duration=found.duration,
                facts={**facts, "warnings": list(found.warnings)},
            )
    except IntegrityError:  # another job stored the same content meanwhile
        return project.assets.get(sha256=digest, kind=found.type)
