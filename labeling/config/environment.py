"""What the environment says: the data folder, the secret, the database, the outside services."""

import os
import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parents[2]


def data_folder() -> Path:
    """Return the one folder in which the embedded default keeps everything; made on first use."""
    folder = Path(os.environ.get("PENUMBRA_DATA") or BASE_DIR / ".penumbra").expanduser().resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """Return SECRET_KEY, or one generated into the data folder; there is no default to guess."""
    if from_environment := os.environ.get("SECRET_KEY"):
        return from_environment
    path = folder / "secret_key"
    try:
        with path.open("x", encoding="ascii") as file:
            path.chmod(0o600)
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return path.read_text(encoding="ascii")


def database(folder: Path) -> dict[str, Any]:
    """Return Django's database settings: SQLite in WAL mode, or what DATABASE_URL names."""
    if url := os.environ.get("DATABASE_URL"):
        config: dict[str, Any] = dict(dj_database_url.parse(url))
        if config["ENGINE"].endswith("postgresql"):
            # Request threads last, and so do their connections: as many as there are threads.
            config["CONN_MAX_AGE"] = None
        return config
    return {
        "ENGINE": "labeling.config.sqlite",
        "NAME": folder / "penumbra.sqlite3",
        # Request threads last, and so do their connections with their page caches.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            # A deferred transaction that turns into a write cannot wait for the lock.
            "transaction_mode": "IMMEDIATE",
            # FULL: an acknowledged annotation survives a power cut, not only a killed process.
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                "PRAGMA cache_size=-16000; PRAGMA mmap_size=268435456; PRAGMA temp_store=MEMORY"
            ),
        },
    }


def serving_url(folder: Path) -> str:
    """Return where the model serving process listens: as set, or as `serve` last noted."""
    if url := os.environ.get("SERVING_URL"):
        return url
    note = folder / "serving_url"
    return note.read_text(encoding="ascii") if note.exists() else "http://127.0.0.1:8001"


def channel_layer() -> dict[str, Any]:
    """Return Channels' layer: in memory, or Redis when there are several web processes."""
    if url := os.environ.get("REDIS_URL"):
        return {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [url]}}
    return {"BACKEND": "channels.layers.InMemoryChannelLayer"}


def flag(name: str, *, default: bool) -> bool:
    """Read a yes/no variable."""
    return os.environ.get(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def folder_in(data: Path, name: str) -> Path | None:
    """Read a folder within the data folder; one elsewhere ends the process at its start."""
    given = os.environ.get(name, "")
    if not given:
        return None
    folder = (data / given).resolve()
    if not folder.is_relative_to(data):
        raise ImproperlyConfigured(f"{name}={given!r} lies outside of {data}. Move it into it.")
    return folder


def port_or_none(name: str) -> int | None:
    """Read a port; what is set and is none ends the process at its start."""
    given = os.environ.get(name, "")
    if given and not (given.isascii() and given.isdigit() and 0 < int(given) < 65_536):
        raise ImproperlyConfigured(f"{name}={given!r} is no port: give a number up to 65535.")
    return int(given) if given else None


def words(name: str, default: str) -> list[str]:
    """Read a comma-separated variable."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]
