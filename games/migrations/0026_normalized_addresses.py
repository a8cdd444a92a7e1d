from django.db import migrations, models
from django.db.models.functions import Lower
from django.utils import timezone

from abyss_site.core.email_addresses import address_key, normalize_address

# What may have another spelling: not ASCII, an A-label, a capital in the domain, quotation marks.
SPELT = r'[^ -~]|[xX][nN]--|@.*[A-Z]|^"|\.$'


def normalize_rows(apps, schema_editor):
    """Normalize addresses. Of two accounts with one address both stay, and staff is told.

    The one that its owner has confirmed, else the older one, gets the normal spelling.
    """
    Player = apps.get_model('games', 'Player')
    people = Player.objects.filter(is_bot=False, is_guest=False, email__regex=SPELT)
    confirmed_first = models.F('email_verified_at').asc(nulls_last=True)
    for player in people.order_by(confirmed_first, 'joined_at', 'pk'):
        same = Player.objects.exclude(pk=player.pk).alias(at=Lower('email'))
        other = same.filter(at=address_key(player.email)).first()
        if other is None:
            Player.objects.filter(pk=player.pk).update(email=normalize_address(player.email))
        else:
            _report_pair(apps, player, other)
    Invitation = apps.get_model('games', 'Invitation')
    for row in Invitation.objects.filter(address__regex=SPELT).only('address'):
        Invitation.objects.filter(pk=row.pk).update(address=normalize_address(row.address))


def _report_pair(apps, player, other):
    one, two = sorted([player.pk, other.pk])
    now = timezone.now()
    apps.get_model('games', 'FraudSignal').objects.get_or_create(
        kind='mailbox',
        one_id=one,
        two_id=two,
        defaults={'facts': {}, 'found_at': now, 'last_seen_at': now},
    )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0025_calendar_revisions'),
    ]

    operations = [
        migrations.AlterField(
            model_name='fraudsignal',
            name='kind',
            field=models.CharField(
                choices=[
                    ('mailbox', 'Mailbox'),
                    ('address', 'Address'),
                    ('device', 'Device'),
                    ('timing', 'Timing'),
                    ('offers', 'Offers'),
                    ('bot', 'Bot use'),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(normalize_rows, migrations.RunPython.noop),
    ]
