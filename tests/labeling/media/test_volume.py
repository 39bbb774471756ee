"""Volumes: order, orientation and values; what is told, what is refused, and that no name stays."""

import gzip
import json
import zipfile
import zlib

import nibabel as nib
import numpy as np
import pydicom
import pytest
from PIL import Image
from pydicom.uid import RLELossless

from labeling.media import MEDIA, MediaError
from labeling.media.volume.decoder import clean
from labeling.regions.mask import to_array
from tests.labeling.media.decoders import probe_as, render
from tests.labeling.media.scans import (
    SECRETS,
    ct_slice,
    nifti,
    series,
    voxels_of,
    zip_of,
)
from tests.shared_data import shared


def slice_of(source, folder, shape, **given):
    """Return the values of a slice as the browser reads them."""
    given = {"plane": "axial", "index": 0} | given
    assert render("volume", "slice", source, folder / "slice", **given)
    data = np.frombuffer(zlib.decompress((folder / "slice").read_bytes()), np.uint8)
    low, high = data.reshape(2, *shape).astype(np.uint16)
    stored = np.cumsum(low | (high << 8), axis=1, dtype=np.uint16).view(np.int16)
    facts = probe_as("volume", source).facts
    return stored * facts["slope"] + facts["intercept"]


def test_a_series_is_ordered_by_place_and_served_head_first(tmp_path):
    source = series(tmp_path / "scan.zip")
    found = probe_as("volume", source)
    assert (found.width, found.height, found.facts["depth"]) == (8, 6, 5)
    assert found.facts["spacing"] == [0.75, 0.5, 2.0]
    assert (found.facts["modality"], found.facts["unit"], found.warnings) == ("CT", "HU", ())
    voxels = voxels_of().astype(float) - 1024
    for index in range(5):
        found = slice_of(source, tmp_path, (6, 8), index=index)
        assert np.array_equal(found, voxels[4 - index])


def test_the_other_planes_show_the_same_voxels(tmp_path):
    source = series(tmp_path / "scan.zip")
    voxels = voxels_of().astype(float)[::-1] - 1024
    coronal = slice_of(source, tmp_path, (5, 8), plane="coronal", index=2)
    sagittal = slice_of(source, tmp_path, (5, 6), plane="sagittal", index=3)
    assert np.array_equal(coronal, voxels[:, 2, :])
    assert np.array_equal(sagittal, voxels[:, :, 3])


def test_slices_cross_the_cubes_that_they_are_kept_in(tmp_path):
    voxels = np.random.default_rng(1).integers(0, 4000, (40, 70, 33)).astype(np.uint16)
    source = series(tmp_path / "scan.zip", voxels)
    served = voxels[::-1].astype(float) - 1024
    assert np.array_equal(slice_of(source, tmp_path, (70, 33), index=35), served[35])
    found = slice_of(source, tmp_path, (40, 33), plane="coronal", index=69)
    assert np.array_equal(found, served[:, 69])
    found = slice_of(source, tmp_path, (40, 70), plane="sagittal", index=32)
    assert np.array_equal(found, served[:, :, 32])


def test_the_affine_takes_a_voxel_to_where_the_file_puts_it(tmp_path):
    affine = np.array(probe_as("volume", series(tmp_path / "scan.zip")).facts["affine"])
    # The uppermost slice is served first; right-anterior-superior negates DICOM's left-posterior.
    assert affine @ [0, 0, 0, 1] == pytest.approx([10, 20, 38, 1])
    assert affine @ [7, 5, 4, 1] == pytest.approx([10 - 7 * 0.75, 20 - 5 * 0.5, 30, 1])


def test_missing_slices_are_told_and_keep_their_room(tmp_path):
    found = probe_as("volume", series(tmp_path / "scan.zip", leave_out=(2,)))
    assert found.facts["depth"] == 5
    assert found.warnings == (
        "1 slices are missing, between 32.0 and 36.0 mm: they are shown empty",
    )


def test_a_duplicate_slice_is_told_and_left_out(tmp_path):
    voxels = voxels_of()
    slices = [ct_slice(voxels[k], (0, 0, 2 * k), k + 1) for k in range(5)]
    slices.append(ct_slice(voxels[0], (0, 0, 4), 9))
    found = probe_as("volume", zip_of(tmp_path / "scan.zip", slices))
    assert found.facts["depth"] == 5
    assert "1 duplicate slices" in found.warnings[0]


