"""Failed sign-ins are counted in the database, so that all web processes count together."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the counters."""

    dependencies = [("labeling", "0006_comments_on_regions")]

    operations = [
        migrations.CreateModel(
            name="SignInFailures",
            fields=[
                ("key", models.CharField(max_length=240, primary_key=True, serialize=False)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("last_s", models.FloatField()),
            ],
            options={
                "indexes": [models.Index(fields=["last_s"], name="sign_in_failure_by_age")],
            },
        ),
    ]
