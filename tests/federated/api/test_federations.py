"""The coordinator's API: from an invitation to a run."""

from typing import Any

import pytest

from federated.identity.invitation import Invitation
from federated.identity.site_key import fingerprint_of
from federated.models import FederatedRound, FederatedSite, FederationEvent, FederationRun
from tests.factories.client import ApiClient
from tests.factories.facts import TEXT_ONTOLOGY, make_project, make_user
from tests.factories.federation import (
    beat,
    make_federation,
    make_key_line,
    make_run,
    make_site,
    make_staff,
)

pytestmark = pytest.mark.django_db
ROOT = "/api/federation/federations/"


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Any) -> None:
    settings.PENUMBRA_DATA = tmp_path


@pytest.fixture
def staff() -> ApiClient:
    return ApiClient(make_staff())


def made(staff: ApiClient, **facts: Any) -> Any:
    body = {"name": "Clinics", "ontology": TEXT_ONTOLOGY, "host": "hub.example", "port": 8443}
    return staff.post(ROOT, body | facts)


def test_a_federation_is_about_one_choice_of_an_ontology(staff: ApiClient) -> None:
    answer = made(staff)
    assert answer.status_code == 201
    assert answer.data["label"] == "mood"
    assert [one["id"] for one in answer.data["classes"]] == ["pos", "neg", "neutral"]
    assert answer.data["terms"]["is_secure"] is True
    assert answer.data["counts"] == {"sites": 0, "approved": 0, "online": 0, "waiting": 0}
    assert made(staff).data["code"] == "name_taken"


def test_a_federation_can_take_the_ontology_of_a_project(staff: ApiClient) -> None:
    user = make_staff()
    project = make_project(user)
    body = {"name": "c", "project": str(project.pk), "host": "hub.example"}
    assert ApiClient(user).post(ROOT, body).data["label"] == "mood"
    answer = staff.post(ROOT, {"name": "d", "project": str(project.pk), "host": "hub"})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("facts", "pointer"),
    [
        ({"label": "note"}, "/label"),
        ({"ontology": None}, "/ontology"),
        ({"host": "hub example"}, "/host"),
        ({"terms": {"rounds": 0}}, "/terms/rounds"),
        ({"terms": {"noise": 1}}, "/terms/noise"),
        ({"terms": {"aggregator": "krum"}}, "/terms/aggregator"),
        ({"terms": {"quorum": 2}}, "/terms/quorum"),
        ({"terms": {"learning_rate": float("inf")}}, None),
    ],
)
def test_what_cannot_be_used_is_named_by_its_place(
    staff: ApiClient, facts: dict[str, Any], pointer: str | None
) -> None:
    answer = made(staff, **facts)
    assert answer.status_code == 400
    if pointer:
        assert answer.data["errors"][0]["pointer"] == pointer


def test_a_site_comes_in_by_ticket_and_fingerprint(staff: ApiClient) -> None:
    federation = make_federation()
    root = f"{ROOT}{federation.pk}/sites/"
    site = staff.post(root, {"name": "north"}).data
    given = staff.post(f"{root}{site['id']}/invitation/")
    invitation = Invitation.of(given.data)
    assert (invitation.name, invitation.port) == ("north", 8443)
    assert "BEGIN CERTIFICATE" in invitation.authority_pem
    line = make_key_line()
    handed = {"name": "north", "ticket": invitation.ticket, "public_line": line}
    assert ApiClient().post("/api/federation/join/", handed).status_code == 202
    (waiting,) = staff.get(root).data["results"]
    assert (waiting["state"], waiting["waiting_fingerprint"]) == ("waiting", fingerprint_of(line))
    wrong = staff.post(f"{root}{site['id']}/approve/", {"fingerprint": "0000 1111"})
    assert (wrong.status_code, wrong.data["code"]) == (400, "fingerprint_differs")
    read_out = fingerprint_of(line).upper()
    approved = staff.post(f"{root}{site['id']}/approve/", {"fingerprint": read_out})
    assert approved.data["state"] == "approved"
    again = staff.post(f"{root}{site['id']}/approve/", {"fingerprint": read_out})
    assert again.data["code"] == "nothing_waits"