def test_uneven_slices_are_told(tmp_path):
    slices = [ct_slice(voxels_of()[k], (0, 0, z), k) for k, z in enumerate((0, 2, 4, 7.1, 9))]
    found = probe_as("volume", zip_of(tmp_path / "scan.zip", slices))
    assert found.facts["depth"] == 5
    assert "1.90 to 3.10 mm apart" in found.warnings[0]


def test_several_series_are_refused_with_their_list(tmp_path):
    slices = [ct_slice(voxels_of()[0], (0, 0, k), k, series=s) for s in "ab" for k in range(2)]
    with pytest.raises(MediaError, match=r"2 series \(2 files of CT 8x6, series 7; 2 files of"):
        probe_as("volume", zip_of(tmp_path / "scan.zip", slices))


def test_times_at_the_same_places_are_times(tmp_path):
    voxels = voxels_of()
    slices = [
        ct_slice(voxels[k] + 100 * t, (0, 0, k), 5 * t + k, AcquisitionNumber=t)
        for t in range(2)
        for k in range(5)
    ]
    source = zip_of(tmp_path / "scan.zip", slices)
    assert probe_as("volume", source).facts["times"] == 2
    found = slice_of(source, tmp_path, (6, 8), index=4, time=1)
    assert np.array_equal(found, voxels[0] + 100.0 - 1024)
    with pytest.raises(MediaError, match="no time 2"):
        render("volume", "slice", source, tmp_path / "slice", time=2)


def test_inverted_pictures_are_told_and_keep_their_values(tmp_path):
    source = series(tmp_path / "scan.zip", PhotometricInterpretation="MONOCHROME1")
    assert probe_as("volume", source).facts["inverted"]
    assert slice_of(source, tmp_path, (6, 8))[0, 0] == voxels_of()[4, 0, 0] - 1024


def test_a_packed_file_is_read_where_there_is_a_decoder(tmp_path):
    found = ct_slice(voxels_of()[0], (0, 0, 0), 1)
    found.compress(RLELossless, generate_instance_uid=False)
    found.save_as(tmp_path / "rle.dcm", enforce_file_format=True)
    clean(tmp_path / "rle.dcm", tmp_path / "cleaned")
    values = slice_of(tmp_path / "cleaned", tmp_path, (6, 8))
    assert np.array_equal(values, voxels_of()[0] - 1024.0)


def test_a_packing_without_decoder_is_refused_with_a_remedy(tmp_path):
    found = ct_slice(voxels_of()[0], (0, 0, 0), 1)
    found.file_meta.TransferSyntaxUID = "1.2.840.10008.1.2.4.70"
    found.PixelData = pydicom.encaps.encapsulate([b"\xff\xd8\xff\xd9"])
    found["PixelData"].VR = "OB"
    found.save_as(tmp_path / "packed.dcm", enforce_file_format=True)
    with pytest.raises(MediaError, match=r"JPEG Lossless.*decompress it first"):
        probe_as("volume", tmp_path / "packed.dcm")


def test_a_file_cut_off_in_its_pixels_is_refused(tmp_path):
    ct_slice(voxels_of()[0], (0, 0, 0), 1).save_as(tmp_path / "a.dcm", enforce_file_format=True)
    data = (tmp_path / "a.dcm").read_bytes()
    (tmp_path / "a.dcm").write_bytes(data[:-40])
    with pytest.raises(MediaError, match="cut off"):
        probe_as("volume", tmp_path / "a.dcm")


def test_nothing_that_names_a_patient_is_stored(tmp_path):
    source = series(tmp_path / "scan.zip")
    assert all(secret in source.read_bytes() for secret in SECRETS)
    clean(source, tmp_path / "cleaned")
    stored = (tmp_path / "cleaned").read_bytes()
    assert [secret for secret in SECRETS if secret in stored] == []
    with zipfile.ZipFile(tmp_path / "cleaned") as bundle:
        assert bundle.namelist()[0] == "00001.dcm"
        with bundle.open("00001.dcm") as file:
            found = pydicom.dcmread(file)
    assert (found.PatientName, found.PatientIdentityRemoved) == ("", "YES")
    assert not any(element.tag.is_private for element in found.iterall())
    facts = json.dumps(probe_as("volume", tmp_path / "cleaned").facts)
    assert not any(secret.decode() in facts for secret in SECRETS)


