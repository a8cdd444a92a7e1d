"""One table of wishes, events by channels, in place of three ways to want less."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

import abyss_site.ids

QUESTIONS = ["turn", "reminder", "vote", "invitation"]
ALL = [*QUESTIONS, "clock", "match", "wait", "chat", "other"]


def take_over(apps, schema_editor):
    """Keep what was wished before: a stop for all matches went before any wish for one."""
    model = {
        name: apps.get_model("notifications", name)
        for name in ("Hook", "Mailbox", "Suppression", "Wish")
    }
    now, wished = timezone.now(), {}
    for stop in model["Suppression"].objects.order_by("thread"):
        events = QUESTIONS if stop.spares_questions else []
        of_all = wished.get((stop.player_id, "mail", ""), ALL)
        wished[stop.player_id, "mail", stop.thread] = [one for one in events if one in of_all]
    for player in model["Mailbox"].objects.filter(messages=False).values_list("pk", flat=True):
        wished.setdefault((player, "mail", ""), ALL)
        for key, events in wished.items():
            if key[0] == player:
                wished[key] = [one for one in events if one != "chat"]
    for hook in model["Hook"].objects.exclude(shape="push"):
        events = QUESTIONS if hook.questions_only else ALL
        wished[hook.player_id, str(hook.pk), hook.thread] = events
        if hook.thread:
            wished[hook.player_id, str(hook.pk), ""] = []
    model["Wish"].objects.bulk_create(
        model["Wish"](player_id=player, channel=channel, thread=thread, events=events, since=now)
        for (player, channel, thread), events in wished.items()
    )


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0013_refusals"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Wish",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=abyss_site.ids.uuid7,
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
                ("since", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name_plural": "wishes"},
        ),
        migrations.AddConstraint(
            model_name="wish",
            constraint=models.UniqueConstraint(
                fields=("player", "thread", "channel"), name="wish_once"
            ),
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
        migrations.RemoveField(model_name="hook", name="questions_only"),
        migrations.RemoveField(model_name="hook", name="thread"),
        migrations.RemoveField(model_name="mailbox", name="messages"),
        migrations.DeleteModel(name="Suppression"),
    ]
