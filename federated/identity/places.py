"""Where keys, certificates and the transport's own files lie in an installation's data folder."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from federated.identity.authority import Authority
from federated.identity.site_key import SiteKey

__all__ = ["NAME", "CoordinatorPlace", "SitePlace"]

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
"""Names of sites are names of folders and of nodes alike."""


@dataclass(frozen=True)
class CoordinatorPlace:
    """The coordinator's files, in ``<data>/federation/coordinator``."""

    folder: Path

    @classmethod
    def of(cls, data: Path) -> CoordinatorPlace:
        """Return the place in a data folder."""
        return cls(data / "federation" / "coordinator")

    @property
    def authority(self) -> Authority:
        """Its certificates."""
        return Authority(self.folder / "authority")

    @property
    def database(self) -> Path:
        """What the transport remembers: registered nodes, messages under way."""
        return self.folder / "superlink.sqlite3"

    @property
    def secret(self) -> Path:
        """What lets our worker, and nobody else on this machine, take tasks."""
        return _secret(self.folder / "secret")

    def home(self, process: str) -> Path:
        """Return where a process keeps its own files and its log."""
        return self.folder / process


@dataclass(frozen=True)
class SitePlace:
    """One membership's files, in ``<data>/federation/sites/<name>``."""

    folder: Path

    @classmethod
    def of(cls, data: Path, name: str) -> SitePlace:
        """Return the place in a data folder; a name that could leave it is refused."""
        if not NAME.fullmatch(name):
            raise ValueError(f"'{name}' is no name of a site: small letters, digits and hyphens.")
        return cls(data / "federation" / "sites" / name)

    @property
    def key(self) -> SiteKey:
        """The key by which the coordinator knows the site."""
        return SiteKey(self.folder / "key")

    @property
    def next_key(self) -> SiteKey:
        """The key that shall follow it, once the coordinator approved it."""
        return SiteKey(self.folder / "key.next")

    @property
    def certificate(self) -> Path:
        """The coordinator's certificate, from the invitation."""
        return self.folder / "ca.pem"

    @property
    def secret(self) -> Path:
        """What lets our worker, and nobody else on this machine, take tasks."""
        return _secret(self.folder / "secret")

    def home(self, process: str) -> Path:
        """Return where a process keeps its own files and its log."""
        return self.folder / process

    def take_next_key(self) -> None:
        """From now on the next key is the key."""
        self.next_key.path.replace(self.key.path)

    def forget_keys(self) -> None:
        """Delete both keys: the site can never speak under them again."""
        self.key.path.unlink(missing_ok=True)
        self.next_key.path.unlink(missing_ok=True)


def _secret(path: Path) -> Path:
    """Make the file unless it exists; nobody else may read it, from its first byte on."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(os.urandom(32))
    return path
