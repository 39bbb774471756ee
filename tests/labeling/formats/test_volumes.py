"""Masks of volumes as NIfTI and DICOM SEG: read back, every voxel is where it was drawn."""

import gzip
import io
import json
import zipfile

import nibabel as nib
import numpy as np
import pydicom
import pytest

from labeling.formats.base import (
    Content,
    ExportAnnotation,
    ExportMedia,
    ExportOptions,
    ExportTask,
)
from labeling.formats.dicom_seg import DicomSegExporter
from labeling.formats.nifti import NiftiExporter
from labeling.formats.sink import ZipSink
from labeling.media.volume.decoder import clean, probe
from labeling.ontology import parse_ontology
from labeling.regions import mask
from tests.labeling.media.scans import nifti, series, voxels_of

ONTOLOGY = parse_ontology(
    {
        "fields": {"scan": {"type": "volume"}},
        "labels": [
            {"id": kind, "on": "scan", "kind": kind, "classes": [{"id": "a"}, {"id": "b"}]}
            for kind in ("mask", "box", "polygon", "ellipse")
        ],
    }
)


def region(name, kind, geometry, class_="a"):
    return {"id": name, "label": kind, "on": "scan", "class": class_, "geometry": geometry}


def exported(exporter, path, regions, tmp_path):
    """Return the archive that one annotated volume makes, and what was told."""
    found = probe(path)
    media = ExportMedia(
        "ward/scan.nii.gz", "1", "0", found.mime, found.width, found.height, found.facts
    )
    annotation = ExportAnnotation("1", Content(regions=regions))
    task = ExportTask("1", {"scan": media}, annotations=[annotation])
    with ZipSink(tmp_path / "out.zip", lambda _: path.open("rb")) as sink:
        told = list(exporter.write([task], ONTOLOGY, sink, ExportOptions()))
    return zipfile.ZipFile(tmp_path / "out.zip"), told


def painted(size):
    """A mask over two axial slices, and its voxels as served: (depth, height, width)."""
    served = np.random.default_rng(3).random(size) > 0.6
    served[2:] = False
    slices = {str(z): mask.from_array(served[z]) for z in range(2)}
    return {"plane": "axial", "slices": slices}, served


def read_nifti(archive, member):
    data = gzip.decompress(archive.read(member))
    return nib.Nifti1Image.from_bytes(data)


@pytest.mark.parametrize(
    "affine",
    [
        np.diag([2.0, 2.5, 3.0, 1.0]),
        np.diag([-2.0, -2.5, 3.0, 1.0]),
        np.array([[0, 0, 1.0, 4], [2.0, 0, 0, 5], [0, -3.0, 0, 6], [0, 0, 0, 1]]),
    ],
)
def test_a_nifti_mask_lies_on_the_grid_of_its_scan(affine, tmp_path):
    source = nifti(tmp_path / "a.nii", np.zeros((4, 5, 6), np.int16), affine)
    facts = probe(source)
    geometry, served = painted((facts.facts["depth"], facts.height, facts.width))
    archive, told = exported(NiftiExporter(), source, [region("r", "mask", geometry)], tmp_path)
    found = read_nifti(archive, "ward/scan/mask.nii.gz")
    assert found.shape == (4, 5, 6)
    assert found.affine == pytest.approx(affine)
    to_served = np.linalg.inv(np.array(facts.facts["affine"]))
    for i, j, k in np.ndindex(4, 5, 6):
        x, y, z = np.rint(to_served @ affine @ [i, j, k, 1])[:3].astype(int)
        assert found.dataobj[i, j, k] == served[z, y, x]
    assert json.loads(archive.read("classes.json"))["mask"] == {"a": 1, "b": 2}
    assert told == []


