"""The coordinator's certificate authority: sites trust it alone, not the world's."""

from __future__ import annotations

import datetime
import ipaddress
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

__all__ = ["Authority"]

AUTHORITY_YEARS, SERVER_DAYS = 10, 365


@dataclass(frozen=True)
class Authority:
    """Files in one folder: ``ca.pem``, ``ca.key``, ``server.pem``, ``server.key``."""

    folder: Path

    @property
    def certificate(self) -> Path:
        """What sites are given."""
        return self.folder / "ca.pem"

    @property
    def server_certificate(self) -> Path:
        """What the public port shows."""
        return self.folder / "server.pem"

    @property
    def server_key(self) -> Path:
        """Its private half."""
        return self.folder / "server.key"

    def ensure(self, hosts: tuple[str, ...], *, now: datetime.datetime) -> None:
        """Make what is missing: the authority once, the server's certificate before it ends."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.certificate.exists():
            self._make_authority(now)
        if not self._is_current(hosts, now):
            self._make_server(hosts, now)

    def _make_authority(self, now: datetime.datetime) -> None:
        key = ec.generate_private_key(ec.SECP384R1())
        name = _named("Penumbra coordinator")
        builder = _builder(name, name, key, now, datetime.timedelta(days=365 * AUTHORITY_YEARS))
        constraints = x509.BasicConstraints(ca=True, path_length=0)
        signed = builder.add_extension(constraints, critical=True).sign(key, hashes.SHA384())
        _write_key(self.folder / "ca.key", key)
        self.certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))

    def _make_server(self, hosts: tuple[str, ...], now: datetime.datetime) -> None:
        authority = x509.load_pem_x509_certificate(self.certificate.read_bytes())
        raw = (self.folder / "ca.key").read_bytes()
        signer = serialization.load_pem_private_key(raw, None)
        assert isinstance(signer, ec.EllipticCurvePrivateKey)
        key = ec.generate_private_key(ec.SECP384R1())
        lasting = datetime.timedelta(days=SERVER_DAYS)
        builder = _builder(_named(hosts[0]), authority.subject, key, now, lasting)
        names = x509.SubjectAlternativeName([_general(host) for host in hosts])
        signed = builder.add_extension(names, critical=False).sign(signer, hashes.SHA384())
        _write_key(self.server_key, key)
        self.server_certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))

    def _is_current(self, hosts: tuple[str, ...], now: datetime.datetime) -> bool:
        """Whether the server's certificate names these hosts and lasts a month longer."""
        if not self.server_certificate.exists():
            return False
        shown = x509.load_pem_x509_certificate(self.server_certificate.read_bytes())
        names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        wanted = {_general(host) for host in hosts}
        return wanted <= set(names) and shown.not_valid_after_utc > now + datetime.timedelta(30)


def _named(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime.datetime,
    lasting: datetime.timedelta,
) -> x509.CertificateBuilder:
    # A site's clock may be a few minutes behind.
    earlier = now - datetime.timedelta(hours=1)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(earlier)
        .not_valid_after(now + lasting)
    )


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    """Write a private key that only this user may read, from its first byte on."""
    path.touch(mode=0o600)
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
