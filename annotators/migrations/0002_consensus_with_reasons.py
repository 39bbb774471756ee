from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotators", "0001_consensus_and_quality"),
    ]

    operations = [
        migrations.AddField(
            model_name="consensus",
            name="model_version",
            field=models.CharField(blank=True, max_length=128),
        ),
        migrations.AddField(
            model_name="consensus",
            name="reasons",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="consensus",
            name="said",
            field=models.JSONField(null=True),
        ),
    ]
