from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def pause(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    memberships = apps.get_model("federated", "SiteMembership")
    memberships.objects.filter(is_paused=True).update(state="paused")


def unpause(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    memberships = apps.get_model("federated", "SiteMembership")
    memberships.objects.exclude(state="active").update(is_paused=True)


class Migration(migrations.Migration):
    dependencies = [("federated", "0002_coordinator_and_rounds")]

    operations = [
        migrations.RunPython(pause, unpause),
        migrations.RemoveField(model_name="sitemembership", name="is_paused"),
    ]
