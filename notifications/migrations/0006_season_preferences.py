from django.db import migrations


def add_seasons(apps, schema_editor):
    """Give the new event to everybody who has chosen to get everything else, which it was part of."""
    preferences = apps.get_model("notifications", "ChannelPreference")
    for row in preferences.objects.filter(events__contains=["other"]):
        row.events = [*row.events, "season"]
        row.save(update_fields=["events"])


def remove_seasons(apps, schema_editor):
    preferences = apps.get_model("notifications", "ChannelPreference")
    for row in preferences.objects.filter(events__contains=["season"]):
        row.events = [name for name in row.events if name != "season"]
        row.save(update_fields=["events"])


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0005_message_preferences"),
    ]

    operations = [
        migrations.RunPython(add_seasons, remove_seasons, elidable=True),
    ]
