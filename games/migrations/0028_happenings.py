import abyss_site.ids
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_coached"),
    ]

    operations = [
        migrations.CreateModel(
            name="Happening",
            fields=[
                ("place", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "number",
                    models.UUIDField(default=abyss_site.ids.uuid7, editable=False, unique=True),
                ),
                ("xid", models.BigIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("prompt_opened", "Prompt Opened"),
                            ("prompt_closed", "Prompt Closed"),
                            ("moved", "Moved"),
                            ("undone", "Undone"),
                            ("match_started", "Match Started"),
                            ("match_finished", "Match Finished"),
                            ("match_paused", "Match Paused"),
                            ("match_resumed", "Match Resumed"),
                            ("match_frozen", "Match Frozen"),
                            ("seat_taken", "Seat Taken"),
                            ("said", "Said"),
                            ("vote_opened", "Vote Opened"),
                            ("vote_decided", "Vote Decided"),
                        ],
                        max_length=20,
                    ),
                ),
                ("facts", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "xid", "place"], name="happening_of_player"),
                    models.Index(fields=["xid", "place"], name="happening_in_order"),
                    models.Index(fields=["at"], name="happening_at"),
                ],
            },
        ),
    ]
