"""The site's API: join, hold, leave; the ledger and whom it is summed with."""

from pathlib import Path
from typing import Any

import pytest

from federated.identity.invitation import Invitation, NamedClass
from federated.identity.site_key import fingerprint_of
from federated.models import MembershipState, OutboundLine, PeerSite, SiteMembership, SiteRound
from federated.node.leaving import Door
from federated.policies import ALLOWED, SiteAction, may_at_site
from federated.services.book_departures import MembershipBook
from federated.wire.asking import Ask
from labeling.models import Project, Role
from tests.factories.client import ApiClient
from tests.factories.facts import IMAGE_ONTOLOGY, make_member, make_project, make_user
from tests.factories.federation import make_key_line

pytestmark = pytest.mark.django_db
ROOT = "/api/federation/memberships/"
INVITATION = Invitation("hub.example", 8443, "north", "PEM", "Clinics").text()
CLASSES = tuple(NamedClass(one, one.title()) for one in ("pos", "neg", "mixed"))


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.PENUMBRA_DATA = tmp_path
    return tmp_path


def owner_of(project: Project) -> ApiClient:
    return ApiClient(project.created_by)


def joined(project: Project) -> Any:
    body = {"project": str(project.pk), "invitation": INVITATION}
    return owner_of(project).post(ROOT, body)


def test_joining_makes_a_key_whose_private_half_stays(folder: Path) -> None:
    project = make_project()
    answer = joined(project)
    assert answer.status_code == 201
    shown = answer.data
    assert shown["fingerprint"] == fingerprint_of(shown["public_line"])
    assert (shown["state"], shown["contact"], shown["federation"]) == ("active", "never", "Clinics")
    key = folder / "federation" / "sites" / "north" / "key"
    assert key.stat().st_mode & 0o077 == 0
    assert "PRIVATE" not in str(answer.content)
    assert joined(project).data["code"] == "project_takes_part"
    assert joined(make_project()).data["code"] == "name_taken"


@pytest.mark.parametrize(
    "text",
    ["no json", "{}", INVITATION.replace("north", "../north"), INVITATION.replace("8443", '"x"')],
)
def test_what_is_no_invitation_changes_nothing(text: str, folder: Path) -> None:
    project = make_project()
    answer = owner_of(project).post(ROOT, {"project": str(project.pk), "invitation": text})
    assert (answer.status_code, answer.data["code"]) == (400, "bad_invitation")
    assert not SiteMembership.objects.exists()
    assert not (folder / "federation").exists()


def test_only_an_owner_joins() -> None:
    project = make_project()
    api = ApiClient(make_member(project, Role.MANAGER))
    body = {"project": str(project.pk), "invitation": INVITATION}
    refused = api.post(ROOT, body)
    assert refused.status_code == 403
    assert "connect this site" in refused.data["detail"]


def test_a_manager_may_stop_and_only_an_owner_lets_it_go_on() -> None:
    project = make_project()
    path = f"{ROOT}{joined(project).data['id']}/"
    manager = ApiClient(make_member(project, Role.MANAGER))
    assert manager.post(f"{path}pause/").data["state"] == "paused"
    assert manager.post(f"{path}cut/").data["state"] == "cut"
    assert manager.post(f"{path}resume/").status_code == 403
    assert owner_of(project).post(f"{path}resume/").data["state"] == "active"
    assert owner_of(project).post(f"{path}shred/").status_code == 404
    told = [event.data["state"] for event in project.events.filter(type="federation")]
    assert told == ["active", "paused", "cut", "active"]


def test_leaving_deletes_the_key_and_keeps_the_ledger(folder: Path) -> None:
    project = make_project()
    membership_id = int(joined(project).data["id"])
    Door(MembershipBook(membership_id)).leave(Ask("about", "1", 1), {})
    shown = owner_of(project).post(f"{ROOT}{membership_id}/leave/").data
    assert (shown["state"], shown["fingerprint"]) == ("left", None)
    assert not (folder / "federation" / "sites" / "north" / "key").exists()
    assert OutboundLine.objects.count() == 1
    shared = owner_of(project).get(f"/api/projects/{project.pk}/federation/")
    assert shared.data == {"membership": None}


def test_the_ledger_is_read_in_pages_and_its_chain_is_checked() -> None:
    project = make_project()
    membership_id = int(joined(project).data["id"])
    door = Door(MembershipBook(membership_id))
    for number in range(1, 4):
        door.leave(Ask("update", "7", number), {"weight": 1.0})
    api, path = owner_of(project), f"{ROOT}{membership_id}/ledger/"
    page = api.get(f"{path}?limit=2").data
    assert [line["number"] for line in page["results"]] == [3, 2]
    assert page["next"]
    assert api.get(f"{path}?kind=adopt").data["results"] == []
    held = {"holds": True, "lines": 3, "number": None, "why": None}
    assert api.get(f"{path}chain/").data == held
    OutboundLine.objects.filter(number=2).update(size_bytes=1)
    broken = {"holds": False, "lines": 3, "number": 2, "why": "changed"}
    assert api.get(f"{path}chain/").data == broken


