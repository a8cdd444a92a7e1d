"""Directors, access and invitations of leagues; third-place matches; postponed rounds."""

import abyss_site.core.encryption.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_default_orders"),
    ]

    operations = [
        migrations.CreateModel(
            name="LeagueDirector",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_founder", models.BooleanField(default=False)),
                ("appointed_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["appointed_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SeasonInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("invited_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="auditlogentry",
            name="league",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="audit_log",
                to="games.league",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="is_removed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="league",
            name="access",
            field=models.CharField(
                choices=[("open", "Open"), ("code", "Code"), ("invited", "Invited")],
                db_default="open",
                default="open",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="entry_code",
            field=abyss_site.core.encryption.fields.EncryptedTextField(
                blank=True, default="", empty_is_null=True, null=True
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="is_player_made",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="pairing",
            name="is_third_place",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="proposal",
            name="league",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="proposals",
                to="games.league",
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="not_before_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="auditlogentry",
            index=models.Index(fields=["league", "occurred_at"], name="audit_log_of_league"),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("access__in", ["open", "code", "invited"])),
                name="league_access_known",
            ),
        ),
        migrations.AddField(
            model_name="leaguedirector",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="directors",
                to="games.league",
            ),
        ),
        migrations.AddField(
            model_name="leaguedirector",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="directed_leagues",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="seasoninvitation",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="season_invitations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="seasoninvitation",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="games.season",
            ),
        ),
        migrations.AddConstraint(
            model_name="leaguedirector",
            constraint=models.UniqueConstraint(
                fields=("league", "player"), name="one_director_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasoninvitation",
            constraint=models.UniqueConstraint(
                fields=("season", "player"), name="one_invitation_a_player"
            ),
        ),
    ]
