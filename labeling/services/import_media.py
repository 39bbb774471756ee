"""The assets that the tasks of an import name: in the upload, or in the project already."""

from collections.abc import Mapping
from typing import Any

from labeling.formats.base import MediaRef, Size
from labeling.formats.source import UploadSource
from labeling.kernel.jobs import JobRun
from labeling.models import Asset, Project, TaskAsset
from labeling.selectors.ontologies import ontology_of
from labeling.services.assets import BadMedia, render_asset, store_bundle, store_member

LOOKUP = 500


class Media:
    """Finds and stores the assets of one import, and remembers the new ones."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._types = {field.id: field.type for field in ontology_of(project).fields.values()}
        self._first_new = project.assets.order_by("-pk").values_list("pk", flat=True).first() or 0
        self.source: UploadSource | None = None
        self.new_ids: list[int] = []

    def find(self, field_id: str, ref: MediaRef) -> Asset:
        """Return the asset a reference means, storing it when it is new."""
        if (ref.member or ref.members) and self.source is not None:
            asset = self._store(self.source, ref, self._types[field_id])
            if asset.pk > self._first_new:
                self.new_ids.append(asset.pk)
            return asset
        if ref.url:
            raise BadMedia("files behind URLs are not fetched in an import; send them along")
        kind = self._types[field_id]
        present = self._by_digest(ref, kind) or self._by_name(ref.name, kind)
        if present is None:
            raise BadMedia("it is neither in the upload nor in the project; send both together")
        return present

    def size(self, name: str) -> Size | None:
        """Return the size of an image that the project has under this name."""
        asset = self._by_name(name, "image")
        if asset is None or asset.width is None or asset.height is None:
            return None
        return asset.width, asset.height

    def facts(self, name: str) -> Mapping[str, Any] | None:
        """Return what is known of a map that the project has under this name."""
        asset = self._by_name(name, "geo")
        return None if asset is None else asset.facts

    def render(self, run: JobRun) -> None:
        """Make the renditions of new assets, each within reach of a cancel."""
        ids = list(dict.fromkeys(self.new_ids))
        done = 0
        for start in range(0, len(ids), LOOKUP):
            for asset in self._project.assets.filter(pk__in=ids[start : start + LOOKUP]):
                render_asset(asset)
                done += 1
                run.progress(done, len(ids), "Making previews")

    def _store(self, source: UploadSource, ref: MediaRef, field_type: str) -> Asset:
        if ref.members:
            return store_bundle(
                project=self._project,
                source=source,
                members=ref.members,
                name=ref.name,
                field_type=field_type,
            )
        return store_member(
            project=self._project, source=source, member=ref.member, field_type=field_type
        )

    def _by_digest(self, ref: MediaRef, kind: str) -> Asset | None:
        if not ref.sha256:
            return None
        return self._project.assets.filter(sha256=ref.sha256, kind=kind).first()

    def _by_name(self, name: str, kind: str) -> Asset | None:
        use = (
            TaskAsset.objects.filter(asset__project=self._project, asset__kind=kind, name=name)
            .select_related("asset")
            .order_by("-pk")
            .first()
        )
        return use.asset if use else self._project.assets.filter(name=name, kind=kind).first()