def test_a_peer_is_accepted_by_the_line_that_was_shown_and_dropped() -> None:
    project = make_project()
    membership = SiteMembership.objects.get(pk=joined(project).data["id"])
    line = make_key_line()
    PeerSite.objects.create(membership=membership, name="south", proposed_line=line)
    api, path = owner_of(project), f"{ROOT}{membership.pk}/peers/"
    (peer,) = api.get(path).data["results"]
    assert (peer["state"], peer["proposed_fingerprint"]) == ("proposed", fingerprint_of(line))
    accepted = api.put(f"{path}south/", {"public_line": peer["proposed_line"]}).data
    assert (accepted["state"], accepted["fingerprint"]) == ("accepted", fingerprint_of(line))
    assert api.put(f"{path}west/", {"public_line": line}).data["code"] == "key_taken"
    assert api.delete(f"{path}south/").status_code == 204
    assert api.get(path).data["results"] == []


def test_what_a_site_sets_for_itself_is_checked() -> None:
    project = make_project()
    path = f"{ROOT}{joined(project).data['id']}/"
    api = owner_of(project)
    shown = api.patch(path, {"epsilon_budget": 8.0, "class_mapping": {"good": "pos"}}).data
    assert shown["epsilon"] == {"budget": 8.0, "spent": 0.0, "left": 8.0}
    assert api.patch(path, {"accepts_named_peers": True}).data["class_mapping"] == {"good": "pos"}
    assert api.patch(path, {"epsilon_budget": 0}).status_code == 400
    twice = {"class_mapping": {"good": "pos", "fine": "pos"}}
    assert api.patch(path, twice).status_code == 400


def test_a_site_sees_which_classes_are_called_otherwise_and_says_what_they_stand_for() -> None:
    project = make_project()
    text = Invitation("hub.example", 8443, "north", "PEM", "Clinics", classes=CLASSES).text()
    api = owner_of(project)
    shown = api.post(ROOT, {"project": str(project.pk), "invitation": text}).data
    classes = shown["classes"]
    assert classes["theirs"][0] == {"id": "pos", "name": "Pos"}
    assert (classes["lacking"], classes["unasked"]) == (("mixed",), ("neutral",))
    path = f"{ROOT}{shown['id']}/"
    classes = api.patch(path, {"class_mapping": {"mixed": "neutral"}}).data["classes"]
    assert (classes["lacking"], classes["unasked"]) == ((), ())


def test_a_project_without_a_single_choice_is_told_before_it_joins() -> None:
    answer = joined(make_project(ontology=IMAGE_ONTOLOGY))
    assert (answer.status_code, answer.data["code"]) == (409, "no_question")
    assert not SiteMembership.objects.exists()


def test_another_key_is_made_beside_the_one_in_use() -> None:
    project = make_project()
    before = joined(project).data
    after = owner_of(project).post(f"{ROOT}{before['id']}/rotate/").data
    assert after["fingerprint"] == before["fingerprint"]
    assert after["next_fingerprint"] == fingerprint_of(after["next_public_line"])


def test_rounds_and_gain_are_told_to_whoever_works_there() -> None:
    project = make_project()
    membership = SiteMembership.objects.get(pk=joined(project).data["id"])
    SiteRound.objects.create(
        membership=membership, run="1", number=1, joined_accuracy=0.71, own_accuracy=0.8,
        shared_accuracy=0.88, is_used=True, holdout=50,
    )  # fmt: skip
    api = owner_of(project)
    gain = {"joined": 0.71, "now": 0.88, "holdout": 50, "is_shared": True}
    assert api.get(f"{ROOT}{membership.pk}/").data["gain"] == gain
    (shown,) = api.get(f"{ROOT}{membership.pk}/rounds/").data["results"]
    assert (shown["shared_accuracy"], shown["is_used"]) == (0.88, True)
    labeller = ApiClient(make_member(project, Role.ANNOTATOR))
    shared = labeller.get(f"/api/projects/{project.pk}/federation/").data["membership"]
    assert (shared["name"], shared["gain"]) == ("north", {"joined": 0.71, "now": 0.88})
    assert labeller.get(f"{ROOT}{membership.pk}/").status_code == 403
    assert labeller.get(ROOT).data["results"] == []


def test_a_foreign_membership_does_not_exist() -> None:
    membership_id = joined(make_project()).data["id"]
    api = ApiClient(make_user())
    for path in ("", "ledger/", "ledger/chain/", "rounds/", "peers/"):
        assert api.get(f"{ROOT}{membership_id}/{path}").status_code == 404
    for verb in ("pause", "cut", "resume", "leave", "rotate", "preview"):
        assert api.post(f"{ROOT}{membership_id}/{verb}/").status_code == 404
    assert SiteMembership.objects.get().state == MembershipState.ACTIVE


@pytest.mark.parametrize("action", SiteAction)
@pytest.mark.parametrize("role", [None, *Role])
@pytest.mark.parametrize("is_staff", [True, False])
def test_who_may_do_what_at_a_site(action: SiteAction, role: Role | None, is_staff: bool) -> None:
    stopping = {SiteAction.HOLD, SiteAction.SEE_LEDGER}
    expected = (
        is_staff
        or role == Role.OWNER
        or (role == Role.MANAGER and action in stopping)
        or (role is not None and action == SiteAction.SEE_SHARED)
    )
    assert may_at_site(role, is_staff=is_staff, action=action) is expected
    assert set(ALLOWED) == set(SiteAction)
