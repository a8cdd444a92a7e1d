from django.db import migrations

from games.engine.time_zones import normalize_zone


def normalize_rows(apps, schema_editor):
    """Give each player's time zone its one name."""
    players = apps.get_model('games', 'Player').objects
    for zone in list(players.order_by().values_list('zone', flat=True).distinct()):
        if normalize_zone(zone) != zone:
            players.filter(zone=zone).update(zone=normalize_zone(zone))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0026_normalized_addresses'),
    ]

    operations = [
        migrations.RunPython(normalize_rows, migrations.RunPython.noop),
    ]
