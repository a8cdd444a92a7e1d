"""Create the function that identifies the database's epoch; see abyss_site/core/epoch.py."""

from __future__ import annotations

from django.db import migrations

# The cluster's system identifier; the timeline, which a promotion and a recovery raise; and the OID
# of a table, which changes in a restore from a dump. If the first cannot be read, the other two
# have to do.
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
