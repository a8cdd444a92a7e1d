"""The tables of matches, players, leagues and staff, and what models cannot say of them."""

from typing import Any

import abyss_site.core.encryption.fields
import abyss_site.core.ids
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
import games.models.players
import games.models.reply_tokens
from django.conf import settings
from django.db import migrations, models

# Storage. Rows that every move rewrites: room for HOT updates beside themselves, early vacuum, and
# no second compression of what is compressed already. Rows that are only added are frozen and
# counted before a fifth of a huge table is new.
STORAGE = """
ALTER TABLE games_match ALTER COLUMN state SET STORAGE EXTERNAL;
ALTER TABLE games_match SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE games_prompt SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE games_seat SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE games_snapshot ALTER COLUMN state SET STORAGE EXTERNAL;
ALTER TABLE games_snapshot SET (autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE games_move SET (autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE games_playerevent SET (autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
"""
# Nothing rewrites what staff did, not even by hand in a shell.
PROTECT_AUDIT_LOG = """
CREATE FUNCTION games_audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is written once: entries are neither changed nor deleted';
END $$;
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON games_auditlogentry
  FOR EACH ROW EXECUTE FUNCTION games_audit_log_is_append_only();
"""
UNPROTECT_AUDIT_LOG = "DROP TRIGGER audit_log_is_append_only ON games_auditlogentry; DROP FUNCTION games_audit_log_is_append_only();"
# The groups that staff belongs to; what each may do stands in services/moderation/roles.py.
ROLES = ("helper", "moderator", "league director", "operator")


