from typing import Any

from django.db import migrations, models


def name_levels(apps: Any, schema_editor: Any) -> None:
    apps.get_model("games", "Player").objects.filter(is_bot=True).update(level="quick")


class Migration(migrations.Migration):
    dependencies = [("games", "0022_staff_roles")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="level",
            field=models.CharField(
                blank=True,
                choices=[("", "None"), ("quick", "Quick"), ("strong", "Strong")],
                default="",
                max_length=10,
            ),
        ),
        migrations.RunPython(name_levels, migrations.RunPython.noop),
    ]
