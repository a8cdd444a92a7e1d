"""Keep the facts of what staff changed apart from its sentences, and record refused proposals."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_direct_messages"),
    ]

    operations = [
        migrations.AddField(
            model_name="auditlogentry",
            name="sentences",
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name="auditlogentry",
            name="step",
            field=models.CharField(
                choices=[
                    ("rehearsed", "Previewed"),
                    ("refused", "Refused"),
                    ("done", "Done"),
                    ("declined", "Refused by a second person"),
                ],
                db_default="done",
                default="done",
                max_length=9,
            ),
        ),
    ]
