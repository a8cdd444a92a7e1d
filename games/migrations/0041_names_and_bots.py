"""Bots give their addresses back, names that look alike are told apart, and the database minds both.

Of two players whose names are taken for each other, the one who came later gets a number behind
theirs. Whoever is called by what stands before the @ of their address, or like the house, is asked
for a name; the latter is called by a neutral one until then.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

from games import naming

MARK = " (bot)"
LONGEST = 40


def fill_names(apps: Any, schema_editor: Any) -> None:
    player_model = apps.get_model("games", "Player")
    taken: set[str] = set()
    living = player_model.objects.filter(left=None)
    # The house's own come first: their names are found again by them.
    first = living.filter(is_bot=True, owner=None).order_by("pk")
    for row in [*first, *living.exclude(pk__in=first.values("pk")).order_by("pk")]:
        is_person = not (row.is_bot or row.is_staff)
        is_local_part = is_person and row.display_name == row.email.split("@")[0][:LONGEST]
        if is_person and naming.is_house_name(row.display_name):
            row.display_name, row.has_chosen_name = naming.neutral_name(), False
        elif is_local_part:
            row.has_chosen_name = False
        row.display_name = free_name(row.display_name, taken)
        row.name_key = naming.name_key(row.display_name)
        taken.add(row.name_key)
        row.save(update_fields=["display_name", "name_key", "has_chosen_name"])


def free_name(name: str, taken: set[str]) -> str:
    """The name itself, or with the first number behind it that makes it another."""
    plain, mark = (name.removesuffix(MARK), MARK) if name.endswith(MARK) else (name, "")
    tried, number = name, 1
    while not naming.name_key(tried) or naming.name_key(tried) in taken:
        number += 1
        end = f" {number}{mark}"
        tried = plain[: LONGEST - len(end)] + end
    return tried


def take_addresses(apps: Any, schema_editor: Any) -> None:
    player_model = apps.get_model("games", "Player")
    for row in player_model.objects.filter(is_bot=True):
        row.email = f"bot-{row.pk.hex}"
        row.save(update_fields=["email"])


def leave_alone(apps: Any, schema_editor: Any) -> None:
    """Going back keeps the names that were changed; bots get addresses of a reserved domain."""
    player_model = apps.get_model("games", "Player")
    for row in player_model.objects.filter(is_bot=True):
        row.email = f"{row.pk.hex}@bots.invalid"
        row.save(update_fields=["email"])


class Migration(migrations.Migration):
    dependencies = [("games", "0040_sign_in_requests")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="name_key",
            field=models.CharField(blank=True, editable=False, max_length=200, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="has_chosen_name",
            field=models.BooleanField(default=True, editable=False),
        ),
        migrations.RunPython(fill_names, migrations.RunPython.noop),
        migrations.RunPython(take_addresses, leave_alone),
    ]
