"""Writes masks of volumes as NIfTI: one file a label, on the grid of the scan itself."""

import tempfile
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from labeling.formats.base import ExportMedia, ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chosen import Chooser
from labeling.formats.exact_json import encode
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, left_out
from labeling.formats.voxels import (
    WRITTEN,
    fill,
    marked_volumes,
    no_volumes,
    size_of,
    volume_field,
)
from labeling.ontology.parts import Label, Ontology

__all__ = ["NiftiExporter"]


class NiftiExporter:
    """Voxels numbered by class."""

    id: ClassVar[str] = "nifti"
    name: ClassVar[str] = "NIfTI masks"
    description: ClassVar[str] = "A .nii.gz for each volume and label, on the grid of the scan."
    extension: ClassVar[str] = "zip"
    is_archive: ClassVar[bool] = True

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say which labels are lost, and that regions run together."""
        detail = (
            "Regions of one class become one number; where classes overlap, the later one wins."
        )
        return [
            *left_out(ontology, WRITTEN),
            Loss("voxels", "Boxes and outlines are written as voxels."),
            Loss("instances", detail),
            ANNOTATORS_LEFT_OUT,
        ]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs a volume field."""
        return no_volumes(ontology)

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write the masks of each annotated volume, and what their numbers mean."""
        field = volume_field(ontology)
        assert field is not None
        labels = [label for label in ontology.labels_on(field.id) if label.kind in WRITTEN]
        chooser = Chooser()
        for stem, media, found in marked_volumes(tasks, field, chooser, sink, options):
            for label in labels:
                regions = [region for region in found if region["label"] == label.id]
                if regions:
                    yield from _write(regions, label, media, f"{stem}/{label.id}.nii.gz", sink)
        numbers = {
            label.id: {item.id: number for item, number in numbered(label)} for label in labels
        }
        with sink.open("classes.json") as file:
            file.write(encode(numbers))
        yield from chooser.problems()


def numbered(label: Label) -> Iterator[tuple[Any, int]]:
    """Yield classes with their numbers, from 1; 0 is nothing."""
    for number, item in enumerate(label.classes, 1):
        yield item, number


def _write(
    regions: list[dict[str, Any]], label: Label, media: ExportMedia, member: str, sink: Sink
) -> Iterator[Problem]:
    size = size_of(media)
    numbers = {item.id: number for item, number in numbered(label)}
    served = np.zeros(size, np.uint8 if len(numbers) < 256 else np.uint16)
    overlap = 0
    for region in regions:
        inside = fill(label.kind, region["geometry"], size)
        number = numbers.get(region.get("class") or "", 1)
        seen = served[inside]
        overlap += int(np.count_nonzero((seen != 0) & (seen != number)))
        served[inside] = number
    if overlap:
        told = f"{overlap:,} voxels belong to several classes; the last one is written."
        yield Problem(told, file=member, is_warning=True)
    data = _file(served, media)
    with sink.open(member) as file:
        file.write(data)


def _file(served: NDArray[Any], media: ExportMedia) -> bytes:
    """Return the file: voxels turned back to the axes in which the scan is stored."""
    # Only the worker writes; the web process, which lists formats, is spared these.
    import nibabel as nib  # noqa: PLC0415

    from labeling.media.volume.axes import turn_for  # noqa: PLC0415

    stored = media.facts["stored"]
    affine = np.array(stored["affine"], float)
    columns, rows, slices = stored["shape"]
    voxels = turn_for(affine, (columns, rows, slices)).unserved(served)
    make: Any = nib.Nifti1Image
    image = make(np.ascontiguousarray(voxels), affine)
    image.header.set_xyzt_units("mm")
    with tempfile.NamedTemporaryFile(suffix=".nii.gz") as file:
        image.to_filename(file.name)
        return bytes(file.read())
