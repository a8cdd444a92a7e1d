"""Keep paces in minutes; add daily deadlines, and the language of the chat."""

from django.db import migrations, models

TO_MINUTES = """
UPDATE games_match SET
  minutes_per_turn = minutes_per_turn * 60,
  minutes_per_offer = minutes_per_offer * 60,
  bank = (SELECT jsonb_object_agg(key, value::integer * 60) FROM jsonb_each_text(bank))
"""
TO_HOURS = """
UPDATE games_match SET
  minutes_per_turn = greatest(1, minutes_per_turn / 60),
  minutes_per_offer = greatest(1, minutes_per_offer / 60),
  bank = (SELECT jsonb_object_agg(key, value::integer / 60) FROM jsonb_each_text(bank))
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_audit_log_sentences"),
    ]

    operations = [
        migrations.RenameField("match", "hours_per_turn", "minutes_per_turn"),
        migrations.RenameField("match", "hours_per_offer", "minutes_per_offer"),
        migrations.AlterField(
            model_name="match",
            name="minutes_per_turn",
            field=models.PositiveIntegerField(default=72 * 60),
        ),
        migrations.AlterField(
            model_name="match",
            name="minutes_per_offer",
            field=models.PositiveIntegerField(default=24 * 60),
        ),
        migrations.RunSQL(TO_MINUTES, TO_HOURS),
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
