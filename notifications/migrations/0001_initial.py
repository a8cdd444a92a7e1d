"""The tables of notifications, channels and e-mails, and what models cannot say of them."""

import abyss_site.core.encryption.fields
import abyss_site.core.ids
import datetime
import django.contrib.postgres.fields
import django.db.models.deletion
import notifications.models.webhooks
from django.conf import settings
from django.db import migrations, models

# Notifications and e-mails are written once and change their state a few times afterwards.
STORAGE = """
ALTER TABLE notifications_notification SET (fillfactor = 70,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
    toast.autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE notifications_inboundemail SET (fillfactor = 80,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
    toast.autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE notifications_delivery SET (fillfactor = 90,
    autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE notifications_picture SET (autovacuum_vacuum_scale_factor = 0.05,
    toast.autovacuum_vacuum_scale_factor = 0.05);
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BounceScore",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=254, unique=True)),
                ("score", models.FloatField(default=0)),
                ("last_reported_at", models.DateTimeField()),
                ("status", models.CharField(blank=True, max_length=12)),
                ("evidence", models.CharField(blank=True, max_length=300)),
                ("stopped_at", models.DateTimeField(null=True)),
                (
                    "why",
                    models.CharField(
                        blank=True,
                        choices=[("bounces", "Bounces"), ("complaint", "Complaint")],
                        max_length=10,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EmailPreferences",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="email_preferences",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rhythm",
                    models.CharField(
                        choices=[
                            ("at_once", "as things happen"),
                            ("hourly", "gathered, once an hour"),
                            ("daily", "gathered, once a day"),
                        ],
                        default="at_once",
                        max_length=10,
                    ),
                ),
                ("daily_at", models.TimeField(default=datetime.time(8, 0))),
                ("quiet_from", models.TimeField(blank=True, null=True)),
                ("quiet_until", models.TimeField(blank=True, null=True)),
                (
                    "receipts",
                    models.CharField(
                        choices=[
                            ("always", "for every e-mail of mine"),
                            ("errors", "only when my answer was not taken"),
                            ("never", "never"),
                        ],
                        default="always",
                        max_length=10,
                    ),
                ),
                ("html", models.BooleanField(default=True)),
                ("settle", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("most_a_day", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "e-mail preferences",
            },
        ),
        migrations.CreateModel(
            name="MailboxCursor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mailbox", models.CharField(max_length=300, unique=True)),
                ("validity", models.BigIntegerField()),
                ("uid", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="OptOut",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("opted_out_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ProviderEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("received_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="CapturedEmail",
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
                ("recipient", models.CharField(max_length=254)),
                ("sender", models.CharField(blank=True, max_length=254)),
                (
                    "subject",
                    abyss_site.core.encryption.fields.EncryptedTextField(empty_is_null=True, null=True),
                ),
                ("raw", abyss_site.core.encryption.fields.EncryptedBinaryField()),
                ("captured_at", models.DateTimeField()),
                ("opened_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["recipient", "-id"], name="captured_email_mailbox")
                ],
            },
        ),
        migrations.CreateModel(
            name="InboundEmail",
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
                ("source", models.CharField(max_length=20)),
                ("source_id", models.CharField(max_length=200)),
                ("raw", abyss_site.core.encryption.fields.EncryptedBinaryField(null=True)),
                ("size", models.PositiveIntegerField(default=0)),
                (
                    "envelope",
                    abyss_site.core.encryption.fields.EncryptedJSONField(empty_is_null=True, null=True),
                ),
                ("sha256", models.CharField(max_length=64)),
                ("message_id", models.CharField(max_length=250)),
                ("purpose", models.CharField(blank=True, max_length=10)),
                ("token", models.CharField(blank=True, max_length=26)),
                (
                    "threads",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        db_default=[],
                        default=list,
                        size=None,
                    ),
                ),
                ("received_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[("received", "Received"), ("done", "Done"), ("parked", "Parked")],
                        default="received",
                        max_length=10,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("copies", models.PositiveIntegerField(default=0)),
                ("reason", models.CharField(blank=True, max_length=60)),
                ("sender", models.CharField(blank=True, max_length=254)),
                (
                    "first_line",
                    abyss_site.core.encryption.fields.EncryptedTextField(empty_is_null=True, null=True),
                ),
                ("words", models.CharField(blank=True, max_length=64)),
                ("processed_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "received")),
                        fields=["due_at", "id"],
                        name="inbound_due",
                    ),
                    models.Index(fields=["token", "received_at"], name="inbound_token"),
                    models.Index(
                        condition=models.Q(("state", "parked")),
                        fields=["received_at"],
                        name="inbound_parked",
                    ),
                    models.Index(fields=["sender", "received_at"], name="inbound_sender"),
                    models.Index(
                        condition=models.Q(("raw__isnull", False), ("state", "done")),
                        fields=["received_at"],
                        name="inbound_with_bytes",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["received", "done", "parked"])),
                        name="inbound_state_known",
                    ),
                    models.UniqueConstraint(
                        fields=("source", "source_id"), name="inbound_source_once"
                    ),
                    models.UniqueConstraint(
                        fields=("message_id", "token"), name="inbound_message_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notification",
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
                ("key", models.CharField(max_length=200)),
                ("kind", models.CharField(max_length=40)),
                ("thread", models.CharField(blank=True, max_length=100)),
                ("reply_token", models.CharField(blank=True, max_length=26)),
                (
                    "data",
                    abyss_site.core.encryption.fields.EncryptedJSONField(empty_is_null=True, null=True),
                ),
                (
                    "answers",
                    models.CharField(blank=True, db_default="", default="", max_length=250),
                ),
                ("quotes_people", models.BooleanField(db_default=False, default=False)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "address",
                    models.CharField(blank=True, db_default="", default="", max_length=254),
                ),
                ("created_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("answer_until", models.DateTimeField(null=True)),
                ("planned_at", models.DateTimeField(null=True)),
                ("gathers", models.BooleanField(db_default=False, default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("bundled", "Bundled"),
                            ("sent", "Sent"),
                            ("withdrawn", "Withdrawn"),
                            ("failed", "Failed"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=40)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("message_id", models.CharField(max_length=150)),
                ("rendered_at", models.DateTimeField(null=True)),
                (
                    "subject",
                    abyss_site.core.encryption.fields.EncryptedTextField(empty_is_null=True, null=True),
                ),
                (
                    "text",
                    abyss_site.core.encryption.fields.EncryptedTextField(empty_is_null=True, null=True),
                ),
                (
                    "html",
                    abyss_site.core.encryption.fields.EncryptedTextField(empty_is_null=True, null=True),
                ),
                ("language", models.CharField(blank=True, max_length=10)),
                (
                    "headers",
                    abyss_site.core.encryption.fields.EncryptedJSONField(empty_is_null=True, null=True),
                ),
                ("volume", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("references", models.TextField(blank=True, db_default="", default="")),
                ("sent_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "within",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bundled",
                        to="notifications.notification",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
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
                ("channel", models.CharField(default="mail", max_length=20)),
                ("attempted_at", models.DateTimeField()),
                ("accepted", models.BooleanField()),
                ("error", models.CharField(blank=True, max_length=300)),
                (
                    "provider_id",
                    models.CharField(blank=True, db_default="", default="", max_length=200),
                ),
                ("arrived_at", models.DateTimeField(null=True)),
                ("bounced_at", models.DateTimeField(null=True)),
                ("bounce", models.CharField(blank=True, max_length=300)),
                (
                    "notification",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notifications.notification",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
            },
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cid", models.CharField(max_length=80)),
                ("name", models.CharField(max_length=80)),
                ("png", models.BinaryField()),
                (
                    "notification",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pictures",
                        to="notifications.notification",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Quarantine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("job", models.CharField(max_length=40)),
                ("table", models.CharField(max_length=60)),
                ("row_id", models.CharField(max_length=40)),
                ("error", models.CharField(max_length=60)),
                ("place", models.CharField(blank=True, max_length=200)),
                ("release", models.CharField(max_length=16)),
                ("first_seen_at", models.DateTimeField()),
                ("last_seen_at", models.DateTimeField()),
                ("tries", models.PositiveIntegerField(default=1)),
                ("next_try_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "row set aside",
                "verbose_name_plural": "rows set aside",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("job", "table", "row_id"), name="quarantine_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SenderAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=254, unique=True)),
                ("added_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="senders",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "sender addresses",
            },
        ),
        migrations.CreateModel(
            name="Webhook",
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
                ("url", abyss_site.core.encryption.fields.EncryptedTextField()),
                ("digest", models.CharField(blank=True, db_default="", default="", max_length=64)),
                (
                    "shape",
                    models.CharField(
                        choices=[
                            ("json", "signed JSON, for a program of yours"),
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("ntfy", "ntfy"),
                            ("push", "a device"),
                        ],
                        default="json",
                        max_length=10,
                    ),
                ),
                (
                    "secret",
                    abyss_site.core.encryption.fields.EncryptedTextField(
                        default=notifications.models.webhooks.new_secret
                    ),
                ),
                (
                    "key",
                    abyss_site.core.encryption.fields.EncryptedTextField(empty_is_null=True, null=True),
                ),
                (
                    "site_key",
                    models.CharField(blank=True, db_default="", default="", max_length=100),
                ),
                ("label", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("created_at", models.DateTimeField()),
                ("epoch", models.CharField(blank=True, db_default="", default="", max_length=16)),
                ("tested_at", models.DateTimeField(null=True)),
                ("first_failed_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
                ("stopped_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="WebhookCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("done_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, db_default="", default="", max_length=200)),
                (
                    "notification",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="notifications.notification",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="notifications.webhook",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChannelPreference",
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
                ("channel", models.CharField(max_length=40)),
                ("thread", models.CharField(blank=True, max_length=100)),
                (
                    "events",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                ("changed_at", models.DateTimeField()),
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
                "verbose_name_plural": "channel preferences",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "thread", "channel"), name="channel_preference_once"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("state", "queued")),
                fields=["due_at", "id"],
                name="notification_queued",
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("reply_token", ""), _negated=True),
                fields=["reply_token"],
                name="notification_reply_token",
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                fields=["player", "thread", "-created_at"], name="notification_thread"
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(fields=["player", "planned_at"], name="notification_planned"),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(
                    ("kind__in", ["sign_in", "introduction", "new_sender", "new_address"])
                ),
                fields=["created_at"],
                name="notification_to_strangers",
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("within", None), _negated=True),
                fields=["within"],
                name="notification_within",
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("text__isnull", False)),
                fields=["rendered_at"],
                name="notification_with_words",
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("quotes_people", True)),
                fields=["id"],
                name="notification_with_said",
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("state", "failed")),
                fields=["created_at"],
                name="notification_failed",
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("kind", "held")),
                fields=["created_at"],
                name="notification_held",
            ),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["queued", "bundled", "sent", "withdrawn", "failed"])
                ),
                name="notification_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.UniqueConstraint(fields=("key",), name="notification_key_once"),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.UniqueConstraint(
                fields=("message_id",), name="notification_message_id_once"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("provider_id", ""), _negated=True),
                fields=["provider_id"],
                name="delivery_provider_id",
            ),
        ),
        migrations.AddConstraint(
            model_name="picture",
            constraint=models.UniqueConstraint(fields=("notification", "cid"), name="picture_once"),
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(
                condition=models.Q(("shape", "json"), ("stopped_at", None)),
                fields=["epoch"],
                name="webhook_epoch",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(
                condition=models.Q(("shape", "push")), fields=("digest",), name="device_once"
            ),
        ),
        migrations.AddIndex(
            model_name="webhookcall",
            index=models.Index(
                condition=models.Q(("done_at", None)), fields=["due_at"], name="webhook_call_due"
            ),
        ),
        migrations.AddIndex(
            model_name="webhookcall",
            index=models.Index(
                condition=models.Q(("done_at", None), _negated=True),
                fields=["done_at"],
                name="webhook_call_done",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhookcall",
            constraint=models.UniqueConstraint(
                fields=("webhook", "notification"), name="one_call_a_notification"
            ),
        ),
        migrations.RunSQL(STORAGE, migrations.RunSQL.noop),
    ]
