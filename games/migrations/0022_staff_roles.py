"""The groups that staff belongs to; what each may do stands in services/moderation/roles.py."""

from __future__ import annotations

from typing import Any

from django.db import migrations

ROLES = ("helper", "moderator", "league director", "operator")


def make_groups(apps: Any, schema_editor: Any) -> None:
    for name in ROLES:
        apps.get_model("auth", "Group").objects.get_or_create(name=name)


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0021_submissions"),
    ]
    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]
