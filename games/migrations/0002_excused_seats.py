"""Remember for whom a match does not count because staff gave their seat away."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="seathistory",
            name="excused",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
