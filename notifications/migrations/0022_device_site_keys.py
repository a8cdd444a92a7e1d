"""Note under which key of ours devices subscribed: those that are there, under the one of today."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

from notifications.push import vapid


def note_key(apps: Any, schema_editor: Any) -> None:
    hooks = apps.get_model("notifications", "Hook").objects
    hooks.filter(shape="push").update(site_key=vapid.site_key())


class Migration(migrations.Migration):
    dependencies = [("notifications", "0021_to_strangers")]

    operations = [
        migrations.AddField(
            model_name="hook",
            name="site_key",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.RunPython(note_key, migrations.RunPython.noop),
    ]