def test_a_ticket_is_good_once_and_only_the_newest(staff: ApiClient) -> None:
    site = make_site(make_federation(), state="invited", public_line="")
    path = f"{ROOT}{site.federation_id}/sites/{site.pk}/invitation/"
    old, new = staff.post(path).data["ticket"], staff.post(path).data["ticket"]
    api, line = ApiClient(), make_key_line()

    def hand_in(ticket: str, name: str = site.name) -> int:
        body = {"name": name, "ticket": ticket, "public_line": line}
        return int(api.post("/api/federation/join/", body).status_code)

    assert hand_in(old) == 404
    assert hand_in(new, "nobody") == 404
    assert hand_in(new) == 202
    assert hand_in(new) == 404


def test_two_sites_cannot_have_one_key(staff: ApiClient) -> None:
    federation = make_federation()
    first = make_site(federation)
    second = make_site(federation, state="invited", public_line="")
    path = f"{ROOT}{federation.pk}/sites/{second.pk}/key/"
    answer = staff.post(path, {"public_line": f"{first.public_line} comment"})
    assert (answer.status_code, answer.data["code"]) == (409, "key_taken")
    assert staff.post(path, {"public_line": "ssh-ed25519 AAAA"}).data["code"] == "bad_key"


def test_another_key_of_a_site_waits_while_the_present_one_is_good(staff: ApiClient) -> None:
    site = make_site(make_federation())
    root, line, before = f"{ROOT}{site.federation_id}/sites/{site.pk}/", make_key_line(), site
    shown = staff.post(f"{root}key/", {"public_line": line}).data
    assert (shown["state"], shown["waiting_fingerprint"]) == ("approved", fingerprint_of(line))
    assert shown["fingerprint"] == fingerprint_of(before.public_line)
    shown = staff.post(f"{root}approve/", {"fingerprint": fingerprint_of(line)}).data
    assert (shown["fingerprint"], shown["waiting_fingerprint"]) == (fingerprint_of(line), None)


def test_a_site_that_was_shut_out_stays_out(staff: ApiClient) -> None:
    site = make_site(make_federation())
    root = f"{ROOT}{site.federation_id}/sites/{site.pk}/"
    assert staff.post(f"{root}revoke/").data["state"] == "revoked"
    assert staff.post(f"{root}invitation/").data["code"] == "revoked"
    assert staff.post(f"{root}key/", {"public_line": make_key_line()}).data["code"] == "revoked"
    other = make_site(site.federation, state="invited", public_line="")
    path = f"{ROOT}{site.federation_id}/sites/{other.pk}/key/"
    # The hospital comes back under another name.
    assert staff.post(path, {"public_line": site.public_line}).status_code == 200


def test_a_forecast_names_what_is_missing_and_what_it_costs(staff: ApiClient) -> None:
    federation = make_federation()
    path = f"{ROOT}{federation.pk}/forecast/"
    codes = [one["code"] for one in staff.post(path, {}).data["obstacles"]]
    assert codes == ["no_coordinator", "no_quorum"]
    beat("coordinator")
    for name, low in (("north", 50), ("south", 500), ("west", 100)):
        make_site(federation, name, about={"labels_low": low, "labels_high": None})
    federation.dimensions = 384
    federation.save()
    shown = staff.post(path, {"terms": {"rounds": 5, "noise_multiplier": 4.0}}).data
    assert shown["can_start"]
    assert shown["sites"] == ["north", "south", "west"]
    assert 0 < shown["up_bytes"] < shown["down_bytes"]
    by_site = shown["epsilon"]["by_site"]
    assert by_site["north"] == shown["epsilon"]["worst"] > by_site["south"] > 0
    assert staff.post(path, {}).data["epsilon"] is None


