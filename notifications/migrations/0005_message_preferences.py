from django.db import migrations
from django.db.models import Q


def add_messages(apps, schema_editor):
    """Give the new event to everybody who has chosen to get the chat; it is like it."""
    preferences = apps.get_model("notifications", "ChannelPreference")
    for row in preferences.objects.filter(Q(events__contains=["chat"]), thread=""):
        row.events = [*row.events, "message"]
        row.save(update_fields=["events"])


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0004_answer_links_default"),
    ]

    operations = [
        migrations.RunPython(add_messages, migrations.RunPython.noop, elidable=True),
    ]
