"""A DICOM series on three planes: painted, filled, boxed by key, and no name of a patient kept."""

import zipfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Site
from tests.e2e.pages.annotating import Desk
from tests.e2e.pages.api import Json
from tests.e2e.pages.door import SLOW_MS
from tests.e2e.pages.volume import Volume
from tests.e2e.pages.waiting import until
from tests.e2e.test_accessibility import serious
from tests.labeling.media.scans import SECRETS, ct_slice
from tests.shared_data import shared

SIZE = (40, 48, 24)
ONTOLOGY = {
    "fields": {"scan": {"type": "volume"}},
    "labels": [
        {"id": "organ", "on": "scan", "kind": "mask", "classes": [{"id": "liver"}]},
        {"id": "finding", "on": "scan", "kind": "box", "classes": [{"id": "lesion"}]},
    ],
}


def folder_of_slices(folder: Path) -> Path:
    """A bright ball in 24 slices, zipped as one folder without endings."""
    z, y, x = np.ogrid[-1:1:24j, -1:1:48j, -1:1:40j]
    ball = (1000 + 200 * (x**2 + y**2 + z**2 < 0.6)).astype(np.uint16)
    target = folder / "scans.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for k in range(24):
            found = ct_slice(ball[k], (0, 0, 2 * k), k + 1)
            found.save_as(folder / "slice", enforce_file_format=True)
            archive.write(folder / "slice", f"ward 7/IM{k:04}")
    return target


def test_a_series_is_painted_and_boxed_on_three_planes(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    project = site.api.project("Scans", ONTOLOGY)
    site.api.import_file(project, folder_of_slices(tmp_path))
    task = site.api.all(f"/api/projects/{project}/tasks/")[0]
    scan = task["data"]["scan"]
    stored = site.api.http.get(scan["original"]).content
    assert not [secret for secret in SECRETS if secret in stored or secret.decode() in str(scan)]

    desk = Desk(signed_in).open(site.url, project)
    volume = Volume(desk).opened()
    paint_two_slices_and_fill(volume)
    box_by_key(volume)
    assert serious(signed_in) == []
    desk.saved()
    signed_in.reload()
    desk.ready()
    expect(desk.rows()).to_have_count(2, timeout=SLOW_MS)
    assert desk.submit() == "finished"
    check_stored(site.api.submitted(task["id"])["regions"])


def paint_two_slices_and_fill(volume: Volume) -> None:
    keyboard, desk = volume.page.keyboard, volume.desk
    volume.stands_at("Axial", 13)
    volume.plane("Axial").focus()
    keyboard.press("1")
    volume.drag("Axial", (0.45, 0.5), (0.55, 0.5))
    expect(desk.rows()).to_have_count(1)
    for at in (14, 15, 16):
        keyboard.press("PageDown")
        volume.stands_at("Axial", at)
    volume.drag("Axial", (0.45, 0.5), (0.55, 0.5))
    keyboard.press("j")
    expect(desk.rows()).to_have_count(1)


def box_by_key(volume: Volume) -> None:
    """Placed on the coronal plane in the middle of the view, then three slices deep."""
    keyboard = volume.page.keyboard
    keyboard.press("v")
    keyboard.press("Escape")
    keyboard.press("q")
    volume.stands_at("Coronal", 25)
    expect(volume.plane("Coronal")).to_be_focused()
    keyboard.press("2")
    keyboard.press("n")
    expect(volume.desk.rows()).to_have_count(2)
    for _ in range(2):
        keyboard.press("Alt+PageDown")


def check_stored(regions: list[Json]) -> None:
    found = {region["class"]: region["geometry"] for region in regions}
    assert sorted(map(int, found["liver"]["slices"])) == [12, 13, 14, 15]
    sizes = {tuple(part["size"]) for part in found["liver"]["slices"].values()}
    assert sizes == {(48, 40)}
    lesion = found["lesion"]
    assert (lesion["y"], lesion["height"]) == (24, 3)
    assert lesion["width"] > 1 < lesion["depth"]


def test_a_real_nifti_opens_with_its_times(signed_in: Page, site: Site) -> None:
    project = site.api.project("Real", ONTOLOGY)
    site.api.import_file(project, shared("data/medical_nifti/example4d.nii.gz"))
    desk = Desk(signed_in).open(site.url, project)
    volume = Volume(desk).opened()
    volume.stands_at("Axial", 13)
    signed_in.get_by_role("button", name="Next time").click()
    expect(desk.data).to_contain_text("Time 2 / 2")
    desk.data.get_by_role("combobox", name="Window").select_option("full")
    expect(desk.data).to_contain_text("W 1,162")


def test_a_scan_that_was_cut_off_is_told_on_import(site: Site, tmp_path: Path) -> None:
    whole = shared("data/medical_nifti/anatomical.nii").read_bytes()
    (tmp_path / "cut.nii").write_bytes(whole[:9000])
    project = site.api.project("Cut", ONTOLOGY)
    with (tmp_path / "cut.nii").open("rb") as stream:
        answer = site.api.http.post(
            f"/api/projects/{project}/imports/",
            files={"file": ("cut.nii", stream)},
            data={"format": "auto"},
        )
    place = f"/api/jobs/{answer.json()['job']['id']}/"
    job = until(lambda: _ended(site.api.get(place)), "the import ends")
    assert job["error"].startswith("Nothing was created. cut.nii: the file is cut off")


def _ended(job: Json) -> Json | None:
    return job if job["state"] in {"done", "failed"} else None