def test_a_run_starts_once_and_can_be_stopped(staff: ApiClient) -> None:
    federation = make_federation()
    path = f"{ROOT}{federation.pk}/runs/"
    refused = staff.post(path, {})
    assert (refused.status_code, refused.data["code"]) == (409, "no_coordinator")
    beat("coordinator")
    assert staff.post(path, {}).data["code"] == "no_quorum"
    for name in ("north", "south", "west"):
        make_site(federation, name)
    run = staff.post(path, {"terms": {"rounds": 2}}).data
    assert (run["state"], run["rounds_wanted"], run["kind"]) == ("queued", 2, "train")
    assert staff.post(path, {"kind": "check"}).data["code"] == "run_live"
    stopped = staff.post(f"{path}{run['id']}/stop/")
    assert stopped.data["state"] == "stopped"
    assert staff.post(f"{path}{run['id']}/stop/").data["code"] == "run_ended"
    assert staff.get(path).data["results"][0]["id"] == run["id"]
    told = FederationEvent.objects.filter(type="run").values_list("data__state", flat=True)
    assert list(told) == ["queued", "stopped"]


def test_sites_that_do_not_fit_are_no_part_of_the_quorum(staff: ApiClient) -> None:
    federation = make_federation()
    beat("coordinator")
    for name in ("north", "south"):
        make_site(federation, name)
    make_site(federation, "west", mismatch=[{"what": "classes", "here": [], "there": ["x"]}])
    shown = staff.post(f"{ROOT}{federation.pk}/forecast/", {}).data
    assert [one["code"] for one in shown["obstacles"]] == ["no_quorum", "mismatch"]


def test_only_staff_see_that_there_are_federations() -> None:
    federation = make_federation()
    site, run = make_site(federation), make_run(federation)
    api = ApiClient(make_user())
    assert api.get(ROOT).status_code == 403
    for path in ("", "sites/", "runs/", f"runs/{run.pk}/", f"runs/{run.pk}/rounds/", "models/"):
        assert api.get(f"{ROOT}{federation.pk}/{path}").status_code == 404
    for path in (f"sites/{site.pk}/revoke/", f"runs/{run.pk}/stop/"):
        assert api.post(f"{ROOT}{federation.pk}/{path}").status_code == 404
    assert FederatedSite.objects.get().state == "approved"
    assert not FederationRun.objects.get().stop_asked


def test_a_site_is_reached_through_its_own_federation_only(staff: ApiClient) -> None:
    site, other = make_site(make_federation()), make_federation()
    assert staff.post(f"{ROOT}{other.pk}/sites/{site.pk}/revoke/").status_code == 404


def test_a_list_of_runs_costs_the_same_however_long(
    staff: ApiClient, django_assert_max_num_queries: Any
) -> None:
    federation = make_federation()
    for _ in range(12):
        run = make_run(federation)
        for number in (1, 2):
            FederatedRound.objects.create(run=run, number=number, state="done")
    with django_assert_max_num_queries(9):
        shown = staff.get(f"{ROOT}{federation.pk}/runs/").data["results"]
    assert [one["rounds_done"] for one in shown] == [2] * 12


def test_a_federation_is_renamed_and_deleted_once_nobody_can_come_in(staff: ApiClient) -> None:
    federation, _ = make_federation(name="Clinics"), make_federation(name="Labs")
    here = f"{ROOT}{federation.pk}/"
    assert staff.patch(here, {"name": "Labs"}).data["code"] == "name_taken"
    assert staff.patch(here, {"name": "Wards"}).data["name"] == "Wards"

    site = make_site(federation, state="approved")
    refused = staff.delete(here)
    assert (refused.data["code"], refused.data["params"]) == ("sites_let_in", {"count": 1})
    FederatedSite.objects.filter(pk=site.pk).update(state="revoked", registered_line="")
    run = make_run(federation, state="running")
    assert staff.delete(here).data["code"] == "run_live"
    FederationRun.objects.filter(pk=run.pk).update(state="done")
    assert staff.delete(here).status_code == 204
    assert staff.get(here).status_code == 404
    assert not FederationRun.objects.filter(pk=run.pk).exists()
    assert ApiClient(make_user()).delete(f"{ROOT}1/").status_code == 404
