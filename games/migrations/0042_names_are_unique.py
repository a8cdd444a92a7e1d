"""No two players have names that look alike, and bots have no addresses: the database minds both.

Apart from what fills the columns, for PostgreSQL changes no table that a transaction has written to.
"""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0041_names_and_bots")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="name_key",
            field=models.CharField(
                blank=True, editable=False, max_length=200, null=True, unique=True
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(is_bot=False, email__contains="@")
                | (models.Q(is_bot=True) & ~models.Q(email__contains="@")),
                name="only_people_have_addresses",
            ),
        ),
    ]
