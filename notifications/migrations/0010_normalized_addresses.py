from django.db import migrations

from abyss_site.core.email_addresses import address_key

# What may have another spelling: not ASCII, an A-label, a capital, quotation marks, a final dot.
SPELT = r'[^ -~]|xn--|[A-Z]|^"|\.$'


def normalize_rows(apps, schema_editor):
    """Normalize the addresses by which e-mails, senders and bounce scores are looked up."""
    for name, column in (('InboundEmail', 'sender'), ('CapturedEmail', 'recipient')):
        rows = apps.get_model('notifications', name).objects
        spelt = rows.filter(**{f'{column}__regex': SPELT}).values_list(column, flat=True)
        for address in list(spelt.distinct()):
            rows.filter(**{column: address}).update(**{column: address_key(address)})
    _normalize_senders(apps)
    _normalize_scores(apps)


def _normalize_senders(apps):
    """If two players have one address, the row of the second stays as it is."""
    rows = apps.get_model('notifications', 'SenderAddress').objects
    for row in rows.filter(address__regex=SPELT).order_by('added_at', 'pk'):
        key = address_key(row.address)
        same = rows.filter(address=key).exclude(pk=row.pk).first()
        if same is None:
            rows.filter(pk=row.pk).update(address=key)
        elif same.player_id == row.player_id:
            row.delete()


def _normalize_scores(apps):
    """Two scores of one address become one, the stricter."""
    rows = apps.get_model('notifications', 'BounceScore').objects
    for row in rows.filter(address__regex=SPELT).order_by('pk'):
        key = address_key(row.address)
        same = rows.filter(address=key).exclude(pk=row.pk).first()
        stronger = row
        if same is not None:
            ranked = sorted([same, row], key=lambda one: (bool(one.stopped_at), one.score))
            weaker, stronger = ranked
            weaker.delete()
        rows.filter(pk=stronger.pk).update(address=key)


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0009_mail_outages'),
    ]

    operations = [
        migrations.RunPython(normalize_rows, migrations.RunPython.noop),
    ]
