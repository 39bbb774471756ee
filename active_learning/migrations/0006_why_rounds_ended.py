from django.db import migrations, models


class Migration(migrations.Migration):
    """Why a round ended early, what it passed over, and what it knew of the tasks."""

    dependencies = [("active_learning", "0005_embedding_maps")]

    operations = [
        migrations.AddField(
            "queryround", "cause", models.CharField(blank=True, max_length=32, default=""),
            preserve_default=False,
        ),
        migrations.AddField("queryround", "warnings", models.JSONField(blank=True, default=list)),
        migrations.AddField("queryround", "changed", models.PositiveIntegerField(default=0)),
        migrations.AddField("queryround", "seen", models.JSONField(blank=True, null=True)),
        migrations.AddIndex(
            "queryround",
            models.Index(
                fields=["project"],
                condition=models.Q(("changed__gt", 0)),
                name="round_with_changed_answers",
            ),
        ),
    ]  # fmt: skip
