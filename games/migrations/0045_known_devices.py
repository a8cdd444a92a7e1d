"""Devices on which links in e-mails act, and keys of feeds that cannot be read in the database."""

from __future__ import annotations

import hashlib
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import abyss_site.encrypted_fields
import abyss_site.ids


def carry_keys(apps: Any, schema_editor: Any) -> None:
    """Keep every address of a calendar or feed that is in use."""
    player, feed = apps.get_model("games", "Player"), apps.get_model("games", "Feed")
    for pk, key in player.objects.exclude(feed_key=None).values_list("pk", "feed_key"):
        digest = hashlib.sha256(key.encode()).hexdigest()
        feed.objects.create(player_id=pk, key=key, digest=digest)


def bring_keys_back(apps: Any, schema_editor: Any) -> None:
    """Write the keys where they stood before."""
    player, feed = apps.get_model("games", "Player"), apps.get_model("games", "Feed")
    for row in feed.objects.all():
        player.objects.filter(pk=row.player_id).update(feed_key=row.key)


class Migration(migrations.Migration):
    dependencies = [("games", "0044_deed_steps")]

    operations = [
        migrations.AddField(
            "player", "links_act_anywhere", models.BooleanField(default=False, db_default=False)
        ),
        migrations.CreateModel(
            "KnownDevice",
            [
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.ids.uuid7,
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
            options={
                "indexes": [
                    models.Index(fields=["used_at"], name="device_used"),
                    models.Index(
                        fields=["created_at"],
                        condition=models.Q(confirmed_at=None),
                        name="device_pending",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            "Feed",
            [
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
                ("key", abyss_site.encrypted_fields.EncryptedTextField()),
                ("digest", models.CharField(max_length=64, unique=True)),
            ],
        ),
        migrations.RunPython(carry_keys, bring_keys_back, elidable=True),
        migrations.RemoveField("player", "feed_key"),
    ]
