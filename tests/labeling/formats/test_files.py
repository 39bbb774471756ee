"""Which files of a folder are one medium, and which are one each."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pydicom
import pytest
from pydicom.dataset import FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian, ImplicitVRLittleEndian, generate_uid

from labeling.formats.base import ImportedTask, ImportOptions
from labeling.formats.files import FilesImporter
from labeling.formats.source import Upload, open_source
from labeling.ontology.schema import parse_ontology

SCANS = parse_ontology({"fields": {"scan": {"type": "volume"}}, "labels": []})


def image(number: int, *, modality: str, is_placed: bool, implicit: bool = False) -> bytes:
    """Return a small DICOM image."""
    meta = FileMetaDataset()
    meta.TransferSyntaxUID = ImplicitVRLittleEndian if implicit else ExplicitVRLittleEndian
    meta.MediaStorageSOPClassUID = "1.2.840.10008.5.1.4.1.1.1.1"
    meta.MediaStorageSOPInstanceUID = generate_uid()
    found = pydicom.Dataset()
    found.file_meta = meta
    found.SOPClassUID, found.SOPInstanceUID = (
        meta.MediaStorageSOPClassUID,
        meta.MediaStorageSOPInstanceUID,
    )
    found.Modality, found.InstanceNumber = modality, number
    if is_placed:
        found.ImagePositionPatient = [0, 0, number]
        found.ImageOrientationPatient = [1, 0, 0, 0, 1, 0]
    found.Rows, found.Columns = 4, 5
    found.BitsAllocated = found.BitsStored = 8
    found.HighBit, found.PixelRepresentation, found.SamplesPerPixel = 7, 0, 1
    found.PhotometricInterpretation = "MONOCHROME2"
    found.PixelData = np.zeros((4, 5), np.uint8).tobytes()
    buffer = io.BytesIO()
    found.save_as(buffer, enforce_file_format=True)
    return buffer.getvalue()


def read(path: Path) -> list[list[str]]:
    """Return the members of each task's medium."""
    importer = FilesImporter()
    with open_source([Upload(path.name, path)]) as source:
        assert importer.sniff(source) >= 0.8
        found = list(importer.read(source, SCANS, ImportOptions()))
    tasks = [item for item in found if isinstance(item, ImportedTask)]
    assert len(tasks) == len(found)
    return [list(task.data["scan"].members or (task.data["scan"].member,)) for task in tasks]


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize("implicit", [False, True])
@pytest.mark.parametrize("ending", [".dcm", ""])
def test_x_rays_in_one_folder_are_a_task_each(tmp_path: Path, implicit: bool, ending: str) -> None:
    rays = {
        f"ray{i}{ending}": image(i, modality="DX", is_placed=False, implicit=implicit)
        for i in range(3)
    }
    assert read(zipped(tmp_path / "a.zip", rays)) == [[name] for name in rays]


@pytest.mark.parametrize(("modality", "is_placed"), [("CT", True), ("MR", False), ("OT", True)])
def test_slices_in_one_folder_are_one_task(tmp_path: Path, modality: str, is_placed: bool) -> None:
    slices = {f"s{i}.dcm": image(i, modality=modality, is_placed=is_placed) for i in range(3)}
    assert read(zipped(tmp_path / "a.zip", slices)) == [list(slices)]


def test_a_lone_dicom_file_needs_no_ending(tmp_path: Path) -> None:
    path = tmp_path / "IM0001"
    path.write_bytes(image(1, modality="DX", is_placed=False))
    assert read(path) == [["IM0001"]]
