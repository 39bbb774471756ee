"""A worker's beat says which lane it serves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the lane."""

    dependencies = [("labeling", "0004_lists_by_state")]

    operations = [
        migrations.AddField(
            model_name="workerbeat",
            name="queue",
            field=models.CharField(blank=True, default="", max_length=16),
            preserve_default=False,
        ),
    ]
