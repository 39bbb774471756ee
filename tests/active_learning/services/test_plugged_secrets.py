"""Secrets of model servers: sealed in the database, used, never told, and lost with the key."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from active_learning.models import PluggedModel
from active_learning.plugged.faults import PlugFault
from active_learning.selectors.plugged import plugged_card, secret_of
from active_learning.services.plug_models import plug_server
from tests.active_learning.plugged.servers import fake_server
from tests.factories.client import ApiClient
from tests.factories.facts import make_project, make_user

pytestmark = pytest.mark.django_db
SECRET = "Bearer of-nobody-else"


@pytest.fixture
def plugged(settings) -> Any:
    owner = make_user()
    project = make_project(owner)
    with fake_server() as server:
        settings.MODEL_HOSTS = frozenset({server.host})
        server.answers |= {"/health": {"status": "UP"}, "/setup": {"model_version": "7"}}
        made = plug_server(
            project=project, user=owner, name="ours", field="text", kind="label_studio",
            url=server.url, secret=SECRET,
        )  # fmt: skip
    made.refresh_from_db()
    assert made.facts == {"kind": "label_studio", "version": "7"}
    return made, ApiClient(owner)


def test_the_database_holds_no_plain_secret_and_the_api_gives_none(plugged: Any) -> None:
    made, client = plugged
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM active_learning_pluggedmodel")
        assert "of-nobody-else" not in str(cursor.fetchall())
    assert secret_of(made) == SECRET
    told = client.get(f"/api/projects/{made.project_id}/plugged/").content.decode()
    told += client.get(f"/api/projects/{made.project_id}/prelabelers/").content.decode()
    assert "of-nobody-else" not in told
    assert "sealed" not in told
    assert '"has_secret":true' in told


def test_a_lost_key_is_told_where_it_is_asked_and_a_new_secret_mends_it(
    plugged: Any, settings: Any
) -> None:
    made, client = plugged
    settings.SECRET_KEY = "another"
    with pytest.raises(PlugFault, match="SECRET_KEY"):
        secret_of(made)
    card = plugged_card(made.project, made.card_id)
    assert card is not None
    assert card.fixed["secret"] is None
    assert client.get(f"/api/projects/{made.project_id}/prelabelers/").status_code in {200, 401}
    from_there = ApiClient(make_user(is_superuser=True))
    one = f"/api/projects/{made.project_id}/plugged/{made.pk}/"
    assert from_there.patch(one, {"secret": "Token new"}).json()["has_secret"] is True
    made.refresh_from_db()
    assert secret_of(made) == "Token new"


def test_secrets_of_before_are_sealed_and_unsealed_by_the_migration(plugged: Any) -> None:
    made, _ = plugged
    migration = import_module("active_learning.migrations.0013_seal_secrets_of_servers")
    PluggedModel.objects.update(sealed_secret="Token plain")
    migration.seal_all(apps, None)
    made.refresh_from_db()
    assert "plain" not in made.sealed_secret
    assert secret_of(made) == "Token plain"
    migration.unseal_all(apps, None)
    made.refresh_from_db()
    assert made.sealed_secret == "Token plain"
