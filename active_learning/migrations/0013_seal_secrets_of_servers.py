"""Secrets of model servers are sealed where they lay in plain text, and unsealed on the way back."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from labeling.kernel.sealing import seal, unseal

PURPOSE = "plugged model"


def seal_all(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("active_learning", "PluggedModel").objects
    for row in rows.exclude(sealed_secret="").iterator():
        row.sealed_secret = seal(row.sealed_secret, PURPOSE)
        row.save(update_fields=["sealed_secret"])


def unseal_all(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("active_learning", "PluggedModel").objects
    for row in rows.exclude(sealed_secret="").iterator():
        row.sealed_secret = unseal(row.sealed_secret, PURPOSE)
        row.save(update_fields=["sealed_secret"])


class Migration(migrations.Migration):
    dependencies = [("active_learning", "0012_plugged_models_answer_calls")]

    operations = [
        migrations.RenameField("pluggedmodel", "secret", "sealed_secret"),
        migrations.AlterField(
            model_name="pluggedmodel",
            name="sealed_secret",
            field=models.TextField(blank=True),
        ),
        migrations.RunPython(seal_all, unseal_all),
    ]
