"""What a site's own process notes, and how its key reaches the coordinator."""

import http.server
import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from federated.identity.invitation import Invitation
from federated.models import Contact, SiteMembership
from federated.services.hand_in import NotHandedIn, hand_in
from federated.services.memberships import note_contact
from tests.factories.facts import make_project
from tests.factories.federation import make_key_line

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Taking(http.server.BaseHTTPRequestHandler):
    """A coordinator's page that takes keys, or says why not."""

    got: list[dict[str, Any]] = []
    status = 202

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        type(self).got.append({"path": self.path, **body})
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(b'{"detail": "This invitation is unknown or used."}')

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Taking, "got", [])
    monkeypatch.setattr(Taking, "status", 202)
    with http.server.HTTPServer(("127.0.0.1", 0), Taking) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def invitation(web: str = "", ticket: str = "t") -> Invitation:
    return Invitation("hub.example", 8443, "north", "PEM", "Clinics", web, ticket)


def test_only_name_ticket_and_public_key_are_handed_in(web: str) -> None:
    line = make_key_line()
    hand_in(invitation=invitation(web), public_line=line)
    path = "/api/federation/join/"
    assert Taking.got == [{"path": path, "name": "north", "ticket": "t", "public_line": line}]


def test_what_the_coordinator_has_against_it_is_told(web: str) -> None:
    Taking.status = 404
    with pytest.raises(NotHandedIn, match="unknown or used"):
        hand_in(invitation=invitation(web), public_line=make_key_line())


@pytest.mark.parametrize("place", ["", "file:///etc/", "http://127.0.0.1:9/"])
def test_without_a_way_in_the_key_has_to_go_by_another(place: str) -> None:
    with pytest.raises(NotHandedIn):
        hand_in(invitation=invitation(place), public_line=make_key_line())


def joined(tmp_path: Path, text: str, *more: str) -> str:
    file, out = tmp_path / "north.json", StringIO()
    file.write_text(text)
    call_command("federated_node", "--join", str(file), "--once", *more, stdout=out)
    return out.getvalue()


def test_the_command_joins_shows_the_fingerprint_and_prints_the_public_half(
    tmp_path: Path, settings: Any
) -> None:
    settings.PENUMBRA_DATA = tmp_path
    project = make_project()
    told = joined(tmp_path, invitation().text(), "--project", str(project.pk))
    key = tmp_path / "federation" / "sites" / "north" / "key"
    assert "ecdsa-sha2-nistp384 " in told
    assert "PRIVATE" in key.read_text()
    assert "PRIVATE" not in told
    before = key.read_bytes()
    again = joined(tmp_path, invitation().text())
    assert key.read_bytes() == before
    assert told.splitlines()[1] in again


def test_the_command_asks_which_project_takes_part(tmp_path: Path, settings: Any) -> None:
    settings.PENUMBRA_DATA = tmp_path
    project = make_project()
    with pytest.raises(CommandError, match=f"--project NUMBER. Known: {project.pk} "):
        joined(tmp_path, invitation().text())
    with pytest.raises(CommandError, match="no invitation"):
        joined(tmp_path, "{}", "--project", str(project.pk))


def test_contact_is_told_when_it_changes_and_written_seldom() -> None:
    project = make_project()
    this = SiteMembership.objects.create(project=project, name="north")
    for second in (0, 2, 4, 20):
        now = NOON + timedelta(seconds=second)
        note_contact(membership=this, contact=Contact.ONLINE, now=now)
    assert this.contact_at == NOON + timedelta(seconds=20)
    note_contact(membership=this, contact=Contact.OFFLINE, now=NOON + timedelta(seconds=21))
    told = [event.data["contact"] for event in project.events.filter(type="federation")]
    assert told == ["online", "offline"]