def test_cleaning_changes_no_voxel_and_is_the_same_each_time(tmp_path):
    source = series(tmp_path / "scan.zip")
    clean(source, tmp_path / "one")
    clean(source, tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert probe_as("volume", tmp_path / "one").facts == probe_as("volume", source).facts
    (tmp_path / "other").mkdir()
    shown = slice_of(tmp_path / "one", tmp_path / "other", (6, 8), index=3)
    assert np.array_equal(shown, slice_of(source, tmp_path, (6, 8), index=3))


@pytest.mark.parametrize("name", ["a.nii", "a.nii.gz"])
def test_nifti_is_turned_and_its_texts_are_blanked(name, tmp_path):
    voxels = np.arange(4 * 5 * 6, dtype=np.int16).reshape(4, 5, 6)
    affine = np.array([[2.0, 0, 0, -3], [0, 2.5, 0, -4], [0, 0, 3, -5], [0, 0, 0, 1]])
    source = nifti(tmp_path / name, voxels, affine)
    clean(source, tmp_path / "cleaned")
    stored = (tmp_path / "cleaned").read_bytes()
    plain = gzip.decompress(stored) if name.endswith("gz") else stored
    assert [secret for secret in SECRETS if secret in plain] == []
    found = probe_as("volume", tmp_path / "cleaned").facts
    assert (found["stored"]["axes"], found["spacing"]) == ("RAS", [2.0, 2.5, 3.0])
    values = slice_of(tmp_path / "cleaned", tmp_path, (5, 4), index=1)
    assert np.array_equal(values, voxels[::-1, ::-1, 4].T)
    assert np.array(found["affine"]) @ [3, 4, 5, 1] == pytest.approx([-3, -4, -5, 1])


def test_permuted_axes_are_put_right(tmp_path):
    voxels = np.arange(4 * 5 * 6, dtype=np.int16).reshape(4, 5, 6)
    affine = np.array([[0, 0, 1.0, 0], [2.0, 0, 0, 0], [0, 3.0, 0, 0], [0, 0, 0, 1]])
    source = nifti(tmp_path / "a.nii", voxels, affine)
    found = probe_as("volume", source)
    assert (found.width, found.height, found.facts["depth"]) == (6, 4, 5)
    assert found.facts["spacing"] == [1.0, 2.0, 3.0]
    values = slice_of(source, tmp_path, (4, 6), index=0)
    assert np.array_equal(values, voxels[::-1, 4, ::-1])


def test_fractions_are_kept_to_a_part_in_65536(tmp_path):
    voxels = np.random.default_rng(2).normal(0, 3, (6, 7, 8)).astype(np.float32)
    voxels[0, 0, 0] = np.nan
    source = nifti(tmp_path / "a.nii", voxels, np.diag([-1.0, -1, -1, 1]))
    values = slice_of(source, tmp_path, (7, 6), index=3)
    step = (np.nanmax(voxels) - np.nanmin(voxels)) / 65535
    assert np.abs(values - voxels[:, :, 3].T).max() <= step


def test_a_nifti_that_is_cut_off_is_refused(tmp_path):
    source = nifti(tmp_path / "a.nii", np.zeros((9, 9, 9), np.int16))
    source.write_bytes(source.read_bytes()[:-50])
    with pytest.raises(MediaError, match="1,408 of 1,458 bytes"):
        probe_as("volume", source)
    packed = nifti(tmp_path / "b.nii.gz", np.random.default_rng(1).normal(size=(20, 20, 20)))
    packed.write_bytes(packed.read_bytes()[:-900])
    for call in (lambda: probe_as("volume", packed), lambda: clean(packed, tmp_path / "out")):
        with pytest.raises(MediaError, match="damaged or cut off"):
            call()


def test_a_huge_volume_is_refused_before_it_is_read(tmp_path):
    source = nifti(tmp_path / "a.nii", np.zeros((2, 2, 2), np.int8))
    data = bytearray(source.read_bytes())
    data[42:48] = np.array([30_000, 30_000, 30_000], "<i2").tobytes()
    source.write_bytes(data)
    with pytest.raises(MediaError, match=r"30,000 x 30,000 x 30,000 voxels; at most"):
        probe_as("volume", source)


def test_forms_that_disagree_are_told(tmp_path):
    source = nifti(tmp_path / "a.nii", np.ones((4, 4, 4), np.int16), qform_code=1, sform_code=1)
    image = nib.load(source)
    image.set_qform(np.diag([-2.0, 2, 3, 1]) + np.eye(4, k=3) * 9, 1)
    image.to_filename(tmp_path / "b.nii")
    assert any(
        "sform and qform differ" in each for each in probe_as("volume", tmp_path / "b.nii").warnings
    )


@pytest.mark.parametrize(
    ("names", "is_one"),
    [
        (["IM0001", "IM0002", "DICOMDIR"], True),
        (["1.2.840.1.dcm", "b.DCM"], True),
        (["1.2.840.113619.1", "1.2.840.113619.2"], True),
        (["a/1.dcm", "a/2.dcm"], False),
        (["a.dcm", "notes.txt"], False),
        (["a.dcm"], False),
        (["a.nii", "b.nii"], False),
    ],
)
def test_a_folder_of_images_is_one_volume(names, is_one):
    assert MEDIA["volume"].is_bundle(names) is is_one


def grown_from(source, folder, seed, low, high):
    """Return what grows from a voxel, as (slices, rows, columns)."""
    x, y, z = seed
    assert render(
        "volume", "grow", source, folder / "grow", x=x, y=y, z=z, low=low, high=high
    )  # fmt: skip
    slices = json.loads((folder / "grow").read_text("utf-8"))["slices"]
    return {int(z): to_array(mask) for z, mask in slices.items()}


def test_growth_takes_what_hangs_together_and_nothing_else(tmp_path):
    voxels = np.zeros((40, 12, 10), np.uint16)
    voxels[2:38, 5, 5] = 1500  # a vessel, and at its end an arm that comes back up beside it
    voxels[20:38, 5, 8] = 1500
    voxels[37, 5, 5:9] = 1500
    voxels[10, 9, 1] = 1500  # apart
    source = series(tmp_path / "scan.zip", voxels)
    served = voxels[::-1]
    found = grown_from(source, tmp_path, (5, 5, 20), 400, 500)
    assert sum(int(bits.sum()) for bits in found.values()) == int((voxels == 1500).sum()) - 1
    for z, bits in found.items():
        assert not (bits & (served[z] != 1500)).any()
    assert grown_from(source, tmp_path, (0, 0, 20), 400, 500) == {}


def test_the_thumbnail_has_the_proportions_of_the_body(tmp_path):
    source = series(tmp_path / "scan.zip", np.full((3, 40, 40), 1000, np.uint16))
    assert render("volume", "thumb", source, tmp_path / "thumb") == "image/jpeg"
    assert Image.open(tmp_path / "thumb").size == (320, 213)


@pytest.mark.parametrize(
    ("name", "size"),
    [("CT_small.dcm", (128, 128, 1)), ("MR_small.dcm", (64, 64, 1)), ("rtdose.dcm", (10, 10, 15))],
)
def test_real_dicom_files_open(name, size, tmp_path):
    clean(shared(f"data/medical_dicom/{name}"), tmp_path / "cleaned")
    found = probe_as("volume", tmp_path / "cleaned")
    assert (found.width, found.height, found.facts["depth"]) == size


def test_a_file_without_pixels_says_what_it_is():
    with pytest.raises(MediaError, match="12-lead ECG Waveform Storage: it has no pixels"):
        probe_as("volume", shared("data/medical_dicom/waveform_ecg.dcm"))


def test_a_real_nifti_has_the_values_of_nibabel(tmp_path):
    source = shared("data/medical_nifti/example4d.nii.gz")
    clean(source, tmp_path / "cleaned")
    found = probe_as("volume", tmp_path / "cleaned").facts
    assert (found["times"], found["stored"]["axes"]) == (2, "LAS")
    voxels = np.asarray(nib.load(source).dataobj)
    for time in (0, 1):
        values = slice_of(tmp_path / "cleaned", tmp_path, (96, 128), index=5, time=time)
        assert np.array_equal(values, voxels[:, ::-1, 18, time].T)