def test_boxes_and_outlines_become_voxels(tmp_path):
    source = nifti(tmp_path / "a.nii", np.zeros((8, 9, 10), np.int16), np.diag([-1.0, -1, -1, 1]))
    box = {"x": 1, "y": 2, "z": 3, "width": 2, "height": 3, "depth": 4}
    ring = [[1, 1], [5, 1], [5, 4], [1, 4]]
    regions = [
        region("b", "box", box, "b"),
        region("p", "polygon", {"rings": [ring], "plane": "coronal", "slice": 6}),
        region(
            "e",
            "ellipse",
            {"cx": 4, "cy": 4, "rx": 2, "ry": 2, "angle": 0, "plane": "sagittal", "slice": 1},
        ),
    ]
    archive, _ = exported(NiftiExporter(), source, regions, tmp_path)
    found = np.asarray(read_nifti(archive, "ward/scan/box.nii.gz").dataobj)
    assert (found[1:3, 2:5, 3:7] == 2).all()
    assert np.count_nonzero(found) == 2 * 3 * 4
    found = np.asarray(read_nifti(archive, "ward/scan/polygon.nii.gz").dataobj)
    assert found[1:5, 6, 1:4].all()
    assert np.count_nonzero(found) == 12
    found = np.asarray(read_nifti(archive, "ward/scan/ellipse.nii.gz").dataobj)
    assert np.count_nonzero(found) == np.count_nonzero(found[1]) == 12


def test_an_overlap_of_classes_is_told(tmp_path):
    source = nifti(tmp_path / "a.nii", np.zeros((4, 4, 4), np.int16))
    box = {"x": 0, "y": 0, "z": 0, "width": 2, "height": 2, "depth": 2}
    regions = [region("1", "box", box), region("2", "box", box, "b"), region("3", "box", box, "b")]
    _, told = exported(NiftiExporter(), source, regions, tmp_path)
    assert [each.detail for each in told] == [
        "8 voxels belong to several classes; the last one is written."
    ]


def test_a_dicom_seg_names_its_images_and_has_their_voxels(tmp_path):
    clean(series(tmp_path / "scan.zip"), tmp_path / "cleaned")
    geometry, served = painted((5, 6, 8))
    box = {"x": 2, "y": 1, "z": 3, "width": 3, "height": 2, "depth": 1}
    regions = [region("r1", "mask", geometry), region("r2", "box", box, "b")]
    archive, told = exported(DicomSegExporter(), tmp_path / "cleaned", regions, tmp_path)
    assert told == []
    found = pydicom.dcmread(io.BytesIO(archive.read("ward/scan.seg.dcm")))
    assert found.Modality == "SEG"
    assert [item.SegmentLabel for item in found.SegmentSequence] == ["a", "b"]
    assert [item.TrackingID for item in found.SegmentSequence] == ["r1", "r2"]
    volume = np.zeros((2, *served.shape), bool)
    for pixels, frame in zip(
        found.pixel_array, found.PerFrameFunctionalGroupsSequence, strict=True
    ):
        height = float(frame.PlanePositionSequence[0].ImagePositionPatient[2])
        segment = frame.SegmentIdentificationSequence[0].ReferencedSegmentNumber - 1
        volume[segment, round((38 - height) / 2)] = pixels
    assert np.array_equal(volume[0], served)
    assert volume[1, 3, 1:3, 2:5].all()
    assert np.count_nonzero(volume[1]) == 6
    with zipfile.ZipFile(tmp_path / "cleaned") as bundle, bundle.open("00001.dcm") as file:
        source = pydicom.dcmread(file)
    assert found.StudyInstanceUID == source.StudyInstanceUID
    assert found.FrameOfReferenceUID == source.FrameOfReferenceUID
    assert len(voxels_of()) == len(served)


def test_a_nifti_scan_has_no_dicom_seg(tmp_path):
    source = nifti(tmp_path / "a.nii", np.zeros((4, 4, 4), np.int16))
    box = {"x": 0, "y": 0, "z": 0, "width": 2, "height": 2, "depth": 2}
    archive, told = exported(DicomSegExporter(), source, [region("1", "box", box)], tmp_path)
    assert archive.namelist() == []
    assert "no DICOM series" in told[0].detail


def test_only_projects_with_volumes_have_these_formats():
    texts = parse_ontology({"fields": {"t": {"type": "text"}}, "labels": []})
    assert NiftiExporter().unavailable(texts).code == "no_volumes"
    assert NiftiExporter().unavailable(ONTOLOGY) is None
