"""Writes regions of DICOM volumes as DICOM SEG, by highdicom: a segment for each region."""

import tempfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from labeling.formats.base import ExportMedia, ExportOptions, ExportTask, Loss, Problem, Sink
from labeling.formats.chosen import Chooser
from labeling.formats.losses import ANNOTATORS_LEFT_OUT, left_out
from labeling.formats.voxels import (
    WRITTEN,
    fill,
    marked_volumes,
    no_volumes,
    size_of,
    volume_field,
)
from labeling.ontology.parts import Ontology

__all__ = ["DicomSegExporter"]

SCHEME = "99PENUMBRA"
MAKER = "Penumbra"
CHUNK = 1 << 20


class DicomSegExporter:
    """Binary segments that refer to the images of the series."""

    id: ClassVar[str] = "dicom_seg"
    name: ClassVar[str] = "DICOM SEG"
    description: ClassVar[str] = "A DICOM segmentation for each series: a segment for each region."
    extension: ClassVar[str] = "zip"
    is_archive: ClassVar[bool] = True

    def losses(self, ontology: Ontology) -> list[Loss]:
        """Say which labels are lost."""
        return [
            *left_out(ontology, WRITTEN),
            Loss("voxels", "Boxes and outlines are written as voxels."),
            Loss("dicom_only", "Only volumes that came as DICOM are written."),
            ANNOTATORS_LEFT_OUT,
        ]

    def unavailable(self, ontology: Ontology) -> Loss | None:
        """Needs a volume field."""
        return no_volumes(ontology)

    def write(
        self, tasks: Iterable[ExportTask], ontology: Ontology, sink: Sink, options: ExportOptions
    ) -> Iterator[Problem]:
        """Write a file for each annotated series."""
        field = volume_field(ontology)
        assert field is not None
        kinds = {label.id: label for label in ontology.labels_on(field.id)}
        chooser = Chooser()
        for stem, media, found in marked_volumes(tasks, field, chooser, sink, options):
            segments = [
                (region, kinds[region["label"]])
                for region in found
                if region["label"] in kinds and kinds[region["label"]].kind in WRITTEN
            ]
            if not segments:
                continue
            if media.mime not in {"application/dicom", "application/zip"}:
                yield Problem(f"{stem} is no DICOM series: export NIfTI.", file=stem)
                continue
            try:
                data = _file(segments, media, sink)
            except (ValueError, AttributeError, TypeError, KeyError) as error:
                told = f"the series cannot carry a segmentation ({str(error)[:200]})"
                yield Problem(told, file=stem)
                continue
            with sink.open(f"{stem}.seg.dcm") as file:
                file.write(data)
        yield from chooser.problems()


def _file(segments: list[tuple[dict[str, Any], Any]], media: ExportMedia, sink: Sink) -> bytes:
    """Return the SEG file."""
    # Only the worker writes; the web process, which lists formats, is spared these.
    import highdicom as hd  # noqa: PLC0415
    from highdicom.seg import SegmentationTypeValues  # noqa: PLC0415

    with tempfile.NamedTemporaryFile() as copy:
        with sink.open_media(media) as source:
            while part := source.read(CHUNK):
                copy.write(part)
        copy.flush()
        images, places = _images(Path(copy.name))
    size = size_of(media)
    pixels = np.stack(
        [
            _frames(fill(label.kind, region["geometry"], size), media)[places]
            for region, label in segments
        ],
        axis=-1,
    ).astype(np.uint8)
    found = hd.seg.Segmentation(
        source_images=images,
        pixel_array=pixels,
        segmentation_type=SegmentationTypeValues.BINARY,
        segment_descriptions=[
            _description(hd, number, region, label)
            for number, (region, label) in enumerate(segments, 1)
        ],
        series_instance_uid=hd.UID(),
        series_number=900,
        sop_instance_uid=hd.UID(),
        instance_number=1,
        manufacturer=MAKER,
        manufacturer_model_name=MAKER,
        software_versions="1",
        device_serial_number="1",
        series_description="Annotations",
    )
    buffer = BytesIO()
    found.save_as(buffer, enforce_file_format=True)
    return buffer.getvalue()


def _images(path: Path) -> tuple[list[Any], list[int]]:
    """Return the headers of the images in order, and the slice that each one is."""
    from labeling.media.volume.opening import dicom_members, read_dicom, sort_of  # noqa: PLC0415
    from labeling.media.volume.series import frames_of, stacked  # noqa: PLC0415

    with dicom_members(path, sort_of(path)) as members:
        headers = [read_dicom(member, pixels=False) for member in members]
    frames = [one for file, found in enumerate(headers) for one in frames_of(file, found)]
    line = stacked(frames, None).places[0]
    placed = [(index, frame) for index, frame in enumerate(line) if frame is not None]
    if len(headers) == 1:
        ordered = sorted(placed, key=lambda pair: pair[1].number)
        return headers, [index for index, _ in ordered]
    return [headers[frame.file] for _, frame in placed], [index for index, _ in placed]


def _frames(served: Any, media: ExportMedia) -> Any:
    """Return voxels as stored images: (slice, row, column)."""
    from labeling.media.volume.axes import turn_for  # noqa: PLC0415

    stored = media.facts["stored"]
    columns, rows, slices = stored["shape"]
    turn = turn_for(np.array(stored["affine"], float), (columns, rows, slices))
    return turn.unserved(served).transpose(2, 1, 0)


def _description(hd: Any, number: int, region: dict[str, Any], label: Any) -> Any:
    item = label.class_(region.get("class") or "")
    name = (item.name if item else label.name)[:64]
    code = (item.id if item else label.id)[:16]
    return hd.seg.SegmentDescription(
        segment_number=number,
        segment_label=name,
        segmented_property_category=hd.sr.CodedConcept("85756007", "SCT", "Tissue"),
        segmented_property_type=hd.sr.CodedConcept(code, SCHEME, name),
        algorithm_type=hd.seg.SegmentAlgorithmTypeValues.MANUAL,
        tracking_id=region["id"],
        tracking_uid=hd.UID(),
    )
