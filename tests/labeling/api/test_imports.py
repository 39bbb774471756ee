"""The import and export addresses: previews, starting, refusals."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from labeling.kernel.errors import Unavailable
from labeling.models import Job, Role, Upload
from tests.factories.client import ApiClient
from tests.factories.facts import IMAGE_ONTOLOGY, make_member, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return make_project()


@pytest.fixture
def owner(api, project):
    return api.as_(project.memberships.get(role=Role.OWNER).user)


def send(client, path, **fields):
    return client.http.post(path, fields)


def table(text: str = "text;n\nhello;1\n") -> SimpleUploadedFile:
    return SimpleUploadedFile("t.csv", text.encode())


def test_a_preview_shows_what_was_detected_and_creates_nothing(owner, project) -> None:
    answer = send(owner, f"/api/projects/{project.pk}/imports/preview/", file=table())
    assert answer.status_code == 200, answer.content
    shown = answer.json()
    assert (shown["format"], shown["encoding"], shown["delimiter"]) == ("csv", "utf-8", ";")
    assert shown["columns"] == ["text", "n"]
    assert shown["mapping"] == {"text": "text", "n": None}
    assert shown["count"] == 1
    assert shown["sample"] == [
        {"data": {"text": "hello", "n": "1"}, "annotations": 0, "predictions": 0}
    ]
    assert shown["problems"] == []
    assert not project.tasks.exists()


def test_a_preview_can_be_repeated_with_other_choices(owner, project) -> None:
    path = f"/api/projects/{project.pk}/imports/preview/"
    first = send(owner, path, file=table("a,b\nhello,world\n")).json()
    assert "No value for any field" in first["problems"][0]["detail"]
    second = owner.post(path, {"upload": first["upload"], "mapping": {"b": "text", "a": ""}})
    assert second.json()["sample"][0]["data"] == {"text": "world"}


def test_pasted_text_is_previewed_as_a_file(owner, project) -> None:
    path = f"/api/projects/{project.pk}/imports/preview/"
    answer = owner.post(path, {"text": '{"text": "a"}\n{"text": "b"}\n'})
    assert answer.json()["format"] == "jsonl"
    assert answer.json()["count"] == 2


def test_a_preview_names_broken_places(owner, project) -> None:
    path = f"/api/projects/{project.pk}/imports/preview/"
    answer = owner.post(path, {"text": '{"text": "a"}\n{"text": 5}\n'})
    assert answer.json()["problems"][0]["line"] == 2


def test_a_preview_tells_what_an_import_would_mend() -> None:
    project = make_project(ontology=IMAGE_ONTOLOGY)
    boxes = [(1, 1, 0, 5), (1, 1, 9, 5), (1, 1, 9, 5)]
    regions = [
        {
            "id": f"r{i}",
            "label": "object",
            "class": "car",
            "geometry": dict(zip(("x", "y", "width", "height"), box, strict=True)),
        }
        for i, box in enumerate(boxes)
    ]
    task = {"data": {"photo": "a.png"}, "annotations": [{"regions": regions}]}
    client = ApiClient(make_member(project, Role.OWNER))
    path = f"/api/projects/{project.pk}/imports/preview/"
    shown = client.post(path, {"text": json.dumps(task)}).json()
    assert shown["problems"] == []
    assert [told.split(": ", 1)[1] for told in shown["warnings"]] == [
        "left out: a box of 0 x 5 pixels has no area",
        "region 'r2' repeats 'r1' and was merged with it",
    ]


def test_an_upload_is_imported_as_previewed(owner, project) -> None:
    base = f"/api/projects/{project.pk}/imports/"
    upload = send(owner, f"{base}preview/", file=table()).json()["upload"]
    answer = owner.post(base, {"upload": upload, "format": "csv", "on_error": "fail"})
    assert answer.status_code == 202, answer.content
    job = answer.json()["job"]
    assert (job["state"], job["report"]["created"]) == ("done", 1)
    assert owner.post(base, {"upload": upload}).status_code == 404


def test_a_file_can_be_imported_at_once(owner, project) -> None:
    answer = send(owner, f"/api/projects/{project.pk}/imports/", file=table(), mapping='{"n": ""}')
    assert answer.json()["job"]["state"] == "done"
    assert project.tasks.get().data == {"text": "hello"}


def test_a_list_of_tasks_can_be_imported(owner, project) -> None:
    answer = owner.post(f"/api/projects/{project.pk}/imports/", {"tasks": [{"text": "a"}]})
    assert answer.json()["job"]["report"]["created"] == 1


@pytest.mark.parametrize("body", [{}, {"upload": "1", "text": "x", "tasks": []}, {"upload": "x"}])
def test_unclear_requests_are_refused(owner, project, body) -> None:
    answer = owner.post(f"/api/projects/{project.pk}/imports/", body)
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert not Job.objects.exists()


def test_a_url_is_refused_by_default_and_nothing_starts(owner, project) -> None:
    answer = owner.post(
        f"/api/projects/{project.pk}/imports/", {"url": "https://example.org/tasks.json"}
    )
    assert answer.status_code == 400
    assert "fetches no URLs" in answer.json()["detail"]
    assert not Job.objects.exists()


def test_a_url_is_fetched_by_the_job_and_its_failure_is_the_jobs(
    owner, project, settings, monkeypatch
) -> None:
    settings.URL_INPUTS = True
    monkeypatch.setattr("labeling.services.imports.check_url", lambda url: None)
    monkeypatch.setattr("labeling.services.url_imports.check_url", lambda url: None)
    asked = []

    def fetch(url: str, into, **given) -> str:
        asked.append(Job.objects.get().state)
        if "gone" in url:
            raise Unavailable("example.org does not answer.")
        into.write(b'[{"text": "a"}, {"text": "b"}]')
        return url

    monkeypatch.setattr("labeling.services.url_imports.fetch", fetch)
    path = f"/api/projects/{project.pk}/imports/"
    answer = owner.post(path, {"url": "https://example.org/tasks.json"})
    assert answer.status_code == 202
    assert answer.json()["job"]["report"]["created"] == 2
    assert asked == ["running"]
    Job.objects.all().delete()
    answer = owner.post(path, {"url": "https://example.org/gone.json"})
    assert answer.status_code == 202
    assert (answer.json()["job"]["state"], answer.json()["job"]["error"]) == (
        "failed",
        "example.org does not answer.",
    )


def test_a_url_is_looked_at_by_a_job_and_imported_as_previewed(
    owner, project, settings, monkeypatch
) -> None:
    settings.URL_INPUTS = True
    monkeypatch.setattr("labeling.services.url_imports.check_url", lambda url: None)
    asked = []

    def fetch(url: str, into, **given) -> str:
        asked.append(Job.objects.get().state)
        into.write(b'[{"text": "a"}, {"text": "b"}]')
        return url

    monkeypatch.setattr("labeling.services.url_imports.fetch", fetch)
    base = f"/api/projects/{project.pk}/imports/"
    answer = owner.post(f"{base}preview/", {"url": "https://example.org/tasks.json"})
    assert answer.status_code == 202
    job = answer.json()["job"]
    assert (job["kind"], job["state"], asked) == ("preview", "done", ["running"])
    preview = job["report"]
    assert (preview["name"], preview["format"], preview["count"]) == ("tasks.json", "json", 2)
    assert not project.tasks.exists()
    answer = owner.post(base, {"upload": preview["upload"], "format": "json"})
    assert answer.json()["job"]["report"]["created"] == 2


def test_a_look_at_a_url_is_refused_by_default_and_nothing_starts(owner, project) -> None:
    path = f"/api/projects/{project.pk}/imports/preview/"
    answer = owner.post(path, {"url": "https://example.org/tasks.json"})
    assert answer.status_code == 400
    assert "fetches no URLs" in answer.json()["detail"]
    assert not Job.objects.exists()


def test_only_managers_import_and_annotators_do_not_export(api, project) -> None:
    annotator = api.as_(make_member(project, Role.ANNOTATOR))
    assert annotator.post(f"/api/projects/{project.pk}/imports/", {"tasks": []}).status_code == 403
    assert annotator.get(f"/api/projects/{project.pk}/exports/formats/").status_code == 403
    asked = {"format": "jsonl"}
    assert annotator.post(f"/api/projects/{project.pk}/exports/", asked).status_code == 403


def test_uploads_of_another_project_do_not_exist(owner, project, api) -> None:
    upload = send(owner, f"/api/projects/{project.pk}/imports/preview/", file=table()).json()
    other = make_project()
    stranger = api.as_(other.memberships.get(role=Role.OWNER).user)
    answer = stranger.post(f"/api/projects/{other.pk}/imports/", {"upload": upload["upload"]})
    assert answer.status_code == 404
    assert Upload.objects.count() == 1


def test_an_export_is_a_job_with_a_file_in_ranges(owner, project) -> None:
    owner.post(f"/api/projects/{project.pk}/imports/", {"tasks": [{"text": "abc"}]})
    answer = owner.post(f"/api/projects/{project.pk}/exports/", {"format": "csv"})
    assert answer.status_code == 202, answer.content
    job = answer.json()["job"]
    assert job["state"] == "done"
    assert job["file"]["name"].endswith(".csv")
    whole = b"".join(owner.get(job["file"]["url"]).streaming_content)
    assert b"abc" in whole
    part = owner.get(job["file"]["url"], Range="bytes=0-9")
    assert part.status_code == 206
    assert b"".join(part.streaming_content) == whole[:10]


def test_export_formats_are_listed_with_their_losses(owner, project) -> None:
    listed = owner.get(f"/api/projects/{project.pk}/exports/formats/").json()
    assert {"jsonl", "json", "csv", "coco", "yolo", "voc", "conll", "label_studio"} <= {
        item["id"] for item in listed
    }
    assert set(listed[0]) == {
        *("id", "name", "description", "extension", "available", "why_not", "losses")
    }
