from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0012_player_of_inbound_email")]

    operations = [
        migrations.AlterField(
            model_name="emailpreferences",
            name="rhythm",
            field=models.CharField(
                choices=[
                    ("at_once", "immediately"),
                    ("hourly", "hourly digest"),
                    ("daily", "daily digest"),
                    ("daily_list", "daily list of all my open questions"),
                ],
                default="at_once",
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="emailpreferences",
            index=models.Index(
                condition=models.Q(("rhythm", "daily_list")),
                fields=["daily_at"],
                name="email_preferences_daily_list",
            ),
        ),
    ]
