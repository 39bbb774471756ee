import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("active_learning", "0011_plugged_models_and_rollouts"),
        ("labeling", "0009_leases_aside_the_places"),
    ]

    operations = [
        migrations.AddField(
            model_name="pluggedmodel",
            name="answers_calls",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="pluggedmodel",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answers_calls", True)),
                fields=("project",),
                name="plugged_answers_once",
            ),
        ),
        migrations.CreateModel(
            name="HeardAnnotation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("theirs", models.CharField(max_length=64)),
                (
                    "annotation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="labeling.annotation",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="labeling.project",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("project", "theirs"), name="heard_annotation_once"
                    )
                ],
            },
        ),
    ]
