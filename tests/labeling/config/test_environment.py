"""Settings read from the environment; secrets are made, never defaulted."""

import stat

import pytest
from django.core.exceptions import ImproperlyConfigured

from labeling.config import environment


def test_a_secret_is_made_once_kept_private_and_differs_between_installations(
    tmp_path, monkeypatch
):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    secret = environment.secret_key(one)
    assert len(secret) >= 50
    assert environment.secret_key(one) == secret
    assert environment.secret_key(two) != secret
    assert stat.S_IMODE((one / "secret_key").stat().st_mode) == 0o600


def test_sqlite_survives_a_power_cut_and_waits_for_writers(tmp_path, monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    options = environment.database(tmp_path)["OPTIONS"]
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]
    assert options["transaction_mode"] == "IMMEDIATE"


def test_postgresql_by_url_keeps_a_connection_for_each_thread(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:p@db.example:5433/name")
    config = environment.database(tmp_path)
    assert (config["HOST"], config["PORT"], config["NAME"]) == ("db.example", 5433, "name")
    assert config["CONN_MAX_AGE"] is None


def test_redis_is_used_only_when_named(monkeypatch):
    monkeypatch.delenv("REDIS_URL", raising=False)
    assert "InMemory" in environment.channel_layer()["BACKEND"]
    monkeypatch.setenv("REDIS_URL", "redis://r/0")
    assert environment.channel_layer()["CONFIG"]["hosts"] == ["redis://r/0"]


def test_serving_is_found_as_set_else_as_noted(tmp_path, monkeypatch):
    monkeypatch.delenv("SERVING_URL", raising=False)
    assert environment.serving_url(tmp_path).endswith(":8001")
    (tmp_path / "serving_url").write_text("http://127.0.0.1:5000")
    assert environment.serving_url(tmp_path) == "http://127.0.0.1:5000"
    monkeypatch.setenv("SERVING_URL", "http://serving:8001")
    assert environment.serving_url(tmp_path) == "http://serving:8001"


def test_a_port_is_a_number_or_nothing(monkeypatch):
    monkeypatch.delenv("A_PORT", raising=False)
    assert environment.port_or_none("A_PORT") is None
    monkeypatch.setenv("A_PORT", "8002")
    assert environment.port_or_none("A_PORT") == 8002
    for wrong in ("0", "65536", "eighty", "-1"):
        monkeypatch.setenv("A_PORT", wrong)
        with pytest.raises(ImproperlyConfigured, match="A_PORT"):
            environment.port_or_none("A_PORT")


def test_a_folder_of_models_lies_within_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("A_FOLDER", "models/hf")
    assert environment.folder_in(tmp_path, "A_FOLDER") == tmp_path / "models" / "hf"
    monkeypatch.setenv("A_FOLDER", "../elsewhere")
    with pytest.raises(ImproperlyConfigured, match="outside"):
        environment.folder_in(tmp_path, "A_FOLDER")
