"""Keys that stay, certificates that hold, invitations that are read."""

import datetime
import socket
import ssl
import threading
from pathlib import Path

import pytest

from federated.identity.authority import Authority
from federated.identity.invitation import BadInvitation, Invitation, NamedClass
from federated.identity.site_key import SiteKey, public_point

NOW = datetime.datetime.now(datetime.UTC)


def test_a_site_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    key = SiteKey(tmp_path / "site" / "key")
    key.ensure()
    first = key.public_line
    key.ensure()
    assert key.public_line == first
    assert key.path.stat().st_mode & 0o077 == 0
    assert public_point(first) == key.identity.public
    assert len(key.fingerprint.split()) == 8


@pytest.mark.parametrize("line", ["", "ssh-ed25519 AAAA", "not a key"])
def test_another_kind_of_key_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        public_point(line)


def shake_hands(authority: Authority, trusted: Path, host: str) -> None:
    """One TLS handshake over a socket pair."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(authority.server_certificate, authority.server_key)
    client = ssl.create_default_context(cafile=str(trusted))
    left, right = socket.socketpair()

    def serve() -> None:
        with pytest.MonkeyPatch.context(), left:
            try:
                server.wrap_socket(left, server_side=True).close()
            except (ssl.SSLError, OSError):
                return

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        client.wrap_socket(right, server_hostname=host).close()
    finally:
        right.close()
        thread.join()


def test_sites_that_trust_the_authority_accept_the_server_and_no_other(tmp_path: Path) -> None:
    ours, other = Authority(tmp_path / "a"), Authority(tmp_path / "b")
    ours.ensure(("localhost", "127.0.0.1"), now=NOW)
    other.ensure(("localhost",), now=NOW)
    shake_hands(ours, ours.certificate, "localhost")
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(ours, other.certificate, "localhost")
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(ours, ours.certificate, "elsewhere.example")


def test_the_server_certificate_is_renewed_before_it_ends_and_the_authority_stays(
    tmp_path: Path,
) -> None:
    authority = Authority(tmp_path)
    authority.ensure(("localhost",), now=NOW)
    before = authority.certificate.read_bytes(), authority.server_certificate.read_bytes()
    authority.ensure(("localhost",), now=NOW + datetime.timedelta(days=100))
    assert authority.server_certificate.read_bytes() == before[1]
    authority.ensure(("localhost",), now=NOW + datetime.timedelta(days=350))
    assert authority.server_certificate.read_bytes() != before[1]
    assert authority.certificate.read_bytes() == before[0]


def test_another_host_gets_another_certificate(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    authority.ensure(("localhost",), now=NOW)
    authority.ensure(("localhost", "10.0.0.5"), now=NOW)
    shake_hands(authority, authority.certificate, "10.0.0.5")


def test_an_invitation_comes_back_and_anything_else_is_refused() -> None:
    classes = (NamedClass("pos", "Positive"), NamedClass("neg", "Negative"))
    invitation = Invitation(
        "example.org", 8443, "north", "-----BEGIN CERTIFICATE-----", classes=classes
    )
    assert Invitation.read(invitation.text()) == invitation
    for text in (
        "",
        "[]",
        '{"host": "a"}',
        invitation.text().replace('"port": 8443', '"port": "x"'),
        invitation.text().replace('"id": "pos"', '"id": 1'),
    ):
        with pytest.raises(BadInvitation):
            Invitation.read(text)


def test_a_certificate_that_has_ended_is_not_believed_until_it_is_made_anew(tmp_path: Path) -> None:
    authority, now = Authority(tmp_path), datetime.datetime.now(datetime.UTC)
    authority.ensure(("localhost",), now=now - datetime.timedelta(days=400))
    with pytest.raises(ssl.SSLCertVerificationError, match="expired"):
        shake_hands(authority, authority.certificate, "localhost")
    authority.ensure(("localhost",), now=now)
    shake_hands(authority, authority.certificate, "localhost")
