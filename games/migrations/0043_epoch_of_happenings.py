from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0042_names_are_unique"),
        ("notifications", "0024_epoch"),
    ]

    operations = [
        migrations.AddField(
            model_name="happening",
            name="epoch",
            field=models.CharField(db_default="", default="", max_length=16),
        ),
        # Positions that programs know stay good, but for what came with a backup from elsewhere.
        migrations.RunSQL(
            "UPDATE games_happening SET epoch = site_epoch()"
            " WHERE xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint",
            migrations.RunSQL.noop,
        ),
    ]
