"""The function that tells one life of the database from another; see abyss_site/epoch.py."""

from __future__ import annotations

from django.db import migrations

# The number the cluster was made with; the timeline, which a promotion and a recovery raise; and
# the number of a table, which a restore from a dump makes anew. Where the first may not be read,
# the other two must do.
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


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [migrations.RunSQL(MAKE, "DROP FUNCTION site_epoch()")]
