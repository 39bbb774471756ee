"""Stored media: members only, immutable, and never run as a page (cases O48 and O50)."""

import io
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

from labeling.models import Asset, Project
from tests.factories.client import ApiClient
from tests.factories.facts import IMAGE_ONTOLOGY, make_asset, make_member, make_project
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(ontology=IMAGE_ONTOLOGY)


def stored(project: Project, content: bytes, **facts: Any) -> Asset:
    asset = make_asset(project, **facts)
    asset.path = default_storage.save(asset.path, ContentFile(content))
    asset.save()
    return asset


def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (400, 200), "red").save(out, "PNG")
    return out.getvalue()


def body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_every_variant_of_a_picture_is_served_to_members(project: Project) -> None:
    asset = stored(project, picture())
    api = ApiClient(make_member(project))
    for variant in ("original", "display", "thumb"):
        answer = api.get(f"/media/assets/{asset.pk}/{variant}")
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith("image/")
        assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
        assert answer.headers["Content-Disposition"].startswith("inline")
        assert Image.open(io.BytesIO(body(answer))).width <= 400


def test_a_known_picture_is_not_sent_again(project: Project) -> None:
    asset = stored(project, picture())
    api = ApiClient(make_member(project))
    tag = api.get(f"/media/assets/{asset.pk}/original").headers["ETag"]
    again = api.get(f"/media/assets/{asset.pk}/original", If_None_Match=tag)
    assert (again.status_code, again.content) == (304, b"")


def test_a_range_of_a_picture_is_enough(project: Project) -> None:
    content = picture()
    asset = stored(project, content)
    api = ApiClient(make_member(project))
    answer = api.get(f"/media/assets/{asset.pk}/original", Range="bytes=1-3")
    assert (answer.status_code, body(answer)) == (206, content[1:4])


@pytest.mark.parametrize(
    ("name", "mime"),
    [("x.html", "text/html"), ("x.svg", "image/svg+xml"), ("x.pdf", "application/pdf")],
)
def test_what_may_carry_scripts_is_a_sandboxed_download(
    project: Project, name: str, mime: str
) -> None:
    asset = stored(project, b"<script>1</script>", name=name, mime=mime, kind="document")
    answer = ApiClient(make_member(project)).get(f"/media/assets/{asset.pk}/original")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_hostile_name_stays_a_name(project: Project) -> None:
    asset = stored(project, picture(), name='a"\r\nX-Evil: 1;<script>.png')
    answer = ApiClient(make_member(project)).get(f"/media/assets/{asset.pk}/original")
    assert answer.status_code == 200
    assert "X-Evil" not in answer.headers


def test_no_path_of_a_client_reaches_a_file(project: Project) -> None:
    api = ApiClient(project.created_by)
    for line in (shared("cases/files/O50") / "local_paths.txt").read_text().split():
        for start in ("/media/assets/", "/media/", "/static/", "/static../", "/api/jobs/"):
            answer = api.http.get(start + line)
            assert answer.status_code in {301, 400, 403, 404}, (start, line)


def test_a_missing_file_is_not_found(project: Project) -> None:
    asset = make_asset(project)
    answer = ApiClient(project.created_by).get(f"/media/assets/{asset.pk}/original")
    assert answer.status_code == 404
