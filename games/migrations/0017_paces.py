"""Add paces in minutes, daily deadlines, and the language of the chat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_audit_log_sentences"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="counts_minutes",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="match",
            name="deadline_time",
            field=models.TimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="deadline_zone",
            field=models.CharField(blank=True, db_default="", default="", max_length=50),
        ),
        migrations.AddField(
            model_name="match",
            name="language",
            field=models.CharField(
                blank=True,
                choices=[("en", "English"), ("fr", "Français"), ("de", "Deutsch")],
                db_default="",
                default="",
                max_length=2,
            ),
        ),
    ]
