"""O16: of a mixed upload the broken files are told apart from the good ones."""

import zipfile

import pytest

from labeling.media import MediaError
from tests.labeling.media.decoders import probe_as
from tests.shared_data import shared


def test_two_good_files_and_three_faults(tmp_path):
    with zipfile.ZipFile(shared("cases/files/O16/mixed.zip")) as archive:
        archive.extractall(tmp_path)
    outcome = {}
    for path in tmp_path.rglob("*"):
        if path.is_file():
            try:
                outcome[path.name] = probe_as("image", path).type
            except MediaError as error:
                outcome[path.name] = error.fault
    assert outcome == {
        "good1.jpg": "image",
        "good2.png": "image",
        "bad_truncated.jpg": "broken",
        "empty.png": "empty",
        "notimage.jpg": "unsupported",
    }


def test_a_text_is_no_image_whatever_its_name(tmp_path):
    with zipfile.ZipFile(shared("cases/files/O16/mixed.zip")) as archive:
        name = next(item for item in archive.namelist() if item.endswith("notimage.jpg"))
        archive.extract(name, tmp_path)
    with pytest.raises(MediaError, match="no image"):
        probe_as("image", tmp_path / name)
