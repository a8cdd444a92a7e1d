from django.db import migrations, models

# What tells one life of the database from another: the number its cluster was made with, the
# timeline, which a promotion and a recovery raise, and the number of a table, which a restore from
# a dump makes anew. Where the first may not be read, the other two must do.
MAKE = """
CREATE FUNCTION site_epoch() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE cluster text := '';
BEGIN
  BEGIN
    SELECT system_identifier::text INTO cluster FROM pg_control_system();
  EXCEPTION WHEN insufficient_privilege THEN
    cluster := '';
  END;
  RETURN left(md5(concat_ws('/', cluster, left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (SELECT oid FROM pg_database WHERE datname = current_database()),
    'django_migrations'::regclass::oid)), 16);
END
$$
"""
UNMAKE = "DROP FUNCTION site_epoch()"


class Migration(migrations.Migration):
    dependencies = [("notifications", "0023_quarantine")]

    operations = [
        migrations.RunSQL(MAKE, UNMAKE),
        migrations.AddField(
            model_name="hook",
            name="epoch",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
        # Programs that are called now know this life of the database, and no other.
        migrations.RunSQL(
            "UPDATE notifications_hook SET epoch = site_epoch()", migrations.RunSQL.noop
        ),
    ]