def make_groups(apps: Any, schema_editor: Any) -> None:
    for name in ROLES:
        apps.get_model("auth", "Group").objects.get_or_create(name=name)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE SEQUENCE games_match_numbers AS integer", "DROP SEQUENCE games_match_numbers"
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("email", models.EmailField(max_length=254)),
                ("email_verified_at", models.DateTimeField(blank=True, null=True)),
                ("display_name", models.CharField(max_length=40)),
                (
                    "name_key",
                    models.CharField(
                        blank=True, editable=False, max_length=200, null=True, unique=True
                    ),
                ),
                ("has_chosen_name", models.BooleanField(default=True, editable=False)),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("fr", "Français"), ("de", "Deutsch")],
                        default="en",
                        max_length=2,
                    ),
                ),
                ("hours", models.JSONField(blank=True, default=dict)),
                (
                    "zone",
                    models.CharField(
                        default="UTC", max_length=50, validators=[games.models.players.check_zone]
                    ),
                ),
                ("links_act_anywhere", models.BooleanField(db_default=False, default=False)),
                ("is_bot", models.BooleanField(default=False)),
                (
                    "level",
                    models.CharField(
                        blank=True,
                        choices=[("", "None"), ("quick", "Quick"), ("strong", "Strong")],
                        default="",
                        max_length=10,
                    ),
                ),
                ("is_staff", models.BooleanField(default=False)),
                ("is_active", models.BooleanField(default=True)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bots",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("level", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("evenness", models.JSONField(blank=True, null=True)),
                ("table", models.JSONField(blank=True, null=True)),
            ],
            options={
                "ordering": ["level", "number"],
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("ticked_at", models.DateTimeField()),
                ("counted_until", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("slug", models.SlugField(max_length=40, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("description", models.TextField(blank=True, max_length=2000)),
                ("terms", models.JSONField()),
                ("is_open", models.BooleanField(default=True)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(unique=True)),
            ],
        ),
        migrations.CreateModel(
            name="Feed",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="feed",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("key", abyss_site.core.encryption.fields.EncryptedTextField()),
                ("digest", models.CharField(max_length=64, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name="Punctuality",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("in_time", models.PositiveSmallIntegerField()),
                ("median", models.DurationField(null=True)),
            ],
            options={
                "verbose_name_plural": "punctualities",
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("blocked_at", models.DateTimeField()),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("signed", "Signed"),
                            ("here", "Here"),
                            ("reserve", "Reserve"),
                            ("playing", "Playing"),
                            ("left", "Left"),
                            ("missed", "Missed"),
                        ],
                        default="signed",
                        max_length=10,
                    ),
                ),
                ("seed", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("rating", models.IntegerField(blank=True, null=True)),
                ("signed_up_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                (
                    "division",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="games.division",
                    ),
                ),
                (
                    "instead_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="stand_in",
                        to="games.entry",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["seed", "signed_up_at"],
            },
        ),
        migrations.CreateModel(
            name="FraudSignal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("address", "Address"),
                            ("device", "Device"),
                            ("timing", "Timing"),
                            ("offers", "Offers"),
                        ],
                        max_length=8,
                    ),
                ),
                ("facts", models.JSONField()),
                ("found_at", models.DateTimeField()),
                ("last_seen_at", models.DateTimeField()),
                ("dismissed_at", models.DateTimeField(null=True)),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "two",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KnownDevice",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("used_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="known_devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(
                        db_default=models.Func(
                            models.Value("games_match_numbers"),
                            function="nextval",
                            output_field=models.PositiveIntegerField(),
                        ),
                        editable=False,
                        unique=True,
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("seats_wanted", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("dealing", "Dealing"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("frozen", "Frozen"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("private", models.BooleanField(default=False)),
                ("watchable", models.BooleanField(default=True)),
                ("bots_welcome", models.BooleanField(db_default=False, default=False)),
                ("hours_per_turn", models.PositiveIntegerField(default=72)),
                ("hours_per_offer", models.PositiveIntegerField(default=24)),
                (
                    "undo",
                    models.CharField(
                        choices=[("free", "Free"), ("consent", "Consent"), ("off", "Off")],
                        default="free",
                        max_length=10,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("bank", models.JSONField(blank=True, null=True)),
                (
                    "on_silence",
                    models.CharField(
                        choices=[
                            ("fallback", "Fallback"),
                            ("bot", "Bot"),
                            ("substitute", "Substitute"),
                            ("pause", "Pause"),
                        ],
                        default="fallback",
                        max_length=10,
                    ),
                ),
                ("absences", models.BooleanField(default=True)),
                ("min_punctuality", models.PositiveSmallIntegerField(default=0)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                (
                    "pause_reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "None"),
                            ("vote", "Vote"),
                            ("silence", "Silence"),
                            ("staff", "Staff"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("edition", models.PositiveIntegerField(default=1)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("secret", models.BinaryField(default=bytes)),
                ("seated_at", models.DateTimeField(blank=True, null=True)),
                (
                    "randomness",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Unrecorded"),
                            ("off", "Off"),
                            ("at_once", "At Once"),
                            ("awaited", "Awaited"),
                            ("bound", "Bound"),
                            ("missed", "Missed"),
                        ],
                        db_default="",
                        default="",
                        max_length=10,
                    ),
                ),
                (
                    "beacon_chain",
                    models.CharField(blank=True, db_default="", default="", max_length=64),
                ),
                ("beacon_round", models.PositiveBigIntegerField(blank=True, null=True)),
                (
                    "beacon_signature",
                    models.CharField(blank=True, db_default="", default="", max_length=96),
                ),
                ("seed", models.BinaryField(default=bytes)),
                ("state", models.BinaryField(default=bytes)),
                ("ply", models.PositiveIntegerField(default=0)),
                ("outcome", models.JSONField(blank=True, null=True)),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
                ("examined_at", models.DateTimeField(blank=True, null=True)),
                (
                    "ruling",
                    models.CharField(
                        blank=True,
                        choices=[("", "None"), ("adjudicated", "Adjudicated"), ("void", "Void")],
                        db_default="",
                        default="",
                        max_length=12,
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=games.models.reply_tokens.new_invitation_token,
                        max_length=26,
                        unique=True,
                    ),
                ),
                ("address", models.EmailField(blank=True, max_length=254)),
                ("digest", models.CharField(max_length=64)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("silent", models.BooleanField(default=False)),
                ("sent_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                            ("lapsed", "Lapsed"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitations",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AuditLogEntry",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("action", models.CharField(max_length=12)),
                (
                    "step",
                    models.CharField(
                        choices=[
                            ("rehearsed", "Rehearsed"),
                            ("refused", "Refused"),
                            ("done", "Done"),
                        ],
                        db_default="done",
                        default="done",
                        max_length=9,
                    ),
                ),
                ("facts", models.JSONField()),
                ("amount", models.PositiveIntegerField(null=True)),
                ("changes", models.JSONField(default=list)),
                ("reason", models.CharField(max_length=500)),
                ("public_note", models.CharField(blank=True, max_length=300)),
                ("occurred_at", models.DateTimeField()),
                (
                    "approved_by",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="audit_log",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("text", models.CharField(max_length=500)),
                ("key", models.CharField(max_length=200)),
                ("sent_at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Order",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("rules", models.JSONField()),
                ("turn", models.PositiveIntegerField(null=True)),
                ("left", models.PositiveSmallIntegerField(null=True)),
                ("valid_until", models.DateTimeField(null=True)),
                ("followed", models.PositiveIntegerField(default=0)),
                ("active", models.BooleanField(default=True)),
                (
                    "why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "None"),
                            ("cancelled", "Cancelled"),
                            ("used_up", "Used Up"),
                            ("turn_over", "Turn Over"),
                            ("my_turn", "My Turn"),
                            ("date", "Date"),
                            ("back", "Back"),
                            ("unfit", "Unfit"),
                            ("refused", "Refused"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="orders",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "how",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Played"),
                            ("bye", "Bye"),
                            ("walkover", "Walkover"),
                            ("late", "Late"),
                            ("shared", "Shared"),
                            ("void", "Void"),
                            ("staff", "Staff"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("places", models.JSONField(blank=True, null=True)),
                ("why", models.CharField(blank=True, max_length=300)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="pairing",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="PairingSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("away", models.BooleanField(default=False)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairing_seats",
                        to="games.entry",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.pairing",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="PersonalToken",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.CharField(max_length=20)),
                ("created_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlayerEvent",
            fields=[
                ("place", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "number",
                    models.UUIDField(default=abyss_site.core.ids.uuid7, editable=False, unique=True),
                ),
                ("xid", models.BigIntegerField()),
                ("epoch", models.CharField(db_default="", default="", max_length=16)),
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
                            ("invited", "Invited"),
                            ("said", "Said"),
                            ("vote_opened", "Vote Opened"),
                            ("vote_decided", "Vote Decided"),
                        ],
                        max_length=20,
                    ),
                ),
                ("facts", models.JSONField()),
                ("occurred_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PrivateNote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("text", models.TextField()),
                ("written_at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="private_notes",
                        to="games.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="private_notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Prompt",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("question", models.CharField(max_length=40)),
                (
                    "token",
                    models.CharField(
                        default=games.models.reply_tokens.new_prompt_token, max_length=26
                    ),
                ),
                ("sealed", models.BooleanField(default=False)),
                ("awaits_bot", models.BooleanField(default=False)),
                ("opened_at", models.DateTimeField()),
                ("deadline_at", models.DateTimeField(blank=True, null=True)),
                ("remind_at", models.DateTimeField(blank=True, null=True)),
                ("hours", models.JSONField(blank=True, default=dict)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("offered", models.JSONField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prompts",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("ply", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("decision", models.JSONField()),
                ("events", models.JSONField()),
                ("source", models.CharField(max_length=10)),
                ("key", models.CharField(max_length=200)),
                ("edition", models.PositiveIntegerField()),
                ("played_at", models.DateTimeField()),
                ("undone", models.PositiveIntegerField(null=True)),
                ("bank", models.PositiveIntegerField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="games.match",
                    ),
                ),
                (
                    "prompt",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="games.prompt",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("action", models.CharField(max_length=12)),
                ("facts", models.JSONField()),
                ("reason", models.CharField(max_length=500)),
                ("proposed_at", models.DateTimeField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("approved", "Approved"),
                            ("refused", "Refused"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                ("matches", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "part",
                    models.CharField(
                        blank=True,
                        choices=[("", "Whole"), ("leaver", "Leaver"), ("substitute", "Substitute")],
                        default="",
                        max_length=10,
                    ),
                ),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                ("rated_at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_steps",
                        to="games.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("drawn_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("warned_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="games.division",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pairings",
                to="games.round",
            ),
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warning", "Warning"),
                            ("suspension", "Suspension"),
                            ("ban", "Ban"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(max_length=300)),
                ("imposed_at", models.DateTimeField()),
                ("lasts_until", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sanctions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("message", "Message"),
                            ("appeal", "Appeal"),
                        ],
                        max_length=10,
                    ),
                ),
                ("quoted", models.CharField(blank=True, max_length=500)),
                ("text", models.CharField(max_length=1000)),
                ("reported_at", models.DateTimeField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("upheld", "Upheld"),
                            ("dismissed", "Dismissed"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "about",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.match",
                    ),
                ),
                (
                    "sanction",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeals",
                        to="games.sanction",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AddressBan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=32)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warning", "Warning"),
                            ("suspension", "Suspension"),
                            ("ban", "Ban"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(max_length=300)),
                ("imposed_at", models.DateTimeField()),
                ("lasts_until", models.DateTimeField(null=True)),
                (
                    "sanction",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="address_bans",
                        to="games.sanction",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("terms", models.JSONField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("sign_up", "Sign Up"),
                            ("check_in", "Check In"),
                            ("running", "Running"),
                            ("closed", "Closed"),
                            ("void", "Void"),
                        ],
                        default="sign_up",
                        max_length=10,
                    ),
                ),
                ("opened_at", models.DateTimeField()),
                ("sign_up_until", models.DateTimeField(blank=True, null=True)),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="games.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="games.season",
            ),
        ),
        migrations.AddField(
            model_name="division",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="divisions",
                to="games.season",
            ),
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("word", models.CharField(blank=True, default="", max_length=40)),
                (
                    "word_source",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Unrecorded"),
                            ("typed", "Typed"),
                            ("browser", "Browser"),
                            ("email", "Email"),
                            ("program", "Program"),
                            ("none", "None"),
                        ],
                        db_default="",
                        default="",
                        max_length=10,
                    ),
                ),
                ("bank", models.PositiveIntegerField(blank=True, null=True)),
                ("bot_took_over_at", models.DateTimeField(blank=True, null=True)),
                ("offered_at", models.DateTimeField(blank=True, null=True)),
                ("replaced_at", models.DateTimeField(blank=True, null=True)),
                ("coached", models.BooleanField(default=False)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("score", models.IntegerField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="SeatHistory",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("seated_at", models.DateTimeField(null=True)),
                ("left_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="left_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_players",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SignInFingerprint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("address", "Address"), ("device", "Device")], max_length=8
                    ),
                ),
                ("digest", models.CharField(max_length=32)),
                ("first_seen_at", models.DateTimeField()),
                ("last_seen_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_in_fingerprints",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SignInRequest",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("email", models.EmailField(max_length=254)),
                ("next_path", models.TextField(blank=True, default="")),
                ("requested_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("handled_at", models.DateTimeField(blank=True, null=True)),
                ("failed_attempts", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("handled_at", None)),
                        fields=["due_at"],
                        name="sign_in_due",
                    ),
                    models.Index(fields=["requested_at"], name="sign_in_requested"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("ply", models.PositiveIntegerField()),
                ("state", models.BinaryField()),
                ("edition", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="snapshots",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("key", models.CharField(max_length=100)),
                ("digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("headers", models.JSONField(default=dict)),
                ("body", models.TextField(blank=True)),
                ("created_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TimelineEntry",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("ply", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("paused", "Paused"),
                            ("resumed", "Resumed"),
                            ("waited", "Waited"),
                            ("kept", "Kept"),
                            ("wanted", "Wanted"),
                            ("back", "Back"),
                            ("taken", "Taken"),
                            ("resigned", "Resigned"),
                            ("gone", "Gone"),
                            ("replaced", "Replaced"),
                            ("desk", "Desk"),
                            ("more_time", "More Time"),
                            ("outage", "Outage"),
                        ],
                        max_length=10,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("text", models.CharField(blank=True, max_length=300)),
                ("occurred_at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="timeline",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("undo", "Undo"),
                            ("extension", "Extension"),
                            ("pause", "Pause"),
                            ("resume", "Resume"),
                        ],
                        max_length=10,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("facts", models.JSONField()),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("asked_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                ("paused_until", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("passed", "Passed"),
                            ("failed", "Failed"),
                            ("lapsed", "Lapsed"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Ballot",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.core.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "token",
                    models.CharField(
                        default=games.models.reply_tokens.new_ballot_token,
                        max_length=26,
                        unique=True,
                    ),
                ),
                ("says", models.BooleanField(null=True)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "vote",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ballots",
                        to="games.vote",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("email"), name="one_player_per_email"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("email__contains", "@"), ("is_bot", False)),
                    models.Q(("is_bot", True), models.Q(("email__contains", "@"), _negated=True)),
                    _connector="OR",
                ),
                name="only_people_have_addresses",
            ),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.UniqueConstraint(
                fields=("player", "blocked"), name="one_block_a_person"
            ),
        ),
        migrations.AddIndex(
            model_name="fraudsignal",
            index=models.Index(fields=["last_seen_at"], name="fraud_signal_seen"),
        ),
        migrations.AddConstraint(
            model_name="fraudsignal",
            constraint=models.UniqueConstraint(
                fields=("kind", "one", "two"), name="one_fraud_signal_a_pair"
            ),
        ),
        migrations.AddConstraint(
            model_name="fraudsignal",
            constraint=models.CheckConstraint(
                condition=models.Q(("one__lt", models.F("two"))), name="fraud_signal_in_order"
            ),
        ),
        migrations.AddIndex(
            model_name="knowndevice",
            index=models.Index(fields=["used_at"], name="device_used"),
        ),
        migrations.AddIndex(
            model_name="knowndevice",
            index=models.Index(
                condition=models.Q(("confirmed_at", None)),
                fields=["created_at"],
                name="device_pending",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status", "open")), fields=["number"], name="match_open"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status", "dealing")),
                fields=["beacon_round"],
                name="match_dealing",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status", "frozen")), fields=["created_at"], name="match_frozen"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("private", False), ("status", "running"), ("watchable", True)),
                fields=["started_at"],
                name="match_watchable",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("private", False), ("status", "running"), ("watchable", True)),
                fields=["game", "started_at"],
                name="match_watchable_game",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status", "finished"), _negated=True),
                fields=["status"],
                name="match_not_over",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("rated_at", None), ("status", "finished")),
                fields=["finished_at"],
                name="match_unrated",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("examined_at", None), ("status", "finished")),
                fields=["finished_at"],
                name="match_unexamined",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["open", "dealing", "running", "finished", "frozen"])
                ),
                name="match_status_known",
            ),
        ),
        migrations.AddIndex(
            model_name="invitation",
            index=models.Index(fields=["expires_at"], name="invitation_ends"),
        ),
        migrations.AddIndex(
            model_name="invitation",
            index=models.Index(fields=["digest", "sent_at"], name="invitation_digest"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("outcome__in", ["open", "accepted", "declined", "withdrawn", "lapsed"])
                ),
                name="invitation_outcome_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("outcome", "open")),
                fields=("match", "digest"),
                name="one_invitation_each",
            ),
        ),
        migrations.AddIndex(
            model_name="auditlogentry",
            index=models.Index(fields=["match", "occurred_at"], name="audit_log_of_match"),
        ),
        migrations.AddIndex(
            model_name="auditlogentry",
            index=models.Index(fields=["player", "occurred_at"], name="audit_log_about_player"),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["match", "sent_at"], name="message_of_match"),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                fields=("match", "key"), name="one_message_per_submission"
            ),
        ),
        migrations.AddIndex(
            model_name="order",
            index=models.Index(
                condition=models.Q(("active", True)), fields=["match"], name="order_active"
            ),
        ),
        migrations.AddConstraint(
            model_name="order",
            constraint=models.UniqueConstraint(
                fields=("match", "seat", "number"), name="one_order_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="pairingseat",
            constraint=models.UniqueConstraint(
                fields=("pairing", "number"), name="one_entry_per_pairing_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="pairingseat",
            constraint=models.UniqueConstraint(
                fields=("pairing", "entry"), name="one_pairing_seat_per_entry"
            ),
        ),
        migrations.AddIndex(
            model_name="playerevent",
            index=models.Index(fields=["player", "xid", "place"], name="player_event_of_player"),
        ),
        migrations.AddIndex(
            model_name="playerevent",
            index=models.Index(fields=["xid", "place"], name="player_event_in_order"),
        ),
        migrations.AddIndex(
            model_name="playerevent",
            index=django.contrib.postgres.indexes.BrinIndex(
                fields=["occurred_at"], name="player_event_at"
            ),
        ),
        migrations.AddConstraint(
            model_name="privatenote",
            constraint=models.UniqueConstraint(
                fields=("match", "player"), name="one_private_note_a_match"
            ),
        ),
        migrations.AddIndex(
            model_name="prompt",
            index=models.Index(
                condition=models.Q(("closed_at", None)),
                fields=["deadline_at"],
                name="prompt_deadline",
            ),
        ),
        migrations.AddIndex(
            model_name="prompt",
            index=models.Index(
                condition=models.Q(("closed_at", None)),
                fields=["remind_at"],
                name="prompt_remind_at",
            ),
        ),
        migrations.AddIndex(
            model_name="prompt",
            index=models.Index(
                condition=models.Q(
                    ("answered_at", None), ("awaits_bot", True), ("closed_at", None)
                ),
                fields=["opened_at"],
                name="prompt_awaits_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="prompt",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at", None)),
                fields=("match", "seat"),
                name="one_open_prompt_per_seat",
            ),
        ),
        migrations.AddConstraint(
            model_name="prompt",
            constraint=models.UniqueConstraint(fields=("token",), name="prompt_token_once"),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(fields=("match", "ply"), name="one_move_per_ply"),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                fields=("match", "key"), name="one_move_per_submission"
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["game", "-mean"], name="rating_of_game"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("player", "game"), name="one_rating_a_game"),
        ),
        migrations.AddIndex(
            model_name="ratingstep",
            index=models.Index(fields=["player", "rated_at"], name="rating_history"),
        ),
        migrations.AddConstraint(
            model_name="ratingstep",
            constraint=models.UniqueConstraint(fields=("match", "player"), name="one_step_a_match"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("division", "number"), name="one_round_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(
                fields=("round", "number"), name="one_pairing_a_number"
            ),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(fields=["player", "imposed_at"], name="sanction_of_player"),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(
                condition=models.Q(("ended_at", None), ("kind", "ban")),
                fields=["lasts_until"],
                name="ban_lasts_until",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["warning", "suspension", "ban"])),
                name="sanction_kind_known",
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                condition=models.Q(("outcome", "open")), fields=["reported_at"], name="report_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="addressban",
            constraint=models.UniqueConstraint(
                fields=("digest", "kind", "imposed_at"), name="one_address_ban_a_sanction"
            ),
        ),
        migrations.AddIndex(
            model_name="season",
            index=models.Index(
                condition=models.Q(("due_at", None), _negated=True),
                fields=["due_at"],
                name="season_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["sign_up", "check_in", "running", "closed", "void"])
                ),
                name="season_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=("league", "number"), name="one_season_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["signed", "here", "reserve", "playing", "left", "missed"])
                ),
                name="entry_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("season", "player"), name="one_entry_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                fields=("season", "level", "number"), name="one_division_a_number"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("offered_at", None), _negated=True),
                fields=["offered_at"],
                name="seat_offered",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("match", "number"), name="one_player_per_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("match", "player"), name="one_seat_per_player"
            ),
        ),
        migrations.AddIndex(
            model_name="signinfingerprint",
            index=models.Index(fields=["kind", "digest"], name="fingerprint_shared"),
        ),
        migrations.AddIndex(
            model_name="signinfingerprint",
            index=models.Index(fields=["last_seen_at"], name="fingerprint_old"),
        ),
        migrations.AddConstraint(
            model_name="signinfingerprint",
            constraint=models.UniqueConstraint(
                fields=("player", "kind", "digest"), name="one_fingerprint_a_player_and_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="snapshot",
            constraint=models.UniqueConstraint(
                fields=("match", "ply"), name="one_snapshot_per_ply"
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["created_at"], name="submission_created"),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.UniqueConstraint(
                fields=("player", "key"), name="one_submission_a_key"
            ),
        ),
        migrations.AddIndex(
            model_name="timelineentry",
            index=models.Index(fields=["match", "ply"], name="timeline_of_match"),
        ),
        migrations.AddIndex(
            model_name="vote",
            index=models.Index(
                condition=models.Q(("outcome", "open")), fields=["expires_at"], name="vote_expires"
            ),
        ),
        migrations.AddIndex(
            model_name="vote",
            index=models.Index(
                condition=models.Q(("paused_until", None), _negated=True),
                fields=["paused_until"],
                name="vote_paused_until",
            ),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["undo", "extension", "pause", "resume"])),
                name="vote_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("outcome__in", ["open", "passed", "failed", "lapsed", "withdrawn"])
                ),
                name="vote_outcome_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(
                condition=models.Q(("outcome", "open")),
                fields=("match", "kind"),
                name="one_open_vote_a_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="ballot",
            constraint=models.UniqueConstraint(fields=("vote", "seat"), name="one_ballot_a_seat"),
        ),
        migrations.RunSQL(STORAGE, migrations.RunSQL.noop),
        migrations.RunSQL(PROTECT_AUDIT_LOG, UNPROTECT_AUDIT_LOG),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
