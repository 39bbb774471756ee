import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("active_learning", "0003_kept_inputs"),
        ("labeling", "0005_lanes_of_workers"),
    ]

    operations = [
        migrations.CreateModel(
            name="StrategyReplay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(max_length=100)),
                ("labels", models.PositiveIntegerField()),
                ("tested", models.PositiveIntegerField()),
                ("seeds", models.PositiveIntegerField()),
                ("full_accuracy", models.FloatField()),
                ("target", models.FloatField()),
                ("outcomes", models.JSONField()),
                ("seconds", models.FloatField(default=0.0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "job",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="labeling.job",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="strategy_replays",
                        to="labeling.project",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["project", "-id"], name="newest_replay_of_project")
                ],
            },
        ),
    ]
