"""Settings read from the environment; secrets are made, never defaulted."""

import stat

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
